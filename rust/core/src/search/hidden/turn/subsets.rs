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
//! What lies in a bin falls apart into components, and so do the classes: those that never meet
//! in a component lose the sum of what they lose apart. Sets are grown within such groups only,
//! and a bin takes one from each.
//!
//! The sum allowed starts small and is doubled: a placing that loses no more than what was
//! allowed is the best one, and few sets were looked at.

use crate::search::hidden::state::action::Branch;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::worlds::World;

use super::Values;
use super::bins::Bin;
use super::placing::{Prescription, TurnSearch};

/// Most classes: there are 2^n sets of them, and a set must fit in a [`Mask`].
pub const MOST: usize = 16;

/// Classes, as bits.
pub type Mask = u16;

/// Bins with one value for the same classes: uses of slots alike, or all messages.
pub struct BinGroup {
    /// The bins, each with the classes that may go there.
    bins: Vec<(usize, Mask)>,
    /// For every group of classes sets and what they lose, each a part of what some bin accepts.
    groups: Vec<Vec<(Mask, i64)>>,
}

impl BinGroup {
    fn new(bin: usize, accepts: Mask) -> Self {
        Self {
            bins: vec![(bin, accepts)],
            groups: Vec::new(),
        }
    }
}

/// What a bin can add to the sets of classes placed before, with the classes of one group.
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

impl TurnSearch {
    /// The best placing of the classes from a place on, [`MOST`] at most, if it is worth more
    /// than alpha. Sets `rest` for these places.
    pub fn by_subsets(
        &mut self,
        values: &mut dyn Values<'_>,
        place: usize,
        alpha: i64,
    ) -> Result<Option<Prescription>, Halt> {
        let sum = self.best_from_on(place);
        let greedy = self.greedy_from(values, place)?;
        // Losses of more are of no interest.
        let mut most = sum - alpha - 1;
        if let Some(placing) = &greedy {
            most = most.min(sum - placing.value - 1);
        }
        let mut allowed = (sum / 64).max(1).min(most.max(-1));
        // With nothing to be allowed, `greedy` is as good as it gets.
        while allowed >= 0 {
            let kinds = self.kinds(values, place, allowed)?;
            let classes = self.order.len() - place;
            let (losses, layers) = placings(values, &kinds, classes, allowed)?;
            let whole = losses.len() - 1;
            if losses[whole] <= allowed {
                return self
                    .rebuild(values, place, &layers, whole as Mask)
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
        values: &mut dyn Values<'_>,
        from: usize,
        place: usize,
        alpha: i64,
    ) -> Result<Option<i64>, Halt> {
        let behind = self.order.split_off(place);
        let rest = self.rest.clone();
        let found = self.by_subsets(values, from, alpha);
        let best = self.best_from_on(from);
        self.order.extend(behind);
        self.rest = rest;
        Ok(found?.map(|placing| best - placing.value))
    }

    /// The sets of classes that lose at most so much in each kind of bin.
    fn kinds(
        &mut self,
        values: &mut dyn Values<'_>,
        place: usize,
        allowed: i64,
    ) -> Result<Vec<BinGroup>, Halt> {
        let mut kinds: Vec<BinGroup> = Vec::new();
        let mut messages = Vec::new();
        for bin in 0..self.classes.bins() {
            let accepts = self.accepts(place, bin);
            if accepts == 0 {
                continue;
            }
            let fits = |kind: &&mut BinGroup| self.classes.alike(kind.bins[0].0, bin);
            if self.classes.is_message(bin) {
                messages.push((bin, accepts));
            } else if let Some(kind) = kinds.iter_mut().find(fits) {
                kind.bins.push((bin, accepts));
            } else {
                kinds.push(BinGroup::new(bin, accepts));
            }
        }
        if let Some(&(bin, accepts)) = messages.first() {
            let mut kind = BinGroup::new(bin, accepts);
            kind.bins = messages;
            kinds.push(kind);
        }
        for kind in &mut kinds {
            for group in self.groups(values, place, kind)? {
                let mut growth = Growth {
                    place,
                    bins: &kind.bins,
                    sets: Vec::new(),
                    allowed,
                };
                self.grow(values, &mut growth, (0, 0), &Bin::default(), group)?;
                keep_largest(&mut growth.sets, group);
                kind.groups.push(growth.sets);
            }
        }
        Ok(kinds)
    }

    /// The classes that go into a kind of bin, in groups that never meet in a component of what
    /// lies there.
    fn groups(
        &self,
        values: &mut dyn Values<'_>,
        place: usize,
        kind: &BinGroup,
    ) -> Result<Vec<Mask>, Halt> {
        let mut gathered: Vec<(Branch, Vec<(World, Mask)>)> = Vec::new();
        let all = kind.bins.iter().fold(0, |all, (_, accepts)| all | accepts);
        for one in bits(all) {
            let class = self.order[place + one.trailing_zeros() as usize];
            let accepts = |&&(_, accepts): &&(usize, Mask)| one & accepts != 0;
            let Some(&(bin, _)) = kind.bins.iter().find(accepts) else {
                continue;
            };
            let branches = self.classes.branches_in(values.model(), class, bin)?;
            for branch in branches.iter().flat_map(|branches| branches.iter()) {
                let place = gathered
                    .iter()
                    .position(|(b, _)| b.outcome == branch.outcome);
                let place = place.unwrap_or_else(|| {
                    gathered.push((branch.clone(), Vec::new()));
                    gathered.len() - 1
                });
                let worlds = branch.worlds.iter().map(|&world| (world, one));
                gathered[place].1.extend(worlds);
            }
        }
        let mut groups: Vec<Mask> = bits(all).collect();
        for (branch, mut owned) in gathered {
            owned.sort_unstable_by_key(|(world, _)| world.hands);
            let worlds: Vec<World> = owned.iter().map(|&(world, _)| world).collect();
            for part in values.model().components(branch.public, &worlds)? {
                let owner = |world: &World| {
                    let place = owned.binary_search_by_key(&world.hands, |(other, _)| other.hands);
                    place.map_or(0, |place| owned[place].1)
                };
                let met = part.iter().fold(0, |met, world| met | owner(world));
                let whole = groups.iter().filter(|&&group| group & met != 0);
                let whole = whole.fold(0, |whole, group| whole | group);
                groups.retain(|group| group & met == 0);
                groups.push(whole);
            }
        }
        groups.retain(|&group| group != 0);
        groups.sort_unstable();
        Ok(groups)
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
        values: &mut dyn Values<'_>,
        growth: &mut Growth<'_>,
        (set, loss): (Mask, i64),
        lies: &Bin,
        tail: Mask,
    ) -> Result<(), Halt> {
        let mut grown: Vec<(Mask, i64, Bin)> = Vec::new();
        for one in bits(tail) {
            if let Some((loses, joined)) =
                self.grow_by(values, growth, (set, loss), lies, one, growth.allowed)?
            {
                grown.push((one, loses, joined));
            }
        }
        let mut tail = grown.iter().fold(0, |tail, (one, ..)| tail | one);
        if grown.iter().all(|&(_, loses, _)| loses > loss) && set != 0 {
            growth.sets.push((set, loss));
        } else if grown.len() > 1
            && grown.iter().all(|&(_, loses, _)| loses == loss)
            && self.grow_whole(values, growth, (set, loss), lies, tail)?
        {
            growth.sets.push((set | tail, loss));
            return Ok(());
        }
        for (one, loses, joined) in grown {
            tail &= !one;
            self.grow(values, growth, (set | one, loses), &joined, tail)?;
        }
        Ok(())
    }

    /// A set with one class more, if it then loses no more than allowed: what it loses, and the
    /// bin.
    fn grow_by(
        &mut self,
        values: &mut dyn Values<'_>,
        growth: &Growth<'_>,
        (set, loss): (Mask, i64),
        lies: &Bin,
        one: Mask,
        allowed: i64,
    ) -> Result<Option<(i64, Bin)>, Halt> {
        let accepts = |&&(_, accepts): &&(usize, Mask)| (set | one) & !accepts == 0;
        let Some(&(bin, _)) = growth.bins.iter().find(accepts) else {
            return Ok(None);
        };
        let index = growth.place + one.trailing_zeros() as usize;
        let class = self.order[index];
        let best = self.classes.best_at(class, self.forced_at(index));
        let need = best - (allowed - loss) - 1;
        if self.classes.bound(class, bin) <= need {
            return Ok(None);
        }
        let joined = self.classes.join(values, class, bin, lies, need)?;
        Ok(joined.map(|(joined, gain)| (loss + best - gain, joined)))
    }

    /// Whether a set loses no more with all of the tail.
    fn grow_whole(
        &mut self,
        values: &mut dyn Values<'_>,
        growth: &Growth<'_>,
        (mut set, loss): (Mask, i64),
        lies: &Bin,
        tail: Mask,
    ) -> Result<bool, Halt> {
        let mut lies = lies.clone();
        for one in bits(tail) {
            match self.grow_by(values, growth, (set, loss), &lies, one, loss)? {
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
        values: &mut dyn Values<'_>,
        place: usize,
        layers: &[Layer],
        whole: Mask,
    ) -> Result<Prescription, Halt> {
        let mut placing = Prescription {
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
                let joined = self.classes.join(values, class, layer.bin, &lies, -1)?;
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
    bins: &'a [(usize, Mask)],
    sets: Vec<(Mask, i64)>,
    allowed: i64,
}

/// The bits of a set, one by one.
pub fn bits(mut set: Mask) -> impl Iterator<Item = Mask> {
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

/// For sets of classes the least that a placing of them loses, as far as it is at most what is
/// allowed (else more than that), and how to find it. Of sets that are part of others at no more
/// loss not all are there.
fn placings(
    values: &mut dyn Values<'_>,
    kinds: &[BinGroup],
    classes: usize,
    allowed: i64,
) -> Result<(Vec<i64>, Vec<Layer>), Halt> {
    let mut losses = vec![i64::MAX; 1 << classes];
    losses[0] = 0;
    let mut reached: Vec<Mask> = vec![0];
    let mut layers = Vec::new();
    let mut idle: Option<&[Vec<(Mask, i64)>]> = None;
    for kind in kinds {
        for (used, &(bin, accepts)) in kind.bins.iter().enumerate() {
            // More messages than classes are of no use, nor is what was of no use just before.
            if used >= classes || idle == Some(&kind.groups) {
                break;
            }
            let mut moved = false;
            for sets in &kind.groups {
                let mut steps = Vec::new();
                let mut before: Vec<(Mask, i64)> = reached
                    .iter()
                    .map(|&set| (set, losses[usize::from(set)]))
                    .collect();
                before.sort_unstable_by_key(|&(_, lost)| lost);
                for &(set, loss) in sets {
                    let part = set & accepts;
                    for chunk in before.chunks(PAIRS) {
                        if chunk[0].1 > allowed - loss {
                            break;
                        }
                        values.model().tick()?;
                        for &(from, lost) in chunk {
                            let to = from | part;
                            let least = &mut losses[usize::from(to)];
                            if lost + loss < *least {
                                if *least == i64::MAX {
                                    reached.push(to);
                                }
                                *least = lost + loss;
                                steps.push(Step { to, from, part });
                            }
                        }
                    }
                }
                moved |= !steps.is_empty();
                layers.push(Layer { bin, steps });
            }
            idle = (!moved && kind.bins.len() == 1).then_some(&kind.groups);
        }
    }
    Ok((losses, layers))
}
