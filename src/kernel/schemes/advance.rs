//! One accepted step, and what is counted of a run's steps, on modal coordinates and on physical unknowns alike.

/// Result of one accepted step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advance {
    /// Length of the step made (s).
    pub length: f64,
    /// Length proposed for the next one.
    pub next: f64,
    /// Attempts given up before the accepted one.
    pub rejected: u32,
    /// Accepted although the error is too large, because no attempt is left.
    pub forced: bool,
}

impl Advance {
    /// A step of a scheme without control.
    pub fn constant(length: f64) -> Self {
        Advance { length, next: length, rejected: 0, forced: false }
    }
}

/// Counters and times of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunStatistics {
    pub steps: u64,
    pub rejected: u64,
    pub force_evaluations: u64,
    pub smallest_step: f64,
    pub largest_step: f64,
    /// Steps accepted with too large an error, because no attempt is left.
    pub forced: u64,
    /// Steps as short as the scheme allows, or as a millionth of the nominal step.
    pub minimal: u64,
}

/// Progress of a run, given to its observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    pub time: f64,
    pub step: f64,
    pub steps: u64,
    pub minimal: u64,
    /// Mode that contributed most to the last error, where the scheme estimates one.
    pub culprit: Option<usize>,
}

/// Statistics in registers while a loop runs.
pub struct Tally {
    steps: u64,
    smallest: f64,
    largest: f64,
    rejected: u64,
    forced: u64,
    minimal: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { steps: 0, smallest: f64::INFINITY, largest: 0.0, rejected: 0, forced: 0, minimal: 0 }
    }
}

impl Tally {
    /// Counts a step; one not longer than `shortest` counts as minimal.
    #[inline]
    pub fn add(&mut self, advance: &Advance, shortest: f64) {
        self.add_steps(1, advance.length, shortest);
        self.rejected += u64::from(advance.rejected);
        self.forced += u64::from(advance.forced);
    }

    /// Counts so many steps of a length, none attempted before.
    #[inline]
    pub fn add_steps(&mut self, count: u64, length: f64, shortest: f64) {
        self.steps += count;
        self.smallest = self.smallest.min(length);
        self.largest = self.largest.max(length);
        self.minimal += if length <= shortest { count } else { 0 };
    }

    /// Number of steps counted.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Number of minimal steps counted.
    pub fn minimal(&self) -> u64 {
        self.minimal
    }

    /// Writes the counts into `statistics`.
    pub fn write(&self, statistics: &mut RunStatistics) {
        statistics.steps = self.steps;
        statistics.rejected = self.rejected;
        statistics.forced = self.forced;
        statistics.minimal = self.minimal;
        statistics.smallest_step = if self.steps == 0 { 0.0 } else { self.smallest };
        statistics.largest_step = self.largest;
    }
}
