//! Long work: off the calling thread, which meanwhile watches for signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use hanabi_core::search::limits::Monitor;
use pyo3::prelude::*;

/// How often signals are looked for.
const WATCH: Duration = Duration::from_millis(20);
/// Deep games recurse deeply; untouched stack costs nothing.
pub const STACK: usize = 64 << 20;

/// A user's wish to stop, set by the watching thread.
#[derive(Default)]
pub struct Flag(AtomicBool);

impl Monitor for Flag {
    fn go_on(&self) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Runs `work` with the interpreter lock released. A signal sets the flag; the work is then
/// waited for. Returns what the work gave, and whether Python had an exception pending (that
/// of Ctrl-C, as a rule).
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Flag) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let flag = Flag::default();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let flag = &flag;
            let worker =
                std::thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, move || {
                        let result = work(flag);
                        // The receiver lives until the worker is done.
                        let _ = sender.send(());
                        result
                    })?;
            let mut pending = None;
            while receiver.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                if pending.is_none()
                    && let Err(error) = Python::attach(|py| py.check_signals())
                {
                    pending = Some(error);
                    flag.0.store(true, Ordering::Relaxed);
                }
            }
            let result = worker
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok((result, pending))
        })
    })
}
