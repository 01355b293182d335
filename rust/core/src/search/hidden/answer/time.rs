//! How the time is shared between the search, what is told of its plan, and whoever writes that.

use std::time::{Duration, Instant};

use crate::search::limits::Limits;

use super::solution::Wanted;

/// One in so many parts of the time is for a policy that is to be written, and one in so many of
/// what is left then for walking through it: the rest is for whoever writes it.
const TOLD: u32 = 2;
const WALKED: u32 = 3;

/// What a plan found is walked through for, though the time is over.
const MOMENTS: Duration = Duration::from_millis(50);

/// The limits of the search itself: it leaves some time to a policy that is to be written.
pub fn searching<'a>(limits: &Limits<'a>, wanted: Wanted) -> Limits<'a> {
    let now = Instant::now();
    let told = |deadline: Instant| deadline.saturating_duration_since(now) / TOLD;
    let deadline = limits.deadline.map(|deadline| match wanted.policy {
        true => deadline.checked_sub(told(deadline)).unwrap_or(deadline),
        false => deadline,
    });
    Limits {
        deadline,
        ..*limits
    }
}

/// Until when the plan found may be walked through, if all is to be told by then.
pub fn walking(deadline: Instant) -> Instant {
    let now = Instant::now();
    now + (deadline.saturating_duration_since(now) / WALKED).max(MOMENTS)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{MOMENTS, searching, walking};
    use crate::search::hidden::answer::solution::Wanted;
    use crate::search::limits::{Limits, Unwatched};

    #[test]
    fn a_policy_to_be_written_has_its_part_of_the_time() {
        let hour = Duration::from_secs(3600);
        let limits = Limits {
            deadline: Some(Instant::now() + hour),
            memory: 0,
            threads: 1,
            monitor: &Unwatched,
        };
        for (policy, most) in [(false, hour), (true, hour / 2)] {
            let wanted = Wanted {
                moves: true,
                policy,
            };
            let deadline = searching(&limits, wanted).deadline;
            let left = deadline.map(|deadline| deadline - Instant::now());
            assert!(left.is_some_and(|left| left <= most && left > most - hour / 60));
        }
        let walk = walking(Instant::now() + hour) - Instant::now();
        assert!(walk <= hour / 3 && walk > hour / 4);
        assert!(walking(Instant::now()) <= Instant::now() + MOMENTS);
    }
}
