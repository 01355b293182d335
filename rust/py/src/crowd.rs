//! Memory of the whole process, as the system counts it.

use std::fs::read_to_string;
use std::sync::atomic::{AtomicU32, Ordering};

/// Looks between two readings, which take some ten microseconds each.
const LOOKS: u32 = 8;

/// A number of bytes beyond which the process may not grow.
pub struct Crowd {
    most: usize,
    looks: AtomicU32,
}

impl Crowd {
    /// So many bytes more than now; None where the system does not tell.
    pub fn after(bytes: usize) -> Option<Self> {
        Some(Self {
            most: resident()?.saturating_add(bytes),
            looks: AtomicU32::new(0),
        })
    }

    /// Whether it has grown beyond. Looks now and then only.
    pub fn is_there(&self) -> bool {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        looks.is_multiple_of(LOOKS) && resident().is_some_and(|bytes| bytes > self.most)
    }
}

/// Bytes of this process in memory.
fn resident() -> Option<usize> {
    let status = read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes = line.trim().strip_suffix("kB")?.trim();
    kilobytes.parse::<usize>().ok()?.checked_mul(1024)
}
