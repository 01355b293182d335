//! The suits in play and the switches of the rules: what never changes during a game.

use crate::game::card::{Card, STEPS};

/// Clue tokens that can be held, in tokens.
pub const MAX_TOKENS: u8 = 8;

/// The strike that ends the game.
pub const MAX_STRIKES: u8 = 3;

/// Fewest players.
pub const MIN_PLAYERS: usize = 2;

/// Most players.
pub const MAX_PLAYERS: usize = 6;

/// A suit: copies of its cards in play order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Suit {
    /// Copies of each step.
    pub copies: [u8; STEPS],
}

impl Suit {
    /// A full suit.
    pub const FULL: Self = Self {
        copies: [3, 2, 2, 2, 1],
    };
    /// A short suit, one copy of each card.
    pub const SHORT: Self = Self { copies: [1; STEPS] };
}

/// The rules of the game that a position is part of.
///
/// Clue tokens are counted in units, `units_per_token` of which make a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The empty deck ends nothing, and all is lost with the first lost card.
    pub grand_finale: bool,
    /// The third strike keeps the score instead of making it 0.
    pub strikeout_keep: bool,
    /// A clue that touches nothing is legal.
    pub empty_clues: bool,
    /// Units of a token.
    pub units_per_token: u8,
    /// Units that a discard earns.
    pub discard_units: u8,
    /// Units that a completed suit earns.
    pub completion_units: u8,
    /// What only some variants beyond the box have.
    pub special: Special,
}

/// The two kinds of clues.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClueKind {
    /// Names a colour.
    Colour,
    /// Names a rank.
    Rank,
}

impl ClueKind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Colour, Self::Rank];
}

/// Rules under which dead cards are not all alike, clues not all one move, or there is another
/// move. The default has none of them; positions with any are left to the search `physical`.
///
/// Arrays of two are for colour and rank clues, by [`ClueKind`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Special {
    /// Suits, one bit each, whose cards are discarded by playing and played by discarding them.
    pub inverted: u8,
    /// Cards, one bit each by index, that no clue of a kind touches.
    pub untouched: [u64; 2],
    /// Kinds of which no clue exists.
    pub missing: [bool; 2],
    /// Kinds that may touch nothing.
    pub empty: [bool; 2],
    /// No clue may be of the kind of the clue given last.
    pub alternating: bool,
    /// A completed suit earns one of six bonuses in the place of the token; see `bonus`.
    pub flamboyants: bool,
    /// The last card of the deck may be played from there.
    pub deck_plays: bool,
}

impl Special {
    /// Whether playing the card discards it and the other way round.
    #[must_use]
    pub const fn inverts(&self, card: Card) -> bool {
        self.inverted & 1 << card.suit() != 0
    }

    /// Whether some clue of the kind touches the card.
    #[must_use]
    pub const fn touches(&self, kind: ClueKind, card: Card) -> bool {
        !self.missing[kind as usize] && self.untouched[kind as usize] & 1 << card.index() == 0
    }

    /// All that can still matter of a dead card, as a code that is no card's index: whether
    /// playing it discards it, and which kinds of clues touch it.
    #[must_use]
    pub fn dead_code(&self, card: Card) -> u8 {
        let flags = [
            self.inverts(card),
            self.touches(ClueKind::Colour, card),
            self.touches(ClueKind::Rank, card),
        ];
        flags
            .iter()
            .fold(16, |code, &flag| code << 1 | u8::from(flag))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            grand_finale: false,
            strikeout_keep: false,
            empty_clues: false,
            units_per_token: 1,
            discard_units: 1,
            completion_units: 1,
            special: Special::default(),
        }
    }
}

impl Rules {
    /// Most units that can be held; a discard is illegal there.
    #[must_use]
    pub const fn unit_limit(&self) -> u8 {
        MAX_TOKENS * self.units_per_token
    }
}

/// What never changes during a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The suits in play.
    pub suits: Vec<Suit>,
    /// The rules.
    pub rules: Rules,
    /// Number of players.
    pub players: usize,
}

impl Game {
    /// The highest score there is.
    #[must_use]
    pub const fn max_score(&self) -> u8 {
        (self.suits.len() * STEPS) as u8
    }
}
