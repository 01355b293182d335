//! How long a search goes on: steps, pauses and the limits of the user.

use std::time::Instant;

use crate::search::limits::{Limits, Stop};

/// Steps between two looks at the limits.
const LOOK: u64 = 512;

/// Why a search halts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A limit of the user's.
    Stop(Stop),
    /// The work that it was given is used up; it may be given more.
    Pause,
}

/// Steps counted and limits watched.
pub struct Effort<'a> {
    /// Limits of the user.
    pub limits: &'a Limits<'a>,
    /// Bytes that the game may take.
    pub room: usize,
    /// Bytes that searches keep beside the model: values, cores, policies.
    pub held: usize,
    /// Whether a plan that was found is walked through: the time limit may be over.
    pub describing: bool,
    /// When such a walk must end, if ever.
    pub until: Option<Instant>,
    /// Sets of worlds expanded, single worlds with hands open among them.
    pub nodes: u64,
    done: u64,
    /// The step at which to pause.
    pause: u64,
}

impl<'a> Effort<'a> {
    /// Nothing is done yet, and nothing makes it pause.
    pub const fn new(limits: &'a Limits<'a>) -> Self {
        Self {
            limits,
            room: limits.memory,
            held: 0,
            describing: false,
            until: None,
            nodes: 0,
            done: 0,
            pause: u64::MAX,
        }
    }

    /// Gives the search so many steps more until it pauses.
    pub const fn grant(&mut self, steps: u64) {
        self.pause = self.done.saturating_add(steps);
    }

    /// Steps so far.
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// Counts a step; whether to look at the limits.
    pub(super) const fn step(&mut self) -> Result<bool, Halt> {
        self.done += 1;
        if self.done >= self.pause {
            return Err(Halt::Pause);
        }
        Ok(self.done.is_multiple_of(LOOK))
    }

    /// Looks at the limits; `bytes` are in use.
    pub(super) fn look(&self, bytes: usize) -> Result<(), Halt> {
        if bytes > self.room {
            return Err(Halt::Stop(Stop::Memory));
        }
        match self.limits.check() {
            Some(Stop::Time)
                if self.describing && self.until.is_none_or(|until| Instant::now() < until) =>
            {
                Ok(())
            }
            Some(stop) => Err(Halt::Stop(stop)),
            None => Ok(()),
        }
    }
}
