//! Public states, worlds, and what actions lead to.

pub mod count;
pub mod hands;
pub mod layout;
pub mod open_bound;
pub mod public;
