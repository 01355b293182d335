//! The classes of a turn, what each may do, and the bins in which they are gathered.

use std::rc::Rc;

use super::symmetry;
use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::search::engine::{
    Act, Branch, Engine, Halt, Messages, Outcome, TELLING,
};
use crate::search::hidden::search::value::classes;
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::{FactsId, Use};

/// Worlds in a node up to which the branches of its classes are kept.
const KEPT: usize = 20_000;

/// The worlds gathered in a bin for one outcome, and their value.
#[derive(Clone)]
pub struct Out {
    /// The outcome.
    pub outcome: Outcome,
    /// The value of the worlds.
    pub value: i64,
    /// A plan that reaches it.
    pub plan: Rc<Plan>,
    worlds: Rc<[World]>,
}

/// What the classes with one action lead to.
#[derive(Clone, Default)]
pub struct Bin {
    /// The outcomes.
    pub outs: Vec<Out>,
    /// Whether a class lies in it.
    pub used: bool,
}

impl Bin {
    /// Sets what lies there for an outcome.
    pub fn put(&mut self, outcome: Outcome, value: i64, plan: Rc<Plan>, worlds: Vec<World>) {
        self.outs.retain(|out| out.outcome != outcome);
        self.outs.push(Out {
            outcome,
            value,
            plan,
            worlds: worlds.into(),
        });
    }
}

/// Where a class may go, and the most it adds there.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The bin.
    pub bin: usize,
    /// No more is added.
    pub bound: i64,
    merit: u8,
}

/// Something a class may do: one use of a slot, or a clue, all messages being alike as long as
/// the class is alone.
struct Choosable {
    what: What,
    /// v(c, a) is at most this.
    bound: i64,
    /// Whether it is v(c, a).
    exact: bool,
    /// Of options worth the same the better-looking one is tried first.
    merit: u8,
    /// Left out for good.
    dropped: bool,
    branches: Option<Rc<Vec<Branch>>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Use(Use, usize),
    Message,
    Stuck,
}

struct Class {
    worlds: Vec<World>,
    options: Vec<Choosable>,
    /// Places of the options: for a message, and for every use or being stuck by its bin.
    message: Option<usize>,
    by_bin: Vec<Option<usize>>,
    /// Bins of the messages that it may send.
    messages: Vec<usize>,
}

/// The classes of a turn.
pub struct Classes {
    facts: FactsId,
    all: Vec<Class>,
    /// What each bin does: first the uses, then being stuck, then messages.
    acts: Vec<Act>,
    /// For every bin the first one alike: for a message that the same classes may send, or for
    /// the same use of a slot beside it in which everybody knows the same card to lie.
    alike: Vec<usize>,
    slots: usize,
    keep: bool,
}

impl Classes {
    /// The classes of a set of worlds, with the caps of their branches as first bounds.
    pub fn new(engine: &mut Engine<'_>, facts: FactsId, worlds: &[World]) -> Result<Self, Halt> {
        let known = engine.facts.get(facts).clone();
        let mover = usize::from(known.mover);
        let slots = usize::from(known.sizes[mover]);
        let uses = [Use::Play, Use::Discard].into_iter();
        let mut acts: Vec<Act> = uses
            .flat_map(|how| (0..slots).map(move |slot| Act::Use(how, slot as u8)))
            .collect();
        acts.push(Act::Stuck);
        let mut all: Vec<Class> = classes(worlds, mover)
            .into_iter()
            .map(|worlds| Class {
                worlds,
                options: Vec::new(),
                message: None,
                by_bin: Vec::new(),
                messages: Vec::new(),
            })
            .collect();
        let single = all.len() == 1;
        let untold = engine.untold(&known, worlds);
        let mut places = rustc_hash::FxHashMap::default();
        for (number, class) in all.iter_mut().enumerate() {
            let messages = match engine.messages {
                Messages::Unlimited if known.clue_legal(engine.game) => {
                    vec![Act::Tell(number as u32)]
                }
                Messages::Certain if single && known.clue_legal(engine.game) => vec![Act::AnyClue],
                Messages::Unlimited => Vec::new(),
                _ => engine.messages(&known, &class.worlds[0].hands, &untold),
            };
            class.messages = messages
                .into_iter()
                .map(|act| {
                    *places.entry(act).or_insert_with(|| {
                        acts.push(act);
                        acts.len() - 1
                    })
                })
                .collect();
        }
        let sent = all.iter().map(|class| class.messages.as_slice());
        let mut alike = symmetry::messages(sent, acts.len());
        for (bin, first) in symmetry::uses(engine, worlds, mover, slots).enumerate() {
            alike[bin] = first;
        }
        let mut result = Self {
            facts,
            alike,
            all,
            acts,
            slots,
            keep: worlds.len() <= KEPT,
        };
        let discard = known.discard_legal(engine.game);
        for class in 0..result.all.len() {
            result.first_bounds(engine, class, discard)?;
        }
        Ok(result)
    }

    fn first_bounds(
        &mut self,
        engine: &mut Engine<'_>,
        class: usize,
        discard: bool,
    ) -> Result<(), Halt> {
        let mut options = Vec::new();
        let slots = (0..self.slots).filter(|&slot| self.alike[slot] == slot);
        let uses: Vec<What> = slots
            .flat_map(|slot| [Use::Play, Use::Discard].map(|how| What::Use(how, slot)))
            .collect();
        let messages = self.all[class]
            .messages
            .iter()
            .take(1)
            .map(|_| What::Message);
        for what in messages.chain(uses) {
            if matches!(what, What::Use(Use::Discard, _)) && !discard {
                continue;
            }
            let branches = self.make(engine, class, what)?;
            options.push(Choosable {
                what,
                bound: branches.iter().map(|branch| branch.cap).sum(),
                exact: false,
                merit: self.merit(engine, class, what),
                dropped: false,
                branches: self.keep.then(|| Rc::new(branches)),
            });
        }
        if options.is_empty() {
            engine.spoiled |= engine.messages == Messages::Certain;
            options.push(Choosable {
                what: What::Stuck,
                bound: engine.stuck(self.facts, &self.all[class].worlds),
                exact: true,
                merit: 0,
                dropped: false,
                branches: None,
            });
        }
        options.sort_by_key(|option| std::cmp::Reverse((option.bound, option.merit)));
        let mut by_bin = vec![None; 2 * self.slots + 1];
        for (place, option) in options.iter().enumerate() {
            match self.bin_of(option.what) {
                Some(bin) => by_bin[bin] = Some(place),
                None => self.all[class].message = Some(place),
            }
        }
        self.all[class].by_bin = by_bin;
        self.all[class].options = options;
        Ok(())
    }

    fn merit(&self, engine: &Engine<'_>, class: usize, what: What) -> u8 {
        match what {
            What::Use(how, slot) => engine.merit(self.facts, &self.all[class].worlds, how, slot),
            What::Message => TELLING,
            What::Stuck => 0,
        }
    }

    fn make(&self, engine: &mut Engine<'_>, class: usize, what: What) -> Result<Vec<Branch>, Halt> {
        let worlds = &self.all[class].worlds;
        match what {
            What::Use(how, slot) => engine.branches(self.facts, worlds, how, slot),
            What::Message => Ok(vec![engine.told(self.facts, worlds)?]),
            What::Stuck => Ok(Vec::new()),
        }
    }

    fn branches(
        &self,
        engine: &mut Engine<'_>,
        class: usize,
        option: usize,
    ) -> Result<Rc<Vec<Branch>>, Halt> {
        let option = &self.all[class].options[option];
        match &option.branches {
            Some(branches) => Ok(branches.clone()),
            None => Ok(Rc::new(self.make(engine, class, option.what)?)),
        }
    }

    /// What a class leads to in a bin it may go into; `None` where it is stuck.
    pub fn branches_in(
        &self,
        engine: &mut Engine<'_>,
        class: usize,
        bin: usize,
    ) -> Result<Option<Rc<Vec<Branch>>>, Halt> {
        match self.option(class, bin) {
            Some(option) if self.all[class].options[option].what != What::Stuck => {
                self.branches(engine, class, option).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The worlds of a class.
    pub fn worlds(&self, class: usize) -> &[World] {
        &self.all[class].worlds
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        self.acts.len()
    }

    /// What the classes in a bin do.
    pub fn act(&self, bin: usize) -> Act {
        self.acts[bin]
    }

    /// The bin of an action.
    pub fn bin(&self, act: Act) -> Option<usize> {
        self.acts.iter().position(|&other| other == act)
    }

    /// The first bin of a use, or that of being stuck.
    const fn bin_of(&self, what: What) -> Option<usize> {
        match what {
            What::Use(Use::Play, slot) => Some(slot),
            What::Use(Use::Discard, slot) => Some(self.slots + slot),
            What::Stuck => Some(2 * self.slots),
            What::Message => None,
        }
    }

    /// No option of the class is worth more.
    pub fn best(&self, class: usize) -> i64 {
        let options = self.all[class]
            .options
            .iter()
            .filter(|option| !option.dropped);
        options.map(|option| option.bound).max().unwrap_or(0)
    }

    /// The same, if the class must go into a certain bin.
    pub fn best_at(&self, class: usize, forced: Option<usize>) -> i64 {
        forced.map_or_else(|| self.best(class), |bin| self.bound(class, bin))
    }

    /// No more is had from a class in a bin; −1 if it may not go there.
    pub fn bound(&self, class: usize, bin: usize) -> i64 {
        self.option(class, bin)
            .map_or(-1, |option| self.all[class].options[option].bound)
    }

    /// Whether a class has the bin among its options.
    pub fn may_go(&self, class: usize, bin: usize) -> bool {
        let option = self.option(class, bin);
        option.is_some_and(|option| !self.all[class].options[option].dropped)
    }

    /// Whether a bin is for a message; all of these have the same values.
    pub fn is_message(&self, bin: usize) -> bool {
        matches!(self.acts[bin], Act::Clue(..) | Act::AnyClue | Act::Tell(_))
    }

    fn option(&self, class: usize, bin: usize) -> Option<usize> {
        let class = &self.all[class];
        match class.by_bin.get(self.alike[bin]) {
            Some(&option) => option,
            None => class.message.filter(|_| class.messages.contains(&bin)),
        }
    }

    /// The option with the highest bound, if that is not known to be its value.
    pub fn doubtful(&self, class: usize) -> Option<usize> {
        let best = self.best(class);
        let options = &self.all[class].options;
        let top = |exact: bool| {
            options
                .iter()
                .position(|o| !o.dropped && o.bound == best && o.exact == exact)
        };
        match top(true) {
            Some(_) => None,
            None => top(false),
        }
    }

    /// Replaces an option's bound by its value, or by alpha if it is not above alpha.
    pub fn evaluate(
        &mut self,
        engine: &mut Engine<'_>,
        class: usize,
        option: usize,
        alpha: i64,
    ) -> Result<(), Halt> {
        let branches = self.branches(engine, class, option)?;
        let value = self.join_branches(engine, &branches, &Bin::default(), alpha.max(-1))?;
        let option = &mut self.all[class].options[option];
        match value {
            Some((_, value)) => {
                debug_assert!(value <= option.bound, "value above its bound");
                option.bound = value;
                option.exact = true;
            }
            // Not above alpha (which then is no less than 0): good for nothing here.
            None => {
                option.bound = option.bound.min(alpha);
                option.dropped = true;
            }
        }
        Ok(())
    }

    /// Leaves out options that are not worth more than alpha.
    pub fn drop_options(&mut self, class: usize, alpha: i64) {
        for option in &mut self.all[class].options {
            option.dropped |= option.bound <= alpha;
        }
    }

    /// Whether two bins are alike: exchanging what lies in them changes no value.
    pub fn alike(&self, a: usize, b: usize) -> bool {
        self.alike[a] == self.alike[b]
    }

    /// The bins into which a class may go, best first; of bins alike the used ones first, where
    /// it may cost nothing to join, and of empty ones only the first.
    pub fn places(&self, class: usize, bins: &[Bin], forced: Option<usize>) -> Vec<Place> {
        let mut places = Vec::new();
        if let Some(bin) = forced {
            let bound = self.bound(class, bin);
            return if bound < 0 {
                places
            } else {
                vec![Place {
                    bin,
                    bound,
                    merit: 0,
                }]
            };
        }
        for option in self.all[class]
            .options
            .iter()
            .filter(|option| !option.dropped)
        {
            let (bound, merit) = (option.bound, option.merit);
            let uses: Vec<usize>;
            let bins_of = match self.bin_of(option.what) {
                Some(first) => {
                    let rest = (first..).take_while(|&bin| self.alike[bin] == first);
                    uses = rest.collect();
                    &uses
                }
                None => &self.all[class].messages,
            };
            let mut tried: Vec<usize> = Vec::new();
            for &bin in bins_of {
                if !bins[bin].used {
                    if tried.contains(&self.alike[bin]) {
                        continue;
                    }
                    tried.push(self.alike[bin]);
                }
                places.push(Place { bin, bound, merit });
            }
        }
        places.sort_by_key(|place| {
            std::cmp::Reverse((place.bound, place.merit, bins[place.bin].used))
        });
        places
    }

    /// The bin with a class added and how much that adds to its value, if it adds more than
    /// alpha.
    pub fn join(
        &mut self,
        engine: &mut Engine<'_>,
        class: usize,
        bin: usize,
        into: &Bin,
        alpha: i64,
    ) -> Result<Option<(Bin, i64)>, Halt> {
        let Some(option) = self.option(class, bin) else {
            return Ok(None);
        };
        if self.all[class].options[option].what == What::Stuck {
            let gain = self.all[class].options[option].bound;
            let joined = Bin {
                outs: Vec::new(),
                used: true,
            };
            return Ok((gain > alpha).then_some((joined, gain)));
        }
        let branches = self.branches(engine, class, option)?;
        let joined = self.join_branches(engine, &branches, into, alpha)?;
        if let Some((_, value)) = &joined
            && !into.used
        {
            let option = &mut self.all[class].options[option];
            debug_assert!(*value <= option.bound, "value above its bound");
            option.bound = *value;
            option.exact = true;
        }
        Ok(joined)
    }

    fn join_branches(
        &self,
        engine: &mut Engine<'_>,
        branches: &[Branch],
        into: &Bin,
        alpha: i64,
    ) -> Result<Option<(Bin, i64)>, Halt> {
        // What the branches may still add, at most.
        let mut open: i64 = branches.iter().map(|branch| branch.cap).sum();
        let mut gain = 0;
        let mut bin = into.clone();
        bin.used = true;
        for branch in branches.iter().filter(|branch| !branch.worlds.is_empty()) {
            open -= branch.cap;
            let place = bin
                .outs
                .iter()
                .position(|out| out.outcome == branch.outcome);
            let old = place.map_or(0, |place| bin.outs[place].value);
            let worlds = match place {
                Some(place) => merge(&bin.outs[place].worlds, &branch.worlds),
                None => branch.worlds.clone(),
            };
            // The union is worth no less than what lay there, so nothing below that counts.
            let least = (old + alpha - gain - open).max(old - 1);
            let Some(Found { value, plan }) = engine.value(branch.facts, &worlds, least)? else {
                return Ok(None);
            };
            debug_assert!(value >= old, "more worlds are worth less");
            gain += value - old;
            let out = Out {
                outcome: branch.outcome,
                value,
                plan,
                worlds: worlds.into(),
            };
            match place {
                Some(place) => bin.outs[place] = out,
                None => bin.outs.push(out),
            }
        }
        Ok((gain > alpha).then_some((bin, gain)))
    }
}

/// Two sorted lists of worlds as one.
fn merge(a: &[World], b: &[World]) -> Vec<World> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].hands <= b[j].hands {
            merged.push(a[i]);
            i += 1;
        } else {
            merged.push(b[j]);
            j += 1;
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}
