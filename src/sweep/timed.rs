//! The world of a case for at most a while of processor time, so that what a busy machine does beside it ends no case.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::source::{Stop, ThreadClock, World, as_beneath};

/// Shortest time between two looks at the clock of the thread.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

pub struct Timed<'w> {
    world: &'w dyn World,
    limit: Option<(Duration, ThreadClock)>,
    /// Before this, in nanoseconds since the start, the limit cannot be reached: a thread uses no more than what passes.
    next: AtomicU64,
}

impl<'w> Timed<'w> {
    /// `time`: how long the thread that calls may compute, without limit when absent.
    pub fn new(world: &'w dyn World, time: Option<Duration>) -> Self {
        let next = AtomicU64::new(time.map_or(0, |time| time.as_nanos() as u64));
        Timed { world, limit: time.map(|time| (time, ThreadClock::here())), next }
    }

    fn is_over(&self) -> bool {
        let Some((time, clock)) = &self.limit else { return false };
        let passed = clock.passed();
        if (passed.as_nanos() as u64) < self.next.load(Ordering::Relaxed) {
            return false;
        }
        let left = time.saturating_sub(clock.used());
        // Once it is reached it stays so: whoever is stopped asks again why.
        let next = if left.is_zero() { Duration::ZERO } else { passed + left.max(BETWEEN_LOOKS) };
        self.next.store(next.as_nanos() as u64, Ordering::Relaxed);
        left.is_zero()
    }
}

impl World for Timed<'_> {
    as_beneath!(read write_pieces exists list make_folder may_touch used stamp is_sandbox flag);

    fn stop(&self) -> Option<Stop> {
        self.world.stop().or_else(|| self.is_over().then_some(Stop::Time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Memory;

    #[test]
    fn a_limit_that_is_reached_stays_reached() {
        let memory = Memory::default();
        let timed = Timed::new(&memory, Some(Duration::from_millis(3)));
        let mut x = 1.3f64;
        while timed.stop().is_none() {
            x = (x * 1.3).fract() + 0.7;
        }
        for _ in 0..1000 {
            assert_eq!(timed.stop(), Some(Stop::Time), "{x}");
        }
    }
}
