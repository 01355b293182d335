//! A policy as a tree of public history, every class of worlds with its action.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::Model;
use crate::search::hidden::state::action::{Act, Outcome};
use crate::search::hidden::state::clues::Messages;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::public::{Faces, PublicId};
use crate::search::hidden::state::worlds::{View, World, cap, view};

/// What everybody sees of a turn.
pub type Step = (Act, Outcome);

/// Worlds that look alike to the mover, and what he does.
pub struct Class {
    pub worlds: Vec<World>,
    pub act: Act,
    /// What they get on the last turn; before it, the sum of their caps after the action.
    pub gets: i64,
}

/// What is left to be done at a point of history.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// Nothing: the game is over.
    Nothing,
    /// Nothing but to idle: see [`Search::idle`].
    Idle,
    /// The last turn.
    Last,
    /// More than that.
    Turn,
}

/// A point of public history.
pub struct TreeNode {
    pub public: PublicId,
    pub mover: usize,
    pub left: Left,
    /// The faces that the slots of each hand may hold in any world, whether or not it comes here.
    pub slots: Rc<Vec<Vec<Faces>>>,
    pub classes: FxHashMap<View, Class>,
    pub next: FxHashMap<Step, Box<TreeNode>>,
    /// Worlds that come here.
    pub worlds: usize,
    /// Messages that were thought of, where they can say anything.
    pub messages: u32,
    /// What a class must not do.
    pub barred: Option<(View, Act)>,
    /// The plan from here on, if it was made since something changed.
    pub plan: Option<Rc<Plan>>,
}

/// What classes that were taken out did, to put them back.
#[derive(Default)]
pub struct Undone {
    pub acts: FxHashMap<View, Act>,
    pub next: FxHashMap<Step, Undone>,
}

/// The way to a point of history, and what the mover of a class sees there.
pub type Loss = (Vec<Step>, View);

/// Bytes that a point of history takes, roughly.
pub const NODE_BYTES: usize = 2_000;

/// Bytes that a world takes at a point of history, roughly.
pub const WORLD_BYTES: usize = 200;

/// Whether worlds look alike to a player.
pub fn same_view(player: usize) -> impl Fn(&World, &World) -> bool {
    move |a, b| view(a, player) == view(b, player)
}

/// The worlds in the order of [`classes`].
pub fn sorted(worlds: impl Iterator<Item = World>, player: usize) -> Vec<World> {
    let mut sorted: Vec<World> = worlds.collect();
    sorted.sort_unstable_by_key(|world| (view(world, player), world.hands));
    sorted
}

impl TreeNode {
    pub fn new(model: &Model<'_>, public: PublicId, slots: Rc<Vec<Vec<Faces>>>) -> Self {
        let known = model.publics.get(public);
        let left = if model.publics.result(public).is_some() {
            Left::Nothing
        } else if model.idle(known) {
            Left::Idle
        } else if known.turns_left == Some(1) {
            Left::Last
        } else {
            Left::Turn
        };
        Self {
            public,
            mover: known.mover,
            left,
            slots,
            classes: FxHashMap::default(),
            next: FxHashMap::default(),
            worlds: 0,
            messages: 0,
            barred: None,
            plan: None,
        }
    }

    /// Bytes that the policy takes from here on, roughly.
    pub fn bytes(&self) -> usize {
        let below: usize = self
            .next
            .values()
            .map(|next| next.bytes() + NODE_BYTES)
            .sum();
        below + self.worlds * WORLD_BYTES
    }

    /// A message that nobody sends here.
    pub const fn new_message(&mut self) -> Act {
        self.messages += 1;
        Act::Tell(self.messages)
    }

    /// The point that an action leads to.
    pub fn after(&self, model: &Model<'_>, public: PublicId, act: Act) -> Self {
        let mut slots = self.slots.clone();
        // Where clues tell all that they touch nobody asks what slots may hold.
        if model.clues.messages == Messages::Certain
            && let Act::Use(_, slot) = act
        {
            let hand = &mut Rc::make_mut(&mut slots)[self.mover];
            hand.remove(usize::from(slot));
            if usize::from(model.publics.get(public).sizes[self.mover]) > hand.len() {
                hand.insert(0, Faces::MAX);
            }
        }
        Self::new(model, public, slots)
    }

    /// The point at the end of a path, to be changed.
    pub fn find(&mut self, path: &[Step]) -> Option<&mut Self> {
        let mut spot = self;
        spot.plan = None;
        for step in path {
            spot = spot.next.get_mut(step)?;
            spot.plan = None;
        }
        Some(spot)
    }

    /// The hands of a world here from which a step leads to such hands.
    pub fn before(
        &self,
        model: &mut Model<'_>,
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
            let branches = model.leads(self.public, std::slice::from_ref(world), act)?;
            let mut leads = branches.iter().filter(|branch| branch.outcome == outcome);
            if leads.any(|branch| branch.worlds.iter().any(|next| next.hands == *hands)) {
                return Ok(Some(world.hands));
            }
        }
        Ok(None)
    }

    /// Adds all losses from here on.
    pub fn losses(&self, path: &mut Vec<Step>, found: &mut Vec<Loss>) {
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
    pub fn plan(&mut self) -> Rc<Plan> {
        if let Some(plan) = &self.plan {
            return plan.clone();
        }
        let plan = Rc::new(match self.left {
            Left::Nothing => Plan::Over,
            Left::Idle => Plan::Idle,
            Left::Last => Plan::Last,
            Left::Turn => {
                let worlds = self.classes.values().flat_map(|class| &class.worlds);
                let worlds = sorted(worlds.copied(), self.mover);
                let parts = worlds.chunk_by(same_view(self.mover));
                let acts = parts.map(|part| self.classes[&view(&part[0], self.mover)].act);
                let acts = acts.collect();
                let next = self.next.iter_mut();
                let next = next.map(|(step, next)| (*step, next.plan())).collect();
                Plan::Turn { acts, next }
            }
        });
        self.plan = Some(plan.clone());
        plan
    }
}
