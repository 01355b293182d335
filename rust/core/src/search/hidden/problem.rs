//! What is asked: a position as common knowledge, unchecked plain data and its checks.

use crate::game::card::{Card, Held, MAX_CARDS};
use crate::game::rules::Special;
use crate::game::setup::Setup;
use crate::game::state::Game;

/// Most cards in one hand: touched slots are kept as 32 bits.
pub const MAX_SLOTS: usize = 32;

/// The cards as they were written, to say what happens in the actual world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The hands; `None` is a card nobody specified.
    pub hands: Vec<Vec<Option<Card>>>,
    /// The deck, next card first where the order is known.
    pub deck: Vec<Card>,
    /// Whether the deck's order is known.
    pub ordered: bool,
}

/// A position as common knowledge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Suits, rules and number of players.
    pub game: Game,
    /// Cards played, suit by suit.
    pub stacks: Vec<u8>,
    /// Copies of each card in hands and deck together.
    pub unseen: [u8; MAX_CARDS],
    /// For every slot the set of identities it may have, bits over [`Card::index`].
    pub hands: Vec<Vec<u64>>,
    /// Number of cards in the deck.
    pub deck: usize,
    /// The player to move.
    pub mover: usize,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// Turns left; `None` while no last round runs.
    pub turns_left: Option<u8>,
    /// For every clue that may be named, in the fixed order, the identities it touches.
    pub clues: Vec<u64>,
    /// The cards as written.
    pub written: Written,
}

/// Why a problem cannot be asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ProblemError {
    /// The setup is no position.
    #[error("{0}")]
    Setup(#[from] crate::game::setup::SetupError),
    /// Known trash has no identity to be seen.
    #[error("a known-trash card; hidden hands need every card's identity")]
    Trash,
    /// The sets do not match the hands.
    #[error("sets of identities that do not match the hands")]
    Shape,
    /// A hand too large.
    #[error("a hand of {0} cards; expected at most {MAX_SLOTS}")]
    Hand(usize),
    /// Rules under which playing or clueing is not what it is in the box.
    #[error("special rules of a variant; not built for hidden hands")]
    Special,
    /// No world agrees with the sets.
    #[error("no possible world")]
    Impossible,
}

impl Problem {
    /// The problem of a setup, the set of identities of every slot, and the clues; `ordered`
    /// says whether the order of the setup's deck is known.
    ///
    /// # Errors
    /// What is wrong with them. That some world is possible is seen only when worlds are
    /// counted.
    pub fn new(
        setup: &Setup,
        sets: &[Vec<u64>],
        clues: &[u64],
        ordered: bool,
    ) -> Result<Self, ProblemError> {
        if let Some(fault) = setup.faults().into_iter().next() {
            return Err(fault.into());
        }
        if setup.rules.special != Special::default() {
            return Err(ProblemError::Special);
        }
        let sizes = |hands: &[Vec<Held>]| hands.iter().map(Vec::len).collect::<Vec<_>>();
        if sizes(&setup.hands) != sets.iter().map(Vec::len).collect::<Vec<_>>() {
            return Err(ProblemError::Shape);
        }
        if let Some(hand) = sets.iter().find(|hand| hand.len() > MAX_SLOTS) {
            return Err(ProblemError::Hand(hand.len()));
        }
        let all = || setup.hands.iter().flatten().chain(&setup.deck);
        if all().any(|&held| held == Held::Dead) {
            return Err(ProblemError::Trash);
        }
        let mut unseen = [0; MAX_CARDS];
        for card in all().filter_map(|held| held.card()) {
            unseen[card.index()] += 1;
        }
        Ok(Self {
            game: Game {
                suits: setup.suits.clone(),
                rules: setup.rules,
                players: setup.hands.len(),
            },
            stacks: setup.stacks.clone(),
            unseen,
            hands: sets.to_vec(),
            deck: setup.deck_size(),
            mover: setup.mover,
            units: setup.units,
            strikes: setup.strikes,
            turns_left: setup.turns_left,
            clues: clues.to_vec(),
            written: Written {
                hands: setup
                    .hands
                    .iter()
                    .map(|hand| hand.iter().map(|held| held.card()).collect())
                    .collect(),
                deck: setup.deck.iter().filter_map(|held| held.card()).collect(),
                ordered,
            },
        })
    }
}
