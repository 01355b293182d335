//! The answer: plain data.

use std::collections::BTreeMap;

use crate::game::card::Card;
use crate::game::state::Action;
use crate::search::limits::Stop;
use crate::value::{Bounds, Ratio};

/// A card as a rule sees it. Where the policy has one group of dead cards that it does not tell
/// apart, `None` is any of them; of several groups each is named by its first card.
pub type Seen = Option<Card>;

/// What a player does who sees certain hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    /// Every other player's hand.
    pub sees: Vec<(usize, Vec<Seen>)>,
    /// What is done.
    pub does: Action,
    /// Number of worlds in which the player sees this, those left out in which nothing can be
    /// had.
    pub worlds: u64,
}

/// What everybody saw, and where the policy goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The action.
    pub action: Action,
    /// The card played or discarded.
    pub card: Option<Seen>,
    /// The slots a clue touched, as bits, where that counts.
    pub touched: Option<u32>,
    /// Number of the next node.
    pub node: usize,
}

/// One point of public history. Who sees nothing that a rule names does the first legal thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The player to move.
    pub player: usize,
    /// The rules.
    pub rules: Vec<Rule>,
    /// How it goes on.
    pub next: Vec<Edge>,
}

/// A joint policy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    /// Groups of dead cards that rules do not tell apart, as bits over [`Card::index`]: see
    /// [`Seen`].
    pub alike: Vec<u64>,
    /// The nodes; the first one is the position.
    pub nodes: Vec<Node>,
}

/// What happens with the cards as they were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Actual {
    /// The first action.
    pub does: Action,
    /// Worlds that are still possible after it.
    pub worlds_left: u128,
    /// The final scores, each with its share of the orders of the deck if that is unknown.
    pub scores: BTreeMap<u8, Ratio>,
}

/// What is to be found beside the value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// The value of every move.
    pub moves: bool,
    /// The whole policy.
    pub policy: bool,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBounds {
    /// Bounds of its value.
    pub bounds: Bounds,
    /// The mean over the worlds that look like the written hands, under the policy that reaches
    /// the lower bound; for `guaranteed` the score that it reaches in all of them. `None` if no
    /// policy was followed.
    pub here: Option<Ratio>,
}

/// The answer of the search with hidden hands.
#[derive(Clone, PartialEq, Debug)]
pub struct HiddenSolution {
    /// Number of worlds; `None` if it has more than 128 bits.
    pub worlds: Option<u128>,
    /// The mean (for `guaranteed` the minimum) over the worlds of the value with hands open.
    pub open: Option<Ratio>,
    /// The position's value. The policy reaches the lower bound.
    pub value: Bounds,
    /// The value of every distinct move, in the fixed order. Empty if not asked for, if the
    /// game is over, or if the mover sees a card that nobody specified.
    pub moves: Vec<(Action, MoveBounds)>,
    /// What the mover does, by what he sees; empty if the game is over.
    pub prescription: Vec<Rule>,
    /// The groups of dead cards that the prescription does not tell apart.
    pub alike: Vec<u64>,
    /// What happens with the cards as written, if all are.
    pub actual: Option<Actual>,
    /// The whole policy, if asked for.
    pub policy: Option<Policy>,
    /// Sets of worlds expanded in all games, single worlds with hands open among them.
    pub nodes: u64,
    /// What stopped the search, if anything asked for is not exact.
    pub stop: Option<Stop>,
}

impl HiddenSolution {
    /// Bounds of the value alone.
    #[must_use]
    pub const fn new(worlds: Option<u128>, value: Bounds) -> Self {
        Self {
            worlds,
            open: None,
            value,
            moves: Vec::new(),
            prescription: Vec::new(),
            alike: Vec::new(),
            actual: None,
            policy: None,
            nodes: 0,
            stop: None,
        }
    }
}
