//! The rules, without any search: what a position is, what may be done in it and what follows.

pub mod bonus;
pub mod card;
pub mod perft;
pub mod public;
pub mod reach;
pub mod rules;
pub mod setup;
pub mod state;
