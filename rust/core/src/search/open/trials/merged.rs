//! An upper bound: the players' hands thrown together.
//!
//! Let r cards be in the deck and n players at the table under the last-round rule, before the last
//! round. A *draw turn* is one that ends with a draw or belongs to the last round; there are
//! r + n. Fix an order of the deck. Call a card *unlocked* once every card of its suit from the stack up to it
//! is in some hand, has been in one, or has been played. Let a(j) count the cards above the stacks that
//! are unlocked by what lay in hands at the start and the first j cards drawn.
//!
//! Take any line of play, and let p(j) be the cards it has played by the end of its j-th draw turn.
//! A play is a draw turn, so p(j + 1) ≤ p(j) + 1. What is played in draw turn j + 1 or before has been
//! drawn in one of the first j, and so have all cards below it, so p(j + 1) ≤ a(j); and the last card
//! of the deck is drawn in turn r and the drawer's next turn is the last one, r + n, so that it is
//! not played sooner, nor anything above it: p(j + 1) ≤ a(r − 1) for r ≤ j < r + n − 1.
//!
//! Hence p(r + n) ≤ g(r + n), where g(0) = 0 and g(j + 1) is the lesser of g(j) + 1 and the a of that
//! turn: by induction, as p(j) ≤ g(j) gives p(j + 1) ≤ min(p(j) + 1, a) ≤ g(j + 1). So g, a game
//! without choices in which whoever moves may play whatever is unlocked, bounds the plays for every
//! order: its mean, its probability of reaching the target, its least are bounds of the value. ∎
//!
//! Of a state only this matters: the cards unlocked and not yet played (the *queue*), of each suit the
//! steps above those that are in hands and the copies of others in the deck, and the other cards in the
//! deck. These are few, and shared by many states.

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::stored::ONE;
use crate::game::card::{MAX_SUITS, STEPS};
use crate::search::open::bounds::Frame;
use crate::search::open::node::Node;
use crate::search::open::suits::Facts;
use crate::value::Objective;

/// Bits of a step in a [`Form`].
const STEP_BITS: u32 = 2;
const STEP: u16 = (1 << STEP_BITS) - 1;

/// A suit above what is unlocked: by step, in two bits each, the copies in the deck, or 0 if it
/// is in hands, up to the highest step that can be played; the first step is not in hands. A one
/// bit ends it, so that 1 is a suit without a future.
type Form = u16;

const SPENT: Form = 1;

/// The game without choices, before a draw turn.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pool {
    forms: ArrayVec<Form, MAX_SUITS>,
    /// Cards in the deck of which nothing depends.
    rest: u8,
    queue: u8,
}

/// A suit's form, what of it is unlocked, and its cards in the deck on which nothing depends.
fn form(facts: &Facts) -> (Form, u8, u8) {
    let run = usize::from(facts.in_hands);
    let (mut form, mut rest) = (SPENT, 0);
    for step in (0..usize::from(facts.left)).rev() {
        let held = facts.held.iter().any(|hand| hand >> step & 1 != 0);
        if held {
            rest += facts.deck[step];
        }
        if step >= run {
            let copies = if held { 0 } else { u16::from(facts.deck[step]) };
            form = form << STEP_BITS | copies;
        }
    }
    (form, run as u8, rest)
}

/// The steps of a form, from the lowest.
fn steps(form: Form) -> ArrayVec<u8, STEPS> {
    let mut steps = ArrayVec::new();
    let mut left = form;
    while left != SPENT {
        steps.push((left & STEP) as u8);
        left >>= STEP_BITS;
    }
    steps
}

/// What a form becomes once the card of a step is in a hand, and how many cards are unlocked.
fn drawn(form: Form, step: usize) -> (Form, u8) {
    let mut form = form & !(STEP << (STEP_BITS * step as u32));
    let mut unlocked = 0;
    while form != SPENT && form & STEP == 0 {
        form >>= STEP_BITS;
        unlocked += 1;
    }
    (form, unlocked)
}

impl Pool {
    fn of(frame: &Frame, node: &Node) -> Self {
        let mut pool = Self {
            forms: ArrayVec::new(),
            rest: node.deck_dead,
            queue: 0,
        };
        for &id in node.ids() {
            let (form, run, rest) = form(frame.suits.facts(id));
            if form != SPENT {
                pool.forms.push(form);
            }
            pool.queue += run;
            pool.rest += rest;
        }
        pool.forms.sort_unstable();
        pool
    }

    fn cards(form: Form) -> u8 {
        steps(form).iter().sum()
    }
}

/// What the plays are worth.
#[derive(Clone, Copy)]
enum Worth {
    /// 1 if there are so many.
    Reached(u8),
    /// Their number.
    Number,
}

impl Worth {
    fn of(self, plays: u8) -> u64 {
        match self {
            Self::Reached(need) => u64::from(plays >= need) * ONE,
            Self::Number => u64::from(plays) * ONE,
        }
    }

    /// What is still to be done after a play, and what the play is worth itself.
    fn after_play(self) -> (Self, u64) {
        match self {
            Self::Reached(need) => (Self::Reached(need.saturating_sub(1)), 0),
            Self::Number => (self, ONE),
        }
    }

    const fn need(self) -> u8 {
        match self {
            Self::Reached(need) => need,
            Self::Number => u8::MAX,
        }
    }
}

/// Pools met so far, with what they are worth.
pub struct Merged {
    players: u8,
    least: bool,
    met: FxHashMap<(Pool, u8), u64>,
}

impl Merged {
    /// For so many players; with `guaranteed` the least of all orders is what counts.
    pub fn new(players: usize, objective: Objective) -> Self {
        Self {
            players: players as u8,
            least: objective == Objective::Guaranteed,
            met: FxHashMap::default(),
        }
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> usize {
        self.met.capacity() * (size_of::<((Pool, u8), u64)>() + 1)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.met = FxHashMap::default();
    }

    /// No policy is worth more. Asked at the start of a turn under the last-round rule, before the
    /// last round.
    pub fn bound(&mut self, frame: &Frame, node: &Node, objective: Objective) -> u64 {
        let pool = Pool::of(frame, node);
        match objective {
            Objective::Win { target } if target <= node.score => ONE,
            Objective::Win { target } => {
                self.value(pool, node.deck(), Worth::Reached(target - node.score))
            }
            _ => u64::from(node.score) * ONE + self.value(pool, node.deck(), Worth::Number),
        }
    }

    /// The value of a pool with so many cards in the deck, rounded up.
    fn value(&mut self, pool: Pool, deck: u8, worth: Worth) -> u64 {
        let turns = deck + self.players;
        match worth {
            Worth::Reached(0) => return ONE,
            Worth::Reached(need) if need > turns => return 0,
            _ => {}
        }
        if pool.forms.is_empty() {
            return worth.of(pool.queue.min(turns));
        }
        let key = (pool, worth.need());
        if let Some(&known) = self.met.get(&key) {
            return known;
        }
        let value = self.turn(&key.0, deck, worth);
        self.met.insert(key, value);
        value
    }

    fn turn(&mut self, pool: &Pool, deck: u8, worth: Worth) -> u64 {
        let plays = pool.queue > 0;
        let (later, own) = if plays {
            worth.after_play()
        } else {
            (worth, 0)
        };
        let queue = pool.queue - u8::from(plays);
        let drawn_value = |this: &mut Self, pool: Pool, unlocked: u8| {
            if deck > 1 {
                let queue = queue + unlocked;
                return this.value(Pool { queue, ..pool }, deck - 1, later);
            }
            // The last card: nothing that it unlocks is played before the last turn.
            let before = queue.min(this.players - 1);
            let last = u8::from(queue - before + unlocked > 0);
            later.of(before + last)
        };
        let (mut sum, mut least) = (0, u64::MAX);
        if pool.rest > 0 {
            let rest = pool.rest - 1;
            let next = Pool {
                rest,
                ..pool.clone()
            };
            let value = drawn_value(self, next, 0);
            sum += value * u64::from(pool.rest);
            least = value;
        }
        for (place, &form) in pool.forms.iter().enumerate() {
            let alike = pool.forms.iter().filter(|&&other| other == form).count() as u8;
            if place > 0 && pool.forms[place - 1] == form {
                continue;
            }
            for (step, copies) in steps(form).into_iter().enumerate() {
                if copies == 0 {
                    continue;
                }
                let (after, unlocked) = drawn(form, step);
                let mut next = pool.clone();
                next.rest += Pool::cards(form) - 1 - Pool::cards(after);
                if after == SPENT {
                    next.forms.remove(place);
                } else {
                    next.forms[place] = after;
                    next.forms.sort_unstable();
                }
                let value = drawn_value(self, next, unlocked);
                sum += value * u64::from(copies) * u64::from(alike);
                least = least.min(value);
            }
        }
        own + if self.least {
            least
        } else {
            sum.div_ceil(deck.into())
        }
    }
}
