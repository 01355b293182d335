//! Hidden hands: the best joint policy of players who do not see their own cards.

mod actual;
mod alike;
mod bins;
mod chain;
mod choice;
mod climb;
mod contest;
mod count;
mod engine;
mod export;
mod facts;
mod guarantee;
mod hands;
mod lossless;
mod moves;
mod open_hands;
mod plan;
mod problem;
mod root;
mod shares;
mod solution;
mod solve;
mod stage;
mod subsets;
mod table;
mod value;
mod walk;
mod worlds;

#[cfg(test)]
mod tests;

pub use chain::mean_of_perfect;
pub use facts::Use;
pub use problem::{MAX_SLOTS, Problem, ProblemError, Written};
pub use solution::{Actual, Deed, Edge, HiddenSolution, Node, Policy, Rule, Seen, Wanted};
pub use solve::solve;
