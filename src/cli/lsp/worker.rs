//! The thread that checks studies: a pause after the last change, then one check at a time; a change makes the check under
//! way old, and it stops.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use super::jobs::{Checked, Event, Job};
use super::texts::{LONGEST, Texts};
use crate::cli::sandbox;
use crate::language::{published, rehearse};
use crate::source::{ProgramClock, World};

/// Pause after the last change.
const PAUSE: Duration = Duration::from_millis(150);

/// Checks what is asked for until nobody asks any more.
pub fn work(jobs: &Receiver<Job>, events: &Sender<Event>, disk: &dyn World) {
    let mut waiting: Vec<Job> = Vec::new();
    loop {
        if waiting.is_empty() {
            match jobs.recv() {
                Ok(job) => waiting.push(job),
                Err(_) => return,
            }
        }
        // Each change begins the pause anew.
        loop {
            let pause = if waiting.iter().all(|job| job.now) { Duration::ZERO } else { PAUSE };
            match jobs.recv_timeout(pause) {
                Ok(job) => {
                    waiting.retain(|other| other.study != job.study);
                    waiting.push(job);
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let job = waiting.remove(0);
        if job.old.load(Ordering::Relaxed) {
            continue;
        }
        let clock = ProgramClock::start();
        let texts = Texts::new(disk, job.texts, job.old.clone());
        let world = sandbox::of_study(&job.study, None, &[], &texts);
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut found = rehearse(&job.study, &world);
            found.diagnostics.extend(published(&found));
            found
        }));
        let checked = Checked {
            study: job.study,
            versions: job.versions,
            rehearsal: found.unwrap_or_default(),
            slow: clock.is_over(LONGEST),
            seconds: clock.used().as_secs_f64(),
            old: job.old.load(Ordering::Relaxed),
        };
        if events.send(Event::Checked(Box::new(checked))).is_err() {
            return;
        }
    }
}
