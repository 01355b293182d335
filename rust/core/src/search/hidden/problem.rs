//! What is asked: a position as common knowledge, unchecked plain data and its checks.

use crate::game::card::{Card, Held};
use crate::game::public::Public;
use crate::game::rules::{Game, Special};
use crate::game::setup::Setup;

/// Most cards in one hand: touched slots are kept as 32 bits.
pub const MAX_SLOTS: usize = 32;

/// A position as common knowledge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Suits, rules and number of players.
    pub game: Game,
    /// What is public, the cards counted by identity.
    pub public: Public,
    /// For every slot the set of identities it may have, bits over [`Card::index`].
    pub hands: Vec<Vec<u64>>,
    /// For every clue that may be named, in the fixed order, the identities it touches.
    pub clues: Vec<u64>,
    /// The position as it was written, to say what happens in the actual world.
    pub setup: Setup,
    /// Whether the deck's order is known.
    pub ordered: bool,
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
        Ok(Self {
            game: setup.game(),
            public: Public::new(setup, setup.left()),
            hands: sets.to_vec(),
            clues: clues.to_vec(),
            setup: setup.clone(),
            ordered,
        })
    }

    /// A hand as it was written, if all cards in it are specified.
    #[must_use]
    pub fn hand(&self, player: usize) -> Option<Vec<Card>> {
        let hand = self.setup.hands[player].iter();
        hand.map(|held| held.card()).collect()
    }
}
