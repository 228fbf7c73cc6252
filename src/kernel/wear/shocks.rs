//! Shocks and rebounds of a contact.
//!
//! A rebound is a maximal run of samples in contact (normal force above a threshold). A shock starts with a
//! rebound and ends with the last of the rebounds that follow each other closely, closer than the duration
//! of rest. Shocks and rebounds still open at the end of a block are dropped.

use super::history::{Samples, StepClass, rest_step};
use crate::columns::Column;

/// Statistics of shocks (s).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShockStatistics {
    /// Shocks a second and rebounds a shock, both truncated to integers.
    pub shocks_per_second: i64,
    pub rebounds_per_shock: i64,
    pub mean_duration: f64,
    pub max_duration: f64,
    /// The smaller of 0 and the shortest duration: always 0, as the reference program gives it.
    pub min_duration: f64,
    pub mean_rebound: f64,
    /// Percentage of the time spent in shocks, truncated.
    pub percentage: i64,
}

pub(super) struct ShockCounter {
    threshold: f64,
    /// Number of samples after a rebound that must be free for the shock to end.
    rest: usize,
    shocks: i64,
    rebounds: i64,
    in_shocks: f64,
    in_rebounds: f64,
    longest: f64,
}

impl ShockCounter {
    /// A counter of shocks: force above `threshold` (N), a rest of `rest` (s) free of it between two of them.
    pub fn new(class: StepClass, times: &[f64], threshold: f64, rest: f64) -> Self {
        let h = rest_step(times);
        let wanted = if h > 0.0 { (rest / h).round().max(1.0) as usize } else { 1 };
        let rest = match (class, wanted) {
            (StepClass::Variable, _) => 1,
            // A constant step with a rest of one sample looks at no sample beyond.
            (StepClass::Constant, 1) => 0,
            (StepClass::Constant, k) => k,
        };
        ShockCounter { threshold, rest, shocks: 0, rebounds: 0, in_shocks: 0.0, in_rebounds: 0.0, longest: 0.0 }
    }

    /// Takes up a block of samples.
    pub fn scan(&mut self, block: &Samples<'_>) {
        if let Column::Constant(_) = block.normal_force {
            // Closed or open all the time: nothing ends.
            return;
        }
        let n = block.times.len();
        let closed = |k: usize| block.normal_force.at(k).abs() > self.threshold;
        let (mut shock, mut rebound) = (None, None);
        for k in 0..n {
            if closed(k) {
                shock.get_or_insert(k);
                rebound.get_or_insert(k);
                continue;
            }
            let Some(start) = rebound.take() else { continue };
            self.rebounds += 1;
            self.in_rebounds += block.times[k] - block.times[start];
            let last = (k + self.rest).min(n - 1);
            if (k + 1..=last).any(closed) {
                continue;
            }
            if let Some(start) = shock.take() {
                let duration = block.times[k] - block.times[start];
                self.shocks += 1;
                self.in_shocks += duration;
                self.longest = self.longest.max(duration);
            }
        }
    }

    /// `duration` of the acquisition (s).
    pub fn statistics(&self, duration: f64) -> ShockStatistics {
        let ratio = |a: f64, b: i64| if b > 0 { a / b as f64 } else { 0.0 };
        let whole = |x: f64| if x.is_finite() { x.trunc() as i64 } else { 0 };
        ShockStatistics {
            shocks_per_second: whole(self.shocks as f64 / duration),
            rebounds_per_shock: if self.shocks > 0 { self.rebounds / self.shocks } else { 0 },
            mean_duration: ratio(self.in_shocks, self.shocks),
            max_duration: self.longest,
            min_duration: 0.0,
            mean_rebound: ratio(self.in_rebounds, self.rebounds),
            percentage: whole(100.0 * self.in_shocks / duration),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wear::history::Lane;

    fn counter(class: StepClass, rest: f64, force: &[f64]) -> ShockCounter {
        let times: Vec<f64> = (0..force.len()).map(|k| k as f64 * 0.5).collect();
        let mut counter = ShockCounter::new(class, &times, 1.0, rest);
        let zero = Column::Constant(0.0);
        counter.scan(&Samples {
            times: &times,
            signals: [0; 7].map(|_| Lane::Stored(zero)),
            normal_force: Column::Values(force),
            velocities: [zero; 2],
            sticks: zero,
        });
        counter
    }

    #[test]
    fn close_rebounds_make_one_shock() {
        //            k = 0    1    2    3    4    5    6    7    8    9   10   11
        let force = [0.0, 5.0, 5.0, 0.5, 5.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 5.0];
        // A rest of one sample: each rebound is a shock; the last one is still open.
        let c = counter(StepClass::Constant, 0.5, &force);
        assert_eq!((c.shocks, c.rebounds, c.in_shocks, c.in_rebounds), (3, 3, 2.0, 2.0));
        // Two samples: the first two rebounds are one shock, and the fourth follows the third too closely.
        let c = counter(StepClass::Constant, 1.0, &force);
        assert_eq!((c.shocks, c.rebounds, c.in_shocks, c.longest), (1, 3, 2.0, 2.0));
        let c = counter(StepClass::Variable, 0.0, &force);
        assert_eq!((c.shocks, c.rebounds, c.in_shocks), (2, 3, 2.5));
        let s = c.statistics(5.0);
        assert_eq!((s.rebounds_per_shock, s.percentage, s.mean_duration), (1, 50, 1.25));
        assert_eq!((s.shocks_per_second, s.max_duration, s.min_duration), (0, 2.0, 0.0));
    }
}
