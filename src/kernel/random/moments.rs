//! Spectral moments, rates of crossings and of extrema, peak factors.

use std::f64::consts::PI;

use num_complex::Complex64;

/// `∫ S(f) (2 pi f)^n df` by the trapezoidal rule on the points of S, twice that where f does not go below zero: half of a
/// two-sided density is given then.
pub fn moment(frequencies: &[f64], density: &[f64], order: i64) -> f64 {
    let weight: Vec<f64> = frequencies.iter().zip(density).map(|(f, s)| s * power(2.0 * PI * f, order)).collect();
    let pairs = frequencies.windows(2).zip(weight.windows(2));
    let integral = pairs.fold(0.0, |sum, (f, y)| sum + 0.5 * (f[1] - f[0]) * (y[0] + y[1]));
    if frequencies.first().is_some_and(|f| *f >= 0.0) { 2.0 * integral } else { integral }
}

/// Spectral moment of a cross density: [`moment`] of its real and of its imaginary part.
pub fn moment_complex(frequencies: &[f64], density: &[Complex64], order: i64) -> Complex64 {
    let part = |of: fn(&Complex64) -> f64| moment(frequencies, &density.iter().map(of).collect::<Vec<f64>>(), order);
    Complex64::new(part(|z| z.re), part(|z| z.im))
}

fn power(x: f64, order: i64) -> f64 {
    (0..order).fold(1.0, |product, _| product * x)
}

/// Properties of a signal by the moments of orders 0, 1, 2 and 4 of its density. A rate is absent where its denominator is below 1e-20.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// Standard deviation.
    pub deviation: f64,
    /// Extrema per second.
    pub extrema: Option<f64>,
    /// Passages through zero per second (Rice 1944).
    pub zeros: Option<f64>,
    /// Apparent frequency (Hz).
    pub apparent: Option<f64>,
    /// Irregularity: 1 for a narrow band.
    pub irregularity: Option<f64>,
}

impl Statistics {
    /// From the moments.
    pub fn new([l0, _, l2, l4]: [f64; 4]) -> Statistics {
        let divides = |x: f64| x.abs() >= 1e-20;
        let zeros = divides(l0).then(|| (l2 / l0).sqrt() / PI);
        Statistics {
            deviation: l0.sqrt(),
            extrema: divides(l2).then(|| (l4 / l2).sqrt() / PI),
            zeros,
            apparent: zeros.map(|rate| 0.5 * rate),
            irregularity: (divides(l0) && divides(l4)).then(|| (l2 * l2 / (l0 * l4)).sqrt()),
        }
    }
}

/// Largest value over a strong phase, in standard deviations, that is not passed with a given probability (Vanmarcke).
#[derive(Clone, Copy, Debug)]
pub struct PeakFactor {
    /// Length of the strong phase (s).
    pub duration: f64,
    /// Probability, 0.5 for the median.
    pub fractile: f64,
}

impl PeakFactor {
    /// The factor; `None` where the signal is too slow for its length, or the moments give none.
    pub fn value(&self, [l0, l1, l2, _]: [f64; 4]) -> Option<f64> {
        let rate = (l2 / l0).sqrt() / (2.0 * PI);
        let count = self.duration * rate / -libm::log(self.fractile);
        let width = (1.0 - l1 * l1 / (l0 * l2)).max(0.0).sqrt();
        let logarithm = libm::log(2.0 * count);
        let spread = libm::pow(width, 1.2) * (PI * logarithm).sqrt();
        let effective = 2.0 * count * (1.0 - libm::exp(-spread));
        let factor = (2.0 * libm::log(effective)).sqrt();
        factor.is_finite().then_some(factor)
    }
}
