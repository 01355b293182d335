//! The exact search with hands open and the order of the deck unknown.
//!
//! * `suits`: one suit, reduced to what matters and numbered
//! * `node`: a state in merged form, its moves and draws; `key`: its key
//! * `number`: values over deck orders
//! * `bounds`, `ordering`: what can be said without search; which moves need searching
//! * `search`: the recursion
//! * `engine`: table, threads, stops
//! * `layers`: all configurations of hands and deck, layer by layer; `choice`: when they are cheaper
//! * `seat`: cards that the player to move does not see

mod bounds;
mod choice;
mod engine;
mod key;
mod last_turns;
mod layers;
mod node;
mod number;
mod ordering;
mod search;
mod seat;
mod suits;
mod sure;

use std::sync::Arc;

use bounds::Frame;
use engine::{Engine, Question};
use key::{Layout, LongKey, NodeKey, ShortKey};
use node::{Move, Node};
use number::{Number, Orders, Range};
use search::Halt;
use suits::{MAX_IDS, Suits};

use crate::game::rules::Special;
use crate::game::setup::{Setup, SetupError};
use crate::game::state::{Action, Game, State};
use crate::search::flamboyants::BonusSolver;
use crate::search::limits::{Limits, Solution, Stop};
use crate::search::plain;
use crate::value::{Bounds, Objective, Ratio};

/// Solves positions and keeps what it learnt: later positions of the same game (or other
/// positions of the same suits, rules and number of players) find it again, and their answers
/// are those of a fresh solver.
#[derive(Default)]
pub struct OpenSolver {
    engines: Vec<Kept>,
    bonus: BonusSolver,
    nodes: u64,
}

struct Kept {
    game: Game,
    objective: Objective,
    engine: Box<dyn AnyEngine>,
}

/// An engine, whatever its numbers and keys.
trait AnyEngine: Send {
    /// Whether the position's numbers and sizes fit.
    fn fits(&self, game: &Game, state: &State, objective: Objective) -> bool;
    /// Bytes of its table.
    fn bytes(&self) -> usize;
    /// States expanded so far.
    fn nodes(&self) -> u64;
    /// Bounds of each question, in units of 1 / the second part of the answer.
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer;
}

struct Root<'a> {
    game: &'a Game,
    state: &'a State,
    objective: Objective,
    /// Whether the value, and which actions' values are wanted.
    value: bool,
    actions: &'a [Action],
    exact: Exact,
    /// For `guaranteed`: the value, or with no value asked for no action, is more, as is known.
    cap: Option<u8>,
}

/// Which of the actions asked for get their exact value. Of the others it is only settled
/// whether they are worth as much as the position. With [`Only`](Self::Only) more positions of the
/// same game will be asked for.
#[derive(Clone, Copy)]
enum Exact {
    All,
    Only(Option<Action>),
}

impl Exact {
    fn wants(self, action: Action) -> bool {
        match self {
            Self::All => true,
            Self::Only(made) => made.is_some_and(|made| match (made, action) {
                (Action::Clue, Action::ClueOf(_)) => true,
                _ => made == action,
            }),
        }
    }
}

/// Bounds of the root's value and of the actions asked for.
struct Answer {
    value: Bounds,
    actions: Vec<Bounds>,
    stop: Option<Stop>,
    /// The keys were too narrow.
    widen: bool,
}

/// The engine together with the suits that it numbers.
struct Typed<N, K> {
    engine: Engine<N, K>,
    suits: Arc<Suits>,
}

fn worth(objective: Objective, game: &Game) -> u64 {
    match objective {
        Objective::Expected => u64::from(game.max_score()),
        Objective::Win { .. } | Objective::Guaranteed => 1,
    }
}

fn largest_hand(state: &State) -> usize {
    state.hands.iter().map(Vec::len).max().unwrap_or(0)
}

fn layout<K: NodeKey>(game: &Game, state: &State) -> Layout {
    let (hand, deck) = (largest_hand(state), state.deck.len());
    Layout::new::<K>(game.players, game.suits.len(), hand, deck)
}

fn orders<N: Number>(game: &Game, state: &State, objective: Objective) -> Option<Orders<N>> {
    let deck = state.deck.len();
    if objective == Objective::Guaranteed {
        return Orders::new(0, 0, 1);
    }
    let dead = state.deck.iter().filter(|&&held| state.dead(held)).count();
    Orders::new(deck, dead, worth(objective, game))
}

impl<N: Number, K: NodeKey> Typed<N, K> {
    fn new(game: &Game, state: &State, objective: Objective) -> Option<Self> {
        let layout = layout::<K>(game, state);
        let suits = Arc::new(Suits::new(game.players, layout.id_limit().min(MAX_IDS)));
        let engine = Engine::new(game.rules, game.players, objective, suits.clone(), layout)?;
        Some(Self { engine, suits })
    }
}

impl<N: Number, K: NodeKey> AnyEngine for Typed<N, K> {
    fn fits(&self, game: &Game, state: &State, objective: Objective) -> bool {
        self.engine
            .layout()
            .fits(largest_hand(state), state.deck.len())
            && orders::<N>(game, state, objective).is_some()
    }

    fn bytes(&self) -> usize {
        self.engine.bytes()
    }

    fn nodes(&self) -> u64 {
        self.engine.nodes
    }

    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        let all = Bounds {
            lower: Ratio::ZERO,
            upper: highest(objective, game),
        };
        let mut answer = Answer {
            value: all,
            actions: vec![all; root.actions.len()],
            stop: None,
            widen: false,
        };
        let (Some(orders), Some(node)) = (
            orders::<N>(game, state, objective),
            Node::new(game, state, &self.suits),
        ) else {
            answer.widen = true;
            return answer;
        };
        let unit = match objective {
            Objective::Guaranteed => N::small(1),
            _ => orders.of(node.deck(), node.deck_dead),
        };
        let bounds = |range: Range<N>| Bounds {
            lower: Ratio::new(range.low.wide(), unit.wide()),
            upper: Ratio::new(range.high.wide(), unit.wide()),
        };
        let mut ask = |question, cap: Option<N>, test: Option<N>| {
            let mut known = self.engine.glance(question, &orders, limits);
            if let Some(cap) = cap {
                known.high = known.high.min(cap.max(known.low));
            }
            if answer.stop.is_some() || answer.widen {
                return known;
            }
            let reply = match test {
                Some(value) => self.engine.test(question, known, value, &orders, limits),
                None => self.engine.ask(question, known, &orders, limits),
            };
            match reply.halt {
                Some(Halt::Limit(stop)) => answer.stop = Some(stop),
                Some(Halt::Widen) => answer.widen = true,
                _ => {}
            }
            reply.range
        };
        let (mut cap, mut settled) = (root.cap.map(|cap| N::small(cap.into())), None);
        if root.value {
            let range = ask(Question::Value(node), cap, None);
            answer.value = bounds(range);
            // No move is worth more than the position.
            cap = Some(range.high);
            settled = (range.low == range.high).then_some(range.high);
        }
        let mut asked: Vec<(Move, Range<N>)> = Vec::new();
        // The exact ones first: what they find may settle others of the same worth.
        let (mut order, others): (Vec<_>, Vec<_>) =
            (0..root.actions.len()).partition(|&slot| root.exact.wants(root.actions[slot]));
        let exact = order.len();
        order.extend(others);
        for (place, slot) in order.into_iter().enumerate() {
            let action = root.actions[slot];
            let test = settled.filter(|_| place >= exact);
            let action = match action {
                Action::Clue | Action::ClueOf(_) => Some(Move::Clue),
                Action::Play(slot) => Node::move_of(game, state, slot, true, &self.suits),
                Action::Discard(slot) => Node::move_of(game, state, slot, false, &self.suits),
            };
            let Some(action) = action else { continue };
            let known = asked.iter().find(|&&(other, _)| other == action);
            let range = match known {
                Some(&(_, range)) => range,
                None => {
                    let range = ask(Question::Move(node, action), cap, test);
                    asked.push((action, range));
                    range
                }
            };
            answer.actions[slot] = bounds(range);
        }
        answer
    }
}

fn highest(objective: Objective, game: &Game) -> Ratio {
    match objective {
        Objective::Win { .. } => Ratio::ONE,
        _ => Ratio::whole(u128::from(game.max_score())),
    }
}

/// What a known final score is worth.
fn worth_of(score: u8, objective: Objective) -> Ratio {
    match objective {
        Objective::Win { target } => Ratio::whole(u128::from(score >= target)),
        _ => Ratio::whole(u128::from(score)),
    }
}

impl OpenSolver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Bytes of the tables kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let engines = self.engines.iter().map(|kept| kept.engine.bytes());
        engines.sum::<usize>() + self.bonus.bytes()
    }

    /// Solves a setup, cards nobody specified included: see `seat`. The order of the deck
    /// plays no part.
    ///
    /// # Errors
    /// The setup's faults.
    pub fn solve(
        &mut self,
        setup: &Setup,
        objective: Objective,
        with_actions: bool,
        limits: &Limits,
    ) -> Result<Solution, Vec<SetupError>> {
        self.solve_setup(setup, objective, with_actions, Exact::All, limits)
    }

    /// Like [`solve`](Self::solve) with all actions, but exact only for the position and for the
    /// action `made`: the bounds of the others tell whether they are optimal, and may tell no
    /// more. With cards nobody specified all are exact.
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
        self.solve_setup(setup, objective, true, Exact::Only(made), limits)
    }

    /// The value of what a play or discard led to, the bonuses it brought having been received:
    /// before the next bonus that is due, or else before the draw.
    pub fn follow(
        &mut self,
        game: &Game,
        acted: &State,
        objective: Objective,
        limits: &Limits,
    ) -> Solution {
        self.bonus.follow(game, acted, objective, limits)
    }

    /// The value of a state.
    pub fn value_of(
        &mut self,
        game: &Game,
        state: &State,
        objective: Objective,
        limits: &Limits,
    ) -> Solution {
        let before = self.nodes;
        let mut solution =
            self.solve_state(game, state, objective, false, Exact::Only(None), limits);
        solution.nodes = self.nodes - before;
        solution
    }

    fn solve_setup(
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
        let before = self.nodes;
        let mut solution = if setup.unspecified() > 0 {
            seat::solve(self, setup, objective, with_actions, limits)?
        } else {
            let (game, state) = State::new(setup)?;
            self.solve_state(&game, &state, objective, with_actions, exact, limits)
        };
        solution.nodes = self.nodes - before;
        Ok(solution)
    }

    fn solve_state(
        &mut self,
        game: &Game,
        state: &State,
        objective: Objective,
        with_actions: bool,
        exact: Exact,
        limits: &Limits,
    ) -> Solution {
        if let Some(score) = state.result(game) {
            let value = Bounds::exact(worth_of(score, objective));
            return Solution {
                value,
                actions: Vec::new(),
                nodes: 0,
                stop: None,
            };
        }
        let actions = if with_actions {
            state.actions(game)
        } else {
            Vec::new()
        };
        let root = Root {
            game,
            state,
            objective,
            value: true,
            actions: &actions,
            exact,
            cap: None,
        };
        let answer = self.answer(&root, limits);
        Solution {
            value: answer.value,
            actions: actions.into_iter().zip(answer.actions).collect(),
            nodes: 0,
            stop: answer.stop,
        }
    }

    /// Answers with the kept engine that fits, or with a new one: the smallest numbers and keys
    /// that hold the position, wider ones once they prove too narrow.
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        if game.rules.special != Special::default() {
            let solution = if game.rules.special.flamboyants {
                (self.bonus).solve(game, state, objective, root.actions, limits)
            } else {
                plain::solve(game, state, objective, plain::Deck::Unknown, limits)
            };
            self.nodes += solution.nodes;
            return Answer {
                value: solution.value,
                actions: solution
                    .actions
                    .into_iter()
                    .map(|(_, bounds)| bounds)
                    .collect(),
                stop: solution.stop,
                widen: false,
            };
        }
        self.engines.retain(|kept| {
            kept.game != *game
                || kept.objective != objective
                || kept.engine.fits(game, state, objective)
        });
        let found = self
            .engines
            .iter()
            .position(|kept| kept.game == *game && kept.objective == objective);
        let engine = match found {
            Some(at) => self.engines.remove(at).engine,
            None => match engine_for::<ShortKey>(game, state, objective) {
                Some(engine) => engine,
                None => return too_large(root),
            },
        };
        let mut kept = Kept {
            game: game.clone(),
            objective,
            engine,
        };
        let mut answer = self.ask(&mut kept, root, limits);
        if answer.widen {
            match engine_for::<LongKey>(game, state, objective) {
                Some(engine) => {
                    kept.engine = engine;
                    answer = self.ask(&mut kept, root, limits);
                }
                None => return too_large(root),
            }
            if answer.widen {
                answer.stop = Some(Stop::Size);
            }
        }
        self.engines.push(kept);
        answer
    }

    /// The other engines' tables count against the memory; the oldest go if they take more than
    /// half.
    fn ask(&mut self, kept: &mut Kept, root: &Root, limits: &Limits) -> Answer {
        while self.bytes() > limits.memory / 2 {
            self.engines.remove(0);
        }
        let memory = limits.memory.saturating_sub(self.bytes());
        self.choose(kept, root, &Limits { memory, ..*limits })
    }
}

fn engine_for<K: NodeKey + 'static>(
    game: &Game,
    state: &State,
    objective: Objective,
) -> Option<Box<dyn AnyEngine>> {
    if objective == Objective::Guaranteed {
        return Some(Box::new(Typed::<u8, K>::new(game, state, objective)?));
    }
    if orders::<u64>(game, state, objective).is_some() {
        return Some(Box::new(Typed::<u64, K>::new(game, state, objective)?));
    }
    orders::<u128>(game, state, objective)?;
    Some(Box::new(Typed::<u128, K>::new(game, state, objective)?))
}

/// The deck has more orders than the numbers can count, or there is no memory at all: only static
/// bounds are given.
fn too_large(root: &Root) -> Answer {
    let Root {
        game,
        state,
        objective,
        actions,
        ..
    } = *root;
    let layout = layout::<LongKey>(game, state);
    let suits = Suits::new(game.players, layout.id_limit().min(MAX_IDS));
    let upper = highest(objective, game);
    let value = match Node::new(game, state, &suits) {
        Some(node) => {
            let frame = Frame {
                rules: game.rules,
                players: game.players,
                suits: &suits,
            };
            Bounds {
                lower: worth_of(frame.sure_score(&node), objective),
                upper: worth_of(frame.highest_score(&node), objective).min(upper),
            }
        }
        None => Bounds {
            lower: Ratio::ZERO,
            upper,
        },
    };
    let action = Bounds {
        lower: Ratio::ZERO,
        upper: value.upper,
    };
    Answer {
        value,
        actions: vec![action; actions.len()],
        stop: Some(Stop::Size),
        widen: false,
    }
}
