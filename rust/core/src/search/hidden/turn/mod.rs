//! One turn: which action for which class of worlds.

pub mod bins;
pub mod bits;
pub mod classes;
pub mod constraints;
pub mod joining;
pub mod placing;
pub mod symmetry;

use std::rc::Rc;

use super::plan::{Found, Plan};
use super::state::Model;
use super::state::effort::Halt;
use super::state::public::PublicId;
use super::state::worlds::World;

/// The answer.
pub enum Lossless {
    /// By this plan.
    Plan(Rc<Plan>),
    /// These worlds alone, named by their places in the set, are not.
    Core(Vec<usize>),
}

/// Who values the sets of worlds to which a turn leads.
pub trait Values<'a> {
    /// The model of the game.
    fn model(&mut self) -> &mut Model<'a>;

    /// The value of a set of worlds, sorted and without worthless ones, by the alpha contract of
    /// [`crate::search::hidden`].
    fn value(
        &mut self,
        public: PublicId,
        worlds: &[World],
        alpha: i64,
    ) -> Result<Option<Found>, Halt>;

    /// Whether a set of worlds, sorted and with caps, is lossless.
    fn lossless(&mut self, public: PublicId, worlds: &[World]) -> Result<Lossless, Halt>;
}
