//! The switches of the rules and the suits in play: plain data.

use crate::card::STEPS;

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
