//! The cases that a process runs at this moment, for the moment when the program has to end: memory that the system refuses, or
//! a case that does not look at its limits. The case to blame becomes a row with its error, and the others go on.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::case::Row;
use super::plan::Plan;
use super::store::Store;
use crate::source::World;

const NONE: usize = usize::MAX;

/// A place for each case that may run at the same time. Nothing is allocated when cases come and go.
#[derive(Debug)]
pub struct UnderWay {
    start: Instant,
    slots: Vec<Slot>,
}

#[derive(Debug)]
struct Slot {
    rank: AtomicUsize,
    /// When it started, in milliseconds after `start`.
    since: AtomicU64,
}

impl UnderWay {
    /// For so many cases at a time.
    pub fn new(jobs: usize) -> Self {
        let slot = || Slot { rank: AtomicUsize::new(NONE), since: AtomicU64::new(0) };
        UnderWay { start: Instant::now(), slots: (0..jobs).map(|_| slot()).collect() }
    }

    /// Notes that a case starts; gives its place.
    pub fn enter(&self, rank: usize) -> usize {
        let since = self.start.elapsed().as_millis() as u64;
        for (place, slot) in self.slots.iter().enumerate() {
            if slot.rank.compare_exchange(NONE, rank, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                slot.since.store(since, Ordering::Relaxed);
                return place;
            }
        }
        NONE
    }

    /// The case at that place has ended and its row is written.
    pub fn leave(&self, place: usize) {
        if let Some(slot) = self.slots.get(place) {
            slot.since.store(u64::MAX, Ordering::Relaxed);
            slot.rank.store(NONE, Ordering::Relaxed);
        }
    }

    /// Ranks of the cases that run.
    pub fn ranks(&self) -> Vec<usize> {
        self.slots.iter().map(|slot| slot.rank.load(Ordering::Relaxed)).filter(|rank| *rank != NONE).collect()
    }

    /// A case that has run for longer than `time`.
    pub fn overdue(&self, time: Duration) -> Option<usize> {
        let now = self.start.elapsed().as_millis() as u64;
        let late = |slot: &&Slot| now.saturating_sub(slot.since.load(Ordering::Relaxed)) > time.as_millis() as u64;
        let mut late = self.slots.iter().filter(|slot| slot.rank.load(Ordering::Relaxed) != NONE).filter(late);
        late.next().map(|slot| slot.rank.load(Ordering::Relaxed))
    }
}

/// Writes the row of a case that the program had to end for; false when it could not be written.
pub fn give_up(plan: &Plan, rank: usize, error: String, world: &dyn World) -> bool {
    let row = Row::broken(plan.key(rank), error);
    Store::of(&plan.folder, world).writer().and_then(|writer| writer.add(&row)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_come_go_and_are_late() {
        let cases = UnderWay::new(2);
        let (first, second) = (cases.enter(7), cases.enter(9));
        assert_eq!(cases.ranks(), [7, 9]);
        cases.leave(first);
        assert_eq!((cases.ranks(), cases.enter(3)), (vec![9], first));
        assert_eq!(cases.overdue(Duration::from_secs(3600)), None);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(cases.overdue(Duration::ZERO), Some(3));
        cases.leave(first);
        cases.leave(second);
        assert_eq!((cases.ranks(), cases.overdue(Duration::ZERO)), (Vec::new(), None));
    }
}
