//! A wish to stop that comes from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Whether a search is to stop; every search that has been given the same handle looks at it.
#[derive(Clone, Default)]
pub struct Wish(Arc<AtomicBool>);

impl Wish {
    /// Whether somebody wants the searches to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A handle that stops searches from another thread.
///
/// Given to searches as `cancel`; what they have proven by then is their answer, and its `stop` is
/// "cancel". One handle may go with many searches; once used it stays so. As a context manager it
/// stops them when the block is left: where an asyncio task is cancelled, for instance.
#[pyclass(frozen, module = "hanabi_solver._core")]
#[derive(Default)]
pub struct Cancel {
    wish: Wish,
}

impl Cancel {
    /// The wish of a handle, none without one.
    pub fn wish(handle: Option<&Self>) -> Wish {
        handle.map_or_else(Wish::default, |handle| handle.wish.clone())
    }
}

#[pymethods]
impl Cancel {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Stops every search that was given this handle. Any thread may call it, at any time.
    fn cancel(&self) {
        self.wish.0.store(true, Ordering::Relaxed);
    }

    /// Whether `cancel` was called.
    #[getter]
    pub fn cancelled(&self) -> bool {
        self.wish.is_set()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, _error: &Bound<'_, PyTuple>) {
        self.cancel();
    }
}
