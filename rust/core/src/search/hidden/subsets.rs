//! Few classes: the best placing by the sets of classes that may share a bin.
//!
//! Write best(c) for the most that class c is worth in any bin, and let a set T of classes in
//! bin a *lose* the sum of best(c) over T less the value of the bin. The loss is never
//! negative and never falls when T grows, both by sub-additivity. So the sets that lose at most
//! a given sum are found by growing them class by class, and everything that contains a set
//! which loses more is left out. The placing that loses least in all is then found by dynamic
//! programming over the sets of classes already placed, bin by bin.
//!
//! The sum allowed starts small and is doubled: a placing that loses no more than what was
//! allowed is the best one, and few sets were looked at.

use super::bins::Bin;
use super::choice::{Choice, Placing};
use super::engine::{Engine, Halt};

/// Most classes: there are 2^n sets of them, and a set must fit in a [`Mask`].
pub const MOST: usize = 16;

type Mask = u16;

/// Bins with one value for the same classes: a use of a slot, or all messages.
struct Kind {
    /// The bins, each with the classes that may go there.
    bins: Vec<(usize, Mask)>,
    /// Sets of classes and what they lose, each a part of what some bin accepts.
    sets: Vec<(Mask, i64)>,
}

/// Sets of classes placed so far, by what they lose at least.
struct Layer {
    bin: usize,
    /// For every set placed with the bins up to this one, the part that lies in this one.
    part: Vec<Mask>,
}

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
            let (losses, layers) = placings(engine, &kinds, self.order.len() - place, allowed)?;
            self.bound_rest(place, &losses, allowed);
            let whole = losses.len() - 1;
            if losses[whole] <= allowed {
                return self
                    .rebuild(engine, place, &layers, whole as Mask)
                    .map(Some);
            }
            if allowed == most {
                break;
            }
            allowed = (2 * allowed).min(most);
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
    fn bound_rest(&mut self, place: usize, losses: &[i64], allowed: i64) {
        for from in place..self.order.len() {
            let suffix = (losses.len() - 1) >> (from - place) << (from - place);
            let loss = losses[suffix].min(allowed + 1);
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
            self.grow(engine, place, kind, (0, 0), &Bin::default(), allowed)?;
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

    /// Adds the sets that grow out of one by classes of higher number.
    fn grow(
        &mut self,
        engine: &mut Engine<'_>,
        place: usize,
        kind: &mut Kind,
        (set, loss): (Mask, i64),
        lies: &Bin,
        allowed: i64,
    ) -> Result<(), Halt> {
        let first = (Mask::BITS - set.leading_zeros()) as usize;
        for index in first..self.order.len() - place {
            let grown = set | 1 << index;
            let Some(&(bin, _)) = kind.bins.iter().find(|(_, accepts)| grown & !accepts == 0)
            else {
                continue;
            };
            let class = self.order[place + index];
            let best = self.classes.best_at(class, self.forced_at(place + index));
            let need = best - (allowed - loss) - 1;
            if self.classes.bound(class, bin) <= need {
                continue;
            }
            if let Some((joined, gain)) = self.classes.join(engine, class, bin, lies, need)? {
                let loses = loss + best - gain;
                kind.sets.push((grown, loses));
                self.grow(engine, place, kind, (grown, loses), &joined, allowed)?;
            }
        }
        Ok(())
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
        let mut left = whole;
        for layer in layers.iter().rev() {
            let part = layer.part[usize::from(left)];
            left &= !part;
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

/// For every set of classes the least that a placing of it loses, if it is at most what is
/// allowed (else more than that); and how to find it.
fn placings(
    engine: &mut Engine<'_>,
    kinds: &[Kind],
    classes: usize,
    allowed: i64,
) -> Result<(Vec<i64>, Vec<Layer>), Halt> {
    let mut losses = vec![i64::MAX; 1 << classes];
    losses[0] = 0;
    let mut layers = Vec::new();
    for kind in kinds {
        for (used, &(bin, accepts)) in kind.bins.iter().enumerate() {
            // More messages than classes are of no use.
            if used >= classes {
                break;
            }
            let mut next = losses.clone();
            let mut part = vec![0; losses.len()];
            for &(set, loss) in kind.sets.iter().filter(|(set, _)| set & !accepts == 0) {
                engine.tick()?;
                let others = !set & (losses.len() - 1) as Mask;
                // All sets of other classes, from all of them down to none.
                let mut other = others;
                loop {
                    let before = losses[usize::from(other)];
                    if before <= allowed - loss && before + loss < next[usize::from(other | set)] {
                        next[usize::from(other | set)] = before + loss;
                        part[usize::from(other | set)] = set;
                    }
                    if other == 0 {
                        break;
                    }
                    other = (other - 1) & others;
                }
            }
            losses = next;
            layers.push(Layer { bin, part });
        }
    }
    Ok((losses, layers))
}
