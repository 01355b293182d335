//! An engine whatever its numbers and keys: what the rest of the searches see of this one.

use std::sync::Arc;

use super::bounds::Frame;
use super::engine::{Engine, Question};
use super::key::{Layout, LongKey, NodeKey, ShortKey};
use super::node::{Move, Node};
use super::number::{Number, Orders, Range};
use super::search::Halt;
use super::suits::{MAX_IDS, Suits};
use crate::game::state::{Game, State};
use crate::search::limits::{Limits, Stop};
use crate::search::question::{Answer, Root};
use crate::value::{Bounds, Objective, Ratio};

/// An engine, whatever its numbers and keys.
pub trait AnyEngine: Send {
    /// Whether the position's numbers and sizes fit.
    fn fits(&self, game: &Game, state: &State, objective: Objective) -> bool;
    /// Bytes of its table.
    fn bytes(&self) -> usize;
    /// Bounds of all that is asked for.
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer;
    /// Whether the keys have proved too narrow for the last question.
    fn too_narrow(&self) -> bool;
}

/// The keys of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keys {
    /// Those that hold most positions.
    Short,
    /// Longer ones.
    Long,
}

/// The engine together with the suits that it numbers.
struct Typed<N, K> {
    engine: Engine<N, K>,
    suits: Arc<Suits>,
    too_narrow: bool,
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

/// The shape of a position's keys.
pub fn layout<K: NodeKey>(game: &Game, state: &State) -> Layout {
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
        Some(Self {
            engine,
            suits,
            too_narrow: false,
        })
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

    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer {
        let Root {
            game,
            state,
            objective,
            ..
        } = *root;
        let all = objective.between(0, game.max_score());
        let mut answer = Answer {
            value: all,
            actions: vec![all; root.actions.len()],
            nodes: 0,
            stop: None,
        };
        self.too_narrow = false;
        let before = self.engine.nodes;
        let (Some(orders), Some(node)) = (
            orders::<N>(game, state, objective),
            Node::new(game, state, &self.suits),
        ) else {
            self.too_narrow = true;
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
            if answer.stop.is_some() || self.too_narrow {
                return known;
            }
            let reply = match test {
                Some(value) => self.engine.test(question, known, value, &orders, limits),
                None => self.engine.ask(question, known, &orders, limits),
            };
            match reply.halt {
                Some(Halt::Limit(stop)) => answer.stop = Some(stop),
                Some(Halt::Widen) => self.too_narrow = true,
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
            let Some(action) = Node::move_by(game, state, action, &self.suits) else {
                continue;
            };
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
        answer.nodes = self.engine.nodes - before;
        answer
    }

    fn too_narrow(&self) -> bool {
        self.too_narrow
    }
}

/// A new engine with the smallest numbers that hold the position. `None` if none do, or if there
/// is no memory at all.
#[must_use]
pub fn engine_for(
    game: &Game,
    state: &State,
    objective: Objective,
    keys: Keys,
) -> Option<Box<dyn AnyEngine>> {
    match keys {
        Keys::Short => sized::<ShortKey>(game, state, objective),
        Keys::Long => sized::<LongKey>(game, state, objective),
    }
}

fn sized<K: NodeKey + 'static>(
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

/// The answer where no engine holds the position: bounds that need no search.
#[must_use]
pub fn too_large(root: &Root) -> Answer {
    let Root {
        game,
        state,
        objective,
        actions,
        ..
    } = *root;
    let layout = layout::<LongKey>(game, state);
    let suits = Suits::new(game.players, layout.id_limit().min(MAX_IDS));
    let (lowest, highest) = match Node::new(game, state, &suits) {
        Some(node) => {
            let frame = Frame {
                rules: game.rules,
                players: game.players,
                suits: &suits,
            };
            (frame.sure_score(&node), frame.highest_score(&node))
        }
        None => (0, game.max_score()),
    };
    let value = objective.between(lowest, highest);
    Answer {
        value,
        actions: vec![Bounds::up_to(value.upper); actions.len()],
        nodes: 0,
        stop: Some(Stop::Size),
    }
}
