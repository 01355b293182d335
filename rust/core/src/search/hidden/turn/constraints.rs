//! Can every world be given its cap? The question of `guaranteed`: a target for sure.
//!
//! Call a set of worlds *lossless* if some policy gets its cap from each of them, that is if the
//! value is the sum of the caps. Subsets of lossless sets are lossless (the policy is the same),
//! so a set is refuted by any part of it that is not: a *core*. Weights do not matter.
//!
//! A turn is a problem of constraints: every class of worlds that look alike to the mover needs
//! a bin, and what is gathered in a bin must be lossless for each outcome. Whether it is, is
//! asked only when a class is put there. If it is not, the core that comes back says which
//! classes do not go together in such a bin: a *nogood*, for all messages alike (they
//! have one value function). A class without a bin left goes back to the latest class that stands
//! in its way, not just to the one before: *backjumping*.
//!
//! The worlds named by the nogoods used on the way to a contradiction are a core of the turn:
//! with these worlds alone every step of that way is the same.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::game::rules::MAX_PLAYERS;
use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Outcome};
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::hands::HandId;
use crate::search::hidden::state::public::PublicId;
use crate::search::hidden::state::worlds::{World, cap};
use crate::search::memory::maps::map_bytes;

use super::bins::Bin;
use super::bits::Bits;
use super::classes::{Classes, Place};
use super::{Lossless, Values};

/// Classes without a bin after which the values of a turn begins anew, hard classes first;
/// twice as many each time.
const FIRST_PATIENCE: u64 = 64;

type HandIds = [HandId; MAX_PLAYERS];

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

/// The values of one turn. What it has learnt stays when it is halted.
pub struct Node {
    public: PublicId,
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
    /// Bytes of the nogoods and the owners, roughly. They count as memory in use until
    /// [`end`](Self::end).
    bytes: usize,
}

/// What became of an attempt to place the classes from some place on.
enum Attempt {
    Done,
    Failed(Conflict),
    /// Too many classes were without a bin: begin anew.
    Impatient,
}

impl Node {
    /// The turn of a connected set of worlds.
    pub fn new(
        values: &mut dyn Values<'_>,
        public: PublicId,
        worlds: &[World],
    ) -> Result<Self, Halt> {
        let classes = Classes::new(values.model(), public, worlds)?;
        let number = classes.len();
        let mut owner = FxHashMap::default();
        for class in 0..number {
            for world in classes.worlds(class) {
                if let Ok(place) = worlds.binary_search_by_key(&world.hands, |w| w.hands) {
                    owner.insert(world.hands, (class, place));
                }
            }
        }
        let bytes = map_bytes(&owner);
        values.model().effort.held += bytes;
        Ok(Self {
            public,
            classes,
            bytes,
            owner,
            order: (0..number).collect(),
            trouble: vec![0; number],
            nogoods: FxHashMap::default(),
            losers: FxHashMap::default(),
            liked: vec![None; number],
            patience: FIRST_PATIENCE,
        })
    }

    /// Gives back the memory that counts.
    pub fn end(self, model: &mut Model<'_>) {
        model.effort.held -= self.bytes;
    }

    /// Whether the set is lossless.
    pub fn solve(&mut self, values: &mut dyn Values<'_>) -> Result<Lossless, Halt> {
        loop {
            self.sort();
            let mut lies = vec![None; self.classes.len()];
            let mut left = self.patience;
            match self.place(values, &mut lies, 0, &mut left)? {
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
            if let Some(bins) = self.fill(values, &lies)? {
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
        values: &mut dyn Values<'_>,
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
            match self.gather(values, bin, &members)? {
                Ok(gathered) => *filled = gathered,
                Err(core) => {
                    let bytes = self.learn(bin, core);
                    self.bytes += bytes;
                    values.model().effort.held += bytes;
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
        values: &mut dyn Values<'_>,
        lies: &mut Vec<Option<usize>>,
        place: usize,
        left: &mut u64,
    ) -> Result<Attempt, Halt> {
        let Some(&class) = self.order.get(place) else {
            return Ok(Attempt::Done);
        };
        values.model().tick()?;
        let mut conflict = Conflict::default();
        for bin in self.candidates(class, lies) {
            if let Some(known) = self.known_conflict(class, bin, lies) {
                conflict.add(&known);
                continue;
            }
            lies[class] = Some(bin);
            let attempt = self.place(values, lies, place + 1, left)?;
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
        self.add_losers(values, class, &mut conflict)?;
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
    /// Returns the bytes that it takes.
    fn learn(&mut self, bin: usize, core: Vec<(usize, usize)>) -> usize {
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
        // Each list that names it has a place for it, and some to spare.
        size_of::<Nogood>() + 5 * size_of_val(nogood.classes.as_slice()) + nogood.worlds.bytes()
    }

    /// The bin with some classes in it; or the worlds, by class and place, that are not lossless
    /// together.
    fn gather(
        &self,
        values: &mut dyn Values<'_>,
        bin: usize,
        members: &[usize],
    ) -> Result<Result<Bin, Vec<(usize, usize)>>, Halt> {
        let mut gathered = Bin::default();
        let mut outs: Vec<(Outcome, PublicId, Vec<World>)> = Vec::new();
        for &class in members {
            let branches = self.classes.branches_in(values.model(), class, bin)?;
            for branch in branches.iter().flat_map(|branches| branches.iter()) {
                match outs.iter_mut().find(|(other, ..)| *other == branch.outcome) {
                    Some((.., worlds)) => worlds.extend_from_slice(&branch.worlds),
                    None => outs.push((branch.outcome, branch.public, branch.worlds.clone())),
                }
            }
        }
        for (outcome, public, mut worlds) in outs {
            if worlds.is_empty() {
                continue;
            }
            worlds.sort_unstable_by_key(|world| world.hands);
            match values.lossless(public, &worlds)? {
                Lossless::Plan(plan) => gathered.put(outcome, cap(&worlds), plan, worlds),
                Lossless::Core(core) => {
                    let core = core.into_iter().map(|place| worlds[place]);
                    let from = core.filter_map(|world| self.origin(values, bin, outcome, &world));
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
        values: &mut dyn Values<'_>,
        bin: usize,
        outcome: Outcome,
        world: &World,
    ) -> Option<(usize, usize)> {
        let mut hands = world.hands;
        if let (Act::Use(_, slot), Some(kind)) = (self.classes.act(bin), outcome) {
            let known = values.model().publics.get(self.public);
            let mover = known.mover;
            let size = usize::from(known.sizes[mover]);
            let mut cards = values.model().hands.cards(hands[mover]).to_vec();
            if cards.len() == size {
                cards.remove(0);
            }
            cards.insert(usize::from(slot), kind);
            hands[mover] = values.model().hands.id(&cards);
        }
        self.owner.get(&hands).copied()
    }

    /// Adds, for everything that a class may do but that its caps forbid, a world that shows it.
    fn add_losers(
        &mut self,
        values: &mut dyn Values<'_>,
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
                    let place = self.loser(values, class, bin)?;
                    self.losers.insert(key, place);
                    place
                }
            };
            conflict.worlds.add(place);
        }
        Ok(())
    }

    /// A world of the class, by its place, that loses by what a bin does.
    fn loser(&self, values: &mut dyn Values<'_>, class: usize, bin: usize) -> Result<usize, Halt> {
        let worlds = self.classes.worlds(class);
        for world in worlds {
            let one = std::slice::from_ref(world);
            let left = values
                .model()
                .cap_after(self.public, one, self.classes.act(bin))?;
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
        Rc::new(Plan::Turn { acts, next })
    }
}
