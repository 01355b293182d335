//! The one door to the searches with open hands or everything known: which search answers a
//! question is decided here and nowhere else.
//!
//! | the question | answered by |
//! |---|---|
//! | everything known | `perfect`; under special rules `physical` |
//! | the order of the deck unknown | `ordinary`: `open`, or `layers` where they are cheaper (`choice`) |
//! | the same under special rules | `physical`, and `ordinary` for what is left once no bonus can come |
//! | cards in hands that nobody specified | `seat`, which asks the two above for each assignment |
//!
//! No search knows another one: where an answer is put together from those of another search, that
//! comes in as [`Answers`], or as a function.

use crate::game::rules::Special;
use crate::game::setup::{Setup, SetupError};
use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Silent, Solution};
use crate::search::ordinary::Ordinary;
use crate::search::perfect;
use crate::search::physical::{Deck, Physical};
use crate::search::question::{Answer, Answers, Exact, Root};
use crate::search::seat;
use crate::value::Objective;

/// What is known to everyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Info {
    /// Every card, and the order of the deck.
    Perfect,
    /// Every card but the order of the deck.
    Open,
}

/// Solves positions and keeps what it learnt, so that later positions of the same game take less
/// time; their answers are those of a fresh solver.
#[derive(Default)]
pub struct Solver {
    ordinary: Ordinary,
    physical: Physical,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes of the tables kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.ordinary.bytes() + self.physical.bytes()
    }

    /// The value of a setup, and of every legal action if asked for. With the order of the deck
    /// unknown, cards in hands may be unspecified, and the order that the deck is written in plays
    /// no part.
    ///
    /// # Errors
    /// The setup's faults.
    pub fn solve(
        &mut self,
        setup: &Setup,
        info: Info,
        objective: Objective,
        with_actions: bool,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        match info {
            Info::Perfect => self.known(setup, objective, with_actions, limits),
            Info::Open => self.open(setup, objective, with_actions, Exact::All, limits),
        }
    }

    /// Like [`solve`](Self::solve) with all actions and the order of the deck unknown, but exact
    /// only for the position and for the action `made`: the bounds of the others tell whether they
    /// are optimal, and may tell no more. With cards nobody specified all are exact.
    ///
    /// # Errors
    /// The setup's faults.
    pub fn compare(
        &mut self,
        setup: &Setup,
        objective: Objective,
        made: Option<Action>,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        self.open(setup, objective, true, Exact::Only(made), limits)
    }

    /// The value of a state, the order of its deck unknown, when more states of the same game will
    /// be asked for.
    pub fn value_of(
        &mut self,
        game: &Game,
        state: &State,
        objective: Objective,
        limits: &Limits,
    ) -> Solution {
        self.state(game, state, objective, &[], Exact::Only(None), limits)
    }

    /// The value of what a play or discard led to, the bonuses it brought having been received:
    /// before the next bonus that is due, or else before the draw. No actions are listed.
    pub fn follow(
        &mut self,
        game: &Game,
        acted: &State,
        objective: Objective,
        limits: &Limits,
    ) -> Solution {
        let (physical, limits, mut rest) = self.parts(game, objective, limits);
        let answer = physical.follow(game, acted, objective, &mut rest, &limits);
        solution(&[], answer)
    }

    /// The value of a position in which everything is known.
    fn known(
        &mut self,
        setup: &Setup,
        objective: Objective,
        with_actions: bool,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        let (game, state) = State::new(setup)?;
        if game.rules.special.flamboyants {
            return Err(vec![SetupError::Bonuses]);
        }
        if game.rules.special == Special::default() {
            let found = perfect::solve(&game, &state, objective, with_actions, limits);
            return Ok(found);
        }
        let actions = match with_actions {
            true => state.actions(&game),
            false => Vec::new(),
        };
        let root = Root::new(&game, &state, objective, &actions, Exact::All);
        let (physical, limits, _) = self.parts(&game, objective, limits);
        let answer = physical.solve(&root, Deck::Ordered, &mut |_, _| None, &limits);
        Ok(solution(&actions, answer))
    }

    fn open(
        &mut self,
        setup: &Setup,
        objective: Objective,
        with_actions: bool,
        exact: Exact,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        if setup.unspecified() > 0 {
            let monitor = &Silent(limits.monitor);
            let limits = Limits { monitor, ..*limits };
            return seat::solve(self, setup, objective, with_actions, &limits);
        }
        let (game, state) = State::new(setup)?;
        let actions = match with_actions {
            true => state.actions(&game),
            false => Vec::new(),
        };
        Ok(self.state(&game, &state, objective, &actions, exact, limits))
    }

    fn state(
        &mut self,
        game: &Game,
        state: &State,
        objective: Objective,
        actions: &[Action],
        exact: Exact,
        limits: &Limits,
    ) -> Solution {
        if let Some(score) = state.result(game) {
            return Solution {
                value: objective.between(score, score),
                actions: Vec::new(),
                nodes: 0,
                stop: None,
            };
        }
        let root = Root::new(game, state, objective, actions, exact);
        solution(actions, self.answer(&root, limits))
    }

    /// The search for special rules, its limits, and what solves the rest for it: positions in
    /// which no bonus can come any more and no other special rule is left are ordinary ones.
    ///
    /// No suit but the last of all is completed then, so that it does not matter what a completed
    /// suit earns, nor what lies in the pile. Only a countdown beside a deck is unknown to the
    /// ordinary rules.
    fn parts<'a, 'l>(
        &'a mut self,
        game: &Game,
        objective: Objective,
        limits: &Limits<'l>,
    ) -> (
        &'a mut Physical,
        Limits<'l>,
        impl FnMut(&State, &Limits) -> Option<Answer> + use<'a, 'l>,
    ) {
        if self.ordinary.bytes() > limits.memory / 2 {
            self.ordinary = Ordinary::default();
        }
        let memory = limits.memory.saturating_sub(self.ordinary.bytes());
        let mut game = game.clone();
        game.rules.special.flamboyants = false;
        let Self { ordinary, physical } = self;
        let rest = move |state: &State, limits: &Limits| {
            let counted = state.turns_left.is_some() && !state.deck.is_empty();
            if counted || game.rules.special != Special::default() {
                return None;
            }
            let root = Root::new(&game, state, objective, &[], Exact::Only(None));
            Some(ordinary.answer(&root, limits))
        };
        (physical, Limits { memory, ..*limits }, rest)
    }
}

impl Answers for Solver {
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let Root {
            game, objective, ..
        } = *root;
        if game.rules.special == Special::default() {
            if self.physical.bytes() > limits.memory / 2 {
                self.physical = Physical::default();
            }
            let memory = limits.memory.saturating_sub(self.physical.bytes());
            return self.ordinary.answer(root, &Limits { memory, ..*limits });
        }
        let (physical, limits, mut rest) = self.parts(game, objective, limits);
        physical.solve(root, Deck::Shuffled, &mut rest, &limits)
    }
}

/// An answer as it leaves the door.
fn solution(actions: &[Action], answer: Answer) -> Solution {
    Solution {
        value: answer.value,
        actions: actions.iter().copied().zip(answer.actions).collect(),
        nodes: answer.nodes,
        stop: answer.stop,
    }
}
