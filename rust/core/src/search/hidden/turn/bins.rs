//! Bins: classes of a turn gathered by their action, and what they are worth together.

use std::rc::Rc;

use crate::search::hidden::plan::Plan;
use crate::search::hidden::state::action::Outcome;
use crate::search::hidden::state::worlds::World;

/// The worlds gathered in a bin for one outcome, and their value.
#[derive(Clone)]
pub struct Out {
    /// The outcome.
    pub outcome: Outcome,
    /// The value of the worlds.
    pub value: i64,
    /// A plan that reaches it.
    pub plan: Rc<Plan>,
    /// The worlds.
    pub worlds: Rc<[World]>,
}

/// What the classes with one action lead to.
#[derive(Clone, Default)]
pub struct Bin {
    /// The outcomes.
    pub outs: Vec<Out>,
    /// Whether a class lies in it.
    pub used: bool,
}

impl Bin {
    /// Sets what lies there for an outcome.
    pub fn put(&mut self, outcome: Outcome, value: i64, plan: Rc<Plan>, worlds: Vec<World>) {
        self.outs.retain(|out| out.outcome != outcome);
        self.outs.push(Out {
            outcome,
            value,
            plan,
            worlds: worlds.into(),
        });
    }
}
