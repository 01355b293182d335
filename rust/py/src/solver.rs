//! The searches across the border.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, TryLockError};

use hanabi_core::game::setup::{self, SetupError};
use hanabi_core::search::limits::{self, Monitor, Solution};
use hanabi_core::search::solver::{self, Info};
use hanabi_core::value::Objective;
use pyo3::prelude::*;

use crate::answer::{Answer, Move};
use crate::query::{Limits, Query};
use crate::setup::{Choice, Setup, acted, faulty};
use crate::watch::{STACK, watched, watched_telling};

pyo3::import_exception!(hanabi_solver.errors, BusyError);

/// A query, read.
struct Asked<'a> {
    info: Info,
    objective: Objective,
    query: &'a Query,
}

impl<'a> Asked<'a> {
    fn new(query: &'a Query) -> PyResult<Self> {
        Ok(Self {
            info: query.info()?,
            objective: query.objective()?,
            query,
        })
    }

    fn run(
        &self,
        solver: &mut solver::Solver,
        setup: &setup::Setup,
        limits: &limits::Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        match (self.info, &self.query.made) {
            (Info::Open, Some(made)) => {
                solver.compare(setup, self.objective, Some(made.action()), limits)
            }
            // With everything known all actions take little more time than one.
            _ => solver.solve(setup, self.info, self.objective, self.query.moves, limits),
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

    /// Solves a setup. `progress` is called with answers as bounds narrow.
    #[pyo3(signature = (setup, query, limits, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        setup: &Setup,
        query: &Query,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let (setup, asked) = (setup.read()?, Asked::new(query)?);
        self.ask(py, limits, progress, |open, limits| {
            asked.run(open, &setup, limits)
        })
    }

    /// The value of what a play or discard and the bonuses received led to, before the next
    /// bonus that is due, or else before the draw. No moves are listed.
    #[pyo3(signature = (setup, r#move, bonuses, query, limits))]
    fn follow(
        &self,
        py: Python<'_>,
        setup: &Setup,
        r#move: &Move,
        bonuses: Vec<Choice>,
        query: &Query,
        limits: &Limits,
    ) -> PyResult<Answer> {
        let objective = query.objective()?;
        let (game, state) = acted(setup, r#move, &bonuses)?;
        self.ask(py, limits, None, |open, limits| {
            Ok(open.follow(&game, &state, objective, limits))
        })
    }

    /// Bytes of the tables kept.
    fn kept_bytes(&self) -> usize {
        self.open.try_lock().map_or(0, |open| open.bytes())
    }
}

impl Solver {
    fn ask(
        &self,
        py: Python<'_>,
        limits: &Limits,
        progress: Option<Py<PyAny>>,
        solve: impl FnOnce(&mut solver::Solver, &limits::Limits) -> Result<Solution, Vec<SetupError>>
        + Send,
    ) -> PyResult<Answer> {
        let pass_on = |py: Python<'_>, so_far| match &progress {
            Some(progress) => progress.call1(py, (Answer::from(so_far),)).map(|_| ()),
            None => Ok(()),
        };
        let (solved, pending) = watched_telling(py, limits.flag(), pass_on, |flag| {
            let mut open = match self.open.try_lock() {
                Ok(open) => open,
                // A panic while solving left tables that hold proven bounds only.
                Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => return None,
            };
            Some(solve(&mut open, &limits.begin(flag)))
        })?;
        let Some(solved) = solved else {
            return Err(BusyError::new_err(
                "the solver is at work in another thread",
            ));
        };
        answer(solved)?.after(py, pending)
    }
}

fn answer(solved: Result<Solution, Vec<SetupError>>) -> PyResult<Answer> {
    solved.map(Answer::from).map_err(|faults| faulty(&faults))
}

/// Solves many setups, each with its query, on all threads; each of them has an equal share of the
/// memory. The time limit is for each setup. The answers come in the order of the setups, none for
/// one that was not begun before it was cancelled.
#[pyfunction]
pub fn solve_many(
    py: Python<'_>,
    setups: Vec<PyRef<'_, Setup>>,
    queries: Vec<PyRef<'_, Query>>,
    limits: &Limits,
) -> PyResult<Vec<Option<Answer>>> {
    let threads = limits.threads.clamp(1, setups.len().max(1));
    let setups = setups.iter().map(|setup| setup.read());
    let queries = queries.iter().map(|query| Asked::new(query));
    let asked = setups
        .zip(queries)
        .map(|(setup, query)| Ok((setup?, query?)));
    let asked = asked.collect::<PyResult<Vec<_>>>()?;
    let next = AtomicUsize::new(0);
    let results: Vec<_> = asked.iter().map(|_| Mutex::new(None)).collect();
    let ((), pending) = watched(py, limits.flag(), |flag| {
        std::thread::scope(|scope| {
            let work = || {
                let mut solver = solver::Solver::new();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((setup, query)) = asked.get(at) else {
                        return;
                    };
                    if !flag.go_on() {
                        return;
                    }
                    let whole = limits.begin(flag);
                    let limits = limits::Limits {
                        memory: whole.memory / threads,
                        threads: 1,
                        ..whole
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
    let results = results.into_iter().map(|result| match result.into_inner() {
        Ok(Some(solved)) => answer(solved).map(Some),
        _ => Ok(None),
    });
    results.collect()
}
