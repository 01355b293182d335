//! Plans: what a search remembers of the policy that reaches its value.

pub mod settled;
pub mod walk;

use std::rc::Rc;

use crate::search::hidden::state::action::{Act, Outcome};

/// A policy for a set of worlds. Sets are not stored: who walks a plan makes them anew with the
/// functions that the search used, and meets them in the same order.
#[derive(Debug)]
pub enum Plan {
    /// The game is over.
    Over,
    /// Nothing better is known than to do the first legal thing.
    Unknown,
    /// One world is left, nothing will be drawn, everybody knows all: play with open hands.
    Sure,
    /// What was wanted is reached: to the end everybody plays a card that surely fits, or
    /// discards slot 0.
    Idle,
    /// The last turn: each class of worlds does what is best for itself.
    Last,
    /// One plan for every component of the set.
    Parts(Vec<Rc<Plan>>),
    /// One action for every class of worlds that look alike to the mover.
    Turn {
        /// The actions, in the order of the classes.
        acts: Vec<Act>,
        /// How it goes on after an action and its outcome.
        next: Vec<((Act, Outcome), Rc<Plan>)>,
    },
}

/// A value that a plan reaches.
#[derive(Clone, Debug)]
pub struct Found {
    /// The value.
    pub value: i64,
    /// The plan.
    pub plan: Rc<Plan>,
}

impl Plan {
    /// How it goes on after an action and its outcome.
    pub fn next(&self, act: Act, outcome: Outcome) -> Option<&Rc<Self>> {
        match self {
            Self::Turn { next, .. } => {
                let found = next.iter().find(|(key, _)| *key == (act, outcome));
                found.map(|(_, plan)| plan)
            }
            _ => None,
        }
    }
}
