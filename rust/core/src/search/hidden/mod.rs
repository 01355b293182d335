//! Hidden hands: the best joint policy of players who do not see their own cards.

mod bins;
mod choice;
mod count;
mod engine;
mod facts;
mod hands;
mod plan;
mod problem;
mod table;
mod value;
mod worlds;

pub use problem::{MAX_SLOTS, Problem, ProblemError, Written};

use crate::search::limits::{Limits, Stop};
use engine::{Engine, Messages, Payoff};
use facts::Facts;
use worlds::{Layout, Naming};

/// Development entry
pub fn probe(problem: &Problem, naming: u8, messages: u8, target: Option<u8>, all: bool, limits: &Limits) -> Result<(u128, u64, i64, i64, u64), Stop> {
    let naming = [Naming::Exact, Naming::Blind, Naming::Grouped][naming as usize];
    let messages = [Messages::Touched, Messages::Named, Messages::Unlimited][messages as usize];
    let payoff = target.map_or(Payoff::Score, Payoff::Target);
    let layout = Layout::new(problem, naming);
    let w = layout.worlds().map_err(|_| Stop::Size)?;
    let mut engine = Engine::new(&problem.game, problem.clues.clone(), messages, payoff, limits);
    let worlds = layout.make(&mut engine.hands).ok_or(Stop::Size)?;
    let total: u128 = worlds.iter().map(|w| u128::from(w.weight)).sum();
    assert_eq!(total, w);
    let facts = engine.name(Facts::new(problem, layout.left()));
    let n = worlds.len() as u64;
    let worlds = engine.capped(facts, worlds)?;
    let cap = value::cap(&worlds);
    let alpha = if all { w as i64 - 1 } else { -1 };
    let v = engine.value(facts, &worlds, alpha)?;
    Ok((w, n, cap, v.map_or(-1, |f| f.value), engine.nodes))
}
