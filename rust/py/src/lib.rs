//! Module `hanabi_solver._core`: plain data in, plain data out. No rules, no search, no text.

mod answer;
mod cancel;
mod crowd;
mod hidden;
mod query;
mod setup;
mod solver;
mod watch;

use pyo3::prelude::*;

#[pymodule(name = "_core")]
mod core_module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::answer::{
        Actual, Answer, Bounds, Edge, Hidden, Move, MoveValue, Node, Outlook, Policy, Rule,
        SlotOutlook,
    };
    #[pymodule_export]
    use crate::cancel::Cancel;
    #[pymodule_export]
    use crate::hidden::{Knowledge, hidden_mean_of_perfect, solve_hidden};
    #[pymodule_export]
    use crate::query::{Limits, Query};
    #[pymodule_export]
    use crate::setup::{Played, Rules, Setup, bonuses, legal_moves, outlook, perft, play, result};
    #[pymodule_export]
    use crate::solver::{Solver, solve_many};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
