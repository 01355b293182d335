//! What the table keeps of a state: bounds as fixed-point numbers, and which move to try next.
//!
//! A *share* is a value in units of 2⁻³⁴: the probability of a win, or a score. Lower bounds are
//! rounded down and upper bounds up whenever one is divided, in integers, so that they stay bounds;
//! if the two are equal the value is known. A score is at most 30, so that a share takes 39 bits.

use crate::game::card::STEPS;
use crate::search::memory::table::{Entry, MAX_BOUNDS};
use crate::search::open::number::Range;

const SCALE_BITS: u32 = 34;

/// The share that is one.
pub const ONE: u64 = 1 << SCALE_BITS;

/// A gap that may be nothing but rounding: each draw rounds both bounds by less than a unit, and no
/// deck has half so many cards.
pub const FINE: u64 = 1 << 10;

const SHARE_BITS: u32 = 40;
const SHARE: u64 = (1 << SHARE_BITS) - 1;
/// Bits of an upper bound that the first word has room for.
const FIRST: u32 = u64::BITS - SHARE_BITS;

const _: () = assert!(((crate::game::card::MAX_SUITS * STEPS) as u64 * ONE) <= SHARE);

/// No move has been looked at.
const UNSEEN: u8 = u8::MAX;

/// Bounds of a state, and of all its moves but one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Of the state.
    pub range: Range<u64>,
    /// No move but the best is worth more.
    pub others: u64,
    best: u8,
}

impl Stored {
    /// A state of which no move has been looked at.
    pub const fn unseen(range: Range<u64>) -> Self {
        Self {
            range,
            others: range.high,
            best: UNSEEN,
        }
    }

    /// The place of the move to try next, if its moves have been looked at.
    pub fn best(&self) -> Option<usize> {
        (self.best != UNSEEN).then_some(self.best.into())
    }

    /// With the move to try next.
    pub fn with_best(self, best: usize, others: u64) -> Self {
        Self {
            best: best as u8,
            others,
            ..self
        }
    }
}

impl Entry for Stored {
    const WORDS: usize = 2;

    fn to_words(self) -> [u64; MAX_BOUNDS] {
        let Range { low, high } = self.range;
        let first = low | high << SHARE_BITS;
        let rest = high >> FIRST;
        let second = rest | self.others << (SHARE_BITS - FIRST) | u64::from(self.best) << 56;
        [first, second, 0, 0]
    }

    fn from_words(words: [u64; MAX_BOUNDS]) -> Self {
        let high = words[0] >> SHARE_BITS | (words[1] << FIRST & SHARE);
        Self {
            range: Range {
                low: words[0] & SHARE,
                high,
            },
            others: words[1] >> (SHARE_BITS - FIRST) & SHARE,
            best: (words[1] >> 56) as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_everything() {
        let shares = [0, 1, ONE - 1, ONE, 17 * ONE + 12345, 30 * ONE];
        for low in shares {
            for high in shares {
                for others in shares {
                    let stored = Stored::unseen(Range { low, high }).with_best(54, others);
                    assert_eq!(Stored::from_words(stored.to_words()), stored);
                    let stored = Stored::unseen(Range { low, high });
                    assert_eq!(Stored::from_words(stored.to_words()), stored);
                }
            }
        }
    }
}
