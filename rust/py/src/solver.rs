//! The searches across the border.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};
use std::time::{Duration, Instant};

use hanabi_core::game::setup::{self, SetupError};
use hanabi_core::game::state::Action;
use hanabi_core::search::limits::{Limits, Monitor, Solution, Stop};
use hanabi_core::search::solver::{self, Info};
use hanabi_core::value::{Bounds, Objective, Ratio};
use pyo3::prelude::*;

use crate::cancel::{Cancel, Wish};
use crate::setup::{Choice, InputError, Setup, acted, action, action_parts, faulty};
use crate::watch::{Flag, STACK, watched, watched_telling};

pyo3::import_exception!(hanabi_solver.errors, BusyError);

pub type Fraction = (u128, u128);
/// Lower and upper bound.
pub type Pair = (Fraction, Fraction);

pub fn fraction(ratio: Ratio) -> Fraction {
    (ratio.numerator(), ratio.denominator())
}

pub fn pair(bounds: Bounds) -> Pair {
    (fraction(bounds.lower), fraction(bounds.upper))
}

/// An answer: bounds of the value, (kind, slot, bounds) of every action, nodes, and the name of
/// what stopped the search.
type Answer = (
    Pair,
    Vec<(&'static str, usize, Pair)>,
    u64,
    Option<&'static str>,
);

pub fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Memory => "memory",
        // Ctrl-C leaves an exception beside the answer, which then says "interrupt".
        Stop::Interrupt => "cancel",
        Stop::Size => "size",
        Stop::Tolerance => "tolerance",
    }
}

fn answer(solution: Solution) -> Answer {
    let mut actions: Vec<(&'static str, usize, Bounds)> = Vec::new();
    for (action, bounds) in solution.actions {
        let (kind, slot) = action_parts(action);
        match actions.last_mut() {
            // Two kinds of clues: one move, worth the better of them.
            Some((last, _, known)) if (*last, kind) == ("clue", "clue") => {
                *known = known.best(bounds);
            }
            _ => actions.push((kind, slot, bounds)),
        }
    }
    let pairs = actions
        .into_iter()
        .map(|(kind, slot, bounds)| (kind, slot, pair(bounds)));
    (
        pair(solution.value),
        pairs.collect(),
        solution.nodes,
        solution.stop.map(stop_name),
    )
}

/// The objective of a name; `target` goes with "win".
pub fn objective(name: &str, target: Option<u8>) -> PyResult<Objective> {
    match (name, target) {
        ("guaranteed", _) => Ok(Objective::Guaranteed),
        ("expected", _) => Ok(Objective::Expected),
        ("win", Some(target)) => Ok(Objective::Win { target }),
        _ => Err(InputError::new_err(format!(
            "no objective '{name}' with target {target:?}"
        ))),
    }
}

pub fn deadline(seconds: Option<f64>) -> Option<Instant> {
    let limit = Duration::try_from_secs_f64(seconds?.max(0.0)).ok()?;
    Instant::now().checked_add(limit)
}

/// What to solve: the information model, the objective, whether actions are valued.
#[derive(Clone, Copy)]
struct Query {
    info: Info,
    objective: Objective,
    with_actions: bool,
    /// Only this action's value is wanted; of the others, whether they are optimal.
    made: Option<Action>,
}

impl Query {
    fn new(info: &str, name: &str, target: Option<u8>, with_actions: bool) -> PyResult<Self> {
        let info = match info {
            "perfect" => Info::Perfect,
            "open" => Info::Open,
            _ => {
                return Err(InputError::new_err(format!(
                    "no information model '{info}' here"
                )));
            }
        };
        Ok(Self {
            info,
            objective: objective(name, target)?,
            with_actions,
            made: None,
        })
    }

    fn run(
        &self,
        solver: &mut solver::Solver,
        setup: &setup::Setup,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        match (self.info, self.made) {
            // With everything known all actions take little more time than one.
            (Info::Perfect, _) | (_, None) => {
                solver.solve(setup, self.info, self.objective, self.with_actions, limits)
            }
            (Info::Open, made) => solver.compare(setup, self.objective, made, limits),
        }
    }
}

/// A solver that keeps its tables.
#[pyclass(frozen, module = "hanabi_solver._core")]
pub struct Solver {
    open: Mutex<solver::Solver>,
}

#[pymethods]
impl Solver {
    #[new]
    fn new() -> Self {
        Self {
            open: Mutex::new(solver::Solver::new()),
        }
    }

    /// Solves a setup. `memory` is the bytes that the search may take, kept tables included.
    /// With `made`, a (kind, slot), only that action's value is wanted. Bounds that lie no further
    /// apart than `tolerance` will do; `progress` is called with answers as bounds narrow.
    #[pyo3(signature = (setup, *, info, objective, target, with_actions, time_limit, memory, threads, tolerance, made=None, progress=None, cancel=None))]
    #[expect(clippy::too_many_arguments, reason = "named in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        setup: &Setup,
        info: &str,
        objective: &str,
        target: Option<u8>,
        with_actions: bool,
        time_limit: Option<f64>,
        memory: usize,
        threads: usize,
        tolerance: Fraction,
        made: Option<(String, usize)>,
        progress: Option<Py<PyAny>>,
        cancel: Option<&Cancel>,
    ) -> PyResult<Answer> {
        let mut query = Query::new(info, objective, target, with_actions)?;
        query.made = made.map(|(kind, slot)| action(&kind, slot));
        let allowed = Allowed {
            time_limit,
            memory,
            threads,
            tolerance: Ratio::new(tolerance.0, tolerance.1.max(1)),
            progress,
            cancelled: Cancel::wish(cancel),
        };
        self.ask(py, allowed, |open, limits| {
            query.run(open, &setup.inner, limits)
        })
    }

    /// The value of what a play or discard and the bonuses received led to, before the next
    /// bonus that is due, or else before the draw. No actions are listed.
    #[pyo3(signature = (setup, *, kind, slot, bonuses, objective, target, time_limit, memory, cancel=None))]
    #[expect(clippy::too_many_arguments, reason = "named in Python")]
    fn follow(
        &self,
        py: Python<'_>,
        setup: &Setup,
        kind: &str,
        slot: usize,
        bonuses: Vec<Choice>,
        objective: &str,
        target: Option<u8>,
        time_limit: Option<f64>,
        memory: usize,
        cancel: Option<&Cancel>,
    ) -> PyResult<Answer> {
        let objective = self::objective(objective, target)?;
        let (game, state) = acted(setup, kind, slot, &bonuses)?;
        let allowed = Allowed {
            time_limit,
            memory,
            threads: 1,
            tolerance: Ratio::ZERO,
            progress: None,
            cancelled: Cancel::wish(cancel),
        };
        self.ask(py, allowed, |open, limits| {
            Ok(open.follow(&game, &state, objective, limits))
        })
    }

    /// Bytes of the tables kept.
    fn kept_bytes(&self) -> usize {
        self.open.try_lock().map_or(0, |open| open.bytes())
    }
}

/// What a search may use.
struct Allowed {
    time_limit: Option<f64>,
    memory: usize,
    threads: usize,
    tolerance: Ratio,
    progress: Option<Py<PyAny>>,
    cancelled: Wish,
}

impl Solver {
    fn ask(
        &self,
        py: Python<'_>,
        allowed: Allowed,
        solve: impl FnOnce(&mut solver::Solver, &Limits) -> Result<Solution, Vec<SetupError>> + Send,
    ) -> PyResult<Answer> {
        let pass_on = |py: Python<'_>, so_far| match &allowed.progress {
            Some(progress) => progress.call1(py, (answer(so_far),)).map(|_| ()),
            None => Ok(()),
        };
        let flag = Flag::new(allowed.cancelled.clone(), allowed.tolerance);
        let (solved, pending) = watched_telling(py, flag, pass_on, |flag| {
            let mut open = match self.open.try_lock() {
                Ok(open) => open,
                // A panic while solving left tables that hold proven bounds only.
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return None,
            };
            let limits = Limits {
                deadline: deadline(allowed.time_limit),
                memory: allowed.memory,
                threads: allowed.threads.max(1),
                monitor: flag,
            };
            Some(solve(&mut open, &limits))
        })?;
        let Some(solved) = solved else {
            return Err(BusyError::new_err(
                "the solver is at work in another thread",
            ));
        };
        interrupted(
            pending,
            solved.map(answer).map_err(|faults| faulty(&faults))?,
        )
    }
}

/// After Ctrl-C the answer says so, and the exception is for the caller to raise. Any other
/// exception of a signal handler is raised here.
fn interrupted(pending: Option<PyErr>, answer: Answer) -> PyResult<Answer> {
    let Some(error) = pending else {
        return Ok(answer);
    };
    let keyboard =
        Python::attach(|py| error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py));
    if !keyboard {
        return Err(error);
    }
    let (value, actions, nodes, _) = answer;
    Ok((value, actions, nodes, Some("interrupt")))
}

/// Solves many setups on `threads` threads, each with an equal share of the memory. The time
/// limit is for each. The answers come in the order of the setups, none for one that was not begun
/// before `cancel`.
#[pyfunction]
#[pyo3(signature = (setups, *, infos, objective, targets, with_actions, time_limit, memory, threads, cancel=None))]
#[expect(clippy::too_many_arguments, reason = "named in Python")]
pub fn solve_many(
    py: Python<'_>,
    setups: Vec<PyRef<'_, Setup>>,
    infos: Vec<String>,
    objective: &str,
    targets: Vec<Option<u8>>,
    with_actions: bool,
    time_limit: Option<f64>,
    memory: usize,
    threads: usize,
    cancel: Option<&Cancel>,
) -> PyResult<Vec<Option<Answer>>> {
    let threads = threads.clamp(1, setups.len().max(1));
    let queries = infos
        .iter()
        .zip(targets)
        .map(|(info, target)| Query::new(info, objective, target, with_actions))
        .collect::<PyResult<Vec<_>>>()?;
    let setups: Vec<_> = setups.iter().map(|setup| &setup.inner).collect();
    let next = AtomicUsize::new(0);
    let results: Vec<_> = setups.iter().map(|_| Mutex::new(None)).collect();
    let ((), pending) = watched(py, Cancel::wish(cancel), |flag| {
        std::thread::scope(|scope| {
            let work = || {
                let mut solver = solver::Solver::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(setup), Some(query)) = (setups.get(at), queries.get(at)) else {
                        return;
                    };
                    if !flag.go_on() {
                        return;
                    }
                    let limits = Limits {
                        deadline: deadline(time_limit),
                        memory: memory / threads,
                        threads: 1,
                        monitor: flag,
                    };
                    let solved = query.run(&mut solver, setup, &limits);
                    if let Ok(mut result) = results[at].lock() {
                        *result = Some(solved);
                    }
                }
            };
            for _ in 1..threads {
                let builder = std::thread::Builder::new().stack_size(STACK);
                // Without another thread this one does all the work.
                let _ = builder.spawn_scoped(scope, work);
            }
            work();
        });
    })?;
    if let Some(error) = pending {
        return Err(error);
    }
    results
        .into_iter()
        .map(|result| match result.into_inner() {
            Ok(Some(solved)) => solved
                .map(|solved| Some(answer(solved)))
                .map_err(|faults| faulty(&faults)),
            _ if cancel.is_some_and(Cancel::cancelled) => Ok(None),
            _ => Err(InputError::new_err(
                "setups, infos and targets differ in number",
            )),
        })
        .collect()
}
