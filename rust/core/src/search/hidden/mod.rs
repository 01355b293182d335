//! Hidden hands: the best joint policy of players who do not see their own cards.

mod answer;
mod bounds;
mod games;
mod local;
mod plan;
mod problem;
mod search;
mod state;
mod turn;

#[cfg(test)]
mod tests;

pub use answer::mean_of_perfect::mean_of_perfect;
pub use answer::solution::{Actual, Deed, Edge, HiddenSolution, Node, Policy, Rule, Seen, Wanted};
pub use answer::solve::solve;
pub use problem::{MAX_SLOTS, Problem, ProblemError, Written};
pub use state::public::Use;
