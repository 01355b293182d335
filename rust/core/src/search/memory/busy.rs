//! Which states threads are at work on, so that others take other ones first.
//!
//! A hint and no lock: a state that is lost from it, or wrongly found in it, changes the order of
//! the search and nothing else. (The idea of ABDADA, Weill 1996.)

use std::sync::atomic::{AtomicU64, Ordering};

const SLOTS: usize = 1 << 10;

/// Hashes of the states, by their low bits.
pub struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// Nobody is at work.
    #[must_use]
    pub fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % SLOTS]
    }

    /// Work on a state begins.
    pub fn enter(&self, hash: u64) {
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    /// It ends.
    pub fn leave(&self, hash: u64) {
        let slot = self.slot(hash);
        if slot.load(Ordering::Relaxed) == hash {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Whether a thread is at work on a state.
    pub fn holds(&self, hash: u64) -> bool {
        self.slot(hash).load(Ordering::Relaxed) == hash
    }
}

#[cfg(test)]
mod tests {
    use super::Busy;

    #[test]
    fn only_who_is_at_work_is_busy() {
        let busy = Busy::new();
        busy.enter(7);
        assert!(busy.holds(7) && !busy.holds(8));
        // Another state in the same slot: the older one is forgotten, and ends without harm.
        busy.enter(7 + super::SLOTS as u64);
        busy.leave(7);
        assert!(!busy.holds(7) && busy.holds(7 + super::SLOTS as u64));
    }
}
