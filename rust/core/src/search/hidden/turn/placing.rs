//! One turn: which action for which class of worlds.
//!
//! The worlds look to the mover like one of several *classes*, and a policy names an action for
//! each. Classes with the same action lie in one *bin* together: what the action shows of the
//! used card tells more, but within an outcome the others only know that the world lies in some
//! class of the bin. The value of the turn is the sum over bins and outcomes of the value of
//! the worlds gathered there, and it is maximised over all ways to fill the bins.
//!
//! Write v(c, a) for the value of bin a if class c lies in it alone. By the two laws of
//! [`crate::search::hidden`], a class adds at most v(c, a) to bin a, whatever lies there already; so
//! the value of the classes not yet placed is at most the sum of their best v(c, a), and at
//! most the value of the turn with those classes alone. The latter makes a *Russian doll*: the
//! last class alone, the last two, and so on, each problem bounded by the one before. Classes that have
//! only one option left are placed together: see [`TurnSearch::join_bound`].

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::state::action::Act;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::World;

use super::Values;
use super::bins::Bin;
use super::classes::{Classes, Place};

/// Children that the first, hopeful try may look at for each class.
const TRIES: u64 = 24;

/// A way to place the last classes, those from a number on in [`TurnSearch::order`].
#[derive(Clone, Default)]
pub struct Prescription {
    /// The value.
    pub value: i64,
    /// What lies in the bins.
    pub bins: Vec<Bin>,
    /// Bin of each class of the order, from the first placed one on.
    pub places: Vec<usize>,
}

/// What came of the search for a placing without losses.
pub enum Hope {
    /// Here is one: the value is the sum of the classes' best options.
    Fulfilled(Prescription),
    /// There is none: the value is less than that sum.
    Vain,
    /// None was found in the time given.
    Unclear,
}

/// The search of one turn.
pub struct TurnSearch {
    /// The classes and what they may do.
    pub classes: Classes,
    /// The classes in the order of the search.
    pub order: Vec<usize>,
    /// For each place in the order: no more can be had from this class and those after it.
    pub rest: Vec<i64>,
    /// A place in the order that must go into one bin, if one must.
    pub forced: Option<(usize, usize)>,
    /// Classes that do what the first of them does: they are one in the order.
    joined: Vec<Vec<usize>>,
}

/// The state of a depth-first search over placings.
struct Descent {
    bins: Vec<Bin>,
    places: Vec<usize>,
    sum: i64,
    /// The best placing so far; only better ones count.
    best: Option<Prescription>,
    alpha: i64,
    /// No placing is worth more: one that reaches it ends the search.
    goal: i64,
    /// Children that may still be looked at.
    budget: u64,
}

impl TurnSearch {
    /// The classes of a set of worlds, their options and first bounds.
    pub fn new(
        values: &mut dyn Values<'_>,
        public: PublicId,
        worlds: &[World],
    ) -> Result<Self, Halt> {
        let classes = Classes::new(values.model(), public, worlds)?;
        let order = (0..classes.len()).collect();
        Ok(Self {
            rest: vec![0; classes.len() + 1],
            classes,
            order,
            forced: None,
            joined: Vec::new(),
        })
    }

    /// The value of the turn, if it exceeds alpha.
    pub fn solve(
        &mut self,
        values: &mut dyn Values<'_>,
        alpha: i64,
    ) -> Result<Option<Found>, Halt> {
        if !self.tighten(values, alpha)? || !self.join_bound(values, alpha)? {
            return Ok(None);
        }
        self.sort();
        let placing = self.best_from(values, 0, alpha)?;
        Ok(placing.map(|placing| self.found(&placing)))
    }

    /// The best placing of the classes from a place on, if it is worth more than alpha.
    pub fn best_from(
        &mut self,
        values: &mut dyn Values<'_>,
        place: usize,
        alpha: i64,
    ) -> Result<Option<Prescription>, Halt> {
        match self.hopeful(values, place)? {
            Hope::Fulfilled(placing) => Ok(Some(placing)),
            Hope::Vain if self.rest[place] - 1 <= alpha => Ok(None),
            Hope::Vain | Hope::Unclear => self.dolls(values, place, alpha),
        }
    }

    /// Makes the best option of every class exact, and drops options that cannot lift the value
    /// above alpha. `false` proves that nothing can.
    ///
    /// Sound: with U the sum of the classes' bounds, a placing with class c in bin a is worth at
    /// most U − best(c) + v(c, a).
    pub fn tighten(&mut self, values: &mut dyn Values<'_>, alpha: i64) -> Result<bool, Halt> {
        let mut upper = self.best_sum();
        for class in self.order.clone() {
            loop {
                if upper <= alpha {
                    return Ok(false);
                }
                let others = upper - self.classes.best(class);
                let Some(option) = self.classes.doubtful(class) else {
                    break;
                };
                self.classes
                    .evaluate(values, class, option, alpha - others)?;
                upper = others + self.classes.best(class);
            }
        }
        if upper <= alpha {
            return Ok(false);
        }
        for &class in &self.order {
            let others = upper - self.classes.best(class);
            self.classes.drop_options(class, alpha - others);
        }
        Ok(true)
    }

    /// Makes one of the classes that have but one bin left, the same one, and drops options anew
    /// by what they are worth together. `false` proves that no value is above alpha.
    ///
    /// An option worth nothing is none where there is another: the class adds nothing there, and
    /// elsewhere takes nothing away. Classes with one option left lie in its bin together in all
    /// placings that may be worth more than alpha, whatever else does; so they are placed
    /// together, and what they are worth together bounds what they add.
    pub fn join_bound(&mut self, values: &mut dyn Values<'_>, alpha: i64) -> Result<bool, Halt> {
        loop {
            let mut by_bin: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
            for &class in &self.order {
                if let Some(bin) = self.classes.only_bin(class) {
                    by_bin.entry(bin).or_default().push(class);
                }
            }
            by_bin.retain(|_, classes| classes.len() > 1);
            if by_bin.is_empty() {
                return Ok(true);
            }
            for (bin, classes) in by_bin {
                self.classes.unite(values.model(), bin, &classes)?;
                self.order.retain(|class| !classes[1..].contains(class));
                self.joined.push(classes);
            }
            if !self.tighten(values, alpha)? {
                return Ok(false);
            }
        }
    }

    /// Puts the classes with most at stake first, and sums the bounds from the end.
    pub fn sort(&mut self) {
        let classes = &self.classes;
        self.order
            .sort_by_key(|&class| std::cmp::Reverse((classes.best(class), class)));
        self.sum_rest();
    }

    /// Sorts the classes, but puts one of them first.
    pub fn sort_behind(&mut self, first: usize) {
        let classes = &self.classes;
        let key = |class| (class == first, classes.best(class), class);
        self.order
            .sort_by_key(|&class| std::cmp::Reverse(key(class)));
        self.sum_rest();
    }

    /// The sum of the classes' best options.
    pub fn best_sum(&self) -> i64 {
        self.best_before(self.order.len())
    }

    /// The sum of the best options of the classes before a place.
    pub fn best_before(&self, place: usize) -> i64 {
        self.order[..place]
            .iter()
            .map(|&class| self.classes.best(class))
            .sum()
    }

    /// Places the classes from a place on where each adds most.
    pub fn greedy_from(
        &mut self,
        values: &mut dyn Values<'_>,
        from: usize,
    ) -> Result<Option<Prescription>, Halt> {
        let mut placing = Prescription::default();
        for place in from..self.order.len() {
            // Only the order of `places` is turned around.
            match self.extend(values, place, &placing)? {
                Some(next) => placing = next,
                None => return Ok(None),
            }
        }
        placing.places.reverse();
        Ok(Some(placing))
    }

    /// Bounds the rest by the classes' best options.
    fn sum_rest(&mut self) {
        for place in (0..self.order.len()).rev() {
            self.rest[place] = self.rest[place + 1] + self.classes.best(self.order[place]);
        }
    }

    /// Looks for a placing in which no class loses anything: most often there is one.
    pub fn hopeful(&mut self, values: &mut dyn Values<'_>, place: usize) -> Result<Hope, Halt> {
        let goal = self.rest[place];
        let budget = TRIES * (self.order.len() as u64 + 2);
        let mut descent = self.descent(&Prescription::default(), goal - 1, goal, budget);
        self.descend(values, &mut descent, place)?;
        Ok(match descent.best {
            Some(placing) => Hope::Fulfilled(placing),
            None if descent.budget > 0 => Hope::Vain,
            None => Hope::Unclear,
        })
    }

    fn descent(&self, from: &Prescription, alpha: i64, goal: i64, budget: u64) -> Descent {
        let mut bins = from.bins.clone();
        bins.resize_with(self.classes.bins(), Bin::default);
        Descent {
            bins,
            places: from.places.clone(),
            sum: from.value,
            best: None,
            alpha,
            goal,
            budget,
        }
    }

    /// Russian dolls: the best placing from a place on, if it is worth more than alpha.
    fn dolls(
        &mut self,
        values: &mut dyn Values<'_>,
        from: usize,
        alpha: i64,
    ) -> Result<Option<Prescription>, Halt> {
        let mut placing = Prescription::default();
        for place in (from..self.order.len()).rev() {
            // What this doll must exceed for the whole to exceed alpha.
            let before = self.best_before(place) - self.best_before(from);
            match self.doll(values, place, &placing, alpha - before)? {
                Some(next) => placing = next,
                None => return Ok(None),
            }
        }
        Ok(Some(placing))
    }

    /// One doll: the best placing of the classes from `place` on, if it is worth more than
    /// alpha; `inner` is the best placing of those after `place`. Afterwards `rest[place]` is
    /// the doll's value.
    pub fn doll(
        &mut self,
        values: &mut dyn Values<'_>,
        place: usize,
        inner: &Prescription,
        alpha: i64,
    ) -> Result<Option<Prescription>, Halt> {
        let goal = self.rest[place + 1]
            + self
                .classes
                .best_at(self.order[place], self.forced_at(place));
        if goal <= alpha {
            return Ok(None);
        }
        let mut best = self
            .extend(values, place, inner)?
            .filter(|placing| placing.value > alpha);
        if best.as_ref().is_none_or(|placing| placing.value < goal) {
            let alpha = best.as_ref().map_or(alpha, |placing| placing.value);
            let mut descent = self.descent(&Prescription::default(), alpha, goal, u64::MAX);
            self.descend(values, &mut descent, place)?;
            best = descent.best.or(best);
        }
        if let Some(placing) = &best {
            self.rest[place] = placing.value;
        }
        Ok(best)
    }

    pub fn forced_at(&self, place: usize) -> Option<usize> {
        self.forced
            .filter(|&(forced, _)| forced == place)
            .map(|(_, bin)| bin)
    }

    /// The inner placing with the class of `place` put where it adds most.
    pub fn extend(
        &mut self,
        values: &mut dyn Values<'_>,
        place: usize,
        inner: &Prescription,
    ) -> Result<Option<Prescription>, Halt> {
        let class = self.order[place];
        let mut bins = inner.bins.clone();
        bins.resize_with(self.classes.bins(), Bin::default);
        let mut best: Option<(usize, Bin, i64)> = None;
        for Place { bin, bound, .. } in self.classes.places(class, &bins, self.forced_at(place)) {
            let least = best.as_ref().map_or(-1, |&(_, _, gain)| gain);
            if bound <= least {
                continue;
            }
            let joined = self.classes.join(values, class, bin, &bins[bin], least)?;
            if let Some((joined, gain)) = joined {
                best = Some((bin, joined, gain));
                if gain == self.classes.best_at(class, self.forced_at(place)) {
                    break;
                }
            }
        }
        Ok(best.map(|(bin, joined, gain)| {
            bins[bin] = joined;
            let mut places = vec![bin];
            places.extend_from_slice(&inner.places);
            Prescription {
                value: inner.value + gain,
                bins,
                places,
            }
        }))
    }

    /// Places the classes from `place` on in every way that may be worth more than alpha. The
    /// bins on the way there count as memory in use: each class may make a large one anew.
    fn descend(
        &mut self,
        values: &mut dyn Values<'_>,
        descent: &mut Descent,
        place: usize,
    ) -> Result<(), Halt> {
        let mut kept = 0;
        let result = self.descend_from(values, descent, place, &mut kept);
        values.model().effort.held -= kept;
        result
    }

    /// The same; `kept` is told what bytes were counted.
    fn descend_from(
        &mut self,
        values: &mut dyn Values<'_>,
        descent: &mut Descent,
        place: usize,
        kept: &mut usize,
    ) -> Result<(), Halt> {
        let Some(&class) = self.order.get(place) else {
            descent.alpha = descent.sum;
            descent.best = Some(Prescription {
                value: descent.sum,
                bins: descent.bins.clone(),
                places: descent.places.clone(),
            });
            return Ok(());
        };
        let forced = self.forced_at(place);
        let full = self.classes.best_at(class, forced);
        let mut later: Vec<(i64, usize, Bin)> = Vec::new();
        for Place { bin, bound, .. } in self.classes.places(class, &descent.bins, forced) {
            let need = descent.alpha - descent.sum - self.rest[place + 1];
            if bound <= need {
                continue;
            }
            if descent.budget == 0 {
                return Ok(());
            }
            descent.budget -= 1;
            let lies = &descent.bins[bin];
            let Some((joined, gain)) = self.classes.join(values, class, bin, lies, need)? else {
                continue;
            };
            let bytes = joined.bytes_beside(lies);
            *kept += bytes;
            values.model().effort.held += bytes;
            if gain < full {
                later.push((gain, bin, joined));
                continue;
            }
            self.go(values, descent, place, (gain, bin, joined))?;
            if descent.alpha >= descent.goal {
                return Ok(());
            }
        }
        later.sort_by_key(|&(gain, bin, _)| (std::cmp::Reverse(gain), bin));
        for (gain, bin, joined) in later {
            if descent.sum + gain + self.rest[place + 1] > descent.alpha {
                self.go(values, descent, place, (gain, bin, joined))?;
                if descent.alpha >= descent.goal {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn go(
        &mut self,
        values: &mut dyn Values<'_>,
        descent: &mut Descent,
        place: usize,
        (gain, bin, joined): (i64, usize, Bin),
    ) -> Result<(), Halt> {
        let before = std::mem::replace(&mut descent.bins[bin], joined);
        descent.sum += gain;
        descent.places.push(bin);
        self.descend(values, descent, place + 1)?;
        descent.places.pop();
        descent.sum -= gain;
        descent.bins[bin] = before;
        Ok(())
    }

    /// The plan of a placing of all classes.
    pub fn found(&self, placing: &Prescription) -> Found {
        let mut acts = vec![Act::Stuck; self.classes.len()];
        for (&class, &bin) in self.order.iter().zip(&placing.places) {
            acts[class] = self.classes.act(bin);
        }
        // The last ones joined first: their first class may lie with others.
        for classes in self.joined.iter().rev() {
            let act = acts[classes[0]];
            classes[1..].iter().for_each(|&class| acts[class] = act);
        }
        let mut next = Vec::new();
        for (bin, outs) in placing.bins.iter().enumerate() {
            for out in &outs.outs {
                next.push(((self.classes.act(bin), out.outcome), out.plan.clone()));
            }
        }
        Found {
            value: placing.value,
            plan: Rc::new(Plan::Turn { acts, next }),
        }
    }
}
