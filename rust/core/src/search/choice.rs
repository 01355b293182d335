//! The search from the root, or layers: whichever is cheaper.
//!
//! How long the search takes nobody knows before; what the layers cost is known. So the search goes
//! first, for a part of that cost: it ends most positions at once, and where it does not little is
//! lost. Who checks a line asks one position after the other: there no layers are made, as the
//! search's table answers the later ones, and layers are gone when they are through.
//!
//! Where neither comes to an end in time, trials give bounds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::search::layers::{Found, Layers};
use crate::search::limits::{Limits, Monitor, Solution, Stop};
use crate::search::open::{AnyEngine, Narrowing, POLL};
use crate::search::question::{Answer, Exact, Root};
use crate::value::{Bounds, Objective, Ratio};

/// Nodes that are searched before anything is known of the layers.
const FIRST: u64 = 16 * POLL;
/// Values of layers that cost as much time as a node of the search, about.
const VALUES_A_NODE: u64 = 200;
/// The same where values are bits.
const BITS_A_NODE: u64 = 500;

/// One part of so many of the time goes to trials at once, so that there are bounds soon, but not
/// more than so many states: most positions are solved as soon.
const TRIED: u64 = 10;
const TRIED_MOST: u64 = 4 * FIRST;
/// One part of so many of what is left goes to the search then, and the rest to trials.
const SEARCHED: u64 = 2;

/// Lets a search go on for a number of nodes.
struct Patience<'a> {
    monitor: &'a dyn Monitor,
    polls: AtomicU64,
    refused: AtomicBool,
}

impl<'a> Patience<'a> {
    const fn new(monitor: &'a dyn Monitor, nodes: u64) -> Self {
        Self {
            monitor,
            polls: AtomicU64::new(nodes / POLL),
            refused: AtomicBool::new(false),
        }
    }
}

impl Monitor for Patience<'_> {
    fn tell(&self, so_far: &Solution) {
        self.monitor.tell(so_far);
    }

    fn tolerance(&self) -> Ratio {
        self.monitor.tolerance()
    }

    fn go_on(&self) -> bool {
        let goes_on = self.monitor.go_on();
        self.refused.fetch_or(!goes_on, Ordering::Relaxed);
        let less = |polls: u64| polls.checked_sub(1);
        let (order, left) = (Ordering::Relaxed, &self.polls);
        goes_on && left.fetch_update(order, order, less).is_ok()
    }
}

/// What a search came to, and whether nothing but its patience has stopped it.
struct Searched {
    answer: Answer,
    impatient: bool,
    pace: Pace,
}

/// How fast this machine has searched.
#[derive(Clone, Copy)]
struct Pace {
    nodes: u64,
    time: Duration,
}

impl Pace {
    /// Nodes that there is time for, about.
    fn left(self, limits: &Limits) -> u64 {
        let Some(deadline) = limits.deadline else {
            return u64::MAX;
        };
        let left = deadline.saturating_duration_since(Instant::now());
        let left = left.as_nanos() * u128::from(self.nodes) / self.time.as_nanos().max(1);
        left.try_into().unwrap_or(u64::MAX)
    }
}

/// Layers that there is room and time for.
struct Prospect<'a> {
    layers: Layers<'a>,
    /// Nodes that cost as much time, about.
    cost: u64,
    /// Nodes that there is time for before.
    left: u64,
}

impl<'a> Prospect<'a> {
    /// `None` if there is no room, or no time. The engine's table keeps its `bytes`.
    fn new(bytes: usize, root: &Root<'a>, limits: &Limits, target: u8, pace: Pace) -> Option<Self> {
        let limits = Limits {
            memory: limits.memory.saturating_sub(bytes),
            ..*limits
        };
        let layers = Layers::new(root.game, root.state, root.objective, target, &limits)?;
        let cost = match root.objective {
            Objective::Guaranteed => layers.values() / BITS_A_NODE,
            _ if layers.together() => layers.values() / VALUES_A_NODE,
            _ => layers.values() / VALUES_A_NODE * 9 / 5,
        };
        let left = pace.left(&limits).checked_sub(cost)?;
        layers.fits().then_some(Self { layers, cost, left })
    }

    /// The limits of a search that leaves the layers their memory.
    fn beside<'l>(&self, limits: &Limits<'l>) -> Limits<'l> {
        Limits {
            memory: limits.memory.saturating_sub(self.layers.bytes()),
            ..*limits
        }
    }
}

/// Answers by whatever is cheaper.
pub fn answer(engine: &mut dyn AnyEngine, root: &Root, limits: &Limits) -> Answer {
    let mut choice = Choice {
        engine,
        root,
        limits,
        nodes: 0,
        narrowing: None,
    };
    let answer = choice.answer();
    Answer {
        nodes: choice.nodes,
        ..answer
    }
}

/// A question, the engine of the search, and what has been spent.
struct Choice<'a> {
    engine: &'a mut dyn AnyEngine,
    root: &'a Root<'a>,
    limits: &'a Limits<'a>,
    /// Nodes of all searches, and values of all layers.
    nodes: u64,
    /// The trials, once there are any.
    narrowing: Option<Narrowing<'a>>,
}

impl<'a> Choice<'a> {
    fn answer(&mut self) -> Answer {
        if let Exact::Only(_) = self.root.exact {
            return self.checked();
        }
        let mut searched = self.search(self.root, self.limits, FIRST);
        if !searched.impatient {
            return searched.answer;
        }
        if self.limits.monitor.tolerance() > Ratio::ZERO {
            self.trials(self.limits, &mut searched.answer);
            return searched.answer;
        }
        match self.root.objective {
            Objective::Guaranteed => self.forced(searched.answer, searched.pace),
            _ => self.counted(searched.answer, searched.pace),
        }
    }

    fn prospect(&self, target: u8, pace: Pace) -> Option<Prospect<'a>> {
        Prospect::new(self.engine.bytes(), self.root, self.limits, target, pace)
    }

    fn layers(&mut self, prospect: &Prospect) -> Result<Found, Stop> {
        let found = prospect.layers.solve(self.root.actions, self.limits)?;
        self.nodes += prospect.layers.values();
        Ok(found)
    }

    fn counted(&mut self, mut answer: Answer, pace: Pace) -> Answer {
        let target = match self.root.objective {
            Objective::Win { target } => target,
            _ => 0,
        };
        let Some(prospect) = self.prospect(target, pace) else {
            self.narrow(&mut answer, pace);
            return answer;
        };
        let part = match self.root.objective {
            // Of `win` it is known that layers are mostly faster.
            Objective::Win { .. } => prospect.cost / 4,
            _ => prospect.cost,
        };
        let part = part.min(prospect.left).saturating_sub(FIRST);
        let beside = prospect.beside(self.limits);
        // So that there are bounds soon, and if the layers take longer than they should.
        let tried = (prospect.cost.min(prospect.left) / TRIED).min(TRIED_MOST);
        if !self.at_once(&beside, &mut answer, tried) {
            return answer;
        }
        self.narrowing = None;
        if !self.search_open(&beside, &mut answer, part) {
            return answer;
        }
        match self.layers(&prospect) {
            Ok(found) => exact(&found),
            Err(stop) => {
                answer.stop = Some(stop);
                answer
            }
        }
    }

    /// One target after the other, from above. Before each the search has its time: low targets,
    /// which only poor moves ask for, have very many configurations.
    fn forced(&mut self, mut answer: Answer, pace: Pace) -> Answer {
        while let Some(target) = highest_open(&answer, self.root) {
            let Some(prospect) = self.prospect(target, pace) else {
                self.narrow(&mut answer, pace);
                break;
            };
            let beside = prospect.beside(self.limits);
            let part = prospect.cost.min(prospect.left);
            if !self.search_open(&beside, &mut answer, part) {
                break;
            }
            match self.layers(&prospect) {
                Ok(found) => {
                    answer.stop = None;
                    settle(&mut answer, &found, target);
                }
                Err(stop) => {
                    answer.stop = Some(stop);
                    break;
                }
            }
        }
        answer
    }

    /// Searches what is open, and takes it in. Whether nothing but its patience has stopped it.
    fn search_open(&mut self, limits: &Limits, answer: &mut Answer, nodes: u64) -> bool {
        let root = self.root;
        let value = root.value && answer.value.value().is_none();
        let slots = match value {
            true => (0..root.actions.len()).collect(),
            false => open_actions(answer, root),
        };
        let actions: Vec<_> = slots.iter().map(|&slot| root.actions[slot]).collect();
        let asked = Root {
            value,
            actions: &actions,
            exact: if value { root.exact } else { Exact::All },
            cap: match root.objective {
                Objective::Guaranteed => highest_open(answer, root),
                _ => None,
            },
            ..*root
        };
        let searched = self.search(&asked, limits, nodes);
        let later = searched.answer;
        if value {
            answer.value = answer.value.met(later.value);
        }
        for (slot, bounds) in slots.into_iter().zip(later.actions) {
            answer.actions[slot] = answer.actions[slot].met(bounds);
        }
        answer.stop = later.stop;
        searched.impatient
    }

    /// Search and trials, where there are no layers. Trials give bounds soon; then the search has
    /// its part of the time, and without a time limit as much as it needs.
    fn narrow(&mut self, answer: &mut Answer, pace: Pace) {
        let half = Limits {
            memory: self.limits.memory / 2,
            ..*self.limits
        };
        let at_once = match self.limits.deadline {
            Some(_) => (pace.left(self.limits) / TRIED).min(TRIED_MOST),
            None => FIRST,
        };
        if !self.at_once(&half, answer, at_once) {
            return;
        }
        if self.limits.deadline.is_some() {
            if self.search_open(&half, answer, pace.left(self.limits) / SEARCHED) {
                self.trials(self.limits, answer);
            }
            // As narrow as trials can make them, and there is time left.
            if answer.stop == Some(Stop::Tolerance) {
                self.search_open(self.limits, answer, u64::MAX);
            }
            return;
        }
        self.search_open(self.limits, answer, u64::MAX);
    }

    /// Trials for a number of states. Whether it goes on after them.
    fn at_once(&mut self, limits: &Limits, answer: &mut Answer, states: u64) -> bool {
        let patience = Patience::new(self.limits.monitor, states);
        let brief = Limits {
            monitor: &patience,
            ..*limits
        };
        self.trials(&brief, answer);
        answer.stop.is_some() && !patience.refused.load(Ordering::Relaxed)
    }

    /// Trials, and what they prove taken in.
    fn trials(&mut self, limits: &Limits, answer: &mut Answer) {
        let memory = limits.memory.saturating_sub(self.engine.bytes());
        if self.narrowing.is_none() {
            self.narrowing = Narrowing::new(self.root);
        }
        let narrowing = self.narrowing.as_mut();
        let limits = Limits { memory, ..*limits };
        let Some(later) = narrowing.and_then(|narrowing| narrowing.run(&limits)) else {
            answer.stop = Some(Stop::Memory);
            return;
        };
        self.nodes += later.nodes;
        answer.value = answer.value.met(later.value);
        for (bounds, later) in answer.actions.iter_mut().zip(later.actions) {
            *bounds = bounds.met(later);
        }
        let all = answer.actions.iter().chain([&answer.value]);
        let open = all.filter(|bounds| bounds.value().is_none()).count() > 0;
        answer.stop = later.stop.filter(|_| open);
    }

    /// The search, and under a time limit trials after it.
    fn checked(&mut self) -> Answer {
        let mut searched = self.search(self.root, self.limits, FIRST);
        if !searched.impatient {
            return searched.answer;
        }
        let (limits, nodes) = match self.limits.deadline {
            None => (*self.limits, u64::MAX),
            Some(_) => {
                let memory = self.limits.memory / 2;
                let nodes = searched.pace.left(self.limits) / SEARCHED;
                (
                    Limits {
                        memory,
                        ..*self.limits
                    },
                    nodes,
                )
            }
        };
        if self.search_open(&limits, &mut searched.answer, nodes)
            || searched.answer.stop == Some(Stop::Memory)
        {
            self.trials(self.limits, &mut searched.answer);
        }
        searched.answer
    }

    /// The search, for a number of nodes.
    fn search(&mut self, root: &Root, limits: &Limits, nodes: u64) -> Searched {
        let patience = Patience::new(limits.monitor, nodes);
        let limits = Limits {
            monitor: &patience,
            ..*limits
        };
        let started = Instant::now();
        let answer = self.engine.answer(root, &limits);
        let pace = Pace {
            nodes: answer.nodes,
            time: started.elapsed(),
        };
        self.nodes += answer.nodes;
        let refused = patience.refused.load(Ordering::Relaxed);
        Searched {
            impatient: answer.stop == Some(Stop::Interrupt) && !refused,
            answer,
            pace,
        }
    }
}

/// Actions whose values are asked for and not known.
fn open_actions(answer: &Answer, root: &Root) -> Vec<usize> {
    let open = |&slot: &usize| {
        answer.actions[slot].value().is_none() && root.exact.wants(root.actions[slot])
    };
    (0..root.actions.len()).filter(open).collect()
}

/// The highest score that something asked for may still be worth; `None` if nothing is open.
fn highest_open(answer: &Answer, root: &Root) -> Option<u8> {
    let actions = open_actions(answer, root);
    let actions = actions.into_iter().map(|slot| answer.actions[slot]);
    let open = actions.chain(root.value.then_some(answer.value));
    let open = open.filter(|bounds| bounds.value().is_none());
    open.map(|bounds| bounds.upper.numerator() as u8).max()
}

fn exact(found: &Found) -> Answer {
    let value = |&value: &u64| Bounds::exact(Ratio::new(value.into(), found.unit.into()));
    Answer {
        value: value(&found.value),
        actions: found.actions.iter().map(value).collect(),
        nodes: 0,
        stop: None,
    }
}

/// Takes in whether a target is reached.
fn settle(answer: &mut Answer, found: &Found, target: u8) {
    let all = answer.actions.iter_mut().zip(&found.actions);
    for (bounds, &reached) in all.chain([(&mut answer.value, &found.value)]) {
        if reached > 0 {
            bounds.lower = bounds.lower.max(Ratio::whole(target.into()));
        } else {
            let below = Ratio::whole(target.saturating_sub(1).into());
            bounds.upper = bounds.upper.min(below);
        }
    }
}
