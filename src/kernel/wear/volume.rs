//! Worn volume as a function of time for a wear power `P` (W).
//!
//! * Archard: `V = K P t`.
//! * EDF-MZ: `v0 = A P^b`, `x = S/v0`, `V = v0 (x t + (1 - x)/n (1 - exp(-n t)))`: a rate that falls from `v0`
//!   to `S`.
//! * KWU-EPRI: `V = K W P t`, where the intensity `W = G²/(G + A)` weighs sliding (`G`) against impact (`A`)
//!   through the joint histogram of normal force and sliding speed.

use super::ContactHistory;

/// A wear law with its coefficients.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WearLaw {
    /// `K` (m²/N or m³/J)
    Archard {
        coefficient: f64,
    },
    EdfMz {
        initial: f64,
        power: f64,
        decay: f64,
        stationary: f64,
    },
    KwuEpri {
        coefficient: f64,
        impact: f64,
        sliding: f64,
        k: f64,
        c: f64,
    },
}

/// Faults of a law of worn volume.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum VolumeFault {
    #[error("the stationary wear rate {stationary:e} is larger than the initial one {initial:e}")]
    Stationary { stationary: f64, initial: f64 },
    #[error("the largest normal force, {force} N, rounds to less than 5 N: five classes of force cannot be made")]
    Force { force: f64 },
    #[error("sliding ({sliding:e}) outweighs impact ({impact:e}): the law does not apply")]
    Sliding { impact: f64, sliding: f64 },
    #[error("the law needs the histogram of a transient")]
    NoHistogram,
}

/// Joint distribution of sliding speed (rows) and normal force (columns) in five classes each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Histogram {
    shares: [[f64; 5]; 5],
    /// Width of the classes of force (N) and of speed (m/s).
    force: f64,
    speed: f64,
}

impl Histogram {
    /// Of the samples in contact; the largest force and speed are those of the samples unless given.
    pub fn new(
        history: &ContactHistory<'_>,
        force_max: Option<f64>,
        speed_max: Option<f64>,
    ) -> Result<Histogram, VolumeFault> {
        let n = history.times().len();
        let samples = || (0..n).map(|k| (history.normal_force(k), history.sliding_speed(k))).filter(|(f, _)| *f > 0.0);
        let (f, v) = samples().fold((0.0f64, 0.0f64), |(f, v), (a, b)| (f.max(a), v.max(b)));
        let (f, v) = (force_max.unwrap_or(f), speed_max.unwrap_or(v));
        let force = (f.round() / 5.0).floor();
        if force < 1.0 {
            return Err(VolumeFault::Force { force: f });
        }
        let speed = v / 5.0;
        let class = |x: f64, width: f64| (1..5).find(|k| x <= f64::from(*k) * width).unwrap_or(5) as usize - 1;
        let mut counts = [[0u64; 5]; 5];
        let mut total = 0u64;
        for (f, v) in samples() {
            counts[class(v, speed)][class(f, force)] += 1;
            total += 1;
        }
        let shares = counts.map(|row| row.map(|c| c as f64 / total.max(1) as f64));
        Ok(Histogram { shares, force, speed })
    }

    /// `W`, the intensity of the KWU-EPRI law.
    fn intensity(&self, impact: f64, sliding: f64, k: f64, c: f64) -> Result<f64, VolumeFault> {
        let force = |j: usize| (2 * j + 1) as f64 * self.force / 2.0;
        let speed = |i: usize| (2 * i + 1) as f64 * self.speed / 2.0;
        let cube = |x: f64| x * x * x;
        let p = &self.shares;
        let a: f64 = (0..5).map(|j| p[0][j] * impact * k * cube(force(j) / c)).sum();
        let mut g = p[0][0] * sliding * force(0) * speed(0) * speed(0);
        for (i, row) in p.iter().enumerate().skip(1) {
            for (j, share) in row.iter().enumerate() {
                g += share * sliding * force(j) * speed(i) * speed(i);
            }
        }
        if a < g {
            return Err(VolumeFault::Sliding { impact: a, sliding: g });
        }
        Ok(if g + a > 0.0 { g * g / (g + a) } else { 0.0 })
    }
}

impl WearLaw {
    /// Worn volume (m³) after each of `times` (s); 0 for a power of 0.
    pub fn volumes(&self, power: f64, times: &[f64], histogram: Option<&Histogram>) -> Result<Vec<f64>, VolumeFault> {
        if power <= f64::EPSILON {
            return Ok(vec![0.0; times.len()]);
        }
        match *self {
            WearLaw::Archard { coefficient } => Ok(times.iter().map(|t| coefficient * power * t).collect()),
            WearLaw::EdfMz { initial, power: b, decay, stationary } => {
                let rate = initial * libm::pow(power, b);
                let x = stationary / rate;
                if x > 1.0 {
                    return Err(VolumeFault::Stationary { stationary, initial: rate });
                }
                let volume = |t: &f64| rate * (x * t + (1.0 - x) / decay * (1.0 - libm::exp(-decay * t)));
                Ok(times.iter().map(volume).collect())
            }
            WearLaw::KwuEpri { coefficient, impact, sliding, k, c } => {
                let histogram = histogram.ok_or(VolumeFault::NoHistogram)?;
                let w = histogram.intensity(impact, sliding, k, c)?;
                Ok(times.iter().map(|t| coefficient * w * power * t).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::Columns;

    #[test]
    fn archard_is_linear_and_edf_mz_slows_down() {
        let archard = WearLaw::Archard { coefficient: 2e-15 };
        assert_eq!(archard.volumes(0.5, &[0.0, 1e7], None).unwrap(), [0.0, 1e-8]);
        assert_eq!(archard.volumes(1e-20, &[1e7], None).unwrap(), [0.0]);
        let mz = WearLaw::EdfMz { initial: 1e-13, power: 1.2, decay: 2.44e-8, stationary: 1.14e-16 };
        let v = mz.volumes(0.1, &[1.0, 1e12], None).unwrap();
        let rate = 1e-13 * 0.1f64.powf(1.2);
        assert!((v[0] / rate - 1.0).abs() < 1e-6, "initial rate");
        assert!((v[1] / (1.14e-16 * 1e12 + (rate - 1.14e-16) / 2.44e-8) - 1.0).abs() < 1e-12, "stationary rate");
        let slow = WearLaw::EdfMz { initial: 1e-16, power: 1.2, decay: 2.44e-8, stationary: 1.14e-16 };
        assert!(matches!(slow.volumes(1e-3, &[1.0], None), Err(VolumeFault::Stationary { .. })));
    }

    #[test]
    fn the_intensity_of_pure_sliding_is_its_mean() {
        // One sample in the middle force class (50 N wide classes of 20) sliding in the last speed class.
        let times = [0.0, 1.0, 2.0];
        let mut variables = vec![0.0; 60];
        for (k, (f, v)) in [(0.0, 0.0), (50.0, 2.0), (0.0, 0.0)].into_iter().enumerate() {
            variables[20 * k] = f;
            variables[20 * k + 10] = v;
        }
        let variables = Columns::from_rows(20, &variables);
        let history = ContactHistory::stop(&times, &variables, 0);
        let histogram = Histogram::new(&history, Some(100.0), None).unwrap();
        assert_eq!((histogram.force, histogram.speed, histogram.shares[4][2]), (20.0, 0.4, 1.0));
        let law = WearLaw::KwuEpri { coefficient: 1e-15, impact: 1.0, sliding: 3.0, k: 5.0, c: 10.0 };
        // G = 3 * 50 * 1.8², A = 0: sliding outweighs impact.
        assert!(matches!(law.volumes(0.1, &[1e6], Some(&histogram)), Err(VolumeFault::Sliding { .. })));
        // As many samples of slow impact, A = 1/2 5 (50/10)³, and G half of what it was.
        let mut variables = vec![0.0; 80];
        for (k, (f, v)) in [(0.0, 0.0), (50.0, 2.0), (50.0, 0.1), (0.0, 0.0)].into_iter().enumerate() {
            variables[20 * k] = f;
            variables[20 * k + 10] = v;
        }
        let variables = Columns::from_rows(20, &variables);
        let times = [0.0, 0.1, 0.2, 0.3];
        let slow = ContactHistory::stop(&times, &variables, 0);
        let histogram = Histogram::new(&slow, Some(100.0), None).unwrap();
        let (g, a) = (0.5 * 3.0 * 50.0 * 3.24, 0.5 * 5.0 * 125.0);
        let v = law.volumes(0.1, &[1e6], Some(&histogram)).unwrap();
        assert!((v[0] / (1e-15 * g * g / (g + a) * 0.1 * 1e6) - 1.0).abs() < 1e-12);
        assert!(matches!(Histogram::new(&history, Some(2.0), None), Err(VolumeFault::Force { .. })));
        assert_eq!(law.volumes(0.1, &[1.0], None), Err(VolumeFault::NoHistogram));
    }
}
