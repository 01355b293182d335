//! From a problem to its solution.

pub mod actual;
pub mod export;
pub mod forced;
pub mod mean_of_perfect;
pub mod moves;
pub mod solution;
pub mod solve;
pub mod time;
