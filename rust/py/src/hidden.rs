//! The search with hidden hands across the border.

use hanabi_core::game::card::Card;
use hanabi_core::search::hidden::{
    Actual, Deed, Edge, HiddenSolution, Node, Policy, Problem, ProblemError, Rule, Seen, Use,
    Wanted, mean_of_perfect, solve,
};
use hanabi_core::search::limits::Limits;
use pyo3::prelude::*;

use crate::cancel::Cancel;
use crate::setup::{InputError, Setup};
use crate::solver::{self, Fraction, Pair, deadline, fraction, pair, stop_name};
use crate::watch::watched;

/// Kind of a move ("p", "d", "c", or "clue" for any clue), and its slot, or player and the
/// clue's place in the list of clues; slots and players from 1, clues from 0.
type Move = (&'static str, usize, usize);
/// Card numbers; -1 is a dead card, whichever it is.
type Sees = Vec<(usize, Vec<i16>)>;
type Edges = Vec<(Move, Option<i16>, Option<u32>, usize)>;
/// What is seen, what is then done, and in how many worlds.
type Told = (Sees, Move, u64);
type Nodes = Vec<(usize, Vec<Told>, Edges)>;

/// The answer, field by field as in the core; players and slots from 1.
type Answer = (
    Option<u128>,
    Option<Fraction>,
    Pair,
    Vec<(Move, Pair, Option<Fraction>)>,
    (Vec<Told>, Vec<u64>),
    Option<(Move, u128, Vec<(u8, Fraction)>)>,
    Option<(Vec<u64>, Nodes)>,
    u64,
    Option<&'static str>,
);

fn named(deed: Deed) -> Move {
    match deed {
        Deed::Use(Use::Play, slot) => ("p", slot + 1, 0),
        Deed::Use(Use::Discard, slot) => ("d", slot + 1, 0),
        Deed::Clue(player, clue) => ("c", player + 1, clue),
        Deed::AnyClue => ("clue", 0, 0),
    }
}

fn number(seen: Seen) -> i16 {
    seen.map_or(-1, |card: Card| card.index() as i16)
}

fn rule(rule: Rule) -> Told {
    let hand =
        |(player, cards): (usize, Vec<Seen>)| (player + 1, cards.into_iter().map(number).collect());
    let sees = rule.sees.into_iter().map(hand).collect();
    (sees, named(rule.does), rule.worlds)
}

fn edge(edge: Edge) -> (Move, Option<i16>, Option<u32>, usize) {
    (
        named(edge.deed),
        edge.card.map(number),
        edge.touched,
        edge.node,
    )
}

fn policy(policy: Policy) -> (Vec<u64>, Nodes) {
    let node = |node: Node| {
        let rules = node.rules.into_iter().map(rule).collect();
        let next = node.next.into_iter().map(edge).collect();
        (node.player + 1, rules, next)
    };
    (policy.alike, policy.nodes.into_iter().map(node).collect())
}

fn refuse(error: ProblemError) -> PyErr {
    InputError::new_err(error.to_string())
}

fn answer(solution: HiddenSolution) -> Answer {
    let actual = |actual: Actual| {
        let Actual {
            does,
            worlds_left,
            scores,
        } = actual;
        let scores = scores.into_iter();
        let shares = scores.map(|(score, share)| (score, fraction(share)));
        (named(does), worlds_left, shares.collect())
    };
    let moves = solution.moves.into_iter();
    (
        solution.worlds,
        solution.open.map(fraction),
        pair(solution.value),
        moves
            .map(|(deed, row)| (named(deed), pair(row.bounds), row.here.map(fraction)))
            .collect(),
        (
            solution.prescription.into_iter().map(rule).collect(),
            solution.alike,
        ),
        solution.actual.map(actual),
        solution.policy.map(policy),
        solution.nodes,
        solution.stop.map(stop_name),
    )
}

/// Solves a setup with hidden hands. `sets` are the identities each slot may have, `clues` what
/// each clue touches, both as bits over card numbers; `ordered` says whether the deck's order
/// is known. `memory` is the bytes that the search may take.
#[pyfunction]
#[pyo3(signature = (setup, *, sets, clues, ordered, objective, target, with_moves, with_policy,
    time_limit, memory, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn solve_hidden(
    py: Python<'_>,
    setup: &Setup,
    sets: Vec<Vec<u64>>,
    clues: Vec<u64>,
    ordered: bool,
    objective: &str,
    target: Option<u8>,
    with_moves: bool,
    with_policy: bool,
    time_limit: Option<f64>,
    memory: usize,
    cancel: Option<&Cancel>,
) -> PyResult<Answer> {
    let objective = solver::objective(objective, target)?;
    let refuse =
        |error: hanabi_core::search::hidden::ProblemError| InputError::new_err(error.to_string());
    let problem = Problem::new(&setup.inner, &sets, &clues, ordered).map_err(refuse)?;
    let wanted = Wanted {
        moves: with_moves,
        policy: with_policy,
    };
    let (solved, pending) = watched(py, Cancel::wish(cancel), |flag| {
        let limits = Limits {
            deadline: deadline(time_limit),
            memory,
            threads: 1,
            monitor: flag,
        };
        solve(&problem, objective, wanted, &limits)
    })?;
    let mut answer = answer(solved.map_err(refuse)?);
    if let Some(error) = pending {
        if !error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
            return Err(error);
        }
        answer.8 = Some("interrupt");
    }
    Ok(answer)
}

/// The mean over worlds (for `guaranteed` the minimum) of the value with everything known, or
/// the name of what stopped it. The arguments are those of `solve_hidden`.
#[pyfunction]
#[pyo3(signature = (setup, *, sets, clues, objective, target, time_limit, memory, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn hidden_mean_of_perfect(
    py: Python<'_>,
    setup: &Setup,
    sets: Vec<Vec<u64>>,
    clues: Vec<u64>,
    objective: &str,
    target: Option<u8>,
    time_limit: Option<f64>,
    memory: usize,
    cancel: Option<&Cancel>,
) -> PyResult<(Option<Fraction>, Option<&'static str>)> {
    let objective = solver::objective(objective, target)?;
    let problem = Problem::new(&setup.inner, &sets, &clues, false).map_err(refuse)?;
    let (mean, pending) = watched(py, Cancel::wish(cancel), |flag| {
        let limits = Limits {
            deadline: deadline(time_limit),
            memory,
            threads: 1,
            monitor: flag,
        };
        mean_of_perfect(&problem, objective, &limits)
    })?;
    if let Some(error) = pending {
        return Err(error);
    }
    Ok(match mean {
        Ok(mean) => (Some(fraction(mean)), None),
        Err(stop) => (None, Some(stop_name(stop))),
    })
}
