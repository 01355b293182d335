//! The values of a configuration for one player to move: all tokens and strikes at once.

use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

use crate::game::rules::MAX_TOKENS;
use crate::search::memory::room::Stored;
use crate::search::open::node::next_player;

/// Numbers of tokens.
pub const TOKENS: usize = MAX_TOKENS as usize + 1;
const FULL: usize = TOKENS - 1;

/// An integer that holds sums over deck orders. None is negative: signed ones are compared faster.
pub trait Count: Stored + Ord + Send + Sync + 'static {
    /// Zero.
    const ZERO: Self;
    /// The largest.
    const MOST: u64;
    /// From one that fits.
    fn from_u64(value: u64) -> Self;
    /// The value.
    fn to_u64(self) -> u64;
    /// Sum that fits.
    fn plus(self, other: Self) -> Self;
    /// Product that fits.
    fn times(self, factor: Self) -> Self;
}

macro_rules! count {
    ($type:ty) => {
        impl Count for $type {
            const ZERO: Self = 0;
            const MOST: u64 = Self::MAX as u64;
            fn from_u64(value: u64) -> Self {
                value as Self
            }
            fn to_u64(self) -> u64 {
                self as u64
            }
            fn plus(self, other: Self) -> Self {
                self + other
            }
            fn times(self, factor: Self) -> Self {
                self * factor
            }
        }
    };
}
count!(i32);
count!(i64);

/// Values of a configuration for one player to move.
pub trait Record: Stored + Send + Sync {
    /// The best misplay at the token limit.
    type Misplay: Copy + Send + Sync;
    /// Nothing is reached: zero, as memory is at first.
    const NOTHING: Self;
    /// Before any draw is counted.
    const START: Self;
    /// The same value for all tokens and strikes.
    fn all(worth: u64) -> Self;
    /// The value for tokens and strikes; these are counted from the first that the record holds.
    fn value(&self, tokens: usize, row: usize) -> u64;
    /// Nothing is reached but by a misplay, which comes to this.
    fn given(misplay: Self::Misplay) -> Self;
    /// What a misplay comes to for whoever has a strike less.
    fn misplay(&self) -> Self::Misplay;
    /// A move that keeps tokens and strikes, or earns a token: values grow to `after`'s times
    /// `factor`.
    fn play(&mut self, after: &Self, factor: u64, earns: bool);
    /// A discard, and if it may be one a misplay at the token limit.
    fn lose(&mut self, after: &Self, factor: u64, misplay: bool);
    /// Clues: by player, each of whom may leave the turn to the next with a token less.
    fn clues(turns: &mut [Self]);
}

/// A record that is made of the next layer's.
pub trait Follows<R>: Record {
    /// Counts draws that lead to these values.
    fn draw(&mut self, child: &R, weight: u8);
}

/// Sums over deck orders, narrow where they fit.
pub type Narrow<const STRIKES: usize, const WIDTH: usize> = Counts<i32, STRIKES, WIDTH>;
/// Sums over deck orders that need more room.
pub type Wide<const STRIKES: usize, const WIDTH: usize> = Counts<i64, STRIKES, WIDTH>;

/// Sums over deck orders by tokens, for some numbers of strikes one after the other. Where a row is
/// wider than the tokens, it ends with the best misplay.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(transparent)]
pub struct Counts<C, const STRIKES: usize, const WIDTH: usize>([[C; WIDTH]; STRIKES]);

/// The place of the best misplay.
const MISPLAY: usize = TOKENS;

impl<C: Count, const STRIKES: usize, const WIDTH: usize> Record for Counts<C, STRIKES, WIDTH> {
    type Misplay = C;
    const NOTHING: Self = Self([[C::ZERO; WIDTH]; STRIKES]);
    const START: Self = Self::NOTHING;

    fn all(worth: u64) -> Self {
        Self([[C::from_u64(worth); WIDTH]; STRIKES])
    }

    fn value(&self, tokens: usize, row: usize) -> u64 {
        self.0[row][tokens].to_u64()
    }

    fn given(misplay: C) -> Self {
        let mut record = Self::NOTHING;
        record.0[STRIKES - 1][FULL] = misplay;
        record
    }

    fn misplay(&self) -> C {
        self.0[0].get(MISPLAY).copied().unwrap_or(C::ZERO)
    }

    #[inline]
    fn play(&mut self, after: &Self, factor: u64, earns: bool) {
        let then = |tokens: usize| {
            if earns {
                (tokens + 1).min(FULL)
            } else {
                tokens
            }
        };
        for (values, after) in self.0.iter_mut().zip(&after.0) {
            if factor == 1 {
                grow(values, |tokens| after[then(tokens)]);
            } else {
                let factor = C::from_u64(factor);
                grow(values, |tokens| after[then(tokens)].times(factor));
            }
        }
    }

    #[inline]
    fn lose(&mut self, after: &Self, factor: u64, misplay: bool) {
        // At the token limit nothing is discarded.
        for (values, after) in self.0.iter_mut().zip(&after.0) {
            let full = values[FULL];
            if factor == 1 {
                grow(values, |tokens| after[(tokens + 1).min(FULL)]);
            } else {
                let factor = C::from_u64(factor);
                grow(values, |tokens| after[(tokens + 1).min(FULL)].times(factor));
            }
            values[FULL] = full;
        }
        if misplay {
            let factor = C::from_u64(factor);
            let better = |value: &mut C, after: C| *value = (*value).max(after.times(factor));
            if let Some(best) = self.0[0].get_mut(MISPLAY) {
                better(best, after.0[0][FULL]);
            }
            for row in 1..STRIKES {
                better(&mut self.0[row - 1][FULL], after.0[row][FULL]);
            }
        }
    }

    #[inline]
    fn clues(turns: &mut [Self]) {
        for tokens in 1..TOKENS {
            for mover in 0..turns.len() {
                let next = usize::from(next_player(mover as u8, turns.len()));
                for row in 0..STRIKES {
                    let after = turns[next].0[row][tokens - 1];
                    let value = &mut turns[mover].0[row][tokens];
                    *value = (*value).max(after);
                }
            }
        }
    }
}

/// Raises values by tokens.
#[inline]
fn grow<C: Count>(values: &mut [C], after: impl Fn(usize) -> C) {
    for (tokens, value) in values[..TOKENS].iter_mut().enumerate() {
        *value = (*value).max(after(tokens));
    }
}

impl<C, D, const STRIKES: usize, const WIDTH: usize> Follows<Counts<D, STRIKES, WIDTH>>
    for Counts<C, STRIKES, WIDTH>
where
    C: Count + From<D>,
    D: Count,
{
    #[inline]
    fn draw(&mut self, child: &Counts<D, STRIKES, WIDTH>, weight: u8) {
        for _ in 0..weight {
            let values = self.0.as_flattened_mut();
            for (value, &child) in values.iter_mut().zip(child.0.as_flattened()) {
                *value = value.plus(C::from(child));
            }
        }
    }
}

/// Whether the target is reached whatever is drawn: a bit for each number of tokens, strike by
/// strike.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout)]
#[repr(transparent)]
pub struct Bits(u32);

/// The bit of all tokens, for every number of strikes.
const TOPS: u32 = 1 << FULL | 1 << (TOKENS + FULL) | 1 << (2 * TOKENS + FULL);

impl Record for Bits {
    type Misplay = ();
    const NOTHING: Self = Self(0);
    const START: Self = Self((1 << (3 * TOKENS)) - 1);

    fn all(worth: u64) -> Self {
        if worth > 0 {
            Self::START
        } else {
            Self::NOTHING
        }
    }

    fn value(&self, tokens: usize, row: usize) -> u64 {
        u64::from(self.0 >> (row * TOKENS + tokens) & 1)
    }

    fn given((): ()) -> Self {
        Self::NOTHING
    }

    fn misplay(&self) {}

    #[inline]
    fn play(&mut self, after: &Self, _factor: u64, earns: bool) {
        self.0 |= if earns {
            after.0 >> 1 & !TOPS | after.0 & TOPS
        } else {
            after.0
        };
    }

    #[inline]
    fn lose(&mut self, after: &Self, _factor: u64, misplay: bool) {
        self.0 |= after.0 >> 1 & !TOPS;
        if misplay {
            self.0 |= after.0 >> TOKENS & TOPS;
        }
    }

    #[inline]
    fn clues(turns: &mut [Self]) {
        for _ in 1..TOKENS {
            for mover in 0..turns.len() {
                let next = usize::from(next_player(mover as u8, turns.len()));
                turns[mover].0 |= (turns[next].0 & !TOPS) << 1;
            }
        }
    }
}

impl Follows<Self> for Bits {
    #[inline]
    fn draw(&mut self, child: &Self, _weight: u8) {
        self.0 &= child.0;
    }
}
