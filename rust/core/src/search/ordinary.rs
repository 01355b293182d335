//! Positions under ordinary rules, hands open, the order of the deck unknown: the engines kept
//! from one question to the next.

use crate::game::state::Game;
use crate::search::choice;
use crate::search::limits::{Limits, Stop};
use crate::search::open::{AnyEngine, Keys, engine_for, too_large};
use crate::search::question::{Answer, Answers, Root};
use crate::value::Objective;

/// Answers questions and keeps what it learnt: later positions of the same game (or other
/// positions of the same suits, rules and number of players) find it again, and their answers
/// are those of a fresh solver.
#[derive(Default)]
pub struct Ordinary {
    /// The last one used last.
    engines: Vec<Kept>,
}

struct Kept {
    game: Game,
    objective: Objective,
    engine: Box<dyn AnyEngine>,
}

impl Kept {
    fn serves(&self, root: &Root) -> bool {
        self.game == *root.game && self.objective == root.objective
    }
}

impl Ordinary {
    /// Bytes of the tables kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.engines.iter().map(|kept| kept.engine.bytes()).sum()
    }

    /// The other engines' tables count against the memory; the oldest go if they take more than
    /// half.
    fn ask(&mut self, engine: &mut dyn AnyEngine, root: &Root, limits: &Limits) -> Answer {
        while self.bytes() > limits.memory / 2 {
            self.engines.remove(0);
        }
        let memory = limits.memory.saturating_sub(self.bytes());
        choice::answer(engine, root, &Limits { memory, ..*limits })
    }
}

impl Answers for Ordinary {
    /// Answers with the kept engine that fits, or with a new one: the smallest numbers and keys
    /// that hold the position, wider ones once they prove too narrow.
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        let fresh = |keys| engine_for(game, state, objective, keys);
        self.engines
            .retain(|kept| !kept.serves(root) || kept.engine.fits(game, state, objective));
        let found = self.engines.iter().position(|kept| kept.serves(root));
        let found = found.map(|at| self.engines.remove(at).engine);
        let Some(mut engine) = found.or_else(|| fresh(Keys::Short)) else {
            return too_large(root);
        };
        let mut answer = self.ask(&mut *engine, root, limits);
        if engine.too_narrow() {
            let Some(wider) = fresh(Keys::Long) else {
                return too_large(root);
            };
            engine = wider;
            let spent = answer.nodes;
            answer = self.ask(&mut *engine, root, limits);
            answer.nodes += spent;
            if engine.too_narrow() {
                answer.stop = Some(Stop::Size);
            }
        }
        self.engines.push(Kept {
            game: game.clone(),
            objective,
            engine,
        });
        answer
    }
}
