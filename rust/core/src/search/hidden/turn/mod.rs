//! One turn: which action for which class of worlds.

pub mod classes;
pub mod placing;
pub mod shares;
pub mod subsets;
pub mod symmetry;
