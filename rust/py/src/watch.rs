//! Long work: off the calling thread, which meanwhile watches for signals.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use hanabi_core::search::limits::{Monitor, Solution};
use hanabi_core::value::Ratio;
use pyo3::prelude::*;

use crate::cancel::Wish;
use crate::crowd::Crowd;
use crate::setup::InputError;

/// How often signals are looked for.
const WATCH: Duration = Duration::from_millis(20);
/// Deep games recurse deeply; untouched stack costs nothing.
pub const STACK: usize = 64 << 20;

const NO_THREAD: &str = "the system has no memory left for a search";

/// A user's wish to stop, set by the watching thread or with a handle, and what the search tells
/// meanwhile.
pub struct Flag {
    stopped: AtomicBool,
    cancelled: Wish,
    tolerance: Ratio,
    crowd: Option<Crowd>,
    /// What has been told and not yet passed on, the last alone.
    told: Mutex<Option<Solution>>,
}

impl Flag {
    /// Nobody has stopped; bounds no further apart than `tolerance` will do.
    pub const fn new(cancelled: Wish, tolerance: Ratio) -> Self {
        Self {
            stopped: AtomicBool::new(false),
            cancelled,
            tolerance,
            crowd: None,
            told: Mutex::new(None),
        }
    }

    /// The process may grow by so many bytes from now on, whatever the search counts.
    pub fn growing_by(self, bytes: usize) -> Self {
        Self {
            crowd: Crowd::after(bytes),
            ..self
        }
    }
}

impl Monitor for Flag {
    fn go_on(&self) -> bool {
        !(self.stopped.load(Ordering::Relaxed) || self.cancelled.is_set())
    }

    fn crowded(&self) -> bool {
        self.crowd.as_ref().is_some_and(Crowd::is_there)
    }

    fn tell(&self, so_far: &Solution) {
        if let Ok(mut told) = self.told.lock() {
            *told = Some(so_far.clone());
        }
    }

    fn tolerance(&self) -> Ratio {
        self.tolerance
    }
}

/// Runs `work` with the interpreter lock released. A signal sets the flag; the work is then
/// waited for. Returns what the work gave, and whether Python had an exception pending (that
/// of Ctrl-C, as a rule).
pub fn watched<T: Send>(
    py: Python<'_>,
    flag: Flag,
    work: impl FnOnce(&Flag) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    watched_telling(py, flag, |_, _| Ok(()), work)
}

/// The same, and `pass_on` gets what the search tells. An exception of it stops the work, too.
pub fn watched_telling<T: Send>(
    py: Python<'_>,
    flag: Flag,
    pass_on: impl Fn(Python<'_>, Solution) -> PyResult<()> + Send + Sync,
    work: impl FnOnce(&Flag) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let flag = &flag;
            let worker = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || {
                    let result = work(flag);
                    // The receiver lives until the worker is done.
                    let _ = sender.send(());
                    result
                })
                .map_err(|_| InputError::new_err(NO_THREAD))?;
            let mut pending = None;
            while receiver.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                let told = flag.told.lock().ok().and_then(|mut told| told.take());
                let look = |py: Python<'_>| {
                    py.check_signals()?;
                    told.map_or(Ok(()), |so_far| pass_on(py, so_far))
                };
                if pending.is_none()
                    && let Err(error) = Python::attach(look)
                {
                    pending = Some(error);
                    flag.stopped.store(true, Ordering::Relaxed);
                }
            }
            let result = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((result, pending))
        })
    })
}
