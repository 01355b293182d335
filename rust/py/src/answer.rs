//! What crosses the border to Python: frozen classes with named fields. Players and slots are
//! counted from 1.

use std::collections::BTreeMap;
use std::sync::Arc;

use hanabi_core::game::rules::ClueKind;
use hanabi_core::game::state::Action;
use hanabi_core::search::hidden::{self, HiddenSolution, Seen};
use hanabi_core::search::limits::{Solution, Stop};
use hanabi_core::search::seat;
use hanabi_core::value::{self, Ratio};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::setup::{InputError, number};

/// Numerator and denominator.
pub type Fraction = (u128, u128);

/// The fraction for Python.
pub const fn fraction(ratio: Ratio) -> Fraction {
    (ratio.numerator(), ratio.denominator())
}

/// Lower and upper bound of a value.
#[pyclass(frozen, eq, hash, get_all, module = "hanabi_solver._core")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bounds {
    lower: Fraction,
    upper: Fraction,
}

impl From<value::Bounds> for Bounds {
    fn from(bounds: value::Bounds) -> Self {
        Self {
            lower: fraction(bounds.lower),
            upper: fraction(bounds.upper),
        }
    }
}

/// A move. What is not part of it is 0: the slot of a clue, the player and the number (the place
/// in the list of clues) of any clue, whichever it is; of several clues, the bits of their numbers.
#[pyclass(frozen, get_all, from_py_object, module = "hanabi_solver._core")]
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    kind: &'static str,
    slot: usize,
    player: usize,
    clue: usize,
}

const KINDS: [&str; 6] = ["play", "play deck", "discard", "clue", "colour", "rank"];

#[pymethods]
impl Move {
    /// A move as the mover makes it; the kinds "colour" and "rank" are for rules where clues
    /// alternate.
    #[new]
    #[pyo3(signature = (kind, slot=0))]
    fn new(kind: &str, slot: usize) -> PyResult<Self> {
        let known = KINDS.into_iter().find(|&known| known == kind);
        let kind = known.ok_or_else(|| InputError::new_err(format!("no kind of move '{kind}'")))?;
        Ok(Self::of(kind, slot))
    }
}

impl Move {
    const fn of(kind: &'static str, slot: usize) -> Self {
        Self {
            kind,
            slot,
            player: 0,
            clue: 0,
        }
    }

    /// The core's action.
    pub fn action(&self) -> Action {
        match self.kind {
            "play" => Action::Play(self.slot.wrapping_sub(1)),
            "play deck" => Action::PlayDeck,
            "discard" => Action::Discard(self.slot.wrapping_sub(1)),
            "colour" => Action::ClueOf(ClueKind::Colour),
            "rank" => Action::ClueOf(ClueKind::Rank),
            _ => Action::Clue,
        }
    }
}

impl From<Action> for Move {
    /// Clues of either kind are one move.
    fn from(action: Action) -> Self {
        match action {
            Action::Play(slot) => Self::of("play", slot + 1),
            Action::PlayDeck => Self::of("play deck", 0),
            Action::Discard(slot) => Self::of("discard", slot + 1),
            Action::Clue | Action::ClueOf(_) => Self::of("clue", 0),
            Action::Give(player, clue) => Self {
                player: player + 1,
                clue,
                ..Self::of("clue", 0)
            },
            Action::GiveOf(player, clues) => Self {
                player: player + 1,
                clue: clues as usize,
                ..Self::of("clue of", 0)
            },
        }
    }
}

/// A move and the bounds of its value; with hidden hands also what it is worth in the worlds that
/// agree with the hands the mover sees.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct MoveValue {
    r#move: Move,
    bounds: Bounds,
    here: Option<Fraction>,
}

/// What a search found, and the name of what stopped it. `hidden` tells more with hidden hands.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
pub struct Answer {
    bounds: Bounds,
    moves: Vec<MoveValue>,
    nodes: u64,
    stop: Option<&'static str>,
    hidden: Option<Hidden>,
}

/// What is told beside the values with hidden hands.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Hidden {
    worlds: Option<u128>,
    open: Option<Fraction>,
    prescription: Vec<Rule>,
    alike: Vec<u64>,
    actual: Option<Actual>,
    policy: Option<Policy>,
}

/// What is done by whoever sees certain hands, and in how many worlds. `sees` has players and
/// their cards by number; -1 is a dead card, whichever it is.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Rule {
    sees: Vec<(usize, Vec<i16>)>,
    does: Move,
    worlds: u64,
}

/// What everybody saw, and the number of the node that it leads to.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Edge {
    r#move: Move,
    card: Option<i16>,
    touched: Option<u32>,
    node: usize,
}

/// One point of public history.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Node {
    player: usize,
    rules: Vec<Rule>,
    next: Vec<Edge>,
}

/// A joint policy, and the groups of dead cards that it does not tell apart. Its nodes are given
/// one by one, for all together they may be large.
#[pyclass(frozen, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Policy {
    #[pyo3(get)]
    alike: Vec<u64>,
    nodes: Arc<[Node]>,
}

#[pymethods]
impl Policy {
    fn __len__(&self) -> usize {
        self.nodes.len()
    }

    fn __getitem__(&self, number: usize) -> PyResult<Node> {
        let node = self.nodes.get(number).cloned();
        node.ok_or_else(|| PyIndexError::new_err("no node of that number"))
    }
}

/// What happens with the cards as they are written: final scores with their shares.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct Actual {
    r#move: Move,
    worlds_left: u128,
    scores: BTreeMap<u8, Fraction>,
}

/// The number of a card that may be any dead one.
fn seen(seen: Seen) -> i16 {
    seen.map_or(-1, |card| card.index() as i16)
}

impl From<hidden::Rule> for Rule {
    fn from(rule: hidden::Rule) -> Self {
        let hand = |(player, cards): (usize, Vec<Seen>)| {
            (player + 1, cards.into_iter().map(seen).collect())
        };
        Self {
            sees: rule.sees.into_iter().map(hand).collect(),
            does: rule.does.into(),
            worlds: rule.worlds,
        }
    }
}

impl From<hidden::Edge> for Edge {
    fn from(edge: hidden::Edge) -> Self {
        Self {
            r#move: edge.action.into(),
            card: edge.card.map(seen),
            touched: edge.touched,
            node: edge.node,
        }
    }
}

impl From<hidden::Node> for Node {
    fn from(node: hidden::Node) -> Self {
        Self {
            player: node.player + 1,
            rules: node.rules.into_iter().map(Rule::from).collect(),
            next: node.next.into_iter().map(Edge::from).collect(),
        }
    }
}

impl From<hidden::Policy> for Policy {
    fn from(policy: hidden::Policy) -> Self {
        Self {
            alike: policy.alike,
            nodes: policy.nodes.into_iter().map(Node::from).collect(),
        }
    }
}

impl From<hidden::Actual> for Actual {
    fn from(actual: hidden::Actual) -> Self {
        let scores = actual.scores.into_iter();
        Self {
            r#move: actual.does.into(),
            worlds_left: actual.worlds_left,
            scores: scores
                .map(|(score, share)| (score, fraction(share)))
                .collect(),
        }
    }
}

const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Memory => "memory",
        // Ctrl-C leaves an exception beside the answer, which then says "interrupt".
        Stop::Interrupt => "cancel",
        Stop::Size => "size",
        Stop::Tolerance => "tolerance",
    }
}

impl From<Solution> for Answer {
    fn from(solution: Solution) -> Self {
        let mut values: Vec<(Move, value::Bounds)> = Vec::new();
        for (action, bounds) in solution.actions {
            let made = Move::from(action);
            match values.last_mut() {
                // Two kinds of clues: one move, worth the better of them.
                Some((last, known)) if *last == made => *known = known.best(bounds),
                _ => values.push((made, bounds)),
            }
        }
        let moves = values.into_iter().map(|(made, bounds)| MoveValue {
            r#move: made,
            bounds: bounds.into(),
            here: None,
        });
        Self {
            bounds: solution.value.into(),
            moves: moves.collect(),
            nodes: solution.nodes,
            stop: solution.stop.map(stop_name),
            hidden: None,
        }
    }
}

impl From<HiddenSolution> for Answer {
    fn from(solution: HiddenSolution) -> Self {
        let moves = solution.moves.into_iter().map(|(action, row)| MoveValue {
            r#move: action.into(),
            bounds: row.bounds.into(),
            here: row.here.map(fraction),
        });
        let prescription = solution.prescription.into_iter();
        Self {
            bounds: solution.value.into(),
            moves: moves.collect(),
            nodes: solution.nodes,
            stop: solution.stop.map(stop_name),
            hidden: Some(Hidden {
                worlds: solution.worlds,
                open: solution.open.map(fraction),
                prescription: prescription.map(Rule::from).collect(),
                alike: solution.alike,
                actual: solution.actual.map(Actual::from),
                policy: solution.policy.map(Policy::from),
            }),
        }
    }
}

impl Answer {
    /// After Ctrl-C the answer says so, and the exception is for the caller to raise. Any other
    /// exception of a signal handler is raised here.
    pub fn after(mut self, py: Python<'_>, pending: Option<PyErr>) -> PyResult<Self> {
        if let Some(error) = pending {
            if !error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
                return Err(error);
            }
            self.stop = Some("interrupt");
        }
        Ok(self)
    }
}

/// What each unspecified card may be, and the number of different assignments of the pool to them.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
pub struct Outlook {
    assignments: u128,
    slots: Vec<SlotOutlook>,
}

/// The cards that may lie in a slot, by number, each with its probability.
#[pyclass(frozen, get_all, module = "hanabi_solver._core")]
#[derive(Clone)]
pub struct SlotOutlook {
    player: usize,
    slot: usize,
    cards: BTreeMap<i16, Fraction>,
}

impl From<seat::Outlook> for Outlook {
    fn from(found: seat::Outlook) -> Self {
        let slots = found.slots.into_iter().map(|slot| SlotOutlook {
            player: slot.place.0 + 1,
            slot: slot.place.1 + 1,
            cards: slot
                .cards
                .into_iter()
                .map(|(held, share)| (number(held), fraction(share)))
                .collect(),
        });
        Self {
            assignments: found.assignments,
            slots: slots.collect(),
        }
    }
}
