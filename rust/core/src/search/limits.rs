//! What may stop a search, and what a search gives back.

use std::time::Instant;

use crate::game::state::Action;
use crate::value::{Bounds, Ratio};

/// Why a search stopped before its answer was exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The user.
    Interrupt,
    /// The bounds are as narrow as they need be.
    Tolerance,
    /// The position is beyond what the numbers of the search, or the memory, can hold.
    Size,
}

/// Asked every few thousand nodes whether to go on. May be called from any search thread.
pub trait Monitor: Sync {
    /// `false` interrupts the search.
    fn go_on(&self) -> bool;

    /// Whether the process has more memory than it may: what is counted is less than what the
    /// system gives, for pieces that were freed stay with the process.
    fn crowded(&self) -> bool {
        false
    }

    /// Hears what is proven so far. Only searches whose bounds narrow with time tell it.
    fn tell(&self, _so_far: &Solution) {}

    /// Bounds of the value that lie no further apart are narrow enough, where a search narrows them.
    fn tolerance(&self) -> Ratio {
        Ratio::ZERO
    }
}

/// Never interrupts.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unwatched;

impl Monitor for Unwatched {
    fn go_on(&self) -> bool {
        true
    }
}

/// Hears nothing of searches that are parts of a larger one, and has them exact.
pub struct Silent<'a>(pub &'a dyn Monitor);

impl Monitor for Silent<'_> {
    fn go_on(&self) -> bool {
        self.0.go_on()
    }
}

/// Limits of one search.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes that tables and other large allocations of the search may take together.
    pub memory: usize,
    /// Threads that the search may use.
    pub threads: usize,
    /// The user's wish to stop.
    pub monitor: &'a dyn Monitor,
}

impl Limits<'_> {
    /// Why to stop now, if there is a reason. Costs a clock reading: ask it rarely.
    #[must_use]
    pub fn check(&self) -> Option<Stop> {
        if !self.monitor.go_on() {
            Some(Stop::Interrupt)
        } else if self.monitor.crowded() {
            Some(Stop::Memory)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(Stop::Time)
        } else {
            None
        }
    }
}

/// The answer of a search in `perfect` or `open`.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The position's value.
    pub value: Bounds,
    /// Every legal action and its value, in the order play, discard, clue. Empty if not asked
    /// for, or if the game is over.
    pub actions: Vec<(Action, Bounds)>,
    /// States expanded, and values computed where whole layers were swept.
    pub nodes: u64,
    /// What stopped the search, if anything asked for is not exact.
    pub stop: Option<Stop>,
}
