//! Can every world be given its cap? The question of `guaranteed`: a target for sure.
//!
//! Call a set of worlds *lossless* if some policy gets its cap from each of them, that is if the
//! value is the sum of the caps. Subsets of lossless sets are lossless (the policy is the same),
//! so a set is refuted by any part of it that is not: a *core*. Weights do not matter.
//!
//! A turn is a problem of constraints: every class of worlds that look alike to the mover needs
//! a bin, and what is gathered in a bin must be lossless for each outcome. Whether it is, is
//! asked only when a class is put there. If it is not, the core that comes back says which
//! classes do not go together in such a bin: a *nogood*, for all messages alike (law 5: they
//! have one value function). A class without a bin left goes back to the latest class that stands
//! in its way, not just to the one before: *backjumping*.
//!
//! The worlds named by the nogoods used on the way to a contradiction are a core of the turn:
//! with these worlds alone every step of that way is the same.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;

use super::engine::{Act, Engine, Halt, Outcome};
use super::table::Known;
use super::value::{cap, classes};
use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::hands::HandId;
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::FactsId;
use crate::search::hidden::turn::classes::{Bin, Classes, Place};

/// Larger cores are not kept: they are rarely met again.
const MOST_KEPT: usize = 48;

/// Cores kept for one set of facts.
const MOST_CORES: usize = 200;

/// Classes without a bin after which the search of a turn begins anew, hard classes first;
/// twice as many each time.
const FIRST_PATIENCE: u64 = 64;

type HandIds = [HandId; MAX_PLAYERS];

/// Cores by facts, to be found in larger sets.
#[derive(Default)]
pub struct Cores {
    by_facts: FxHashMap<FactsId, Vec<Box<[HandIds]>>>,
    /// Bytes in use, roughly.
    pub bytes: usize,
}

impl Cores {
    /// The places in a sorted set of worlds of a core that lies in it.
    fn find(&self, facts: FactsId, worlds: &[World]) -> Option<Vec<usize>> {
        let place = |hands: &HandIds| worlds.binary_search_by_key(hands, |world| world.hands).ok();
        let cores = self.by_facts.get(&facts)?;
        cores
            .iter()
            .find_map(|core| core.iter().map(place).collect())
    }

    fn keep(&mut self, facts: FactsId, worlds: &[World], core: &[usize]) {
        let cores = self.by_facts.entry(facts).or_default();
        if core.len() <= MOST_KEPT && cores.len() < MOST_CORES {
            self.bytes += 32 + core.len() * size_of::<HandIds>();
            cores.push(core.iter().map(|&place| worlds[place].hands).collect());
        }
    }
}

/// The answer.
pub enum Lossless {
    /// By this plan.
    Plan(Rc<Plan>),
    /// These worlds alone, named by their places in the set, are not.
    Core(Vec<usize>),
}

/// A set of small numbers.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn add(&mut self, bit: usize) {
        let word = bit / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (bit % 64);
    }

    fn remove(&mut self, bit: usize) {
        if let Some(word) = self.0.get_mut(bit / 64) {
            *word &= !(1 << (bit % 64));
        }
    }

    fn has(&self, bit: usize) -> bool {
        self.0
            .get(bit / 64)
            .is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    fn add_all(&mut self, other: &Self) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..64 * self.0.len()).filter(|&bit| self.has(bit))
    }
}

/// Classes that do not go together in one bin, and the worlds that show it.
struct Nogood {
    classes: Vec<usize>,
    worlds: Bits,
}

/// Why some classes cannot all be placed.
#[derive(Clone, Default)]
struct Conflict {
    /// Placed classes that stand in the way.
    classes: Bits,
    /// The worlds that show it.
    worlds: Bits,
}

impl Conflict {
    fn add(&mut self, other: &Self) {
        self.classes.add_all(&other.classes);
        self.worlds.add_all(&other.worlds);
    }
}

/// The search of one turn. What it has learnt stays when it is halted.
pub struct Node {
    facts: FactsId,
    classes: Classes,
    /// Class and place of every world.
    owner: FxHashMap<HandIds, (usize, usize)>,
    order: Vec<usize>,
    /// How often each class was without a bin.
    trouble: Vec<u64>,
    /// By class and kind of bin ([`Node::kind`]).
    nogoods: FxHashMap<(usize, usize), Vec<Rc<Nogood>>>,
    /// A world that loses at once, by class and kind of bin.
    losers: FxHashMap<(usize, usize), usize>,
    /// Where the classes lay when last all were placed.
    liked: Vec<Option<usize>>,
    patience: u64,
}

/// What became of an attempt to place the classes from some place on.
enum Attempt {
    Done,
    Failed(Conflict),
    /// Too many classes were without a bin: begin anew.
    Impatient,
}

impl Engine<'_> {
    /// Whether a set of worlds, sorted and with caps, is lossless.
    pub fn lossless(&mut self, facts: FactsId, worlds: &[World]) -> Result<Lossless, Halt> {
        self.tick()?;
        let whole = cap(worlds);
        if let Some(found) = self.simple(facts, worlds) {
            return Ok(if found.value == whole {
                Lossless::Plan(found.plan)
            } else {
                Lossless::Core(self.last_core(facts, worlds))
            });
        }
        let mut refuted = false;
        match self.table.get(facts, worlds) {
            Some(Known::Exact(value, plan)) if *value == whole => {
                return Ok(Lossless::Plan(plan.clone()));
            }
            Some(Known::Exact(..)) => refuted = true,
            Some(Known::AtMost(most)) => refuted = *most < whole,
            None => {}
        }
        if let Some(core) = self.cores.find(facts, worlds) {
            return Ok(Lossless::Core(core));
        }
        if refuted {
            return Ok(Lossless::Core((0..worlds.len()).collect()));
        }
        let found = self.lossless_parts(facts, worlds)?;
        self.remember(facts, worlds, &found);
        Ok(found)
    }

    /// Remembers an answer.
    pub fn remember(&mut self, facts: FactsId, worlds: &[World], found: &Lossless) {
        let whole = cap(worlds);
        match found {
            Lossless::Plan(plan) => {
                self.table
                    .put(facts, worlds, Known::Exact(whole, plan.clone()));
            }
            Lossless::Core(core) => {
                self.cores.keep(facts, worlds, core);
                self.table.put(facts, worlds, Known::AtMost(whole - 1));
            }
        }
    }

    fn lossless_parts(&mut self, facts: FactsId, worlds: &[World]) -> Result<Lossless, Halt> {
        let parts = self.components(facts, worlds)?;
        if parts.len() == 1 {
            return Node::new(self, facts, worlds)?.solve(self);
        }
        let mut plans = Vec::with_capacity(parts.len());
        for part in &parts {
            match self.lossless(facts, part)? {
                Lossless::Plan(plan) => plans.push(plan),
                Lossless::Core(core) => {
                    let place = |place: usize| {
                        worlds
                            .binary_search_by_key(&part[place].hands, |world| world.hands)
                            .ok()
                    };
                    return Ok(Lossless::Core(core.into_iter().filter_map(place).collect()));
                }
            }
        }
        Ok(Lossless::Plan(Rc::new(Plan::Parts(plans))))
    }

    /// A core of a set that loses on the last turn: of a class that loses whatever it does, for
    /// each thing that it may do a world that loses by it.
    fn last_core(&self, facts: FactsId, worlds: &[World]) -> Vec<usize> {
        let known = self.facts.get(facts);
        let classes = classes(worlds, usize::from(known.mover));
        let loses = |class: &&Vec<World>| self.last_best(known, class).1 < cap(class);
        let mut core = Bits::default();
        if let Some(class) = classes.iter().find(loses) {
            let place = |hands| worlds.binary_search_by_key(&hands, |world: &World| world.hands);
            let mut class = class.clone();
            // What still loses without a world does not need it.
            let mut index = 0;
            while index < class.len() && class.len() > 1 {
                let world = class.remove(index);
                if self.last_best(known, &class).1 == cap(&class) {
                    class.insert(index, world);
                    index += 1;
                }
            }
            for world in class {
                if let Ok(place) = place(world.hands) {
                    core.add(place);
                }
            }
        }
        core.iter().collect()
    }
}

impl Node {
    /// The turn of a connected set of worlds.
    pub fn new(engine: &mut Engine<'_>, facts: FactsId, worlds: &[World]) -> Result<Self, Halt> {
        engine.nodes += 1;
        let classes = Classes::new(engine, facts, worlds)?;
        let number = classes.len();
        let mut owner = FxHashMap::default();
        for class in 0..number {
            for world in classes.worlds(class) {
                if let Ok(place) = worlds.binary_search_by_key(&world.hands, |w| w.hands) {
                    owner.insert(world.hands, (class, place));
                }
            }
        }
        Ok(Self {
            facts,
            classes,
            owner,
            order: (0..number).collect(),
            trouble: vec![0; number],
            nogoods: FxHashMap::default(),
            losers: FxHashMap::default(),
            liked: vec![None; number],
            patience: FIRST_PATIENCE,
        })
    }

    /// Whether the set is lossless.
    pub fn solve(&mut self, engine: &mut Engine<'_>) -> Result<Lossless, Halt> {
        loop {
            self.sort();
            let mut lies = vec![None; self.classes.len()];
            let mut left = self.patience;
            match self.place(engine, &mut lies, 0, &mut left)? {
                Attempt::Done => {}
                Attempt::Failed(conflict) => {
                    return Ok(Lossless::Core(conflict.worlds.iter().collect()));
                }
                Attempt::Impatient => {
                    self.patience *= 2;
                    continue;
                }
            }
            self.liked.clone_from(&lies);
            if let Some(bins) = self.fill(engine, &lies)? {
                return Ok(Lossless::Plan(self.plan(&lies, &bins)));
            }
        }
    }

    /// Puts classes first that have few bins, or were often without one.
    fn sort(&mut self) {
        let empty = vec![Bin::default(); self.classes.bins()];
        let places = |class: usize| self.full_places(class, &empty).count();
        let mut keys: Vec<usize> = (0..self.classes.len()).map(places).collect();
        for (key, trouble) in keys.iter_mut().zip(&self.trouble) {
            *key = *key * 1024 / (*trouble as usize + 1);
        }
        self.order.sort_by_key(|&class| (keys[class], class));
    }

    /// The bins with the classes that lie there; `None` if they are not all lossless, which
    /// has then been learnt.
    fn fill(
        &mut self,
        engine: &mut Engine<'_>,
        lies: &[Option<usize>],
    ) -> Result<Option<Vec<Bin>>, Halt> {
        let mut filled = vec![Bin::default(); self.classes.bins()];
        let mut good = true;
        for (bin, filled) in filled.iter_mut().enumerate() {
            let members = (0..lies.len()).filter(|&class| lies[class] == Some(bin));
            let members: Vec<usize> = members.collect();
            if members.is_empty() {
                continue;
            }
            match self.gather(engine, bin, &members)? {
                Ok(gathered) => *filled = gathered,
                Err(core) => {
                    self.learn(bin, core);
                    good = false;
                }
            }
        }
        Ok(good.then_some(filled))
    }

    /// All messages are of one kind.
    fn kind(&self, bin: usize) -> usize {
        if self.classes.is_message(bin) {
            usize::MAX
        } else {
            bin
        }
    }

    /// The bins into which a class may go without a loss, as far as its caps tell.
    fn full_places(&self, class: usize, bins: &[Bin]) -> impl Iterator<Item = Place> + use<> {
        let whole = cap(self.classes.worlds(class));
        let places = self.classes.places(class, bins, None);
        places.into_iter().filter(move |place| place.bound == whole)
    }

    /// Places the classes from a place in the order on, as far as the nogoods known allow.
    fn place(
        &mut self,
        engine: &mut Engine<'_>,
        lies: &mut Vec<Option<usize>>,
        place: usize,
        left: &mut u64,
    ) -> Result<Attempt, Halt> {
        let Some(&class) = self.order.get(place) else {
            return Ok(Attempt::Done);
        };
        engine.tick()?;
        let mut conflict = Conflict::default();
        for bin in self.candidates(class, lies) {
            if let Some(known) = self.known_conflict(class, bin, lies) {
                conflict.add(&known);
                continue;
            }
            lies[class] = Some(bin);
            let attempt = self.place(engine, lies, place + 1, left)?;
            let Attempt::Failed(later) = attempt else {
                return Ok(attempt);
            };
            lies[class] = None;
            if !later.classes.has(class) {
                return Ok(Attempt::Failed(later));
            }
            conflict.add(&later);
        }
        conflict.classes.remove(class);
        self.add_losers(engine, class, &mut conflict)?;
        self.trouble[class] += 1;
        if *left == 0 {
            return Ok(Attempt::Impatient);
        }
        *left -= 1;
        Ok(Attempt::Failed(conflict))
    }

    /// The bins to be tried for a class, the one where it lay before first.
    fn candidates(&self, class: usize, lies: &[Option<usize>]) -> Vec<usize> {
        let mut bins = vec![Bin::default(); self.classes.bins()];
        for bin in lies.iter().flatten() {
            bins[*bin].used = true;
        }
        let liked = self.liked[class];
        let mut candidates: Vec<usize> = Vec::new();
        for place in self.full_places(class, &bins) {
            candidates.push(place.bin);
        }
        if let Some(liked) = liked {
            match candidates.iter().position(|&bin| bin == liked) {
                Some(place) => candidates[..=place].rotate_right(1),
                // An empty bin like another one.
                None if self.classes.is_message(liked)
                    && self.classes.bound(class, liked) == cap(self.classes.worlds(class)) =>
                {
                    candidates.insert(0, liked)
                }
                None => {}
            }
        }
        candidates
    }

    /// A conflict with what lies in a bin that a nogood tells of.
    fn known_conflict(&self, class: usize, bin: usize, lies: &[Option<usize>]) -> Option<Conflict> {
        let nogoods = self.nogoods.get(&(class, self.kind(bin)))?;
        let lies_there = |other: &usize| *other == class || lies[*other] == Some(bin);
        let nogood = nogoods
            .iter()
            .find(|nogood| nogood.classes.iter().all(lies_there))?;
        let mut conflict = Conflict {
            worlds: nogood.worlds.clone(),
            ..Conflict::default()
        };
        for &other in nogood.classes.iter().filter(|&&other| other != class) {
            conflict.classes.add(other);
        }
        Some(conflict)
    }

    /// Keeps a nogood: the worlds, by class and place, that are not lossless in a bin together.
    fn learn(&mut self, bin: usize, core: Vec<(usize, usize)>) {
        let mut classes: Vec<usize> = core.iter().map(|&(class, _)| class).collect();
        classes.sort_unstable();
        classes.dedup();
        let mut worlds = Bits::default();
        for (_, place) in core {
            worlds.add(place);
        }
        let nogood = Rc::new(Nogood { classes, worlds });
        let kind = self.kind(bin);
        for &other in &nogood.classes {
            self.nogoods
                .entry((other, kind))
                .or_default()
                .push(nogood.clone());
        }
    }

    /// The bin with some classes in it; or the worlds, by class and place, that are not lossless
    /// together.
    fn gather(
        &self,
        engine: &mut Engine<'_>,
        bin: usize,
        members: &[usize],
    ) -> Result<Result<Bin, Vec<(usize, usize)>>, Halt> {
        let mut gathered = Bin::default();
        let mut outs: Vec<(Outcome, FactsId, Vec<World>)> = Vec::new();
        for &class in members {
            let branches = self.classes.branches_in(engine, class, bin)?;
            for branch in branches.iter().flat_map(|branches| branches.iter()) {
                match outs.iter_mut().find(|(other, ..)| *other == branch.outcome) {
                    Some((.., worlds)) => worlds.extend_from_slice(&branch.worlds),
                    None => outs.push((branch.outcome, branch.facts, branch.worlds.clone())),
                }
            }
        }
        for (outcome, facts, mut worlds) in outs {
            if worlds.is_empty() {
                continue;
            }
            worlds.sort_unstable_by_key(|world| world.hands);
            match engine.lossless(facts, &worlds)? {
                Lossless::Plan(plan) => gathered.put(outcome, cap(&worlds), plan, worlds),
                Lossless::Core(core) => {
                    let core = core.into_iter().map(|place| worlds[place]);
                    let from = core.filter_map(|world| self.origin(engine, bin, outcome, &world));
                    return Ok(Err(from.collect()));
                }
            }
        }
        Ok(Ok(gathered))
    }

    /// From which world, by class and place, another one comes: the card used is put back. The
    /// outcome and the other hands leave no choice.
    fn origin(
        &self,
        engine: &mut Engine<'_>,
        bin: usize,
        outcome: Outcome,
        world: &World,
    ) -> Option<(usize, usize)> {
        let mut hands = world.hands;
        if let (Act::Use(_, slot), Some(kind)) = (self.classes.act(bin), outcome) {
            let known = engine.facts.get(self.facts);
            let mover = usize::from(known.mover);
            let size = usize::from(known.sizes[mover]);
            let mut cards = engine.hands.cards(hands[mover]).to_vec();
            if cards.len() == size {
                cards.remove(0);
            }
            cards.insert(usize::from(slot), kind);
            hands[mover] = engine.hands.id(&cards);
        }
        self.owner.get(&hands).copied()
    }

    /// Adds, for everything that a class may do but that its caps forbid, a world that shows it.
    fn add_losers(
        &mut self,
        engine: &mut Engine<'_>,
        class: usize,
        conflict: &mut Conflict,
    ) -> Result<(), Halt> {
        let whole = cap(self.classes.worlds(class));
        for bin in 0..self.classes.bins() {
            let bound = self.classes.bound(class, bin);
            if bound < 0 || bound == whole {
                continue;
            }
            let key = (class, self.kind(bin));
            let place = match self.losers.get(&key) {
                Some(&place) => place,
                None => {
                    let place = self.loser(engine, class, bin)?;
                    self.losers.insert(key, place);
                    place
                }
            };
            conflict.worlds.add(place);
        }
        Ok(())
    }

    /// A world of the class, by its place, that loses by what a bin does.
    fn loser(&self, engine: &mut Engine<'_>, class: usize, bin: usize) -> Result<usize, Halt> {
        let worlds = self.classes.worlds(class);
        for world in worlds {
            let one = std::slice::from_ref(world);
            let left = engine.cap_after(self.facts, one, self.classes.act(bin))?;
            if left < world.cap as i64 {
                return Ok(self.owner[&world.hands].1);
            }
        }
        debug_assert!(false, "a class loses where none of its worlds does");
        Ok(self.owner[&worlds[0].hands].1)
    }

    fn plan(&self, lies: &[Option<usize>], bins: &[Bin]) -> Rc<Plan> {
        let act = |bin: &Option<usize>| bin.map_or(Act::Stuck, |bin| self.classes.act(bin));
        let acts = lies.iter().map(act).collect();
        let mut next: Vec<((Act, Outcome), Rc<Plan>)> = Vec::new();
        for (bin, outs) in bins.iter().enumerate() {
            for out in &outs.outs {
                next.push(((self.classes.act(bin), out.outcome), out.plan.clone()));
            }
        }
        Rc::new(Plan::Choice { acts, next })
    }
}
