//! Runs searches of one game and one objective: the table and its growth, threads, stops.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bounds::Frame;
use super::key::{Layout, NodeKey};
use super::node::{Move, Node};
use super::number::{Number, Orders, Range};
use super::search::{Halt, Search};
use super::suits::Suits;
use crate::game::rules::Rules;
use crate::search::limits::{Limits, Stop};
use crate::search::memory::table::{Entry, Table};
use crate::value::Objective;

const FIRST_BUCKETS: usize = 1 << 10;
const GROWTH: usize = 4;
/// Nodes of one run after which more threads help.
const SPREAD_AT: u64 = 20_000;
const STACK: usize = 64 << 20;

/// One question to the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The value of a node at the start of a turn.
    Value(Node),
    /// The value of a move.
    Move(Node, Move),
}

/// What came of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply<N> {
    /// Proven bounds, in deck orders of the question's node.
    pub range: Range<N>,
    /// Why they are not equal, if they are not.
    pub halt: Option<Halt>,
}

/// Everything that later questions of the same game can use again.
pub struct Engine<N, K> {
    rules: Rules,
    players: usize,
    objective: Objective,
    suits: Arc<Suits>,
    layout: Layout,
    table: Table,
    shared: bool,
    /// States expanded since the engine was made.
    pub nodes: u64,
    kinds: PhantomData<(N, K)>,
}

impl<N: Number, K: NodeKey> Engine<N, K> {
    /// An engine for positions whose hands and deck are no larger than given. `None` if the system
    /// has no memory for it.
    #[must_use]
    pub fn new(
        rules: Rules,
        players: usize,
        objective: Objective,
        suits: Arc<Suits>,
        layout: Layout,
    ) -> Option<Self> {
        let table = Table::new(K::WORDS, Range::<N>::WORDS, FIRST_BUCKETS, false)?;
        Some(Self {
            rules,
            players,
            objective,
            suits,
            layout,
            table,
            shared: false,
            nodes: 0,
            kinds: PhantomData,
        })
    }

    /// Shape of the keys.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        Table::bytes_for(self.table.buckets())
    }

    /// Answers a question. For `guaranteed` by null windows from above, otherwise in one go.
    pub fn ask(
        &mut self,
        question: Question,
        known: Range<N>,
        orders: &Orders<N>,
        limits: &Limits,
    ) -> Reply<N> {
        let mut range = known;
        if self.objective != Objective::Guaranteed {
            let reply = self.run(question, range.low, range.high, orders, limits);
            return Reply {
                range: range.meet(reply.range),
                ..reply
            };
        }
        while range.low < range.high {
            let below = range.high.minus(N::small(1));
            let reply = self.run(question, below, range.high, orders, limits);
            range = range.meet(reply.range);
            if reply.halt.is_some() {
                return Reply {
                    range,
                    halt: reply.halt,
                };
            }
        }
        Reply { range, halt: None }
    }

    /// Whether the question's answer is `value` or less, which it cannot exceed: a search with
    /// no room between its bounds, cut off as soon as it is decided.
    pub fn test(
        &mut self,
        question: Question,
        known: Range<N>,
        value: N,
        orders: &Orders<N>,
        limits: &Limits,
    ) -> Reply<N> {
        if known.low >= value || known.high < value || value == N::ZERO {
            let halt = None;
            return Reply { range: known, halt };
        }
        let below = value.minus(N::small(1));
        let reply = self.run(question, below, value, orders, limits);
        Reply {
            range: known.meet(reply.range),
            ..reply
        }
    }

    /// What is known of a question without searching.
    #[must_use]
    pub fn glance(&self, question: Question, orders: &Orders<N>, limits: &Limits) -> Range<N> {
        let done = AtomicBool::new(false);
        let mut search = self.search(orders, limits, &done);
        search.halt = Some(Halt::Done);
        answer(&mut search, question, N::ZERO, N::ZERO)
    }

    fn search<'a>(
        &'a self,
        orders: &'a Orders<N>,
        limits: &'a Limits<'a>,
        done: &'a AtomicBool,
    ) -> Search<'a, N, K> {
        let can_grow = self.next_size(limits).is_some();
        Search {
            frame: Frame {
                rules: self.rules,
                players: self.players,
                suits: &self.suits,
            },
            objective: self.objective,
            orders,
            layout: self.layout,
            table: &self.table,
            limits,
            done,
            grow_at: if can_grow {
                self.table.capacity() / 5 * 3
            } else {
                usize::MAX
            },
            most_suits: limits.memory / 4 / self.suits.record_bytes(),
            spread_at: if self.shared || limits.threads == 1 {
                u64::MAX
            } else {
                SPREAD_AT
            },
            nodes: 0,
            halt: None,
            keys: PhantomData,
        }
    }

    /// The table may take three quarters of the memory; the suits take the rest.
    fn next_size(&self, limits: &Limits) -> Option<usize> {
        self.table.larger(GROWTH, limits.memory / 4 * 3)
    }

    /// Makes the table anew. `false` if the system has no memory for it.
    fn rebuild(&mut self, buckets: usize) -> bool {
        let table = self.table.rebuilt(buckets, self.shared);
        table.map(|table| self.table = table).is_some()
    }

    fn run(
        &mut self,
        question: Question,
        alpha: N,
        beta: N,
        orders: &Orders<N>,
        limits: &Limits,
    ) -> Reply<N> {
        loop {
            let reply = self.run_threads(question, alpha, beta, orders, limits);
            match reply.halt {
                Some(Halt::Grow) => {
                    if let Some(size) = self.next_size(limits)
                        && !self.rebuild(size)
                    {
                        return without_memory(reply);
                    }
                }
                Some(Halt::Spread) => {
                    self.shared = true;
                    if !self.rebuild(self.table.buckets()) {
                        return without_memory(reply);
                    }
                }
                _ => return reply,
            }
        }
    }

    /// Every thread searches the whole question; they meet in the table, and each leaves for
    /// later what another is at work on. The first that is through stops the others. Until the
    /// table is shared there is one thread, the caller's.
    fn run_threads(
        &mut self,
        question: Question,
        alpha: N,
        beta: N,
        orders: &Orders<N>,
        limits: &Limits,
    ) -> Reply<N> {
        let threads = if self.shared { limits.threads } else { 1 };
        let done = AtomicBool::new(false);
        let work = || {
            let mut search = self.search(orders, limits, &done);
            let range = answer(&mut search, question, alpha, beta);
            if search.halt.is_none() {
                done.store(true, Ordering::Relaxed);
            }
            (
                Reply {
                    range,
                    halt: search.halt,
                },
                search.nodes,
            )
        };
        let replies: Vec<_> = std::thread::scope(|scope| {
            let spawn = || {
                let builder = std::thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, work)
            };
            let helpers: Vec<_> = (1..threads).filter_map(|_| spawn().ok()).collect();
            let own = work();
            let others = helpers.into_iter().map(|helper| {
                helper
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            others.chain([own]).collect()
        });
        self.nodes += replies.iter().map(|(_, nodes)| nodes).sum::<u64>();
        let range = replies
            .iter()
            .map(|(reply, _)| reply.range)
            .reduce(Range::meet);
        let halts = || replies.iter().map(|(reply, _)| reply.halt);
        let halt = if halts().any(|halt| halt.is_none()) {
            None
        } else {
            halts().flatten().find(|&halt| halt != Halt::Done)
        };
        Reply {
            range: range.unwrap_or(Range {
                low: alpha,
                high: beta,
            }),
            halt,
        }
    }
}

fn without_memory<N>(reply: Reply<N>) -> Reply<N> {
    let halt = Some(Halt::Limit(Stop::Memory));
    Reply { halt, ..reply }
}

fn answer<N: Number, K: NodeKey>(
    search: &mut Search<N, K>,
    question: Question,
    alpha: N,
    beta: N,
) -> Range<N> {
    match question {
        Question::Value(node) => {
            let known = search.look(&node);
            search.value(&node, known, alpha, beta)
        }
        Question::Move(node, action) => search.move_value(&node, action, alpha, beta),
    }
}
