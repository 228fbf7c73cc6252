//! Processor time of a thread, where the system tells it; elsewhere the time that has passed.

use std::path::PathBuf;
use std::time::Duration;

use super::clock::Instant;

/// The processor time of one thread since this was made.
#[derive(Clone, Debug)]
pub struct ThreadClock {
    file: Option<PathBuf>,
    at_start: Duration,
    start: Instant,
}

impl ThreadClock {
    /// For the thread that calls.
    pub fn here() -> Self {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        let file = thread.map(|thread| PathBuf::from("/proc").join(thread).join("schedstat"));
        let start = Instant::now();
        match file.as_ref().and_then(read) {
            Some(at_start) => ThreadClock { file, at_start, start },
            None => ThreadClock { file: None, at_start: Duration::ZERO, start },
        }
    }

    /// From any thread. What has passed counts where nothing else is told.
    pub fn used(&self) -> Duration {
        let told = self.file.as_ref().and_then(read);
        told.map_or(self.start.elapsed(), |now| now.saturating_sub(self.at_start))
    }

    /// Time that has passed.
    pub fn passed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// The processor time of all threads of the program since this was made.
#[derive(Clone, Copy, Debug)]
pub struct ProgramClock {
    at_start: Option<Duration>,
    start: Instant,
}

impl ProgramClock {
    pub fn start() -> Self {
        ProgramClock { at_start: of_program(), start: Instant::now() }
    }

    /// What has passed counts where nothing else is told.
    pub fn used(&self) -> Duration {
        let told = self.at_start.and_then(|at_start| Some(of_program()?.saturating_sub(at_start)));
        told.unwrap_or(self.start.elapsed())
    }

    /// Whether the program has used more than this, or has waited ten times as long.
    pub fn is_over(&self, limit: Duration) -> bool {
        let passed = self.start.elapsed();
        passed > limit && (passed > 10 * limit || self.used() > limit)
    }
}

/// Numbers 14 and 15 behind the name of the program are its times, in hundredths of a second.
fn of_program() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, numbers) = text.rsplit_once(')')?;
    let mut times = numbers.split_whitespace().skip(11).map(|number| number.parse::<u64>().ok());
    Some(Duration::from_millis(10 * (times.next()?? + times.next()??)))
}

/// The first number is the time on a processor, in nanoseconds.
fn read(file: &PathBuf) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_sleeps_uses_nothing() {
        let clock = ThreadClock::here();
        std::thread::sleep(Duration::from_millis(80));
        assert!(clock.used() < Duration::from_millis(40), "{:?}", clock.used());
        let mut x = 1.0f64;
        while clock.used() < Duration::from_millis(60) {
            x = (x * 1.3).fract() + 0.7;
        }
        assert!(clock.passed() > Duration::from_millis(100) && x > 0.0);
    }
}
