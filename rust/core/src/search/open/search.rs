//! The search of states with open hands and an unknown deck.
//!
//! Contract of the recursion. `value(node, known, alpha, beta)` returns proven bounds
//! low ≤ v ≤ high of the node's value v such that, unless the search was stopped,
//!
//! 1. low = high, or
//! 2. high ≤ alpha, or
//! 3. low ≥ beta.
//!
//! A move that is not searched enters with its static upper bound, so what the table stores is
//! always proven, whatever window it was found with, and also after a stop.

use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::bounds::Frame;
use super::key::{Layout, NodeKey};
use super::node::{Move, Node};
use super::number::{Number, Orders, Range};
use super::ordering::moves;
use crate::game::card::{MAX_SUITS, STEPS};
use crate::search::limits::{Limits, Stop};
use crate::search::memory::table::Table;
use crate::value::Objective;

/// Why a run ended before its answer was exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The table is full and may grow: go on with a larger one.
    Grow,
    /// Suits' arrangements have outgrown the keys: go on with wider ones.
    Widen,
    /// Long enough for one thread: go on with several.
    Spread,
    /// Another thread has the answer.
    Done,
    /// A limit.
    Limit(Stop),
}

/// Nodes between two looks at the limits.
pub const POLL: u64 = 1024;

/// Number of players with which a misplay is first searched as if it cost no strike. One strike
/// fewer never hurts, so what that is worth bounds what the misplay is; most misplays are refuted
/// by it, among states that are met anyway. With more players these are too many others.
const FORGIVING: usize = 2;

/// Fewest cards in the deck of a node that one thread leaves to another: less is done sooner
/// than divided.
const DIVIDED: u8 = 3;

/// One thread's search.
pub struct Search<'a, N, K> {
    /// What stays the same.
    pub frame: Frame<'a>,
    /// What is maximised.
    pub objective: Objective,
    /// Numbers of deck orders.
    pub orders: &'a Orders<N>,
    /// Shape of the keys.
    pub layout: Layout,
    /// Bounds of states met.
    pub table: &'a Table,
    /// The limits.
    pub limits: &'a Limits<'a>,
    /// Set when another thread has the answer.
    pub done: &'a AtomicBool,
    /// Entries at which the table should grow.
    pub grow_at: usize,
    /// Arrangements of suits that memory allows.
    pub most_suits: usize,
    /// Nodes at which more threads should help.
    pub spread_at: u64,
    /// States expanded.
    pub nodes: u64,
    /// Set when the search has to unwind.
    pub halt: Option<Halt>,
    /// The kind of keys.
    pub keys: std::marker::PhantomData<K>,
}

/// A child of a chance node.
struct Draw<N> {
    weight: u8,
    node: Node,
    range: Range<N>,
}

/// Visits numbers from 0 on, those that have to wait last.
struct Queue {
    order: ArrayVec<u8, { 2 * (MAX_SUITS * STEPS + 1) }>,
    count: usize,
    at: usize,
}

impl Queue {
    fn new(count: usize) -> Self {
        Self {
            order: (0..count as u8).collect(),
            count,
            at: 0,
        }
    }

    fn next(&mut self, waits: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let next = *self.order.get(self.at)?;
            self.at += 1;
            if self.again() || !waits(next.into()) {
                return Some(next.into());
            }
            self.order.push(next);
        }
    }

    /// Whether the last one had to wait.
    fn again(&self) -> bool {
        self.at > self.count
    }
}

type DrawList<N> = ArrayVec<Draw<N>, { MAX_SUITS * STEPS + 1 }>;

impl<N: Number, K: NodeKey> Search<'_, N, K> {
    /// What is known of a node, with the table's help.
    pub fn look(&self, node: &Node) -> Range<N> {
        let range = self.glance(node);
        if range.low == range.high {
            return range;
        }
        self.recall(K::of(node, &self.layout), range)
    }

    fn recall(&self, key: K, range: Range<N>) -> Range<N> {
        self.table
            .get::<K, Range<N>>(key)
            .map_or(range, |stored| range.meet(stored))
    }

    fn poll(&mut self) {
        self.halt = if self.done.load(Ordering::Relaxed) {
            Some(Halt::Done)
        } else if let Some(stop) = self.limits.check() {
            Some(Halt::Limit(stop))
        } else if self.table.count() >= self.grow_at {
            Some(Halt::Grow)
        } else if self.frame.suits.count() >= self.most_suits {
            Some(Halt::Limit(Stop::Memory))
        } else if self.nodes >= self.spread_at {
            Some(Halt::Spread)
        } else {
            None
        };
    }

    /// See the head of this file.
    pub fn value(&mut self, node: &Node, known: Range<N>, alpha: N, beta: N) -> Range<N> {
        if known.settles(alpha, beta) || self.halt.is_some() {
            return known;
        }
        if let Some(low) = self.sure(node, known, beta) {
            let range = Range {
                low,
                high: known.high,
            };
            self.table.put(K::of(node, &self.layout), range);
            return range;
        }
        if node.deck() < DIVIDED || !self.table.is_shared() {
            return self.expand(node, known, alpha, beta);
        }
        let key = K::of(node, &self.layout);
        self.table.enter(key);
        let range = self.expand(node, known, alpha, beta);
        self.table.leave(key);
        range
    }

    /// The same, where the node is still open.
    fn expand(&mut self, node: &Node, known: Range<N>, alpha: N, beta: N) -> Range<N> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            self.poll();
        }
        let known = match self.refuted(node, known, alpha) {
            Some(high) => {
                let range = Range {
                    low: known.low,
                    high,
                };
                self.table.put(K::of(node, &self.layout), range);
                if range.settles(alpha, beta) {
                    return range;
                }
                range
            }
            None => known,
        };
        let beta = beta.min(known.high);
        let mut low = known.low;
        let mut high = N::ZERO;
        let mut finished = true;
        for action in moves(&self.frame, node) {
            let range = self.move_value(node, action, alpha.max(low), beta);
            low = low.max(range.low);
            high = high.max(range.high);
            if low >= beta || self.halt.is_some() {
                finished = false;
                break;
            }
        }
        let high = if finished {
            known.high.min(high.max(low))
        } else {
            known.high
        };
        let range = Range { low, high };
        if range != known {
            self.table.put(K::of(node, &self.layout), range);
        }
        range
    }

    /// The value of a move, under the contract of [`value`](Self::value).
    pub fn move_value(&mut self, node: &Node, action: Move, alpha: N, beta: N) -> Range<N> {
        let Frame {
            rules,
            players,
            suits,
        } = self.frame;
        let Some(after) = node.after(action, &rules, suits, players) else {
            return self.overflow(node);
        };
        if let Some(score) = after.ended_at_once(&rules, suits) {
            return Range::exact(self.worth(score, node));
        }
        let merged = self.merged(node, &after);
        let (alpha, beta) = (alpha.over(merged), beta.over_up(merged));
        if after.strikes > node.strikes && players == FORGIVING {
            let forgiven = Node {
                strikes: node.strikes,
                ..after
            };
            let high = self.acted_value(&forgiven, action, alpha, beta).high;
            if high <= alpha {
                let low = N::ZERO;
                return Range { low, high }.times(merged);
            }
        }
        self.acted_value(&after, action, alpha, beta).times(merged)
    }

    /// The value of a node after an action, up to the draw.
    fn acted_value(&mut self, after: &Node, action: Move, alpha: N, beta: N) -> Range<N> {
        if action == Move::Clue || after.deck() == 0 {
            let child = after.pass_turn(self.frame.players);
            let known = self.look(&child);
            self.value(&child, known, alpha, beta)
        } else {
            self.draw_value(after, alpha, beta)
        }
    }

    /// No number is left for an arrangement: unwind with what is certain.
    fn overflow(&mut self, node: &Node) -> Range<N> {
        self.halt = Some(Halt::Widen);
        Range {
            low: N::ZERO,
            high: self.worth(node.suit_count * STEPS as u8, node),
        }
    }

    fn draw_value(&mut self, after: &Node, alpha: N, beta: N) -> Range<N> {
        let Frame {
            rules,
            players,
            suits,
        } = self.frame;
        let mut draws = DrawList::<N>::new();
        if after.deck_dead > 0 {
            let node = after.draw_dead(&rules, players);
            draws.push(Draw {
                weight: 1,
                range: self.glance(&node),
                node,
            });
        }
        for (place, step, weight) in after.draws(suits) {
            let Some(node) = after.draw(place, step, &rules, suits, players) else {
                return self.overflow(after);
            };
            draws.push(Draw {
                weight,
                range: self.glance(&node),
                node,
            });
        }
        self.look_all(&mut draws);
        if self.adversary() {
            self.worst_draw(&mut draws, alpha, beta)
        } else {
            self.mean_draw(&mut draws, alpha, beta)
        }
    }

    /// Asks the table for every draw that a glance left open.
    fn look_all(&self, draws: &mut DrawList<N>) {
        let open = |draw: &&mut Draw<N>| draw.range.low < draw.range.high;
        let keys: ArrayVec<K, { MAX_SUITS * STEPS + 1 }> = draws
            .iter_mut()
            .filter(open)
            .map(|draw| K::of(&draw.node, &self.layout))
            .collect();
        self.table.fetch(&keys);
        for (draw, key) in draws.iter_mut().filter(open).zip(keys) {
            draw.range = self.recall(key, draw.range);
        }
    }

    /// Whether another thread searches a draw, so that this one had better take others first.
    fn waits(&self, draw: &Draw<N>) -> bool {
        self.table.is_shared()
            && draw.range.low < draw.range.high
            && draw.node.deck() >= DIVIDED
            && self.table.is_busy(K::of(&draw.node, &self.layout))
    }

    /// What is known of a draw: if it had to wait, the other thread may have found more.
    fn after_wait(&self, queue: &Queue, node: &Node, range: Range<N>) -> Range<N> {
        if queue.again() {
            self.recall(K::of(node, &self.layout), range)
        } else {
            range
        }
    }

    /// The least over the draws.
    fn worst_draw(&mut self, draws: &mut DrawList<N>, alpha: N, beta: N) -> Range<N> {
        let mut high = draws
            .iter()
            .map(|draw| draw.range.high)
            .min()
            .unwrap_or(N::ZERO);
        draws.sort_by_key(|draw| draw.range.high);
        let mut queue = Queue::new(draws.len());
        while let Some(i) = queue.next(|i| self.waits(&draws[i])) {
            if high <= alpha || self.halt.is_some() {
                break;
            }
            let Draw { node, range, .. } = draws[i];
            let range = self.after_wait(&queue, &node, range);
            if !range.settles(alpha, beta) {
                draws[i].range = self.value(&node, range, alpha, beta.min(high));
                high = high.min(draws[i].range.high);
            }
        }
        let low = draws
            .iter()
            .map(|draw| draw.range.low)
            .min()
            .unwrap_or(N::ZERO);
        Range { low, high }
    }

    /// The sum over the draws, in deck orders. Star1: a child is searched with the window in
    /// which it alone can decide, the others being at their bounds (Ballard 1983).
    fn mean_draw(&mut self, draws: &mut DrawList<N>, alpha: N, beta: N) -> Range<N> {
        let weighted = |draw: &Draw<N>| draw.range.times(N::small(u64::from(draw.weight)));
        let mut total = draws
            .iter()
            .map(weighted)
            .fold(Range::exact(N::ZERO), |sum, range| Range {
                low: sum.low.plus(range.low),
                high: sum.high.plus(range.high),
            });
        draws.sort_by_key(|draw| {
            let range = weighted(draw);
            std::cmp::Reverse(range.high.minus(range.low))
        });
        let mut queue = Queue::new(draws.len());
        while let Some(i) = queue.next(|i| self.waits(&draws[i])) {
            let draw = &draws[i];
            if total.settles(alpha, beta) || self.halt.is_some() {
                break;
            }
            if draw.range.low == draw.range.high {
                continue;
            }
            let weight = N::small(u64::from(draw.weight));
            let own = draw.range.times(weight);
            let (others_low, others_high) = (total.low.minus(own.low), total.high.minus(own.high));
            let child_alpha = alpha.minus(others_high).over(weight);
            let child_beta = beta.minus(others_low).over_up(weight);
            let known = self.after_wait(&queue, &draw.node, draw.range);
            let range = self.value(&draw.node, known, child_alpha, child_beta);
            let own = range.times(weight);
            total = Range {
                low: others_low.plus(own.low),
                high: others_high.plus(own.high),
            };
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;

    #[test]
    fn what_has_to_wait_comes_last() {
        let mut queue = Queue::new(4);
        let mut visits = Vec::new();
        while let Some(next) = queue.next(|i| i % 2 == 0) {
            visits.push((next, queue.again()));
        }
        assert_eq!(visits, [(1, false), (3, false), (0, true), (2, true)]);
    }
}
