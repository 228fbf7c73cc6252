//! The cases that a process runs at this moment, for the moment when the program has to end: memory that the system refuses, or
//! a case that does not look at its limits. The case to blame becomes a row with its error, and the others go on.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::case::{LimitReached, Row};
use super::inputs::Readings;
use super::plan::Plan;
use super::store::Store;
use crate::source::{Instant, ThreadClock, World};

const NONE: usize = usize::MAX;
/// Looks in a row at which a case beyond its limit used no processor time: it waits for what does not come.
const MOST_IDLE_LOOKS: usize = 500;

/// A place for each case that may run at the same time.
#[derive(Debug)]
pub struct UnderWay {
    slots: Vec<Slot>,
}

#[derive(Debug)]
struct Slot {
    rank: AtomicUsize,
    /// Its clock, from the moment when it started.
    clock: Mutex<Option<Watched>>,
}

#[derive(Debug)]
struct Watched {
    rank: usize,
    since: Instant,
    clock: ThreadClock,
    used: Duration,
    idle: usize,
}

impl UnderWay {
    /// For so many cases at a time.
    pub fn new(jobs: usize) -> Self {
        let slot = || Slot { rank: AtomicUsize::new(NONE), clock: Mutex::new(None) };
        UnderWay { slots: (0..jobs).map(|_| slot()).collect() }
    }

    /// Notes that a case starts on the thread that calls; gives its place.
    pub fn enter(&self, rank: usize) -> usize {
        for (place, slot) in self.slots.iter().enumerate() {
            if slot.rank.compare_exchange(NONE, rank, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                let clock = ThreadClock::here();
                let watched = Watched { rank, since: Instant::now(), clock, used: Duration::ZERO, idle: 0 };
                if let Ok(mut clock) = slot.clock.lock() {
                    *clock = Some(watched);
                }
                return place;
            }
        }
        NONE
    }

    /// The case at that place has ended and its row is written.
    pub fn leave(&self, place: usize) {
        if let Some(slot) = self.slots.get(place) {
            if let Ok(mut clock) = slot.clock.lock() {
                *clock = None;
            }
            slot.rank.store(NONE, Ordering::Relaxed);
        }
    }

    /// Ranks of the cases that run.
    pub fn ranks(&self) -> Vec<usize> {
        self.slots.iter().map(|slot| slot.rank.load(Ordering::Relaxed)).filter(|rank| *rank != NONE).collect()
    }

    /// A case that has computed for longer than `time`, or that waits and does not come back. To be asked at short intervals.
    pub fn overdue(&self, time: Duration) -> Option<usize> {
        self.slots.iter().find_map(|slot| {
            // A place that is entered or left at this moment is looked at next time.
            let mut watched = slot.clock.try_lock().ok()?;
            let watched = watched.as_mut().filter(|watched| watched.since.elapsed() > time)?;
            let used = watched.clock.used();
            watched.idle = if used > watched.used { 0 } else { watched.idle + 1 };
            watched.used = used;
            (used > time || watched.idle > MOST_IDLE_LOOKS).then_some(watched.rank)
        })
    }
}

/// Writes the row of a case that the program had to end for; false when it could not be written.
pub fn give_up(
    plan: &Plan,
    rank: usize,
    (error, limit): (String, LimitReached),
    readings: &Readings,
    world: &dyn World,
) -> bool {
    let row = Row { limit: Some(limit), ..Row::broken(plan.key(rank), error) };
    let marks = readings.all(plan.study_folder());
    Store::of(&plan.folder, world).writer().and_then(|writer| writer.add(row, &marks)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_come_go_and_are_late() {
        let now = Duration::ZERO;
        let cases = UnderWay::new(2);
        let (first, second) = (cases.enter(7), cases.enter(9));
        assert_eq!(cases.ranks(), [7, 9]);
        cases.leave(first);
        assert_eq!((cases.ranks(), cases.enter(3)), (vec![9], first));
        assert_eq!(cases.overdue(Duration::from_secs(3600)), None);
        cases.leave(second);
        let end = Instant::now() + Duration::from_secs(20);
        let mut late = None;
        while late.is_none() && Instant::now() < end {
            late = cases.overdue(Duration::from_millis(30));
        }
        assert_eq!(late, Some(3));
        cases.leave(first);
        assert_eq!((cases.ranks(), cases.overdue(now)), (Vec::new(), None));
    }
}
