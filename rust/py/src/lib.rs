//! Module `hanabi_solver._core`: plain data in, plain data out. No rules, no search, no text.

mod cancel;
mod hidden;
mod setup;
mod solver;
mod watch;

use pyo3::prelude::*;

#[pymodule(name = "_core")]
mod core_module {
    #[pymodule_export]
    use crate::cancel::Cancel;
    #[pymodule_export]
    use crate::hidden::{hidden_mean_of_perfect, solve_hidden};
    #[pymodule_export]
    use crate::setup::{Setup, bonuses, legal_actions, outlook, perft, play, result};
    #[pymodule_export]
    use crate::solver::{Solver, solve_many};
}
