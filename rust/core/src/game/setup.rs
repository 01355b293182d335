//! A position as it was written: plain data, and every check of it.
//!
//! The Python parser finds the faults of a text and names their columns. These checks guard
//! the core against any other caller, so that no position that cannot be is ever searched.

use thiserror::Error;

use crate::game::card::{Card, Held, MAX_CARDS, MAX_SUITS, STEPS};
use crate::game::reach::{limit_of_stack, most_bonuses};
use crate::game::rules::{ClueKind, Game, MAX_PLAYERS, MAX_STRIKES, MIN_PLAYERS, Rules, Suit};

/// Most cards in one hand. A key holds a hand's dead cards in six bits.
pub const MAX_HAND: usize = 63;

/// A position, unchecked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The suits in play.
    pub suits: Vec<Suit>,
    /// The rules.
    pub rules: Rules,
    /// Cards played, suit by suit.
    pub stacks: Vec<u8>,
    /// The hands in turn order; slot 1, the newest card, first.
    pub hands: Vec<Vec<Held>>,
    /// The deck, next card first where its order is known. With unspecified cards in hands,
    /// the whole unseen pool.
    pub deck: Vec<Held>,
    /// The player to move, counted from 0.
    pub mover: usize,
    /// Clue tokens, in units.
    pub units: u8,
    /// Strikes.
    pub strikes: u8,
    /// Turns left. Needed with an empty deck under the last-round rule; with bonuses a countdown
    /// may also go on beside a deck, else it is absent.
    pub turns_left: Option<u8>,
    /// Kind of the clue given last, for rules where clues alternate.
    pub last_clue: Option<ClueKind>,
    /// The discard pile. Only where bonuses bring it into play; else it may be left empty.
    pub pile: Vec<Held>,
    /// For every slot of every hand the cards that an unspecified card there may be, as bits by
    /// index (bit 63: known trash). Empty: all may be anything.
    pub allowed: Vec<Vec<u64>>,
}

/// Why a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Wrong number of suits.
    #[error("{0} suits; expected 1 to {MAX_SUITS}")]
    Suits(usize),
    /// One stack height for every suit.
    #[error("{0} stacks for {1} suits")]
    Stacks(usize, usize),
    /// A stack above its last card.
    #[error("a stack of {0} cards; expected 0 to {STEPS}")]
    Height(u8),
    /// Wrong number of players.
    #[error("{0} players; expected {MIN_PLAYERS} to {MAX_PLAYERS}")]
    Players(usize),
    /// A hand too large for the keys.
    #[error("a hand of {0} cards; expected at most {MAX_HAND}")]
    Hand(usize),
    /// Nobody to move.
    #[error("player {0} to move; expected one of {1}")]
    Mover(usize, usize),
    /// Clue tokens out of range.
    #[error("{0} units of clue tokens; expected at most {1}")]
    Tokens(u8, u8),
    /// Strikes out of range.
    #[error("{0} strikes; expected at most {max}", max = MAX_STRIKES - 1)]
    Strikes(u8),
    /// Turns left where there must be none, or none where there must be.
    #[error(
        "turns left {0:?}: expected 1 to the number of players exactly when the deck is empty under the last-round rule"
    )]
    TurnsLeft(Option<u8>),
    /// A card of a suit that is not in play.
    #[error("a card of suit {0}; {1} suits are in play")]
    Card(usize, usize),
    /// More copies of a card than exist.
    #[error("{found} copies of card {card}; only {copies} exist", card = .card.index())]
    Copies {
        /// The card.
        card: Card,
        /// Copies found, played ones included.
        found: u8,
        /// Copies that exist.
        copies: u8,
    },
    /// More known trash than there are dead cards left over.
    #[error("{found} known-trash cards; only {left} dead cards are left over")]
    Trash {
        /// `kt` cards written.
        found: usize,
        /// Dead cards not written.
        left: usize,
    },
    /// Bonuses shuffle the deck, so that its order cannot be known.
    #[error("bonuses where the order of the deck is known")]
    Bonuses,
    /// Where bonuses put cards back, no card of the deck is the last.
    #[error("bonuses where the deck's last card may be played from there")]
    DeckPlays,
    /// An unspecified card in the deck, or more of them in hands than the pool holds.
    #[error("{0} unspecified cards in hands for a pool of {1}")]
    Pool(usize, usize),
    /// Sets of cards for other slots than there are.
    #[error("sets of allowed cards that do not match the hands")]
    Allowed,
    /// No way to deal the pool to the unspecified cards.
    #[error("no card of the pool fits every unspecified card")]
    Unfit,
}

impl Setup {
    /// What never changes during the game.
    #[must_use]
    pub fn game(&self) -> Game {
        Game {
            suits: self.suits.clone(),
            rules: self.rules,
            players: self.hands.len(),
        }
    }

    /// Copies of each card in hands and deck, of those written by name.
    #[must_use]
    pub fn left(&self) -> [u8; MAX_CARDS] {
        counts(self.hands.iter().flatten().chain(&self.deck))
    }

    /// Number of cards in the deck; those of the pool that lie under unspecified cards are
    /// not counted.
    #[must_use]
    pub fn deck_size(&self) -> usize {
        self.deck.len().saturating_sub(self.unspecified())
    }

    /// Number of unspecified cards in hands.
    #[must_use]
    pub fn unspecified(&self) -> usize {
        self.hands
            .iter()
            .flatten()
            .filter(|&&held| held == Held::Unspecified)
            .count()
    }

    /// Every fault of the setup; empty for a position.
    #[must_use]
    pub fn faults(&self) -> Vec<SetupError> {
        let mut faults = Vec::new();
        check_shape(self, &mut faults);
        if faults.is_empty() {
            check_tokens(self, &mut faults);
            check_turns_left(self, &mut faults);
            check_cards(self, &mut faults);
        }
        faults
    }
}

fn check_shape(setup: &Setup, faults: &mut Vec<SetupError>) {
    let suits = setup.suits.len();
    if !(1..=MAX_SUITS).contains(&suits) {
        faults.push(SetupError::Suits(suits));
    }
    if setup.stacks.len() != suits {
        faults.push(SetupError::Stacks(setup.stacks.len(), suits));
    }
    for &height in setup
        .stacks
        .iter()
        .filter(|&&height| usize::from(height) > STEPS)
    {
        faults.push(SetupError::Height(height));
    }
    let players = setup.hands.len();
    if !(MIN_PLAYERS..=MAX_PLAYERS).contains(&players) {
        faults.push(SetupError::Players(players));
    }
    for hand in setup.hands.iter().filter(|hand| hand.len() > MAX_HAND) {
        faults.push(SetupError::Hand(hand.len()));
    }
    if setup.mover >= players {
        faults.push(SetupError::Mover(setup.mover, players));
    }
    let sizes = setup.hands.iter().map(Vec::len);
    if !setup.allowed.is_empty() && !setup.allowed.iter().map(Vec::len).eq(sizes) {
        faults.push(SetupError::Allowed);
    }
    for card in setup
        .hands
        .iter()
        .flatten()
        .chain(&setup.deck)
        .chain(&setup.pile)
        .filter_map(|held| held.card())
    {
        if card.suit() >= suits {
            faults.push(SetupError::Card(card.suit(), suits));
        }
    }
}

fn check_tokens(setup: &Setup, faults: &mut Vec<SetupError>) {
    if setup.rules.special.flamboyants && setup.rules.special.deck_plays {
        faults.push(SetupError::DeckPlays);
    }
    let limit = setup.rules.unit_limit();
    if setup.units > limit {
        faults.push(SetupError::Tokens(setup.units, limit));
    }
    if setup.strikes >= MAX_STRIKES {
        faults.push(SetupError::Strikes(setup.strikes));
    }
}

fn check_turns_left(setup: &Setup, faults: &mut Vec<SetupError>) {
    let (empty, last_round) = (setup.deck_size() == 0, !setup.rules.grand_finale);
    let good = match setup.turns_left {
        None => !(empty && last_round),
        Some(turns) => {
            last_round
                && (empty || setup.rules.special.flamboyants)
                && (1..=setup.hands.len()).contains(&usize::from(turns))
        }
    };
    if !good {
        faults.push(SetupError::TurnsLeft(setup.turns_left));
    }
}

fn check_cards(setup: &Setup, faults: &mut Vec<SetupError>) {
    let in_play = setup.hands.iter().flatten().chain(&setup.deck);
    let left = setup.left();
    let piled = counts(&setup.pile);
    let trash = in_play
        .chain(&setup.pile)
        .filter(|&&held| held == Held::Dead)
        .count();
    let unspecified = setup.unspecified();
    if unspecified > setup.deck.len() || setup.deck.contains(&Held::Unspecified) {
        faults.push(SetupError::Pool(unspecified, setup.deck.len()));
    }
    let bonuses = most_bonuses(&setup.rules.special, &setup.stacks, &left);
    let mut dead_left = 0;
    for (suit, spec) in setup.suits.iter().enumerate() {
        let height = usize::from(setup.stacks[suit]);
        let limit = limit_of_stack(&setup.stacks, &left, suit, bonuses);
        for (step, &copies) in spec.copies.iter().enumerate() {
            let card = Card::new(suit, step);
            let written = left[card.index()].saturating_add(piled[card.index()]);
            let all = written.saturating_add(u8::from(step < height));
            if all > copies {
                faults.push(SetupError::Copies {
                    card,
                    found: all,
                    copies,
                });
            } else if step < height || step > limit {
                // A useful card of which no copy is written lies in the pile with all of its
                // copies: no known trash is one of them, but all cards above it are dead.
                dead_left += usize::from(copies - all);
            }
        }
    }
    if trash > dead_left {
        faults.push(SetupError::Trash {
            found: trash,
            left: dead_left,
        });
    }
}

/// How many of each card there are by name.
fn counts<'a>(cards: impl IntoIterator<Item = &'a Held>) -> [u8; MAX_CARDS] {
    let mut counts = [0u8; MAX_CARDS];
    for card in cards.into_iter().filter_map(|held| held.card()) {
        counts[card.index()] = counts[card.index()].saturating_add(1);
    }
    counts
}
