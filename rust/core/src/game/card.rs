//! Cards: the vocabulary. Knows no rules.

/// Cards of a suit, hence the highest stack.
pub const STEPS: usize = 5;

/// Most suits that can be in play: seven plain ones and a special one.
pub const MAX_SUITS: usize = 8;

/// Number of identities that [`Card::index`] can name.
pub const MAX_CARDS: usize = MAX_SUITS * STEPS;

/// A card's identity: suit and step, its place in the suit's play order counted from 0.
///
/// The printed rank plays no part in the core; only the border to Python knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(u8);

impl Card {
    /// The card of a suit (below [`MAX_SUITS`]) and step (below [`STEPS`]).
    #[must_use]
    pub const fn new(suit: usize, step: usize) -> Self {
        debug_assert!(suit < MAX_SUITS && step < STEPS);
        Self((suit * STEPS + step) as u8)
    }

    /// The card with the given [`index`](Self::index).
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < MAX_CARDS);
        Self(index as u8)
    }

    /// A number below [`MAX_CARDS`]: suit by suit, step by step.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Index of the suit.
    #[must_use]
    pub const fn suit(self) -> usize {
        self.0 as usize / STEPS
    }

    /// Place in the suit's play order, counted from 0.
    #[must_use]
    pub const fn step(self) -> usize {
        self.0 as usize % STEPS
    }
}

/// What lies in a slot or in the deck, as far as it is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// A card of known identity.
    Card(Card),
    /// Known trash, `kt`: some card that can never be played any more.
    Dead,
    /// A card nobody specified, `xx`.
    Unspecified,
}

impl Held {
    /// The identity, if it is written.
    #[must_use]
    pub const fn card(self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(card),
            Self::Dead | Self::Unspecified => None,
        }
    }
}
