//! Whole policies, made better class by class: lower bounds long before the search has any.
//!
//! A policy is kept as a tree of public history, every class of worlds with its action. So its
//! worth is known at any time, and what a class adds or costs is known by walking its worlds
//! alone through the tree. Where worlds come to a class that is there already, they do what it
//! does. A new class does what adds most, found by trying its actions, those with the highest
//! caps first, until one loses nothing. The first policy comes of placing the classes of the
//! first turn one by one. Then moves make it better: a class on the way to a loss, on any turn,
//! is taken out with all that came of it, and does what then adds most, or the same as before if
//! that is less than it had.
//!
//! On the last turn every class does what is best for itself. Where no move makes a policy
//! better, a new one is begun with the classes in another order: hill climbing with restarts.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::search::random::{below, shuffle};

use super::engine::{Act, Branch, Engine, Halt, Messages, Outcome, TELLING};
use super::value::{View, cap, classes, view};
use crate::search::hidden::plan::{Found, Plan};
use crate::search::hidden::state::hands::EMPTY;
use crate::search::hidden::state::layout::World;
use crate::search::hidden::state::public::{Facts, FactsId, TYPES, Types, Use};

/// What everybody sees of a turn.
type Step = (Act, Outcome);

/// Worlds that look alike to the mover, and what he does.
struct Class {
    worlds: Vec<World>,
    act: Act,
    /// What they get on the last turn; before it, the sum of their caps after the action.
    gets: i64,
}

/// What is left to be done at a point of history.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// Nothing: the game is over.
    Nothing,
    /// Nothing but to idle: see [`Engine::idle`].
    Idle,
    /// The last turn.
    Last,
    /// More than that.
    Choice,
}

/// A point of public history.
struct Spot {
    facts: FactsId,
    mover: usize,
    left: Left,
    /// The types that the slots of each hand may hold in any world, whether or not it comes here.
    slots: Rc<Vec<Vec<Types>>>,
    classes: FxHashMap<View, Class>,
    next: FxHashMap<Step, Box<Spot>>,
    /// Worlds that come here.
    worlds: usize,
    /// Messages that were thought of, where they can say anything.
    messages: u32,
    /// The plan from here on, if it was made since something changed.
    plan: Option<Rc<Plan>>,
}

/// What classes that were taken out did, to put them back.
#[derive(Default)]
struct Undone {
    acts: FxHashMap<View, Act>,
    next: FxHashMap<Step, Undone>,
}

/// The way to a point of history, and what the mover of a class sees there.
type Loss = (Vec<Step>, View);

/// A climb from a first policy to better ones.
pub struct Climb {
    root: Spot,
    /// Classes of the first turn yet to be placed, the next one last.
    waiting: Vec<Vec<World>>,
    /// What the policy is worth, and what no policy exceeds.
    total: i64,
    cap: i64,
    /// The best policy so far; none before all classes are placed.
    pub best: Option<Found>,
    /// Where classes lose, yet to be looked at.
    losses: Vec<Loss>,
    /// Times that all losses were gathered since the policy became better.
    rounds: usize,
    /// Times that all began anew.
    starts: usize,
}

/// Rounds without a better policy after which all begins anew.
const ROUNDS: usize = 4;

/// Times that all begins anew.
const STARTS: usize = 32;

/// Steps of a move from which on new classes do the first thing tried: each action of a class is
/// tried with all that follows, so that some moves would take very long.
const MOVE: u64 = 1 << 19;

/// Of actions that add the same one is taken by lot.
const LOTS: usize = 1 << 20;

/// Bytes that a point of history takes, roughly.
const SPOT_BYTES: usize = 2_000;

/// Bytes that a world takes at a point of history, roughly.
const WORLD_BYTES: usize = 200;

/// Whether worlds look alike to a player.
fn alike(player: usize) -> impl Fn(&World, &World) -> bool {
    move |a, b| view(a, player) == view(b, player)
}

/// The worlds in the order of [`classes`].
fn sorted(worlds: impl Iterator<Item = World>, player: usize) -> Vec<World> {
    let mut sorted: Vec<World> = worlds.collect();
    sorted.sort_unstable_by_key(|world| (view(world, player), world.hands));
    sorted
}

impl Climb {
    /// A climb for a set of worlds with caps; nothing is placed yet.
    pub fn new(engine: &Engine<'_>, facts: FactsId, worlds: &[World]) -> Self {
        let mut slots: Vec<Vec<Types>> = vec![Vec::new(); engine.game.players];
        for world in worlds {
            for (slots, &hand) in slots.iter_mut().zip(&world.hands) {
                let cards = engine.hands.cards(hand);
                slots.resize(cards.len(), 0);
                for (types, &kind) in slots.iter_mut().zip(cards) {
                    *types |= 1 << kind;
                }
            }
        }
        let root = Spot::new(engine, facts, Rc::new(slots));
        let mut waiting = classes(worlds, root.mover);
        waiting.sort_by_key(|class| cap(class));
        Self {
            root,
            waiting,
            total: 0,
            cap: cap(worlds),
            best: None,
            losses: Vec::new(),
            rounds: 0,
            starts: 0,
        }
    }

    /// Whether nothing more is to be expected.
    pub const fn done(&self) -> bool {
        self.best.is_some() && (self.total >= self.cap || self.starts > STARTS)
    }

    /// Gives back its memory.
    pub fn end(self, engine: &mut Engine<'_>) {
        engine.held -= self.root.bytes();
    }

    /// Goes on a little. Not to be called any more after an error.
    pub fn go_on(&mut self, engine: &mut Engine<'_>) -> Result<(), Halt> {
        engine.by_lot = self.best.is_some();
        engine.late = engine.steps_done() + MOVE;
        if let Some(class) = self.waiting.pop() {
            self.total += engine.put(&mut self.root, &class, None)?;
        } else if let Some((path, key)) = self.losses.pop() {
            if let Some((turn, key)) = self.turn_before(engine, &path, key)?
                && let Some(spot) = self.root.find(&path[..turn])
            {
                self.total += engine.shift(spot, key)?;
            }
        } else if self.rounds > ROUNDS {
            self.begin_anew(engine);
        } else {
            self.root.losses(&mut Vec::new(), &mut self.losses);
            self.losses.sort_unstable();
            shuffle(&mut engine.lots, &mut self.losses);
            self.rounds += 1;
        }
        let better = |best: &Found| self.total > best.value;
        let better = self.best.as_ref().is_none_or(better);
        if self.waiting.is_empty() && better {
            let (value, plan) = (self.total, self.root.plan());
            self.best = Some(Found { value, plan });
            self.rounds = 0;
        }
        Ok(())
    }

    /// Drops the policy, and places all classes of the first turn anew in another order.
    fn begin_anew(&mut self, engine: &mut Engine<'_>) {
        let worlds = self.root.classes.values().flat_map(|class| &class.worlds);
        let worlds = sorted(worlds.copied(), self.root.mover);
        let parts = worlds.chunk_by(alike(self.root.mover));
        self.waiting = parts.map(<[World]>::to_vec).collect();
        shuffle(&mut engine.lots, &mut self.waiting);
        engine.held -= self.root.bytes();
        self.root = Spot::new(engine, self.root.facts, self.root.slots.clone());
        self.total = 0;
        self.rounds = 0;
        self.starts += 1;
    }

    /// A turn by lot on the way to a loss, and what the mover sees there in one of its worlds.
    /// `None` if the way is there no longer, or nothing is to be chosen on it.
    fn turn_before(
        &mut self,
        engine: &mut Engine<'_>,
        path: &[Step],
        key: View,
    ) -> Result<Option<(usize, View)>, Halt> {
        let mut spots = vec![&self.root];
        for (turn, step) in path.iter().enumerate() {
            match spots[turn].next.get(step) {
                Some(next) => spots.push(next),
                None => return Ok(None),
            }
        }
        let end = spots[path.len()];
        let turns = path.len() + usize::from(end.left == Left::Choice);
        let Some(class) = end.classes.get(&key).filter(|_| turns > 0) else {
            return Ok(None);
        };
        let chosen = below(&mut engine.lots, turns);
        let mut hands = class.worlds[below(&mut engine.lots, class.worlds.len())].hands;
        for turn in (chosen..path.len()).rev() {
            match spots[turn].before(engine, path[turn], &hands)? {
                Some(before) => hands = before,
                None => return Ok(None),
            }
        }
        hands[spots[chosen].mover] = EMPTY;
        Ok(Some((chosen, hands)))
    }
}

impl Spot {
    fn new(engine: &Engine<'_>, facts: FactsId, slots: Rc<Vec<Vec<Types>>>) -> Self {
        let known = engine.facts.get(facts);
        let left = if engine.facts.result(facts).is_some() {
            Left::Nothing
        } else if engine.idle(known) {
            Left::Idle
        } else if known.turns == Some(1) {
            Left::Last
        } else {
            Left::Choice
        };
        Self {
            facts,
            mover: usize::from(known.mover),
            left,
            slots,
            classes: FxHashMap::default(),
            next: FxHashMap::default(),
            worlds: 0,
            messages: 0,
            plan: None,
        }
    }

    /// Bytes that the policy takes from here on, roughly.
    fn bytes(&self) -> usize {
        let below: usize = self
            .next
            .values()
            .map(|next| next.bytes() + SPOT_BYTES)
            .sum();
        below + self.worlds * WORLD_BYTES
    }

    /// A message that nobody sends here.
    const fn new_message(&mut self) -> Act {
        self.messages += 1;
        Act::Tell(self.messages)
    }

    /// The point that an action leads to.
    fn after(&self, engine: &Engine<'_>, facts: FactsId, act: Act) -> Self {
        let mut slots = self.slots.clone();
        // Where clues tell all that they touch nobody asks what slots may hold.
        if engine.messages == Messages::Certain
            && let Act::Use(_, slot) = act
        {
            let hand = &mut Rc::make_mut(&mut slots)[self.mover];
            hand.remove(usize::from(slot));
            if usize::from(engine.facts.get(facts).sizes[self.mover]) > hand.len() {
                hand.insert(0, Types::MAX);
            }
        }
        Self::new(engine, facts, slots)
    }

    /// The point at the end of a path, to be changed.
    fn find(&mut self, path: &[Step]) -> Option<&mut Self> {
        let mut spot = self;
        spot.plan = None;
        for step in path {
            spot = spot.next.get_mut(step)?;
            spot.plan = None;
        }
        Some(spot)
    }

    /// The hands of a world here from which a step leads to such hands.
    fn before(
        &self,
        engine: &mut Engine<'_>,
        (act, outcome): Step,
        hands: &View,
    ) -> Result<Option<View>, Halt> {
        let same = self.classes.values().filter(|class| class.act == act);
        let others = |world: &&World| {
            let pairs = world.hands.iter().zip(hands).enumerate();
            pairs
                .filter(|(player, _)| *player != self.mover)
                .all(|(_, (a, b))| a == b)
        };
        for world in same.flat_map(|class| &class.worlds).filter(others) {
            let branches = engine.leads(self.facts, std::slice::from_ref(world), act)?;
            let mut leads = branches.iter().filter(|branch| branch.outcome == outcome);
            if leads.any(|branch| branch.worlds.iter().any(|next| next.hands == *hands)) {
                return Ok(Some(world.hands));
            }
        }
        Ok(None)
    }

    /// Adds all losses from here on.
    fn losses(&self, path: &mut Vec<Step>, found: &mut Vec<Loss>) {
        for (key, class) in &self.classes {
            if class.gets < cap(&class.worlds) {
                found.push((path.clone(), *key));
            }
        }
        for (step, next) in &self.next {
            path.push(*step);
            next.losses(path, found);
            path.pop();
        }
    }

    /// The plan from here on.
    fn plan(&mut self) -> Rc<Plan> {
        if let Some(plan) = &self.plan {
            return plan.clone();
        }
        let plan = Rc::new(match self.left {
            Left::Nothing => Plan::Over,
            Left::Idle => Plan::Idle,
            Left::Last => Plan::Last,
            Left::Choice => {
                let worlds = self.classes.values().flat_map(|class| &class.worlds);
                let worlds = sorted(worlds.copied(), self.mover);
                let parts = worlds.chunk_by(alike(self.mover));
                let acts = parts.map(|part| self.classes[&view(&part[0], self.mover)].act);
                let acts = acts.collect();
                let next = self.next.iter_mut();
                let next = next.map(|(step, next)| (*step, next.plan())).collect();
                Plan::Choice { acts, next }
            }
        });
        self.plan = Some(plan.clone());
        plan
    }
}

impl Engine<'_> {
    /// Brings worlds to a point of history: how much more is had. Classes that were taken
    /// out do what they did.
    fn put(
        &mut self,
        spot: &mut Spot,
        worlds: &[World],
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        spot.plan = None;
        spot.worlds += worlds.len();
        self.held += worlds.len() * WORLD_BYTES;
        if matches!(spot.left, Left::Nothing | Left::Idle) {
            return Ok(cap(worlds));
        }
        let mut gain = 0;
        for part in sorted(worlds.iter().copied(), spot.mover).chunk_by(alike(spot.mover)) {
            let key = view(&part[0], spot.mover);
            let known = undone.and_then(|undone| undone.acts.get(&key));
            gain += if spot.left == Left::Last {
                let class = spot.classes.entry(key).or_insert_with(|| Class {
                    worlds: Vec::new(),
                    act: Act::Stuck,
                    gets: 0,
                });
                class.worlds.extend_from_slice(part);
                self.last_again(spot.facts, class)
            } else if let Some(class) = spot.classes.get_mut(&key) {
                class.worlds.extend_from_slice(part);
                let act = class.act;
                self.send(spot, key, part, act, undone)?
            } else if let Some(&act) = known {
                self.send_class(spot, key, part, act, undone)?
            } else {
                self.place(spot, key, part)?
            };
        }
        Ok(gain)
    }

    /// Values a class of the last turn anew after its worlds have changed: how much more it gets.
    fn last_again(&self, facts: FactsId, class: &mut Class) -> i64 {
        let old = class.gets;
        class.gets = match class.worlds.as_slice() {
            [] => 0,
            worlds => self.last_best(self.facts.get(facts), worlds).1,
        };
        class.gets - old
    }

    /// Lets a new class do something: how much more is had.
    fn send_class(
        &mut self,
        spot: &mut Spot,
        key: View,
        worlds: &[World],
        act: Act,
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        let class = Class {
            worlds: worlds.to_vec(),
            act,
            gets: 0,
        };
        spot.classes.insert(key, class);
        self.send(spot, key, worlds, act, undone)
    }

    /// What worlds of a class lead to by its action, and what they get at once. They are counted in
    /// what the class gets (`sign` 1), or not any more (−1).
    fn follow(
        &mut self,
        spot: &mut Spot,
        key: View,
        worlds: &[World],
        act: Act,
        sign: i64,
    ) -> Result<(Vec<Branch>, i64), Halt> {
        let branches = self.leads(spot.facts, worlds, act)?;
        let at_once = match act {
            Act::Stuck => self.stuck(spot.facts, worlds),
            _ => 0,
        };
        if let Some(class) = spot.classes.get_mut(&key) {
            let caps: i64 = branches.iter().map(|branch| branch.cap).sum();
            class.gets += sign * (at_once + caps);
        }
        Ok((branches, at_once))
    }

    /// Lets worlds of a class do something: how much more is had.
    fn send(
        &mut self,
        spot: &mut Spot,
        key: View,
        worlds: &[World],
        act: Act,
        undone: Option<&Undone>,
    ) -> Result<i64, Halt> {
        if let Act::Tell(number) = act {
            spot.messages = spot.messages.max(number);
        }
        let (branches, mut gain) = self.follow(spot, key, worlds, act, 1)?;
        for branch in branches {
            let step = (act, branch.outcome);
            if !spot.next.contains_key(&step) {
                self.held += SPOT_BYTES;
                let next = spot.after(self, branch.facts, act);
                spot.next.insert(step, Box::new(next));
            }
            if let Some(next) = spot.next.get_mut(&step) {
                let undone = undone.and_then(|undone| undone.next.get(&step));
                gain += self.put(next, &branch.worlds, undone)?;
            }
        }
        Ok(gain)
    }

    /// Takes worlds away from a point of history: how much less is had. What classes did of which
    /// nothing is left is noted.
    fn take(
        &mut self,
        spot: &mut Spot,
        worlds: &[World],
        undone: &mut Undone,
    ) -> Result<i64, Halt> {
        spot.plan = None;
        spot.worlds -= worlds.len();
        self.held -= worlds.len() * WORLD_BYTES;
        if matches!(spot.left, Left::Nothing | Left::Idle) {
            return Ok(cap(worlds));
        }
        let mut loss = 0;
        for part in sorted(worlds.iter().copied(), spot.mover).chunk_by(alike(spot.mover)) {
            let key = view(&part[0], spot.mover);
            let Some(class) = spot.classes.get_mut(&key) else {
                continue;
            };
            let stays = |world: &World| {
                let place = part.binary_search_by_key(&world.hands, |other| other.hands);
                place.is_err()
            };
            class.worlds.retain(stays);
            let (act, empty) = (class.act, class.worlds.is_empty());
            loss += if spot.left == Left::Last {
                -self.last_again(spot.facts, class)
            } else {
                self.call_back(spot, key, part, act, undone)?
            };
            if empty {
                spot.classes.remove(&key);
                undone.acts.insert(key, act);
            }
        }
        Ok(loss)
    }

    /// Takes a whole class out: how much less is had, and what followed.
    fn take_class(
        &mut self,
        spot: &mut Spot,
        key: View,
        worlds: &[World],
        act: Act,
    ) -> Result<(i64, Undone), Halt> {
        let mut undone = Undone::default();
        let loss = self.call_back(spot, key, worlds, act, &mut undone)?;
        spot.classes.remove(&key);
        Ok((loss, undone))
    }

    /// The opposite of [`Self::send`]: how much less is had.
    fn call_back(
        &mut self,
        spot: &mut Spot,
        key: View,
        worlds: &[World],
        act: Act,
        undone: &mut Undone,
    ) -> Result<i64, Halt> {
        let (branches, mut loss) = self.follow(spot, key, worlds, act, -1)?;
        for branch in branches {
            let step = (act, branch.outcome);
            let undone = undone.next.entry(step).or_default();
            if let Some(next) = spot.next.get_mut(&step) {
                loss += self.take(next, &branch.worlds, undone)?;
                if next.worlds == 0 {
                    spot.next.remove(&step);
                    self.held -= SPOT_BYTES;
                }
            }
        }
        Ok(loss)
    }

    /// Lets a new class do what adds most: how much more is had. Once an action loses nothing, no
    /// other is tried.
    fn place(&mut self, spot: &mut Spot, key: View, worlds: &[World]) -> Result<i64, Halt> {
        let mut best: Option<(i64, Act, Undone)> = None;
        for (bound, act) in self.offers(spot, worlds)? {
            let late = self.steps_done() > self.late;
            if best
                .as_ref()
                .is_some_and(|(gain, ..)| late || *gain >= bound)
            {
                break;
            }
            let gain = self.send_class(spot, key, worlds, act, None)?;
            if gain == bound {
                return Ok(gain);
            }
            let (_, undone) = self.take_class(spot, key, worlds, act)?;
            if best.as_ref().is_none_or(|(old, ..)| gain > *old) {
                best = Some((gain, act, undone));
            }
        }
        match best {
            Some((_, act, undone)) => self.send_class(spot, key, worlds, act, Some(&undone)),
            None => {
                self.spoiled |= self.messages == Messages::Certain;
                self.send_class(spot, key, worlds, Act::Stuck, None)
            }
        }
    }

    /// Lets a class do what adds most, if that is no less than it had, and something else rather
    /// than the same: how much more is had.
    fn shift(&mut self, spot: &mut Spot, key: View) -> Result<i64, Halt> {
        let Some(class) = spot.classes.get(&key) else {
            return Ok(0);
        };
        let (worlds, old) = (class.worlds.clone(), class.act);
        if old == Act::Stuck {
            return Ok(0);
        }
        let (loss, undone) = self.take_class(spot, key, &worlds, old)?;
        let mut best = (loss, 0, old, undone);
        for (bound, act) in self.offers(spot, &worlds)? {
            if bound < best.0 {
                break;
            }
            let gain = self.send_class(spot, key, &worlds, act, None)?;
            let (_, undone) = self.take_class(spot, key, &worlds, act)?;
            let lot = 1 + below(&mut self.lots, LOTS);
            if (gain, lot) > (best.0, best.1) {
                best = (gain, lot, act, undone);
            }
        }
        let (_, _, act, undone) = best;
        let gain = self.send_class(spot, key, &worlds, act, Some(&undone))?;
        Ok(gain - loss)
    }

    /// What a class may do, with the sum of the caps after it, the highest first; those alike by
    /// lot, but in the first policy in order, plays first. Of messages that no class here sends
    /// there is one: they are worth the same.
    fn offers(&mut self, spot: &mut Spot, worlds: &[World]) -> Result<Vec<(i64, Act)>, Halt> {
        let known = self.facts.get(spot.facts).clone();
        let mut offers: Vec<(i64, u8, Act)> = Vec::new();
        let uses = [Use::Play, Use::Discard].into_iter();
        for how in uses.filter(|&how| how == Use::Play || known.discard_legal(self.game)) {
            for slot in 0..known.sizes[spot.mover] {
                let act = Act::Use(how, slot);
                let bound = self.cap_after(spot.facts, worlds, act)?;
                let merit = self.merit(spot.facts, worlds, how, usize::from(slot));
                offers.push((bound, merit, act));
            }
        }
        let untold = self.untold_ever(spot, &known);
        let messages = match self.messages {
            // Who tells all tells nobody else's message.
            Messages::Unlimited if known.clue_legal(self.game) => vec![spot.new_message()],
            _ => self.messages(&known, &worlds[0].hands, &untold),
        };
        if let Some(&message) = messages.first() {
            let bound = self.cap_after(spot.facts, worlds, message)?;
            let sent = |act: &Act| spot.next.contains_key(&(*act, None));
            let (sent, new): (Vec<Act>, Vec<Act>) = messages.into_iter().partition(sent);
            offers.extend(sent.into_iter().map(|act| (bound, TELLING + 1, act)));
            offers.extend(new.first().map(|&act| (bound, TELLING, act)));
        }
        if self.by_lot {
            shuffle(&mut self.lots, &mut offers);
        }
        offers.sort_by_key(|&(bound, merit, _)| std::cmp::Reverse((bound, merit)));
        let offers = offers.into_iter();
        Ok(offers.map(|(bound, _, act)| (bound, act)).collect())
    }

    /// The slots of which clues tell nothing, as in [`Self::untold`], whatever worlds come here:
    /// those of a larger set tell no more.
    fn untold_ever(&self, spot: &Spot, known: &Facts) -> Vec<u32> {
        if self.messages != Messages::Certain || !known.clue_legal(self.game) {
            return Vec::new();
        }
        let clues = self.clues.len();
        let mut untold = vec![0; self.game.players * clues];
        let left = (0..TYPES).filter(|&kind| known.left[kind] > 0);
        let left = left.fold(0, |types: Types, kind| types | 1 << kind);
        for (clue, unclear) in self.unclear().iter().enumerate() {
            for (player, hand) in spot.slots.iter().enumerate() {
                for (slot, types) in hand.iter().enumerate() {
                    let may = types & left & unclear != 0;
                    untold[player * clues + clue] |= u32::from(may) << slot;
                }
            }
        }
        untold
    }
}
