//! The real game, and those whose players know more or less.

pub mod game;
pub mod guarantee;
pub mod race;
