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

/// Bytes that a world takes in a bin with its part in the plan, roughly.
const WORLD_BYTES: usize = 3 * size_of::<World>();

impl Bin {
    /// Bytes that it takes beside another one, from which it may have been made, roughly.
    pub fn bytes_beside(&self, other: &Self) -> usize {
        let shared = |out: &&Out| {
            let mut others = other.outs.iter();
            others.any(|other| Rc::ptr_eq(&other.worlds, &out.worlds))
        };
        let own = self.outs.iter().filter(|out| !shared(out));
        let worlds: usize = own.map(|out| out.worlds.len()).sum();
        size_of_val(self.outs.as_slice()) + worlds * WORLD_BYTES
    }

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
