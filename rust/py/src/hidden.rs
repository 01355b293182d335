//! The search with hidden hands across the border.

use hanabi_core::search::hidden::{Problem, ProblemError, Wanted, mean_of_perfect, solve};
use hanabi_core::search::limits;
use pyo3::prelude::*;

use crate::answer::{Answer, Fraction, fraction};
use crate::query::{Limits, Query};
use crate::setup::{InputError, Setup};
use crate::watch::{Flag, watched};

/// A position as common knowledge: the identities each slot may have, what each clue touches, both
/// as bits over card numbers, and whether the deck's order is known.
#[pyclass(frozen, new = "from_fields", module = "hanabi_solver._core")]
pub struct Knowledge {
    setup: Py<Setup>,
    sets: Vec<Vec<u64>>,
    clues: Vec<u64>,
    ordered: bool,
}

impl Knowledge {
    fn problem(&self) -> PyResult<Problem> {
        let setup = self.setup.get().read()?;
        Problem::new(&setup, &self.sets, &self.clues, self.ordered).map_err(refuse)
    }
}

fn refuse(error: ProblemError) -> PyErr {
    InputError::new_err(error.to_string())
}

/// Solves a position with hidden hands, on one thread.
#[pyfunction]
pub fn solve_hidden(
    py: Python<'_>,
    known: &Knowledge,
    query: &Query,
    limits: &Limits,
) -> PyResult<Answer> {
    let (problem, objective) = (known.problem()?, query.objective()?);
    let wanted = Wanted {
        moves: query.moves,
        policy: query.policy,
    };
    let (solved, pending) = watched(py, flag(limits), |flag| {
        solve(&problem, objective, wanted, &alone(limits, flag))
    })?;
    Answer::from(solved.map_err(refuse)?).after(py, pending)
}

/// The mean over worlds (for `guaranteed` the minimum) of the value with everything known; None if
/// a limit stopped it.
#[pyfunction]
pub fn hidden_mean_of_perfect(
    py: Python<'_>,
    known: &Knowledge,
    query: &Query,
    limits: &Limits,
) -> PyResult<Option<Fraction>> {
    let (problem, objective) = (known.problem()?, query.objective()?);
    let (mean, pending) = watched(py, flag(limits), |flag| {
        mean_of_perfect(&problem, objective, &alone(limits, flag))
    })?;
    match pending {
        Some(error) => Err(error),
        None => Ok(mean.ok().map(fraction)),
    }
}

/// The flag of a search whose memory is in many pieces.
fn flag(limits: &Limits) -> Flag {
    limits.flag().growing_by(limits.memory)
}

/// The limits on one thread.
fn alone<'a>(limits: &Limits, flag: &'a Flag) -> limits::Limits<'a> {
    limits::Limits {
        threads: 1,
        ..limits.begin(flag)
    }
}
