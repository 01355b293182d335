//! Module `hanabi_solver._core`: plain data in, plain data out. No rules, no search, no text.

use pyo3::prelude::*;

#[pymodule(name = "_core")]
mod core_module {}
