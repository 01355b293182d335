//! One thread's trials.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::merged::Merged;
use super::policy::Ladder;
use super::start::{DRAWS, Start};
use super::stored::{ONE, Stored};
use crate::random::below;
use crate::search::limits::Limits;
use crate::search::memory::table::Table;
use crate::search::open::key::{Layout, NodeKey};
use crate::search::open::node::{Move, Node};
use crate::search::open::number::Range;
use crate::search::open::ordering::{Moves, moves};
use crate::search::open::search::Halt;
use crate::value::Objective;

/// States between two looks at the limits.
const POLL: u64 = if cfg!(test) { 1 } else { 1024 };

/// One of so many visits looks at all moves, the others at the best alone.
const ALL_MOVES: usize = 10;

/// One of so many trials goes by upper bounds, the others by lower ones.
const BY_UPPER: u64 = 4;

/// A trial ends where the gap is this part of the root's.
const NARROW: u64 = 4;

/// One thread's work.
pub struct Trial<'a, K> {
    pub start: Start<'a>,
    /// The same game with spare copies given up.
    pub spare: Start<'a>,
    pub merged: Merged,
    pub layout: Layout,
    pub table: &'a Table,
    pub limits: &'a Limits<'a>,
    pub done: &'a AtomicBool,
    pub grow_at: usize,
    pub most_suits: usize,
    pub states: u64,
    pub trials: u64,
    pub seed: u64,
    /// Gaps up to this one are narrow enough for this trial.
    pub enough: u64,
    pub halt: Option<Halt>,
    pub ladder: Ladder,
    pub keys: PhantomData<K>,
}

/// A child of a chance node.
struct Child {
    weight: u8,
    node: Node,
    stored: Stored,
}

/// What follows a move: the end of the game, with what it is worth, or one of the children.
struct Follows {
    over: Option<u64>,
    children: ArrayVec<Child, DRAWS>,
}

const fn gap(range: Range<u64>) -> u64 {
    range.high.saturating_sub(range.low)
}

impl<K: NodeKey> Trial<'_, K> {
    /// Whether the draws are an adversary's.
    pub fn least(&self) -> bool {
        self.start.objective == Objective::Guaranteed
    }

    /// Counts a state, and looks at the limits now and then.
    pub fn count(&mut self) {
        self.states += 1;
        if self.states.is_multiple_of(POLL) {
            self.poll();
        }
    }

    fn poll(&mut self) {
        self.halt = if self.done.load(Ordering::Relaxed) {
            Some(Halt::Done)
        } else if let Some(stop) = self.limits.check() {
            Some(Halt::Limit(stop))
        } else if self.table.count() >= self.grow_at {
            Some(Halt::Grow)
        } else if self.start.frame.suits.count() + self.spare.frame.suits.count() >= self.most_suits
        {
            Some(Halt::Limit(crate::search::limits::Stop::Memory))
        } else {
            None
        };
    }

    /// Whether this trial goes by upper bounds.
    pub fn by_upper(&self) -> bool {
        self.trials.is_multiple_of(BY_UPPER)
    }

    /// What is known of a state, entered if it is new.
    fn look(&mut self, node: &Node, key: K) -> Option<Stored> {
        let known = self.table.get(key);
        if known.is_some() {
            return known;
        }
        let stored = Stored::unseen(self.first_bounds(node)?);
        self.table.put(key, stored);
        Some(stored)
    }

    /// Bounds of a new state.
    pub fn first_bounds(&mut self, node: &Node) -> Option<Range<u64>> {
        let Start { frame, objective } = self.start;
        let mut range = self.start.bounds(node);
        if range.low < range.high && !frame.rules.grand_finale && node.turns_left.is_none() {
            let high = self.merged.bound(&frame, node, objective);
            range.high = range.high.min(high).max(range.low);
        }
        if range.low < range.high {
            range.low = range.low.max(self.by_thumb(node)?);
        }
        Some(range)
    }

    fn follow(&mut self, node: &Node, action: Move) -> Option<Follows> {
        let Some(outcome) = self.start.outcome(node, action) else {
            return self.overflow();
        };
        let key = |(_, node): &(u8, Node)| K::of(node, &self.layout);
        let keys: ArrayVec<K, DRAWS> = outcome.children.iter().map(key).collect();
        self.table.fetch(&keys);
        let mut children = ArrayVec::new();
        for ((weight, node), key) in outcome.children.into_iter().zip(keys) {
            let stored = self.look(&node, key)?;
            children.push(Child {
                weight,
                node,
                stored,
            });
        }
        Some(Follows {
            over: outcome.over,
            children,
        })
    }

    /// Bounds of a move, given what follows it.
    fn range(&self, follows: &Follows) -> Range<u64> {
        if let Some(value) = follows.over {
            return Range::exact(value);
        }
        let children = &follows.children;
        let ranges = children.iter().map(|child| child.stored.range);
        if self.least() {
            let low = ranges.clone().map(|range| range.low).min();
            let high = ranges.map(|range| range.high).min();
            return Range {
                low: low.unwrap_or(0),
                high: high.unwrap_or(0),
            };
        }
        let (mut deck, mut low, mut high) = (0, 0, 0);
        for child in children {
            let weight = u64::from(child.weight);
            deck += weight;
            low += weight * child.stored.range.low;
            high += weight * child.stored.range.high;
        }
        Range {
            low: low / deck,
            high: high.div_ceil(deck),
        }
    }

    /// Goes down from a state, and back up with what was learnt.
    pub fn visit(&mut self, node: &Node, known: Stored) -> Stored {
        self.count();
        if self.halt.is_some() || gap(known.range) <= self.enough {
            return known;
        }
        let frame = self.start.frame;
        let moves = moves(&frame, node);
        let lazy = known
            .best()
            .filter(|_| below(&mut self.seed, ALL_MOVES) != 0);
        let mut stored = known;
        let mut chosen = None;
        if let Some(best) = lazy {
            let Some(follows) = self.follow(node, moves[best]) else {
                return known;
            };
            // Nothing more is to be had of a move that is known.
            let range = self.range(&follows);
            chosen = (gap(range) > self.enough).then_some(follows);
        }
        let mut follows = match chosen {
            Some(follows) => follows,
            None => {
                let Some(follows) = self.choose(node, &moves, &mut stored) else {
                    return match self.halt {
                        Some(_) => known,
                        None => {
                            self.table.put(K::of(node, &self.layout), stored);
                            stored
                        }
                    };
                };
                follows
            }
        };
        self.descend(&mut follows);
        let range = self.range(&follows);
        stored.range.low = stored.range.low.max(range.low);
        let high = stored.others.max(range.high).max(stored.range.low);
        stored.range.high = stored.range.high.min(high);
        self.table.put(K::of(node, &self.layout), stored);
        stored
    }

    /// Looks at all moves, and chooses one: best first by the bound that this trial goes by, then
    /// by the other. `None` if no move can change anything.
    fn choose(&mut self, node: &Node, moves: &Moves, stored: &mut Stored) -> Option<Follows> {
        let mut best: Option<(_, u64, usize, Follows)> = None;
        let (mut low, mut others) = (stored.range.low, 0);
        for (place, &action) in moves.iter().enumerate() {
            let follows = self.follow(node, action)?;
            let range = self.range(&follows);
            low = low.max(range.low);
            let rank = match self.by_upper() {
                true => (gap(range) > self.enough, range.high, range.low),
                false => (gap(range) > self.enough, range.low, range.high),
            };
            match &best {
                Some((first, ..)) if *first >= rank => others = others.max(range.high),
                _ => {
                    others = best.map_or(others, |(_, high, ..)| others.max(high));
                    best = Some((rank, range.high, place, follows));
                }
            }
        }
        let (_, high, place, follows) = best?;
        *stored = stored.with_best(place, others);
        let high = stored.range.high.min(high.max(others)).max(low);
        stored.range = Range { low, high };
        (low < high).then_some(follows)
    }

    /// Goes on with the child that carries most of the gap, as far as it is wider than enough.
    fn descend(&mut self, follows: &mut Follows) {
        let least = self.least();
        let enough = self.enough;
        let open = follows
            .children
            .iter_mut()
            .filter(|child| gap(child.stored.range) > enough);
        let child = if least {
            open.min_by_key(|child| (child.stored.range.low, child.stored.range.high))
        } else {
            open.max_by_key(|child| u64::from(child.weight) * (gap(child.stored.range) - enough))
        };
        if let Some(child) = child {
            child.stored = self.visit(&child.node, child.stored);
        }
    }

    /// No number is left for an arrangement.
    pub fn overflow<T>(&mut self) -> Option<T> {
        self.halt = Some(Halt::Widen);
        None
    }

    /// A trial from a move of the root.
    pub fn run(&mut self, node: &Node, action: Move, root_gap: u64) -> Option<Range<u64>> {
        self.trials += 1;
        self.enough = (root_gap / NARROW).min(ONE);
        let mut follows = self.follow(node, action)?;
        self.descend(&mut follows);
        Some(self.range(&follows))
    }
}
