//! Few classes: the best placing by the sets of classes that may share a bin.
//!
//! Write best(c) for the most that class c is worth in any bin, and let a set T of classes in
//! bin a *lose* the sum of best(c) over T less the value of the bin. The loss is never
//! negative and never falls when T grows, both by sub-additivity. So the sets that lose at most
//! a given sum are found by growing them class by class, and everything that contains a set
//! which loses more is left out. The placing that loses least in all is then found by dynamic
//! programming over the sets of classes already placed, bin by bin.
//!
//! A set that is part of another one which loses no more is of no use. For let every bin have a
//! set, and every class lie in one at least: then leaving it in one of them only makes a placing
//! that loses no more. So it is enough that the sets *cover* the classes.
//!
//! The sum allowed starts small and is doubled: a placing that loses no more than what was
//! allowed is the best one, and few sets were looked at.

use super::bins::Bin;
use super::choice::{Choice, Placing};
use super::engine::{Engine, Halt};

/// Most classes: there are 2^n sets of them, and a set must fit in a [`Mask`].
pub const MOST: usize = 16;

type Mask = u16;

/// Bins with one value for the same classes: uses of slots alike, or all messages.
struct Kind {
    /// The bins, each with the classes that may go there.
    bins: Vec<(usize, Mask)>,
    /// Sets of classes and what they lose, each a part of what some bin accepts.
    sets: Vec<(Mask, i64)>,
}

/// What a bin can add to the sets of classes placed in the bins before it.
struct Layer {
    bin: usize,
    /// Steps to sets placed at less loss than before; of those to the same set the last counts.
    steps: Vec<Step>,
}

/// From one set of classes placed to another, by what lies in one more bin.
struct Step {
    to: Mask,
    from: Mask,
    part: Mask,
}

/// Fewer sets than this are compared one by one.
const FEW_SETS: usize = 256;

/// Pairs of sets looked at for each step of the search.
const PAIRS: usize = 32;

impl Choice {
    /// The best placing of the classes from a place on, [`MOST`] at most, if it is worth more
    /// than alpha. Sets `rest` for these places.
    pub fn by_subsets(
        &mut self,
        engine: &mut Engine<'_>,
        place: usize,
        alpha: i64,
    ) -> Result<Option<Placing>, Halt> {
        let sum = self.best_from_on(place);
        let greedy = self.greedy_from(engine, place, u64::MAX)?;
        // Losses of more are of no interest.
        let mut most = sum - alpha - 1;
        if let Some(placing) = &greedy {
            most = most.min(sum - placing.value - 1);
        }
        let mut allowed = (sum / 64).max(1).min(most.max(-1));
        // With nothing to be allowed, `greedy` is as good as it gets.
        while allowed >= 0 {
            let kinds = self.kinds(engine, place, allowed)?;
            let classes = self.order.len() - place;
            let shares = Shares::new(&kinds, classes, allowed);
            self.bound_rest(place, &shares, allowed);
            if shares.whole > most {
                break;
            }
            let (losses, layers) = placings(engine, &kinds, classes, &shares, allowed)?;
            let whole = losses.len() - 1;
            if losses[whole] <= allowed {
                return self
                    .rebuild(engine, place, &layers, whole as Mask)
                    .map(Some);
            }
            if allowed == most {
                break;
            }
            allowed = (2 * allowed).max(shares.whole).min(most);
        }
        let found = greedy.filter(|placing| placing.value > alpha);
        if let Some(placing) = &found {
            self.rest[place] = placing.value;
        }
        Ok(found)
    }

    /// What the classes from `from` on and before `place` lose if they are placed alone, as a
    /// block; `None` proves that the block is then worth no more than alpha.
    ///
    /// By sub-additivity the value of the turn is at most the sum over blocks of what each is
    /// worth alone, that is the sum of the best options less what all blocks lose.
    pub fn block_loss(
        &mut self,
        engine: &mut Engine<'_>,
        from: usize,
        place: usize,
        alpha: i64,
    ) -> Result<Option<i64>, Halt> {
        let behind = self.order.split_off(place);
        let rest = self.rest.clone();
        let found = self.by_subsets(engine, from, alpha);
        let best = self.best_from_on(from);
        self.order.extend(behind);
        self.rest = rest;
        Ok(found?.map(|placing| best - placing.value))
    }

    /// What the classes from each place on lose at least bounds the value of the rest.
    fn bound_rest(&mut self, place: usize, shares: &Shares, allowed: i64) {
        for from in place..self.order.len() {
            let loss = shares.of(Mask::MAX << (from - place)).min(allowed + 1);
            self.rest[from] = self.rest[from].min(self.best_from_on(from) - loss);
        }
    }

    /// The sets of classes that lose at most so much in each kind of bin.
    fn kinds(
        &mut self,
        engine: &mut Engine<'_>,
        place: usize,
        allowed: i64,
    ) -> Result<Vec<Kind>, Halt> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut messages = Vec::new();
        for bin in 0..self.classes.bins() {
            let accepts = self.accepts(place, bin);
            if accepts != 0 && self.classes.is_message(bin) {
                messages.push((bin, accepts));
            } else if let Some(kind) = kinds
                .iter_mut()
                .find(|kind| self.classes.alike(kind.bins[0].0, bin))
            {
                kind.bins.push((bin, accepts));
            } else if accepts != 0 {
                kinds.push(Kind {
                    bins: vec![(bin, accepts)],
                    sets: Vec::new(),
                });
            }
        }
        if !messages.is_empty() {
            kinds.push(Kind {
                bins: messages,
                sets: Vec::new(),
            });
        }
        for kind in &mut kinds {
            let tail = kind
                .bins
                .iter()
                .fold(0, |tail, (_, accepts)| tail | accepts);
            let mut growth = Growth {
                place,
                kind,
                allowed,
            };
            self.grow(engine, &mut growth, (0, 0), &Bin::default(), tail)?;
            keep_largest(&mut kind.sets, tail);
        }
        Ok(kinds)
    }

    /// The classes from a place on that may go into a bin, as bits.
    fn accepts(&self, place: usize, bin: usize) -> Mask {
        let places = self.order[place..].iter().enumerate();
        places.fold(0, |bits, (index, &class)| {
            let fits = match self.forced_at(place + index) {
                Some(forced) => forced == bin && self.classes.bound(class, bin) >= 0,
                None => self.classes.may_go(class, bin),
            };
            bits | Mask::from(fits) << index
        })
    }

    /// Adds the sets that grow out of one by classes of the tail. Whatever cannot be added now
    /// cannot be added to a larger set.
    fn grow(
        &mut self,
        engine: &mut Engine<'_>,
        growth: &mut Growth<'_>,
        (set, loss): (Mask, i64),
        lies: &Bin,
        tail: Mask,
    ) -> Result<(), Halt> {
        let mut grown: Vec<(Mask, i64, Bin)> = Vec::new();
        for one in bits(tail) {
            if let Some((loses, joined)) =
                self.grow_by(engine, growth, (set, loss), lies, one, growth.allowed)?
            {
                grown.push((one, loses, joined));
            }
        }
        let mut tail = grown.iter().fold(0, |tail, (one, ..)| tail | one);
        if grown.iter().all(|&(_, loses, _)| loses > loss) && set != 0 {
            growth.kind.sets.push((set, loss));
        } else if grown.len() > 1
            && grown.iter().all(|&(_, loses, _)| loses == loss)
            && self.grow_whole(engine, growth, (set, loss), lies, tail)?
        {
            growth.kind.sets.push((set | tail, loss));
            return Ok(());
        }
        for (one, loses, joined) in grown {
            tail &= !one;
            self.grow(engine, growth, (set | one, loses), &joined, tail)?;
        }
        Ok(())
    }

    /// A set with one class more, if it then loses no more than allowed: what it loses, and the
    /// bin.
    fn grow_by(
        &mut self,
        engine: &mut Engine<'_>,
        growth: &Growth<'_>,
        (set, loss): (Mask, i64),
        lies: &Bin,
        one: Mask,
        allowed: i64,
    ) -> Result<Option<(i64, Bin)>, Halt> {
        let accepts = |&&(_, accepts): &&(usize, Mask)| (set | one) & !accepts == 0;
        let Some(&(bin, _)) = growth.kind.bins.iter().find(accepts) else {
            return Ok(None);
        };
        let index = growth.place + one.trailing_zeros() as usize;
        let class = self.order[index];
        let best = self.classes.best_at(class, self.forced_at(index));
        let need = best - (allowed - loss) - 1;
        if self.classes.bound(class, bin) <= need {
            return Ok(None);
        }
        let joined = self.classes.join(engine, class, bin, lies, need)?;
        Ok(joined.map(|(joined, gain)| (loss + best - gain, joined)))
    }

    /// Whether a set loses no more with all of the tail.
    fn grow_whole(
        &mut self,
        engine: &mut Engine<'_>,
        growth: &Growth<'_>,
        (mut set, loss): (Mask, i64),
        lies: &Bin,
        tail: Mask,
    ) -> Result<bool, Halt> {
        let mut lies = lies.clone();
        for one in bits(tail) {
            match self.grow_by(engine, growth, (set, loss), &lies, one, loss)? {
                Some((_, joined)) => lies = joined,
                None => return Ok(false),
            }
            set |= one;
        }
        Ok(true)
    }

    /// The placing that the layers describe.
    fn rebuild(
        &mut self,
        engine: &mut Engine<'_>,
        place: usize,
        layers: &[Layer],
        whole: Mask,
    ) -> Result<Placing, Halt> {
        let mut placing = Placing {
            value: 0,
            bins: vec![Bin::default(); self.classes.bins()],
            places: vec![0; self.order.len() - place],
        };
        let (mut left, mut state) = (whole, whole);
        for layer in layers.iter().rev() {
            let Some(step) = layer.steps.iter().rfind(|step| step.to == state) else {
                continue;
            };
            let part = step.part & left;
            left &= !part;
            state = step.from;
            for index in (0..self.order.len() - place).filter(|&index| part >> index & 1 == 1) {
                let class = self.order[place + index];
                let lies = placing.bins[layer.bin].clone();
                let joined = self.classes.join(engine, class, layer.bin, &lies, -1)?;
                if let Some((joined, gain)) = joined {
                    placing.value += gain;
                    placing.bins[layer.bin] = joined;
                }
                placing.places[index] = layer.bin;
            }
        }
        self.rest[place] = placing.value;
        Ok(placing)
    }
}

/// What the growing of sets needs to know.
struct Growth<'a> {
    place: usize,
    kind: &'a mut Kind,
    allowed: i64,
}

/// The bits of a set, one by one.
fn bits(mut set: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let one = set & set.wrapping_neg();
        set &= !one;
        (one != 0).then_some(one)
    })
}

/// Leaves out sets that are part of another one which loses no more. All sets are part of
/// `tail`.
fn keep_largest(sets: &mut Vec<(Mask, i64)>, tail: Mask) {
    if sets.len() < FEW_SETS {
        let all = sets.clone();
        let within =
            |(a, lost): (Mask, i64), (b, less): (Mask, i64)| a & !b == 0 && a != b && less <= lost;
        sets.retain(|&one| !all.iter().any(|&other| within(one, other)));
        return;
    }
    // The least that is lost by a set or one of which it is part, for every set.
    let mut least = vec![i64::MAX; usize::from(tail) + 1];
    for &(set, loss) in &*sets {
        least[usize::from(set)] = loss;
    }
    for one in bits(tail) {
        for set in (0..least.len()).filter(|set| set & usize::from(one) == 0) {
            if let Some(&more) = least.get(set | usize::from(one)) {
                least[set] = least[set].min(more);
            }
        }
    }
    sets.retain(|&(set, loss)| {
        bits(tail & !set).all(|one| {
            let larger = least.get(usize::from(set | one));
            larger.is_none_or(|&less| less > loss)
        })
    });
}

/// What each class costs at least, where a placing loses no more than is allowed.
///
/// Let every class have a share such that the classes of no set have more together than the set
/// loses. Then classes yet to be placed lose at least the sum of their shares. The sets that were
/// left out change nothing: they lose too much, or are part of a set that loses no more. A
/// class first gets the least of loss(T) / |T| over the sets T that it lies in, and then, one
/// after the other, what these sets have left.
struct Shares {
    /// Sums of the shares of the lower and of the higher eight classes, in parts of [`UNIT`].
    sums: [Vec<i128>; 2],
    /// All classes lose at least this, even if more is allowed.
    whole: i64,
}

/// A common multiple of all sizes of sets.
const UNIT: i128 = 720_720;

impl Shares {
    fn new(kinds: &[Kind], classes: usize, allowed: i64) -> Self {
        let mut shares = [0; MOST];
        shares[..classes].fill(UNIT * (i128::from(allowed) + 1));
        for &(set, loss) in kinds.iter().flat_map(|kind| &kind.sets) {
            let share = UNIT * i128::from(loss) / i128::from(set.count_ones());
            for one in bits(set) {
                let least = &mut shares[one.trailing_zeros() as usize];
                *least = share.min(*least);
            }
        }
        let sums = |shares: &[i128]| {
            let sum = |set: usize| {
                let members = (0..shares.len()).filter(|i| set >> i & 1 == 1);
                members.map(|i| shares[i]).sum()
            };
            (0..1usize << shares.len()).map(sum).collect()
        };
        let sets = || kinds.iter().flat_map(|kind| &kind.sets);
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
    fn fit(&self, set: Mask, most: i64) -> bool {
        let [low, high] = &self.sums;
        low[usize::from(set & 0xFF)] + high[usize::from(set >> 8)] <= UNIT * i128::from(most)
    }

    /// A set of classes costs at least this.
    fn of(&self, set: Mask) -> i64 {
        let [low, high] = &self.sums;
        units(low[usize::from(set & 0xFF)] + high[usize::from(set >> 8)])
    }
}

/// So many parts, rounded up: losses are whole.
fn units(parts: i128) -> i64 {
    i64::try_from((parts + UNIT - 1) / UNIT).unwrap_or(i64::MAX)
}

/// For sets of classes the least that a placing of them loses, as far as it is at most what is
/// allowed (else more than that), and how to find it. Of sets that are part of others at no more
/// loss not all are there.
fn placings(
    engine: &mut Engine<'_>,
    kinds: &[Kind],
    classes: usize,
    shares: &Shares,
    allowed: i64,
) -> Result<(Vec<i64>, Vec<Layer>), Halt> {
    let mut losses = vec![i64::MAX; 1 << classes];
    losses[0] = 0;
    let whole = (losses.len() - 1) as Mask;
    let mut reached: Vec<Mask> = vec![0];
    let mut layers = Vec::new();
    let mut idle: Option<&[(Mask, i64)]> = None;
    for kind in kinds {
        for (used, &(bin, accepts)) in kind.bins.iter().enumerate() {
            // More messages than classes are of no use, nor is what was of no use just before.
            if used >= classes || idle == Some(&kind.sets) {
                break;
            }
            let mut steps = Vec::new();
            let mut before: Vec<(Mask, i64)> = reached
                .iter()
                .map(|&set| (set, losses[usize::from(set)]))
                .collect();
            before.sort_unstable_by_key(|&(_, lost)| lost);
            for &(set, loss) in &kind.sets {
                let part = set & accepts;
                for chunk in before.chunks(PAIRS) {
                    if chunk[0].1 > allowed - loss {
                        break;
                    }
                    engine.tick()?;
                    for &(from, lost) in chunk {
                        let to = from | part;
                        let least = &mut losses[usize::from(to)];
                        if lost + loss < *least && shares.fit(whole & !to, allowed - lost - loss) {
                            if *least == i64::MAX {
                                reached.push(to);
                            }
                            *least = lost + loss;
                            steps.push(Step { to, from, part });
                        }
                    }
                }
            }
            idle = (steps.is_empty() && kind.bins.len() == 1).then_some(&kind.sets);
            layers.push(Layer { bin, steps });
        }
    }
    Ok((losses, layers))
}
