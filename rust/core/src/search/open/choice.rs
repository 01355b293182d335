//! The search from the root, or layers.
//!
//! How long the search takes nobody knows before; what the layers cost is known. So the search goes
//! first, for a part of that cost: it ends most positions at once, and where it does not little is
//! lost. Who checks a line asks one position after the other: there the search alone goes, as its
//! table answers the later ones, and layers are gone when they are through.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::layers::{Found, Layers};
use super::search::POLL;
use super::{Answer, Exact, Kept, OpenSolver, Root};
use crate::search::limits::{Limits, Monitor, Stop};
use crate::value::{Bounds, Objective, Ratio};

/// Nodes that are searched before anything is known of the layers.
const FIRST: u64 = 16 * POLL;
/// Values of layers that cost as much time as a node of the search, about.
const VALUES_A_NODE: u64 = 200;
/// The same where values are bits.
const BITS_A_NODE: u64 = 500;
/// Nodes that a second brings at least.
const NODES_A_SECOND: u64 = 100_000;

/// Lets a search go on for a number of nodes.
struct Patience<'a> {
    monitor: &'a dyn Monitor,
    polls: AtomicU64,
    refused: AtomicBool,
}

impl Monitor for Patience<'_> {
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
}

impl OpenSolver {
    /// Answers by whatever is cheaper.
    pub(super) fn choose(&mut self, kept: &mut Kept, root: &Root, limits: &Limits) -> Answer {
        if let Exact::Only(_) = root.exact {
            return self.search(kept, root, limits, u64::MAX).answer;
        }
        let searched = self.search(kept, root, limits, FIRST);
        if !searched.impatient {
            return searched.answer;
        }
        let answer = searched.answer;
        match root.objective {
            Objective::Guaranteed => self.choose_forced(kept, root, limits, answer),
            _ => self.choose_counted(kept, root, limits),
        }
    }

    fn choose_counted(&mut self, kept: &mut Kept, root: &Root, limits: &Limits) -> Answer {
        let target = match root.objective {
            Objective::Win { target } => target,
            _ => 0,
        };
        let Some(layers) = layers(kept, root, limits, target) else {
            return self.search(kept, root, limits, u64::MAX).answer;
        };
        let part = match root.objective {
            // Of `win` it is known that layers are mostly faster.
            Objective::Win { .. } => cost(&layers, root) / 4,
            _ => cost(&layers, root),
        };
        let searched = self.search(kept, root, limits, part.saturating_sub(FIRST));
        if !searched.impatient {
            return searched.answer;
        }
        match layers.solve(root.actions, limits) {
            Ok(found) => {
                self.nodes += layers.values();
                exact(&found)
            }
            Err(stop) => Answer {
                stop: Some(stop),
                ..searched.answer
            },
        }
    }

    /// One target after the other, from above. Before each the search has its time: low targets,
    /// which only poor moves ask for, have very many configurations.
    fn choose_forced(
        &mut self,
        kept: &mut Kept,
        root: &Root,
        limits: &Limits,
        mut answer: Answer,
    ) -> Answer {
        while let Some(target) = highest_open(&answer, root) {
            let Some(layers) = layers(kept, root, limits, target) else {
                self.search_open(kept, root, limits, &mut answer, u64::MAX);
                break;
            };
            if !self.search_open(kept, root, limits, &mut answer, cost(&layers, root)) {
                break;
            }
            match layers.solve(root.actions, limits) {
                Ok(found) => {
                    self.nodes += layers.values();
                    answer.stop = None;
                    narrow(&mut answer, &found, target);
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
    fn search_open(
        &mut self,
        kept: &mut Kept,
        root: &Root,
        limits: &Limits,
        answer: &mut Answer,
        nodes: u64,
    ) -> bool {
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
            cap: highest_open(answer, root),
            ..*root
        };
        let searched = self.search(kept, &asked, limits, nodes);
        let later = searched.answer;
        if value {
            answer.value = both(answer.value, later.value);
        }
        for (slot, bounds) in slots.into_iter().zip(later.actions) {
            answer.actions[slot] = both(answer.actions[slot], bounds);
        }
        (answer.stop, answer.widen) = (later.stop, later.widen);
        searched.impatient
    }

    /// The search, for a number of nodes.
    fn search(&mut self, kept: &mut Kept, root: &Root, limits: &Limits, nodes: u64) -> Searched {
        let patience = Patience {
            monitor: limits.monitor,
            polls: AtomicU64::new(nodes / POLL),
            refused: AtomicBool::new(false),
        };
        let limits = Limits {
            monitor: &patience,
            ..*limits
        };
        let before = kept.engine.nodes();
        let answer = kept.engine.answer(root, &limits);
        self.nodes += kept.engine.nodes() - before;
        let refused = patience.refused.load(Ordering::Relaxed);
        Searched {
            impatient: answer.stop == Some(Stop::Interrupt) && !refused,
            answer,
        }
    }
}

/// The layers of the root, if there is room and time for them.
fn layers<'a>(kept: &Kept, root: &Root<'a>, limits: &Limits, target: u8) -> Option<Layers<'a>> {
    let memory = limits.memory.saturating_sub(kept.engine.bytes());
    let layers = Layers::new(root.game, root.state, root.objective, target, memory)?;
    let seconds = cost(&layers, root) / NODES_A_SECOND;
    let in_time = limits.deadline.is_none_or(|deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        seconds <= left.as_secs()
    });
    (in_time && layers.fits()).then_some(layers)
}

/// Nodes that cost as much time as layers, about.
fn cost(layers: &Layers, root: &Root) -> u64 {
    match root.objective {
        Objective::Guaranteed => layers.values() / BITS_A_NODE,
        _ => layers.values() / VALUES_A_NODE,
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

/// What two bounds say together.
fn both(one: Bounds, other: Bounds) -> Bounds {
    Bounds {
        lower: one.lower.max(other.lower),
        upper: one.upper.min(other.upper),
    }
}

fn exact(found: &Found) -> Answer {
    let value = |&value: &u64| Bounds::exact(Ratio::new(value.into(), found.unit.into()));
    Answer {
        value: value(&found.value),
        actions: found.actions.iter().map(value).collect(),
        stop: None,
        widen: false,
    }
}

/// Takes in whether a target is reached.
fn narrow(answer: &mut Answer, found: &Found, target: u8) {
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
