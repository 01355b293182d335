//! What the door asks the searches with open hands, and what they answer.

use crate::game::state::{Action, Game, State};
use crate::search::limits::{Limits, Stop};
use crate::value::{Bounds, Objective};

/// A state whose value, or whose actions' values, are asked for. The game is not over.
#[derive(Clone, Copy)]
pub struct Root<'a> {
    /// The game.
    pub game: &'a Game,
    /// Every card in its place.
    pub state: &'a State,
    /// What is maximised.
    pub objective: Objective,
    /// Whether the state's own value is wanted.
    pub value: bool,
    /// The actions whose values are wanted.
    pub actions: &'a [Action],
    /// Which of them exactly.
    pub exact: Exact,
    /// For `guaranteed`: the value, or with no value asked for no action, is more, as is known.
    pub cap: Option<u8>,
}

impl<'a> Root<'a> {
    /// The state's value, and those of the actions.
    #[must_use]
    pub const fn new(
        game: &'a Game,
        state: &'a State,
        objective: Objective,
        actions: &'a [Action],
        exact: Exact,
    ) -> Self {
        Self {
            game,
            state,
            objective,
            value: true,
            actions,
            exact,
            cap: None,
        }
    }
}

/// Which of the actions asked for get their exact value. Of the others it is only settled
/// whether they are worth as much as the position. With [`Only`](Self::Only) more positions of the
/// same game will be asked for.
#[derive(Clone, Copy, Debug)]
pub enum Exact {
    /// All of them.
    All,
    /// This one alone, or none.
    Only(Option<Action>),
}

impl Exact {
    /// Whether an action's exact value is wanted.
    #[must_use]
    pub fn wants(self, action: Action) -> bool {
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
#[derive(Clone, Debug)]
pub struct Answer {
    /// The root's value.
    pub value: Bounds,
    /// The actions' values, in the order asked.
    pub actions: Vec<Bounds>,
    /// States expanded for it, and values computed where layers were swept.
    pub nodes: u64,
    /// What stopped the search, if anything asked for is not exact.
    pub stop: Option<Stop>,
}

/// Whatever answers questions about states, with every card in its place.
pub trait Answers {
    /// Proven bounds of all that is asked for; exact ones unless a limit stops it.
    fn answer(&mut self, root: &Root, limits: &Limits) -> Answer;
}
