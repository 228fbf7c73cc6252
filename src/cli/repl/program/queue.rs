//! Requests that wait, and what an interrupt means for them: it ends what was asked before it came, and nothing else.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::source::{Disk, Stop, World};

/// Requests are numbered from 1 in the order in which they come.
pub struct Queue<'d> {
    disk: &'d Disk,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last one that came, the last one that ended, and the last one that an interrupt was meant for.
    came: u64,
    ended: u64,
    interrupted: u64,
    /// When the one under way began.
    since: Option<Instant>,
}

impl<'d> Queue<'d> {
    pub fn new(disk: &'d Disk) -> Self {
        Queue { disk, state: Mutex::default() }
    }

    /// Notes a request that came; gives its number.
    pub fn came(&self) -> u64 {
        self.with(|state| {
            state.came += 1;
            state.came
        })
    }

    /// Interrupts what came before and has not ended.
    pub fn interrupt(&self) {
        self.with(|state| {
            if state.came > state.ended {
                state.interrupted = state.came;
                self.disk.cancel(Stop::Asked);
            }
        });
    }

    /// Begins a request; false when it was interrupted before.
    pub fn begin(&self, number: u64) -> bool {
        self.with(|state| {
            let begins = state.interrupted < number;
            if begins {
                self.disk.resume();
                state.since = Some(Instant::now());
            }
            begins
        })
    }

    /// Ends a request; tells why it was stopped, if it was.
    pub fn end(&self, number: u64) -> Option<Stop> {
        self.with(|state| {
            (state.ended, state.since) = (number, None);
            let why = self.disk.stop();
            self.disk.resume();
            why
        })
    }

    /// Stops what takes longer than it may.
    pub fn limit(&self, time: Duration) {
        self.with(|state| {
            if state.since.is_some_and(|since| since.elapsed() > time) {
                self.disk.cancel(Stop::Time);
            }
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupt_is_meant_for_what_came_before_it() {
        let disk = Disk::default();
        let queue = Queue::new(&disk);
        queue.interrupt();
        assert!(!disk.cancelled(), "nothing is under way");
        let (first, second) = (queue.came(), queue.came());
        assert!(queue.begin(first));
        queue.interrupt();
        assert!(disk.cancelled());
        assert_eq!(queue.end(first), Some(Stop::Asked));
        assert!(!queue.begin(second), "it waited when the interrupt came");
        queue.end(second);
        let third = queue.came();
        assert!(queue.begin(third) && !disk.cancelled());
        queue.limit(Duration::ZERO);
        assert_eq!(queue.end(third), Some(Stop::Time));
    }
}
