//! Means, deviations, rms and extremes of the motion and of the forces of a contact, over blocks.
//!
//! Constant class: plain averages over the samples of each block, then the mean (or the root mean
//! square) over blocks. Variable class: trapezoidal integrals over blocks, divided by the duration from
//! the first to the last sample used, so gaps between blocks count in the duration only. The means of the
//! normal force *during contact* of the variable class divide a mean by a duration; that is how the
//! reference program defines them.

use super::history::{ContactHistory, Samples, StepClass, mean_step};
use super::power::block_power;
use super::shocks::{ShockCounter, ShockStatistics};
use crate::columns::Column;

/// Of one signal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignalStatistics {
    pub mean: f64,
    pub deviation: f64,
    pub rms: f64,
    pub max: f64,
    pub min: f64,
}

/// Of the normal force: over the whole time, and during contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NormalForceStatistics {
    pub mean_total: f64,
    pub mean_contact: f64,
    pub rms_total: f64,
    pub rms_contact: f64,
    pub max: f64,
}

/// All statistics of one contact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WearStatistics {
    /// Local x, y, z, radius (m), angle (degrees), two tangential forces (N).
    pub signals: [SignalStatistics; 7],
    pub normal_force: NormalForceStatistics,
    pub shocks: ShockStatistics,
    /// Wear power (W).
    pub power: f64,
}

/// Statistics of the samples of `history`, cut in `blocks` blocks. A sample is in contact when its normal
/// force is above `threshold` (N); `rest` (s) is the flight time that separates two shocks.
pub fn wear_statistics(
    history: &ContactHistory<'_>,
    class: StepClass,
    blocks: usize,
    threshold: f64,
    rest: f64,
) -> WearStatistics {
    let blocks = blocks.max(1);
    let times = history.times();
    let count = times.len() / blocks;
    if count == 0 {
        return WearStatistics::default();
    }
    let duration = match class {
        StepClass::Constant => 1.0,
        StepClass::Variable => times[blocks * count - 1] - times[0],
    };
    let mut signals = [Sums::default(); 7];
    let mut normal = NormalSums::default();
    let mut shocks = ShockCounter::new(class, times, threshold, rest);
    let mut power = 0.0;
    for b in 0..blocks {
        let block = history.block(b * count, count);
        add_signals(&mut signals, &block, class);
        normal.add(&block, class, threshold);
        shocks.scan(&block);
        power += block_power(&block);
    }
    let parts = match class {
        StepClass::Constant => blocks as f64,
        StepClass::Variable => duration,
    };
    let acquisition = match class {
        StepClass::Constant => mean_step(times) * (blocks * count) as f64,
        StepClass::Variable => duration,
    };
    let mut result = WearStatistics {
        signals: signals.map(|s| s.statistics(parts)),
        normal_force: normal.statistics(class, parts),
        shocks: shocks.statistics(acquisition),
        power: power / blocks as f64,
    };
    for force in &mut result.signals[5..] {
        force.max = force.max.max(0.0);
        force.min = force.min.min(0.0);
    }
    result
}

/// Sums over blocks: block means, mean squares and mean squared deviations (constant class) or integrals.
#[derive(Clone, Copy, Debug)]
struct Sums {
    first: f64,
    square: f64,
    deviation: f64,
    max: f64,
    min: f64,
}

impl Default for Sums {
    fn default() -> Self {
        Sums { first: 0.0, square: 0.0, deviation: 0.0, max: f64::NEG_INFINITY, min: f64::INFINITY }
    }
}

impl Sums {
    fn statistics(self, parts: f64) -> SignalStatistics {
        SignalStatistics {
            mean: self.first / parts,
            deviation: (self.deviation / parts).sqrt(),
            rms: (self.square / parts).sqrt(),
            max: self.max,
            min: self.min,
        }
    }
}

fn add_signals(sums: &mut [Sums; 7], block: &Samples<'_>, class: StepClass) {
    let span = block.times[block.times.len() - 1] - block.times[0];
    let n = match class {
        StepClass::Constant => 1.0,
        StepClass::Variable => span,
    };
    for (sum, lane) in sums.iter_mut().zip(&block.signals) {
        let values = match lane.column() {
            Column::Constant(x) => {
                sum.first += x * n;
                sum.square += x * x * n;
                sum.max = sum.max.max(x);
                sum.min = sum.min.min(x);
                continue;
            }
            Column::Values(values) => values,
        };
        let [first, square] = averages(block.times, values, class, |x| [x, x * x]);
        let mean = if n == 0.0 { 0.0 } else { first / n };
        let [deviation] = averages(block.times, values, class, |x| [(x - mean) * (x - mean)]);
        sum.first += first;
        sum.square += square;
        sum.deviation += deviation;
        for x in values {
            sum.max = sum.max.max(*x);
            sum.min = sum.min.min(*x);
        }
    }
}

/// Means over the samples of a block (constant class), or integrals over it.
#[inline(always)]
fn averages<const N: usize>(times: &[f64], values: &[f64], class: StepClass, f: impl Fn(f64) -> [f64; N]) -> [f64; N] {
    let mut sums = [0.0; N];
    match class {
        StepClass::Constant => {
            for x in values {
                for (sum, y) in sums.iter_mut().zip(f(*x)) {
                    *sum += y;
                }
            }
            sums.map(|sum| sum / values.len() as f64)
        }
        StepClass::Variable => {
            let mut left = f(values[0]);
            for (pair, x) in times.windows(2).zip(&values[1..]) {
                let right = f(*x);
                let half = (pair[1] - pair[0]) / 2.0;
                for i in 0..N {
                    sums[i] += (left[i] + right[i]) * half;
                }
                left = right;
            }
            sums
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct NormalSums {
    mean_total: f64,
    mean_contact: f64,
    square_total: f64,
    square_contact: f64,
    contact_time: f64,
    max: f64,
}

impl NormalSums {
    fn add(&mut self, block: &Samples<'_>, class: StepClass, threshold: f64) {
        let closed = |f: f64| if f.abs() > threshold { f } else { 0.0 };
        let n = block.times.len();
        let force = |k: usize| block.normal_force.at(k);
        if let Column::Constant(f) = block.normal_force {
            return self.add_constant(closed(f), block.times[n - 1] - block.times[0], class);
        }
        match class {
            StepClass::Constant => {
                let (mut sum, mut square, mut count) = (0.0, 0.0, 0u64);
                for f in (0..n).map(force).filter(|f| f.abs() > threshold) {
                    sum += f;
                    square += f * f;
                    count += 1;
                    self.max = self.max.max(f);
                }
                self.mean_total += sum / n as f64;
                self.square_total += square / n as f64;
                if count > 0 {
                    self.mean_contact += sum / count as f64;
                    self.square_contact += square / count as f64;
                }
            }
            StepClass::Variable => {
                let (mut contact_time, mut max) = (0.0, 0.0f64);
                for k in 0..n {
                    let f = force(k);
                    max = max.max(closed(f));
                    if k + 1 == n {
                        break;
                    }
                    let half = (block.times[k + 1] - block.times[k]) / 2.0;
                    let (a, b) = (closed(f), closed(force(k + 1)));
                    self.mean_total += (a + b) * half;
                    self.square_total += (a * a + b * b) * half;
                    let ends = (a != 0.0) as u32 + (b != 0.0) as u32;
                    contact_time += f64::from(ends) * half;
                }
                self.contact_time += contact_time;
                if contact_time > 0.0 {
                    self.max = self.max.max(max);
                }
            }
        }
    }

    /// A block in which the force, 0 below the threshold, is the same all the time.
    fn add_constant(&mut self, force: f64, duration: f64, class: StepClass) {
        let (contact, weight) = match class {
            _ if force == 0.0 => (0.0, 0.0),
            StepClass::Constant => (1.0, 1.0),
            StepClass::Variable => (duration, duration),
        };
        self.mean_total += force * weight;
        self.square_total += force * force * weight;
        if contact > 0.0 {
            self.max = self.max.max(force);
        }
        match class {
            StepClass::Constant => {
                self.mean_contact += force;
                self.square_contact += force * force;
            }
            StepClass::Variable => self.contact_time += contact,
        }
    }

    fn statistics(&self, class: StepClass, parts: f64) -> NormalForceStatistics {
        let mean_total = self.mean_total / parts;
        let rms_total = (self.square_total / parts).sqrt();
        let (mean_contact, rms_contact) = match class {
            StepClass::Constant => (self.mean_contact / parts, (self.square_contact / parts).sqrt()),
            StepClass::Variable if self.contact_time == 0.0 => (0.0, 0.0),
            StepClass::Variable => (mean_total / self.contact_time, (rms_total / self.contact_time).sqrt()),
        };
        NormalForceStatistics { mean_total, mean_contact, rms_total, rms_contact, max: self.max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    /// Samples of a stop: normal force and local y given, all else 0.
    fn history(times: &[f64], normal: &[f64], y: &[f64]) -> Vec<f64> {
        let mut variables = vec![0.0; 20 * times.len()];
        for k in 0..times.len() {
            variables[20 * k] = normal[k];
            variables[20 * k + 4] = y[k];
        }
        variables
    }

    #[test]
    fn constant_class_averages_samples_block_by_block() {
        let times: Vec<f64> = (0..7).map(f64::from).collect();
        let y = [1.0, 3.0, 2.0, 4.0, 6.0, 8.0, 99.0];
        let n = [0.0, 2.0, 4.0, 0.0, 0.0, 6.0, 99.0];
        let variables = history(&times, &n, &y);
        let found = wear_statistics(
            &ContactHistory::stop(&times, &Columns::from_rows(20, &variables), 0),
            StepClass::Constant,
            2,
            0.0,
            0.0,
        );
        // Blocks (1, 3, 2) and (4, 6, 8); the seventh sample is left out.
        let s = found.signals[1];
        assert_eq!((s.mean, s.max, s.min), (4.0, 8.0, 1.0));
        assert!((s.rms - ((14.0 / 3.0 + 116.0 / 3.0) / 2.0f64).sqrt()).abs() < 1e-15);
        assert!((s.deviation - ((2.0 / 3.0 + 8.0 / 3.0) / 2.0f64).sqrt()).abs() < 1e-15);
        let f = found.normal_force;
        assert_eq!((f.mean_total, f.mean_contact, f.max), (2.0, 4.5, 6.0));
        assert!((f.rms_total - ((20.0 / 3.0 + 12.0) / 2.0f64).sqrt()).abs() < 1e-15);
        assert!((f.rms_contact - ((10.0 + 36.0) / 2.0f64).sqrt()).abs() < 1e-15);
    }

    #[test]
    fn variable_class_integrates_and_leaves_gaps_between_blocks_in_the_duration() {
        let times = [0.0, 1.0, 3.0, 4.0, 5.0];
        let y = [2.0, 4.0, 4.0, 0.0, 99.0];
        let n = [0.0, 2.0, 2.0, 0.0, 99.0];
        let variables = history(&times, &n, &y);
        let found = wear_statistics(
            &ContactHistory::stop(&times, &Columns::from_rows(20, &variables), 0),
            StepClass::Variable,
            2,
            0.0,
            0.0,
        );
        // Integrals 3 over [0, 1] and 2 over [3, 4]; duration 4.
        let s = found.signals[1];
        assert_eq!((s.mean, s.max, s.min), (1.25, 4.0, 0.0));
        assert_eq!(s.rms, ((10.0 + 8.0) / 4.0f64).sqrt());
        assert_eq!(s.deviation, ((1.0 + 4.0) / 4.0f64).sqrt());
        let f = found.normal_force;
        assert_eq!((f.mean_total, f.max), (0.5, 2.0));
        assert_eq!(f.mean_contact, 0.5);
        assert_eq!(f.rms_contact, 1.0);
    }
}
