//! Hidden hands: the best joint policy of players who do not see their own cards.

mod bins;
mod choice;
mod contest;
mod count;
mod engine;
mod facts;
mod hands;
mod plan;
mod problem;
mod root;
mod stage;
mod table;
mod value;
mod worlds;

pub use problem::{MAX_SLOTS, Problem, ProblemError, Written};

use crate::search::limits::{Limits, Stop};
use engine::{Engine, Messages, Payoff};
use facts::Facts;
use worlds::{Layout, Naming};

/// Development entry
#[allow(private_interfaces)]
pub fn contest(problem: &Problem, target: Option<u8>, all: bool, limits: &Limits) -> Result<(u128, u64, i64, i64, u64), (u128, i64,i64)> {
    let payoff = target.map_or(Payoff::Score, Payoff::Target);
    let layout = Layout::new(problem, Naming::Exact);
    let w = layout.worlds().unwrap();
    let mut c = contest::Contest::new(problem, payoff, w as i64 * if target.is_some() {1} else {i64::from(problem.game.max_score())}, limits);
    let alpha = if all { w as i64 - 1 } else { -1 };
    c.run(alpha);
    assert!(c.lower <= c.upper);
    if let Some(stop) = c.stop { eprintln!("{stop:?} {:?}", c.stages.iter().map(|s| (s.kind, s.sets.iter().map(|x| x.1.len()).sum::<usize>(), s.done, s.lower(), s.upper(), s.engine.nodes)).collect::<Vec<_>>()); return Err((w, c.lower, c.upper)); }
    Ok((w, 0, c.open.unwrap_or(0), if all && c.upper <= alpha {-1} else {c.lower}, c.nodes()))
}
/// Development entry
#[allow(private_interfaces)]
pub fn probe(problem: &Problem, naming: u8, messages: u8, target: Option<u8>, all: bool, limits: &Limits) -> Result<(u128, u64, i64, i64, u64), engine::Halt> {
    let naming = [Naming::Exact, Naming::Blind, Naming::Grouped][naming as usize];
    let messages = [Messages::Touched, Messages::Named, Messages::Unlimited][messages as usize];
    let payoff = target.map_or(Payoff::Score, Payoff::Target);
    let layout = Layout::new(problem, naming);
    let w = layout.worlds().map_err(|_| engine::Halt::Stop(Stop::Size))?;
    let mut engine = Engine::new(&problem.game, problem.clues.clone(), messages, payoff, limits);
    let worlds = layout.make(&mut engine.hands).ok_or(engine::Halt::Stop(Stop::Size))?;
    let total: u128 = worlds.iter().map(|w| u128::from(w.weight)).sum();
    assert_eq!(total, w);
    let facts = engine.name(Facts::new(problem, layout.left()));
    let n = worlds.len() as u64;
    let worlds = engine.capped(facts, worlds)?;
    let cap = value::cap(&worlds);
    let alpha = if all { w as i64 - 1 } else { -1 };
    let mut root = root::Root::new(&engine, &[(facts, worlds)]);
    if let Err(e) = root.advance(&mut engine, alpha) { println!("  {e:?} {} .. {} of {w} {n} nodes {}", root.lower(), root.upper, engine.nodes); return Err(e);}
    Ok((w, n, cap, root.lower(), engine.nodes))
}
