//! From a problem to its solution.

use std::time::Instant;

use crate::game::state::Action;
use crate::search::hidden::bounds::Between;
use crate::search::hidden::games::game::{GameSearch, Knowledge};
use crate::search::hidden::games::guarantee::{Guarantee, Terms};
use crate::search::hidden::games::race::{Race, Sizes, fits, sizes};
use crate::search::hidden::plan::walk::{gets, turn_after};
use crate::search::hidden::problem::{Problem, ProblemError};
use crate::search::hidden::state::Payoff;
use crate::search::hidden::state::effort::Halt;
use crate::search::hidden::state::layout::{CountError, Layout, Naming};
use crate::search::hidden::state::seat::Seat;
use crate::search::hidden::state::worlds::World;
use crate::search::limits::{Limits, Stop};
use crate::value::{Bounds, Objective, Ratio};

use super::forced::{Forced, Row};
use super::moves::{self, Most};
use super::solution::{HiddenSolution, MoveBounds, Wanted};
use super::time::{searching, walking};

/// Steps that a move is climbed for at first, twice as many in each further round, and the rounds.
const FIRST_CLIMB: u64 = 10_000;
const CLIMBS: usize = 9;

/// Steps that the actual class may take on its own for each move.
const ALONE: u64 = 400_000;

/// Steps of a walk through a plan that is not to be written.
const UNASKED: u64 = 100_000;

/// Sums over worlds and scores stay below this.
const MOST: u128 = 1 << 60;

/// The best joint policy of players who do not see their own cards: its value, or bounds of it
/// if a limit stops the search, and what else is wanted.
///
/// # Errors
/// [`ProblemError::Impossible`] if no world agrees with the problem.
pub fn solve(
    problem: &Problem,
    objective: Objective,
    wanted: Wanted,
    limits: &Limits<'_>,
) -> Result<HiddenSolution, ProblemError> {
    let deadline = limits.deadline;
    let limits = &searching(limits, wanted);
    let worlds = match Layout::new(problem, Naming::Identity).worlds() {
        Ok(worlds) => Some(worlds),
        Err(CountError::Impossible) => return Err(ProblemError::Impossible),
        Err(CountError::Size) => None,
    };
    let most = u128::from(problem.game.max_score());
    let Some(count) = worlds.filter(|&worlds| worlds.saturating_mul(most) < MOST) else {
        let mut solution = unsearched(problem, objective, worlds);
        if wanted.moves {
            list_moves(problem, &mut solution);
        }
        return Ok(solution);
    };
    let search = Search {
        problem,
        objective,
        wanted,
        limits,
        count: count as i64,
        sizes: sizes(problem, limits),
        deadline,
    };
    Ok(match objective {
        Objective::Guaranteed => search.guaranteed(),
        Objective::Expected => search.mean(Payoff::Score, i64::from(problem.game.max_score())),
        Objective::Win { target } => search.mean(Payoff::Target(target), 1),
    })
}

/// Nothing but what the stacks and the cards left over say.
fn unsearched(problem: &Problem, objective: Objective, worlds: Option<u128>) -> HiddenSolution {
    let reach = u128::from(reachable(problem));
    let upper = match objective {
        Objective::Win { target } => u128::from(reach >= u128::from(target)),
        Objective::Guaranteed | Objective::Expected => reach,
    };
    HiddenSolution {
        stop: Some(Stop::Size),
        ..HiddenSolution::new(worlds, Bounds::up_to(Ratio::whole(upper)))
    }
}

/// Gives every move that has none the bounds that follow from those of the position: no move is
/// worth more, and the one that the best policy known makes is worth no less than that policy.
fn list_moves(problem: &Problem, solution: &mut HiddenSolution) {
    if problem.public.plain_result(&problem.game).is_some() {
        return;
    }
    let planned = solution.actual.as_ref().map(|actual| actual.does);
    let Bounds { lower, upper } = solution.value;
    if solution.moves.is_empty() {
        let lower = Ratio::ZERO;
        let actions = moves::actions(problem).unwrap_or_default().into_iter();
        let bounds = Bounds { lower, upper };
        let unknown = MoveBounds { bounds, here: None };
        solution.moves = actions.map(|action| (action, unknown)).collect();
    }
    for (action, MoveBounds { bounds, .. }) in &mut solution.moves {
        bounds.upper = bounds.upper.min(upper);
        if planned == Some(*action) {
            bounds.lower = bounds.lower.max(lower);
        }
    }
}

const fn reason(halt: Halt) -> Stop {
    match halt {
        Halt::Stop(stop) => stop,
        Halt::Pause => Stop::Time,
    }
}

fn reachable(problem: &Problem) -> u8 {
    problem.public.reachable_score(&problem.game)
}

struct Search<'a> {
    problem: &'a Problem,
    objective: Objective,
    wanted: Wanted,
    limits: &'a Limits<'a>,
    /// Number of worlds.
    count: i64,
    sizes: Sizes,
    /// When all is to be told; the search itself may have to end earlier.
    deadline: Option<Instant>,
}

impl<'a> Search<'a> {
    fn race(&self, payoff: Payoff, most: i64) -> Race<'a> {
        Race::new(
            self.problem,
            self.sizes,
            payoff,
            most * self.count,
            self.limits,
        )
    }

    fn ratio(&self, sum: i64) -> Ratio {
        Ratio::new(sum as u128, self.count as u128)
    }

    /// `expected` and `win`.
    fn mean(&self, payoff: Payoff, most: i64) -> HiddenSolution {
        let mut race = self.race(payoff, most);
        race.run(-1);
        let value = Bounds {
            lower: self.ratio(race.bounds.lower),
            upper: self.ratio(race.bounds.upper),
        };
        let mut solution = self.solution(value);
        solution.open = race.open.map(|open| self.ratio(open));
        solution.nodes = race.nodes();
        solution.stop = race.stop;
        self.complete(&mut race, &mut solution);
        solution
    }

    fn guaranteed(&self) -> HiddenSolution {
        let alpha = self.count - 1;
        let terms = Terms {
            race: |score| self.race(Payoff::Target(score), 1).for_all(),
            count: self.count,
            memory: self.limits.memory,
            held: self.problem.public.score(),
            finale: self.problem.game.rules.grand_finale,
        };
        let found = Guarantee::new(reachable(self.problem), &terms);
        let mut solution = self.solution(Bounds {
            lower: Ratio::whole(u128::from(found.lower)),
            upper: Ratio::whole(u128::from(found.upper)),
        });
        let (open, open_upper) = found.open;
        solution.open = (open == open_upper).then(|| Ratio::whole(u128::from(open)));
        solution.stop = found.stop;
        // With nothing guaranteed any policy is a best one.
        let mut race = found
            .best
            .unwrap_or_else(|| self.race(Payoff::Target(0), 1));
        race.memory = self.limits.memory;
        if found.lower == 0 {
            race.run(alpha);
        }
        self.complete(&mut race, &mut solution);
        solution.nodes = found.nodes + race.nodes();
        solution
    }

    const fn solution(&self, value: Bounds) -> HiddenSolution {
        HiddenSolution::new(Some(self.count as u128), value)
    }

    /// Adds what the best plan says, and the moves.
    fn complete(&self, race: &mut Race<'a>, solution: &mut HiddenSolution) {
        race.forget_others();
        let described = self.describe(race, solution);
        let described = described.and_then(|()| self.moves(race, solution));
        if let Err(halt) = described {
            solution.stop.get_or_insert(reason(halt));
        }
        if self.wanted.moves {
            list_moves(self.problem, solution);
        }
    }

    /// Adds what the best plan says. What it does now is told even where the time is up: else the
    /// lower bound would have no policy.
    fn describe(&self, race: &mut Race<'a>, solution: &mut HiddenSolution) -> Result<(), Halt> {
        // A value of 0 needs no policy: the game then has none, and anything is done.
        let policies = |game: &GameSearch<'_>| game.knowledge != Knowledge::Relaxed;
        let first = race.games.iter().position(policies);
        let Some(winner) = race.winner.or(first) else {
            return Ok(());
        };
        let game = &mut race.games[winner];
        game.search.model.effort.describing = true;
        game.search.model.effort.until = self.deadline.map(walking);
        let worth = match self.lift(game, &mut race.bounds, &mut solution.value) {
            Err(Halt::Stop(Stop::Time | Stop::Memory)) => Ok(false),
            worth => worth,
        };
        game.search.model.effort.grant(u64::MAX);
        let described = worth.and_then(|told| self.describe_plan(game, told, solution));
        game.search.model.effort.describing = false;
        let Bounds { lower, upper } = solution.value;
        if lower >= upper {
            solution.stop = None;
        }
        if let Some(halt) = described? {
            solution.stop.get_or_insert(reason(halt));
        }
        Ok(())
    }

    /// Lifts the lower bound to what the plan is worth, for that may be more than was asked of it.
    /// Whether that is known: a plan that is not to be written is walked for a few steps only,
    /// and so is one that says nothing of some worlds, since nobody has walked through them.
    fn lift(
        &self,
        game: &mut GameSearch<'_>,
        sums: &mut Between,
        value: &mut Bounds,
    ) -> Result<bool, Halt> {
        let written = self.wanted.policy && game.placed();
        let steps = if written { u64::MAX } else { UNASKED };
        game.search.model.effort.grant(steps);
        while value.lower < value.upper {
            let (public, sets) = game.start();
            let mine = sets.iter().flat_map(|(worlds, _)| worlds).copied();
            let mine: Vec<World> = mine.collect();
            let next = value.lower.numerator() + 1;
            let worth = |score: u8| match self.objective {
                Objective::Guaranteed => i64::from(u128::from(score) >= next),
                Objective::Expected => i64::from(score),
                Objective::Win { target } => i64::from(score >= target),
            };
            let sum = match gets(&mut game.search.model, public, sets, mine, &worth) {
                Err(Halt::Pause) => return Ok(false),
                sum => sum?,
            };
            match self.objective {
                Objective::Guaranteed if sum < self.count => break,
                Objective::Guaranteed => value.lower = Ratio::whole(next),
                Objective::Expected | Objective::Win { .. } => {
                    sums.reach(sum);
                    value.lower = self.ratio(sums.lower);
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Tells the first turn, the whole policy if wanted, and what becomes of the written hands.
    /// Gives back what halted the policy, if anything did.
    fn describe_plan(
        &self,
        game: &mut GameSearch<'_>,
        told: bool,
        solution: &mut HiddenSolution,
    ) -> Result<Option<Halt>, Halt> {
        let (public, sets) = game.start();
        let until = game.search.model.effort.until.take();
        let first = turn_after(&mut game.search.model, public, sets, |_| false)?;
        let names = game.names();
        solution.prescription = game.rules(&names, self.problem.public.mover, &first);
        solution.alike = names.alike;
        let mut halted = None;
        if self.wanted.policy && told {
            game.search.model.effort.until = until;
            match game.policy() {
                Ok(policy) => solution.policy = Some(policy),
                Err(halt) => halted = Some(halt),
            }
            game.search.model.effort.until = None;
        }
        if !solution.prescription.is_empty() {
            solution.actual = game.actual(self.problem)?;
        }
        Ok(halted)
    }

    /// The moves for the hands that the mover sees, if the game is not over.
    fn moves(&self, race: &mut Race<'a>, solution: &mut HiddenSolution) -> Result<(), Halt> {
        let over = race.games.first().is_none_or(GameSearch::over);
        if !self.wanted.moves || over {
            return Ok(());
        }
        let (Some(actions), Some(revealed)) =
            (moves::actions(self.problem), moves::revealed(self.problem))
        else {
            return Ok(());
        };
        match self.objective {
            Objective::Guaranteed => self.guaranteed_moves(race, solution, &actions, &revealed),
            Objective::Expected | Objective::Win { .. } => {
                let value = Between {
                    lower: race.bounds.lower,
                    upper: race.bounds.upper,
                };
                let (weight, found) = self.rows(race, solution, &actions, &revealed, value);
                let rows = found.iter().map(|row| MoveBounds {
                    bounds: Bounds {
                        lower: self.ratio(row.bounds.lower),
                        upper: self.ratio(row.bounds.upper),
                    },
                    here: row.here.filter(|_| weight > 0).map(|gets| {
                        let gets = gets.max(0) as u128;
                        Ratio::new(gets, weight as u128)
                    }),
                });
                solution.moves = actions.into_iter().zip(rows).collect();
                let open = |row: &Row| row.bounds.lower < row.bounds.upper;
                if found.iter().any(open) {
                    solution.stop.get_or_insert(Stop::Size);
                }
                Ok(())
            }
        }
    }

    /// What is known of every move for the payoff of a race, whose value is given, and the number
    /// of worlds that look like the written hands.
    fn rows(
        &self,
        race: &mut Race<'a>,
        solution: &mut HiddenSolution,
        actions: &[Action],
        revealed: &Problem,
        value: Between,
    ) -> (i64, Vec<Row>) {
        let bounds = Between {
            lower: 0,
            upper: value.upper,
        };
        let mut found = (0, vec![Row { bounds, here: None }; actions.len()]);
        let tightened = self.tighten(race, solution, (actions, revealed), value, &mut found);
        if let Err(Halt::Stop(stop)) = tightened {
            // The bounds stand.
            solution.stop.get_or_insert(stop);
        }
        found
    }

    /// Makes the bounds of moves tighter, with what takes least first.
    fn tighten(
        &self,
        race: &mut Race<'a>,
        solution: &HiddenSolution,
        (actions, revealed): (&[Action], &Problem),
        value: Between,
        (weight, rows): &mut (i64, Vec<Row>),
    ) -> Result<(), Halt> {
        let seat = race.seat()?;
        for (row, &action) in rows.iter_mut().zip(actions) {
            let after = seat.and_then(|seat| seat.after(action));
            row.bounds.cut(after.unwrap_or(value.upper));
        }
        let most = Most {
            value,
            seat: seat.and_then(Seat::elsewhere),
            caps: race.open.unwrap_or(value.upper),
        };
        let open = |rows: &[Row]| rows.iter().any(|row| row.bounds.lower < row.bounds.upper);
        let planned = solution.actual.as_ref().map(|actual| actual.does);
        let used: Vec<Action> = solution.prescription.iter().map(|rule| rule.does).collect();
        let (payoff, room) = (race.payoff, race.room());
        if let Some(game) = race.policies()? {
            game.search.model.effort.grant(u64::MAX);
            let forced = Forced::new(self.problem, game, actions, most, planned)?;
            let Some(mut forced) = forced else {
                return Ok(());
            };
            *weight = forced.weight;
            rows.clone_from(&forced.rows);
            let mut steps = FIRST_CLIMB;
            for _ in 0..CLIMBS {
                let climbed = forced.round(game, value, steps);
                rows.clone_from(&forced.rows);
                if !climbed? {
                    break;
                }
                steps *= 2;
            }
        }
        if !open(rows) {
            return Ok(());
        }
        if GameSearch::size(revealed, Knowledge::Real).is_some_and(|size| fits(size, room)) {
            let limits = Limits {
                memory: room,
                ..*self.limits
            };
            let mut alone = GameSearch::new(revealed, Knowledge::Real, payoff, &limits, room)?;
            moves::alone(actions, most, &used, &mut alone, ALONE, rows)?;
        }
        if open(rows)
            && let Some(game) = race.exact()?
        {
            moves::exact(self.problem, game, actions, value, rows)?;
        }
        Ok(())
    }

    /// The score k is guaranteed after a move exactly if the target k is then reached in all
    /// worlds. No k above the position's value is, and for those up to it the position's own
    /// policy loses nothing.
    fn guaranteed_moves(
        &self,
        race: &mut Race<'a>,
        solution: &mut HiddenSolution,
        actions: &[Action],
        revealed: &Problem,
    ) -> Result<(), Halt> {
        let whole = |ratio: Ratio| ratio.numerator() as u8;
        let (low, high) = (whole(solution.value.lower), whole(solution.value.upper));
        let unknown = Bounds {
            lower: Ratio::ZERO,
            upper: Ratio::whole(u128::from(high)),
        };
        let mut moves: Vec<(Action, Bounds)> =
            actions.iter().map(|&action| (action, unknown)).collect();
        let all = Between {
            lower: self.count,
            upper: self.count,
        };
        for score in (1..=low).rev() {
            let open = moves.iter().any(|(_, bounds)| bounds.lower < bounds.upper);
            if !open || solution.stop.is_some() {
                break;
            }
            let mut below = self.race(Payoff::Target(score), 1);
            below.memory = race.room();
            let race = if score == low && race.payoff == Payoff::Target(score) {
                &mut *race
            } else {
                &mut below
            };
            let (_, found) = self.rows(race, solution, actions, revealed, all);
            let reach = Ratio::whole(u128::from(score));
            for ((_, bounds), row) in moves.iter_mut().zip(found) {
                if row.bounds.lower == self.count {
                    bounds.lower = bounds.lower.max(reach);
                }
                if row.bounds.upper < self.count {
                    bounds.upper = bounds.upper.min(Ratio::whole(u128::from(score - 1)));
                }
            }
        }
        if moves.iter().any(|(_, bounds)| bounds.lower < bounds.upper) {
            solution.stop.get_or_insert(Stop::Size);
        }
        let rows = moves.into_iter().map(|(action, bounds)| {
            // It is reached in all worlds, also in those that look like the written hands.
            let here = Some(bounds.lower);
            (action, MoveBounds { bounds, here })
        });
        solution.moves = rows.collect();
        Ok(())
    }
}
