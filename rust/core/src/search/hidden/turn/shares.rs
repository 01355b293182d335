//! What every class of a turn loses at least: bounds for [`super::subsets`].

use super::subsets::{Kind, MOST, Mask, bits};

/// What each class costs at least, where a placing loses no more than is allowed.
///
/// Let every class have a share such that the classes of no set have more together than the set
/// loses. Then classes yet to be placed lose at least the sum of their shares. The sets that were
/// left out change nothing: they lose too much, or are part of a set that loses no more. A
/// class first gets the least of loss(T) / |T| over the sets T that it lies in, and then, one
/// after the other, what these sets have left.
pub struct Shares {
    /// Sums of the shares of the lower and of the higher eight classes, in parts of [`UNIT`].
    sums: [Vec<i128>; 2],
    /// All classes lose at least this, even if more is allowed.
    pub whole: i64,
}

/// A common multiple of all sizes of sets.
const UNIT: i128 = 720_720;

impl Shares {
    /// The shares of so many classes.
    pub fn new(kinds: &[Kind], classes: usize, allowed: i64) -> Self {
        let mut shares = [0; MOST];
        shares[..classes].fill(UNIT * (i128::from(allowed) + 1));
        for &(set, loss) in kinds.iter().flat_map(Kind::sets) {
            let share = UNIT * i128::from(loss) / i128::from(set.count_ones());
            for one in bits(set) {
                let least = &mut shares[one.trailing_zeros() as usize];
                *least = share.min(*least);
            }
        }
        let sums = |shares: &[i128]| {
            let mut sums = vec![0];
            for share in shares {
                sums.extend_from_within(..);
                let with = sums.len() / 2;
                sums[with..].iter_mut().for_each(|sum| *sum += share);
            }
            sums
        };
        let sets = || kinds.iter().flat_map(Kind::sets);
        let mut left: Vec<i128> = sets()
            .map(|&(set, loss)| {
                let members = bits(set).map(|one| shares[one.trailing_zeros() as usize]);
                UNIT * i128::from(loss) - members.sum::<i128>()
            })
            .collect();
        for (class, share) in shares[..classes].iter_mut().enumerate() {
            let with = |(set, _): &(Mask, i64)| set >> class & 1 == 1;
            let slack = sets().zip(&left).filter(|(set, _)| with(set));
            let slack = slack.map(|(_, &left)| left).min().unwrap_or(0);
            *share += slack;
            for (_, left) in sets().zip(&mut left).filter(|(set, _)| with(set)) {
                *left -= slack;
            }
        }
        let beyond = UNIT * (i128::from(allowed) + 1) / classes as i128;
        let whole = shares[..classes]
            .iter()
            .map(|&share| share.min(beyond))
            .sum::<i128>();
        let (low, high) = shares.split_at(MOST / 2);
        Self {
            sums: [sums(low), sums(high)],
            whole: units(whole),
        }
    }

    /// Whether a set of classes may cost no more than this.
    pub fn fit(&self, set: Mask, most: i64) -> bool {
        let [low, high] = &self.sums;
        low[usize::from(set & 0xFF)] + high[usize::from(set >> 8)] <= UNIT * i128::from(most)
    }

    /// A set of classes costs at least this.
    pub fn of(&self, set: Mask) -> i64 {
        let [low, high] = &self.sums;
        units(low[usize::from(set & 0xFF)] + high[usize::from(set >> 8)])
    }
}

/// So many parts, rounded up: losses are whole.
fn units(parts: i128) -> i64 {
    i64::try_from((parts + UNIT - 1) / UNIT).unwrap_or(i64::MAX)
}
