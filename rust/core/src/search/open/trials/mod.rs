//! Bounds that narrow with time, where the exact search would take too long.
//!
//! A table keeps lower and upper bounds of every state met. A *trial* goes down from the root, at each
//! state by one move, and after it to the draw that carries most of the gap between the bounds; then it
//! comes back up, and every state on its way takes in what has become of the moves' bounds. This is
//! real-time dynamic programming with bounds (McMahan, Likhachev and Gordon 2005), with moves chosen by
//! the lower bound mostly: the aim is a policy with a proof of what it is worth.
//!
//! * `stored`: what the table keeps; `start`: bounds of a new state
//! * `merged`: an upper bound, all hands in one
//! * `policy`: a lower bound, what rules of thumb (`thumb`) are worth and what betters them
//! * `trial`: one thread's trials

mod merged;
mod policy;
mod start;
mod stored;
#[cfg(test)]
mod tests;
mod thumb;
mod trial;

use std::cmp::Reverse;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use merged::Merged;
use policy::Ladder;
use start::Start;
use stored::{FINE, ONE, Stored};
use thumb::best_looking;
use trial::Trial;

use super::any;
use super::bounds::Frame;
use super::key::{Layout, LongKey, NodeKey, ShortKey};
use super::node::{Move, Node};
use super::number::Range;
use super::ordering::moves;
use super::search::Halt;
use super::suits::{MAX_IDS, Spares, Suits};
use crate::search::limits::{Limits, Solution, Stop};
use crate::search::memory::table::{Entry, Key, Table};
use crate::search::question::{Answer, Root};
use crate::value::{Bounds, Objective, Ratio};

const FIRST_BUCKETS: usize = 1 << 10;
const GROWTH: usize = 4;
/// Trials between two accounts of what is proven.
const TELL: u64 = if cfg!(test) { 1 } else { 64 };
const STACK: usize = 64 << 20;

/// Trials from one position, which can be gone on with, with keys as long as they have to be.
pub struct Narrowing<'a> {
    short: Trials<'a, ShortKey>,
    long: Option<Trials<'a, LongKey>>,
}

impl<'a> Narrowing<'a> {
    /// `None` if there is no memory at all.
    #[must_use]
    pub fn new(root: &'a Root<'a>) -> Option<Self> {
        let short = Trials::new(root)?;
        Some(Self { short, long: None })
    }

    /// What trials prove of the position and of the actions asked for, until its bounds are within the
    /// monitor's tolerance or a limit is met. `None` if there is no memory.
    pub fn run(&mut self, limits: &Limits) -> Option<Answer> {
        if let Some(long) = &mut self.long {
            return Some(long.run(limits));
        }
        let answer = self.short.run(limits);
        if answer.stop != Some(Stop::Size) {
            return Some(answer);
        }
        let mut long = Trials::new(self.short.root)?;
        let known = &self.short.ledger.moves;
        for ((_, range), (_, known)) in long.ledger.moves.iter_mut().zip(known) {
            *range = range.meet(*known);
        }
        self.short.table = Table::new(ShortKey::WORDS, Stored::WORDS, 1, false)?;
        Some(self.long.insert(long).run(limits))
    }
}

/// Trials from one position.
struct Trials<'a, K> {
    root: &'a Root<'a>,
    suits: Suits,
    /// Of the game with spare copies given up.
    spare_suits: Suits,
    layout: Layout,
    table: Table,
    ledger: Ledger,
    merged: Vec<Merged>,
    keys: PhantomData<K>,
}

/// The root's moves with their bounds.
struct Ledger {
    node: Node,
    /// The moves worth searching, and after them others that were asked for.
    moves: Vec<(Move, Range<u64>)>,
    /// How many are worth searching.
    worthy: usize,
    /// The value, by what is known without the moves.
    known: Range<u64>,
    /// By action, the place of its move.
    actions: Vec<Option<usize>>,
}

impl Ledger {
    /// The moves with their places, the most promising first.
    fn best_first(&self, frame: &Frame, objective: Objective) -> (Node, Vec<(usize, Move)>) {
        let (moves, ranges): (Vec<_>, Vec<_>) = self.moves.iter().copied().unzip();
        let looks = best_looking(frame, &self.node, &moves[..self.worthy], objective);
        let mut order: Vec<_> = moves.into_iter().enumerate().collect();
        order.sort_by_key(|&(place, _)| (Reverse(ranges[place].low), place != looks));
        (self.node, order)
    }

    fn value(&self) -> Range<u64> {
        let all = self.moves.iter().map(|&(_, range)| range);
        let low = all.clone().map(|range| range.low).max().unwrap_or(0);
        let worthy = all.take(self.worthy);
        let high = worthy.map(|range| range.high).max().unwrap_or(0);
        let low = self.known.low.max(low);
        Range {
            low,
            high: self.known.high.min(high.max(low)),
        }
    }

    /// The move to try next with its place, and the gap that it is about: that between what the best
    /// move is sure to be worth and the highest that any may be. `None` if that is narrow enough,
    /// unless everything is wanted exactly.
    fn next(&self, enough: u64, by_upper: bool) -> Option<(usize, Move, u64)> {
        let value = self.value();
        let best = self.moves.iter().map(|(_, range)| range.low).max()?;
        let gap = value.high - best.min(value.high);
        if gap <= enough && enough > 0 {
            return None;
        }
        let open = |&place: &usize| {
            let range = self.moves[place].1;
            range.low + FINE < range.high.min(value.high)
        };
        let rank = |&place: &usize| {
            let Range { low, high } = self.moves[place].1;
            let rank = if by_upper { (high, low) } else { (low, high) };
            (rank, Reverse(place))
        };
        let place = (0..self.moves.len()).filter(open).max_by_key(rank)?;
        let (action, range) = self.moves[place];
        let gap = if gap > FINE {
            gap
        } else {
            range.high - range.low
        };
        Some((place, action, gap))
    }

    fn bounds(range: Range<u64>) -> Bounds {
        let ratio = |share: u64| Ratio::new(share.into(), ONE.into());
        Bounds {
            lower: ratio(range.low),
            upper: ratio(range.high),
        }
    }

    /// Bounds of the value, and of every action asked for.
    fn proven(&self) -> (Bounds, Vec<Bounds>) {
        let value = self.value();
        let action = |place: &Option<usize>| {
            let range = place.map_or(value, |place| self.moves[place].1);
            let low = place.map_or(0, |_| range.low);
            let high = range.high.min(value.high).max(low);
            Self::bounds(Range { low, high })
        };
        let actions = self.actions.iter().map(action).collect();
        (Self::bounds(value), actions)
    }
}

impl<'a, K: NodeKey> Trials<'a, K> {
    /// `None` if there is no memory, or the keys are too narrow.
    fn new(root: &'a Root<'a>) -> Option<Self> {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        let layout = any::layout::<K>(game, state);
        let limit = layout.id_limit().min(MAX_IDS);
        let suits = Suits::new(game.players, limit);
        let spare_suits = Suits::with(game.players, limit, Spares::GivenUp);
        let node = Node::new(game, state, &suits)?;
        let table = Table::new(K::WORDS, Stored::WORDS, FIRST_BUCKETS, false)?;
        let frame = Frame {
            rules: game.rules,
            players: game.players,
            suits: &suits,
        };
        let start = Start { frame, objective };
        let known = start.bounds(&node);
        let worthy = moves(&frame, &node);
        let mut all: Vec<Move> = worthy.to_vec();
        let actions = root
            .actions
            .iter()
            .map(|&action| {
                let action = Node::move_by(game, state, action, &suits)?;
                let place = all.iter().position(|&other| other == action);
                Some(place.unwrap_or_else(|| {
                    all.push(action);
                    all.len() - 1
                }))
            })
            .collect();
        let open = Range {
            low: 0,
            high: known.high,
        };
        let ledger = Ledger {
            node,
            moves: all.into_iter().map(|action| (action, open)).collect(),
            worthy: worthy.len(),
            known,
            actions,
        };
        Some(Self {
            root,
            layout,
            table,
            ledger,
            merged: vec![Merged::new(game.players, objective)],
            suits,
            spare_suits,
            keys: PhantomData,
        })
    }

    /// The table may take three quarters of the memory; suits and merged hands take the rest.
    fn next_size(&self, limits: &Limits) -> Option<usize> {
        self.table.larger(GROWTH, limits.memory / 4 * 3)
    }

    /// Goes on until the gap is within the tolerance, or a limit is met.
    fn run(&mut self, limits: &Limits) -> Answer {
        let tolerance = limits.monitor.tolerance();
        let enough = tolerance.numerator().saturating_mul(ONE.into()) / tolerance.denominator();
        let enough = enough.try_into().unwrap_or(u64::MAX);
        let (mut states, mut shared) = (0, false);
        loop {
            let halt = self.round(enough, limits, shared, &mut states);
            let stop = match halt {
                Some(Halt::Grow) => {
                    shared = limits.threads > 1;
                    let buckets = self.next_size(limits).unwrap_or(self.table.buckets());
                    if let Some(table) = self.table.rebuilt(buckets, shared) {
                        self.table = table;
                        continue;
                    }
                    Some(Stop::Memory)
                }
                Some(Halt::Limit(stop)) => Some(stop),
                Some(Halt::Widen) => Some(Stop::Size),
                _ => None,
            };
            let (value, actions) = self.ledger.proven();
            let open = actions
                .iter()
                .chain([&value])
                .any(|bounds| bounds.value().is_none());
            return Answer {
                value,
                actions,
                nodes: states,
                stop: stop.or(open.then_some(Stop::Tolerance)),
            };
        }
    }

    /// Trials until something is in the way.
    fn round(
        &mut self,
        enough: u64,
        limits: &Limits,
        shared: bool,
        states: &mut u64,
    ) -> Option<Halt> {
        let threads = if shared { limits.threads } else { 1 };
        let done = AtomicBool::new(false);
        let frame = Frame {
            rules: self.root.game.rules,
            players: self.root.game.players,
            suits: &self.suits,
        };
        let grow_at = match self.next_size(limits) {
            Some(_) => self.table.capacity() / 5 * 3,
            None => usize::MAX,
        };
        let most_suits = limits.memory / 8 / self.suits.record_bytes();
        let most_merged = limits.memory / 8 / threads;
        let (table, layout, objective) = (&self.table, self.layout, self.root.objective);
        let mut kept: Vec<_> = (1..threads).map(|_| self.merged.pop()).collect();
        kept.push(self.merged.pop());
        let actions = self.root.actions;
        let tell = |ledger: &Ledger| {
            let (value, bounds) = ledger.proven();
            limits.monitor.tell(&Solution {
                value,
                actions: actions.iter().copied().zip(bounds).collect(),
                nodes: 0,
                stop: None,
            });
        };
        let ledger = Mutex::new(&mut self.ledger);
        let start = Start { frame, objective };
        let spare = Start {
            frame: Frame {
                suits: &self.spare_suits,
                ..frame
            },
            objective,
        };
        let players = frame.players;
        let work = &|merged: Option<Merged>, seed: u64| {
            let mut trial = Trial {
                start,
                spare,
                merged: merged.unwrap_or_else(|| Merged::new(players, objective)),
                layout,
                table,
                limits,
                done: &done,
                grow_at,
                most_suits,
                states: 0,
                trials: seed,
                seed: seed + 1,
                enough: 0,
                halt: None,
                ladder: Ladder::new(seed as usize),
                keys: PhantomData::<K>,
            };
            let locked = || ledger.lock().unwrap_or_else(PoisonError::into_inner);
            while trial.halt.is_none() {
                let (node, order) = locked().best_first(&frame, objective);
                trial.climb(&node, order, |place, low| {
                    let mut ledger = locked();
                    let known = &mut ledger.moves[place].1;
                    known.low = known.low.max(low);
                    tell(&ledger);
                    ledger.next(enough, false).is_some()
                });
                if trial.halt.is_some() {
                    break;
                }
                let (node, next) = {
                    let ledger = locked();
                    (ledger.node, ledger.next(enough, trial.by_upper()))
                };
                let Some((place, action, gap)) = next else {
                    break;
                };
                let Some(range) = trial.run(&node, action, gap) else {
                    break;
                };
                let mut ledger = locked();
                let known = &mut ledger.moves[place].1;
                *known = known.meet(range);
                if trial.trials.is_multiple_of(TELL) {
                    tell(&ledger);
                }
                if trial.merged.bytes() > most_merged {
                    trial.merged.clear();
                }
            }
            done.store(true, Ordering::Relaxed);
            (trial.halt, trial.states, trial.merged)
        };
        let results: Vec<_> = std::thread::scope(|scope| {
            let own = kept.pop().flatten();
            let helpers: Vec<_> = kept
                .into_iter()
                .zip(1..)
                .filter_map(|(merged, seed)| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    builder.spawn_scoped(scope, move || work(merged, seed)).ok()
                })
                .collect();
            let own = work(own, 0);
            let others = helpers.into_iter().map(|helper| {
                helper
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            others.chain([own]).collect()
        });
        let mut halt = None;
        let mut through = false;
        for (own, more, merged) in results {
            *states += more;
            self.merged.push(merged);
            match own {
                None => through = true,
                Some(Halt::Done) => {}
                other => halt = other,
            }
        }
        halt.filter(|_| !through)
    }
}
