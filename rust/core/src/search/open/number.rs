//! Values inside the search: integers over the orders of the deck.
//!
//! With d cards in the deck, z of them dead, there are d!/z! orders (dead cards are alike,
//! useful copies are not). The value of a state is an integer over that number. It fits when
//! (highest worth of an order) × d!/z! does, which is checked once at the root: no state that
//! follows has more orders.

use std::fmt::Debug;

use crate::search::memory::table::{Entry, MAX_BOUNDS};

/// An unsigned integer that holds values.
pub trait Number: Copy + Ord + Debug + Send + Sync + 'static {
    /// Zero.
    const ZERO: Self;
    /// Words in the table for two of them.
    const PAIR_WORDS: usize;
    /// From a small number.
    fn small(value: u64) -> Self;
    /// Sum. Never overflows where the root was checked.
    fn plus(self, other: Self) -> Self;
    /// Difference, or zero.
    fn minus(self, other: Self) -> Self;
    /// Product. Never overflows where the root was checked.
    fn times(self, factor: Self) -> Self;
    /// Quotient, rounded down.
    fn over(self, divisor: Self) -> Self;
    /// Quotient, rounded up.
    fn over_up(self, divisor: Self) -> Self;
    /// Product, if it fits.
    fn checked_times(self, factor: u64) -> Option<Self>;
    /// As the widest integer.
    fn wide(self) -> u128;
    /// Two numbers as table words.
    fn pack(low: Self, high: Self) -> [u64; MAX_BOUNDS];
    /// The inverse of [`pack`](Self::pack).
    fn unpack(words: [u64; MAX_BOUNDS]) -> (Self, Self);
}

macro_rules! number {
    ($type:ty, $words:expr, $pack:expr, $unpack:expr) => {
        impl Number for $type {
            const ZERO: Self = 0;
            const PAIR_WORDS: usize = $words;
            fn small(value: u64) -> Self {
                value as Self
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn minus(self, other: Self) -> Self {
                self.saturating_sub(other)
            }
            fn times(self, factor: Self) -> Self {
                self * factor
            }
            fn over(self, divisor: Self) -> Self {
                self / divisor
            }
            fn over_up(self, divisor: Self) -> Self {
                self.div_ceil(divisor)
            }
            fn checked_times(self, factor: u64) -> Option<Self> {
                self.checked_mul(Self::try_from(factor).ok()?)
            }
            fn wide(self) -> u128 {
                u128::from(self)
            }
            fn pack(low: Self, high: Self) -> [u64; MAX_BOUNDS] {
                $pack(low, high)
            }
            fn unpack(words: [u64; MAX_BOUNDS]) -> (Self, Self) {
                $unpack(words)
            }
        }
    };
}

number!(
    u8,
    1,
    |low: u8, high: u8| [u64::from(low) << 8 | u64::from(high), 0, 0, 0],
    |words: [u64; MAX_BOUNDS]| ((words[0] >> 8) as u8, words[0] as u8)
);
number!(
    u64,
    2,
    |low, high| [low, high, 0, 0],
    |words: [u64; MAX_BOUNDS]| (words[0], words[1])
);
number!(
    u128,
    4,
    |low: u128, high: u128| [
        low as u64,
        (low >> 64) as u64,
        high as u64,
        (high >> 64) as u64
    ],
    |words: [u64; MAX_BOUNDS]| {
        let join = |low: u64, high: u64| u128::from(high) << 64 | u128::from(low);
        (join(words[0], words[1]), join(words[2], words[3]))
    }
);

/// lower ≤ value ≤ upper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range<N> {
    /// Proven lower bound.
    pub low: N,
    /// Proven upper bound.
    pub high: N,
}

impl<N: Number> Range<N> {
    /// A known value.
    pub fn exact(value: N) -> Self {
        Self {
            low: value,
            high: value,
        }
    }

    /// Whether the search has nothing to add for this window: the value is known, or at most
    /// alpha, or at least beta.
    pub fn settles(&self, alpha: N, beta: N) -> bool {
        self.low == self.high || self.high <= alpha || self.low >= beta
    }

    /// What both ranges say.
    pub fn meet(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
    }

    /// Multiplied by a factor.
    pub fn times(self, factor: N) -> Self {
        Self {
            low: self.low.times(factor),
            high: self.high.times(factor),
        }
    }
}

impl<N: Number> Entry for Range<N> {
    const WORDS: usize = N::PAIR_WORDS;
    fn to_words(self) -> [u64; MAX_BOUNDS] {
        N::pack(self.low, self.high)
    }
    fn from_words(words: [u64; MAX_BOUNDS]) -> Self {
        let (low, high) = N::unpack(words);
        Self { low, high }
    }
}

/// d!/z! for all z ≤ d up to a deck size, and z'!/z!.
pub struct Orders<N> {
    falling: Vec<Vec<N>>,
}

impl<N: Number> Orders<N> {
    /// The tables for decks up to `deck` cards with at least `dead` dead ones. `None` if a
    /// value of `worth` an order would not fit.
    #[must_use]
    pub fn new(deck: usize, dead: usize, worth: u64) -> Option<Self> {
        let orders = |d: usize, z: usize| {
            (z + 1..=d).try_fold(N::small(1), |orders, k| orders.checked_times(k as u64))
        };
        orders(deck, dead)?.checked_times(worth)?;
        // Larger decks with fewer dead cards do not occur below this root; their entries are
        // never asked for.
        let falling = (0..=deck)
            .map(|d| (0..=d).map(|z| orders(d, z).unwrap_or(N::ZERO)).collect())
            .collect();
        Some(Self { falling })
    }

    /// Orders of a deck of d cards, z of them dead.
    pub fn of(&self, deck: u8, dead: u8) -> N {
        self.falling[usize::from(deck)][usize::from(dead)]
    }

    /// Orders in which a deck with `fewer` dead cards counts as one order with `more`.
    pub fn merged(&self, more: u8, fewer: u8) -> N {
        self.of(more, fewer)
    }
}
