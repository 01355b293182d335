//! Exact search where the deck order is known.
//!
//! Whether a target can be reached is asked of a [relaxed game](deal): what is lost there is
//! lost, what is won there is replayed in the real one. The best score is found by asking for
//! one target after the other, from the highest that the cards allow downward.

mod beam;
mod bounds;
mod deal;
mod ending;
mod key;
mod one_hand;
mod physical;
mod relaxed;
mod table;

use std::ops::RangeInclusive;

use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Solution, Stop};
use crate::value::{Bounds, Objective, Ratio};
use deal::Deal;
use physical::{Decider, Effort, classes};

/// The value of a state whose deck is known, its next card the last element, and of every
/// action if asked for.
///
/// `Guaranteed` and `Expected` are the best final score, `Win` is 1 or 0.
#[must_use]
pub fn solve(
    game: &Game,
    state: &State,
    objective: Objective,
    with_actions: bool,
    limits: &Limits<'_>,
) -> Solution {
    let mut solver = Solver::new(game, state, with_actions);
    let targets = targets(game, state, objective);
    let stopped = match Deal::new(game, state) {
        Some(deal) => match key::bits(&deal).div_ceil(64) {
            0..=2 => solver.run::<2>(&deal, targets, limits),
            3 => solver.run::<3>(&deal, targets, limits),
            4 => solver.run::<4>(&deal, targets, limits),
            _ => solver.run::<6>(&deal, targets, limits),
        },
        None => Err(Stop::Size),
    };
    solver.solution(objective, stopped.err())
}

/// The targets to ask for.
///
/// Under Grand Finale every final score but 0 is the maximum.
fn targets(game: &Game, state: &State, objective: Objective) -> RangeInclusive<u8> {
    let max = game.max_score();
    let (lowest, highest) = match objective {
        Objective::Win { target } => (target.max(1), target),
        Objective::Guaranteed | Objective::Expected => (1, state.reachable_score(game)),
    };
    if game.rules.grand_finale && (1..=max).contains(&highest) {
        max..=max
    } else {
        lowest..=highest
    }
}

/// A state whose best final score is asked for, and proven bounds of that score.
struct Question {
    state: State,
    lower: u8,
    upper: u8,
}

impl Question {
    fn new(game: &Game, state: State) -> Self {
        let (lower, upper) = match state.result(game) {
            Some(score) => (score, score),
            None => (0, state.reachable_score(game)),
        };
        Self {
            state,
            lower,
            upper,
        }
    }

    /// Whether it is unknown if the target can be reached.
    const fn open(&self, target: u8) -> bool {
        self.lower < target && target <= self.upper
    }

    fn answer(&mut self, game: &Game, target: u8, reached: bool) {
        if reached {
            self.lower = target;
        } else {
            self.upper = if game.rules.grand_finale {
                0
            } else {
                target - 1
            };
        }
    }

    fn bounds(&self, objective: Objective) -> Bounds {
        let worth = |score: u8| {
            Ratio::whole(u128::from(match objective {
                Objective::Win { target } => u8::from(score >= target),
                Objective::Guaranteed | Objective::Expected => score,
            }))
        };
        Bounds {
            lower: worth(self.lower),
            upper: worth(self.upper),
        }
    }
}

/// The position, and one state after each class of alike actions where those are asked for.
struct Solver<'a> {
    game: &'a Game,
    /// The position first.
    questions: Vec<Question>,
    /// Actions asked for, each with the index of its question.
    actions: Vec<(Action, usize)>,
    nodes: u64,
}

impl<'a> Solver<'a> {
    fn new(game: &'a Game, state: &State, with_actions: bool) -> Self {
        let mut questions = vec![Question::new(game, state.clone())];
        let mut actions = Vec::new();
        let mut firsts = Vec::new();
        if with_actions {
            for (action, first) in classes(game, state) {
                let known = firsts.iter().position(|&other| other == first);
                let index = known.unwrap_or(firsts.len());
                if known.is_none() {
                    firsts.push(first);
                    questions.push(Question::new(game, state.after(game, first)));
                }
                actions.push((action, index + 1));
            }
        }
        Self {
            game,
            questions,
            actions,
            nodes: 0,
        }
    }

    /// Answers all questions: first what little effort answers, from the highest target
    /// downward, so that a stop leaves good bounds; then the rest.
    fn run<const W: usize>(
        &mut self,
        deal: &Deal,
        targets: RangeInclusive<u8>,
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        for effort in [Effort::Little, Effort::Full] {
            for target in targets.clone().rev() {
                if !self.questions.iter().any(|question| question.open(target)) {
                    continue;
                }
                let mut decider = Decider::<W>::new(self.game, deal, target, limits);
                let asked = self.ask(&mut decider, target, effort);
                self.nodes += decider.nodes();
                asked?;
            }
        }
        Ok(())
    }

    fn ask<const W: usize>(
        &mut self,
        decider: &mut Decider<'_, W>,
        target: u8,
        effort: Effort,
    ) -> Result<(), Stop> {
        for index in 0..self.questions.len() {
            // No action is worth more than the position.
            let ceiling = self.questions[0].upper;
            let question = &mut self.questions[index];
            question.upper = question.upper.min(ceiling);
            if question.open(target)
                && let Some(reached) = decider.wins(&question.state, effort)?
            {
                question.answer(self.game, target, reached);
            }
        }
        Ok(())
    }

    fn solution(mut self, objective: Objective, stop: Option<Stop>) -> Solution {
        // No action is worth more than the position, and one is worth as much.
        let best = self.questions[1..]
            .iter()
            .map(|question| question.lower)
            .max();
        let root = &mut self.questions[0];
        root.lower = root.lower.max(best.unwrap_or(0));
        let ceiling = root.upper;
        for question in &mut self.questions {
            question.upper = question.upper.min(ceiling);
        }
        let value = self.questions[0].bounds(objective);
        let actions: Vec<_> = self
            .actions
            .iter()
            .map(|&(action, index)| (action, self.questions[index].bounds(objective)))
            .collect();
        let exact = |bounds: &Bounds| bounds.value().is_some();
        let done = exact(&value) && actions.iter().all(|(_, bounds)| exact(bounds));
        Solution {
            value,
            actions,
            nodes: self.nodes,
            stop: stop.filter(|_| !done),
        }
    }
}
