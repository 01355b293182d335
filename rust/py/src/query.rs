//! What is asked, as it comes from Python: frozen classes with named fields.

use std::time::{Duration, Instant};

use hanabi_core::search::limits;
use hanabi_core::search::solver::Info;
use hanabi_core::value::{Objective, Ratio};
use pyo3::prelude::*;

use crate::answer::{Fraction, Move};
use crate::cancel::{Cancel, Wish};
use crate::setup::InputError;
use crate::watch::Flag;

/// A question about a position. `target` is the score that counts as a win. With `made` only that
/// move's value is wanted; `policy` asks for the whole joint policy of hidden hands.
#[pyclass(frozen, new = "from_fields", module = "hanabi_solver._core")]
pub struct Query {
    info: String,
    objective: String,
    target: u8,
    pub moves: bool,
    pub policy: bool,
    pub made: Option<Move>,
}

impl Query {
    /// What is maximised.
    pub fn objective(&self) -> PyResult<Objective> {
        match self.objective.as_str() {
            "guaranteed" => Ok(Objective::Guaranteed),
            "expected" => Ok(Objective::Expected),
            "win" => Ok(Objective::Win {
                target: self.target,
            }),
            other => Err(InputError::new_err(format!("no objective '{other}'"))),
        }
    }

    /// What is known, if all hands are seen.
    pub fn info(&self) -> PyResult<Info> {
        match self.info.as_str() {
            "perfect" => Ok(Info::Perfect),
            "open" => Ok(Info::Open),
            other => Err(InputError::new_err(format!(
                "no information model '{other}' here"
            ))),
        }
    }
}

/// What a search may use: seconds, bytes (kept tables included) and threads. Bounds that lie no
/// further apart than `tolerance` will do.
#[pyclass(frozen, new = "from_fields", module = "hanabi_solver._core")]
pub struct Limits {
    time: Option<f64>,
    pub memory: usize,
    pub threads: usize,
    tolerance: Fraction,
    cancel: Option<Py<Cancel>>,
}

impl Limits {
    /// The wish to stop of whoever holds the handle.
    fn wish(&self) -> Wish {
        Cancel::wish(self.cancel.as_ref().map(Py::get))
    }

    /// The flag that a search looks at.
    pub fn flag(&self) -> Flag {
        let (numerator, denominator) = self.tolerance;
        Flag::new(self.wish(), Ratio::new(numerator, denominator.max(1)))
    }

    /// For a search that begins now.
    pub fn begin<'a>(&self, flag: &'a Flag) -> limits::Limits<'a> {
        let time = self
            .time
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        limits::Limits {
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            memory: self.memory,
            threads: self.threads.max(1),
            monitor: flag,
        }
    }
}
