//! Rough profiles: heights on evenly spaced nodes; random ones with a prescribed autocorrelation.
//!
//! Gaussian white noise is filtered by a circular convolution on a record at least 8 correlation lengths longer than the
//! profile, cropped, its mean removed, and scaled so that the arithmetic roughness is exactly the one asked for:
//!
//! * `Exponential`, autocorrelation exp(-|x|/lc): square root of the power spectrum of a first-order autoregression;
//! * `Gaussian`, exp(-(x/lc)^2): kernel exp(-2 x^2/lc^2);
//! * `FilteredExponential`: kernel exp(-2 |x|/lc), autocorrelation (1 + 2 |x|/lc) exp(-2 |x|/lc).
//!
//! A cut-off is one more convolution with a Gaussian of that standard deviation.

use num_complex::Complex64;

use super::philox::normal_pair;
use crate::signal::fourier::{inverse as inverse_transform, transform};

/// Autocorrelation of a random profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correlation {
    Exponential,
    Gaussian,
    FilteredExponential,
}

/// A random profile to draw. Lengths in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomProfile {
    /// Arithmetic roughness Ra of the profile.
    pub roughness: f64,
    pub correlation: Correlation,
    pub correlation_length: f64,
    /// Standard deviation of the Gaussian moving average; 0 for none.
    pub cutoff: f64,
    pub seed: i64,
}

impl RandomProfile {
    /// Heights (m) of `count` nodes at the distance `spacing` (m).
    pub fn heights(&self, count: usize, spacing: f64) -> Vec<f64> {
        let margin = libm::ceil(8.0 * (self.correlation_length + self.cutoff) / spacing) as usize;
        let size = (count + margin).next_power_of_two();
        let noise: Vec<Complex64> = (0..size as u64 / 2)
            .flat_map(|pair| {
                let (a, b) = normal_pair(self.seed, pair);
                [Complex64::new(a, 0.0), Complex64::new(b, 0.0)]
            })
            .collect();
        let mut spectrum = transform(&noise);
        let lc = self.correlation_length;
        match self.correlation {
            Correlation::Exponential => {
                let a = libm::exp(-spacing / lc);
                for (j, z) in spectrum.iter_mut().enumerate() {
                    // 1 - 2 a cos + a^2 without cancellation.
                    let (sine, _) = super::shapes::turned(j as f64 / size as f64);
                    *z /= libm::sqrt((1.0 - a) * (1.0 - a) + 4.0 * a * sine * sine);
                }
            }
            Correlation::Gaussian => filter(&mut spectrum, |x| libm::exp(-2.0 * (x / lc) * (x / lc)), spacing),
            Correlation::FilteredExponential => filter(&mut spectrum, |x| libm::exp(-2.0 * x / lc), spacing),
        }
        if self.cutoff > 0.0 {
            filter(&mut spectrum, |x| libm::exp(-0.5 * (x / self.cutoff) * (x / self.cutoff)), spacing);
        }
        let mut heights: Vec<f64> = inverse_transform(&spectrum).iter().take(count).map(|z| z.re).collect();
        let mean = sum(heights.iter().copied()) / count as f64;
        heights.iter_mut().for_each(|h| *h -= mean);
        let roughness = sum(heights.iter().map(|h| h.abs())) / count as f64;
        let scale = if roughness > 0.0 { self.roughness / roughness } else { 0.0 };
        heights.iter_mut().for_each(|h| *h *= scale);
        heights
    }
}

/// Multiplies a spectrum by that of an even kernel.
fn filter(spectrum: &mut [Complex64], kernel: impl Fn(f64) -> f64, spacing: f64) {
    let size = spectrum.len();
    let at = |i: usize| Complex64::new(kernel(i.min(size - i) as f64 * spacing), 0.0);
    let response = transform(&(0..size).map(at).collect::<Vec<_>>());
    spectrum.iter_mut().zip(response).for_each(|(z, k)| *z *= k.re);
}

/// Sum in a fixed order.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |s, x| s + x)
}

/// Height parameters of a profile. Lengths in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roughness {
    /// Mean of |h|, square root of the mean of h^2.
    pub ra: f64,
    pub rq: f64,
    /// Third and fourth moments over the powers of Rq.
    pub skewness: f64,
    pub kurtosis: f64,
    /// First abscissa where the autocorrelation falls below 0.37; `None` when it never does, or on a flat profile.
    pub correlation_length: Option<f64>,
    pub lowest: f64,
    pub highest: f64,
}

impl Roughness {
    /// Parameters of `heights` (m) at the distance `spacing` (m); heights are taken as they are, no mean is removed.
    pub fn of(heights: &[f64], spacing: f64) -> Roughness {
        let n = heights.len() as f64;
        let mean = |f: &dyn Fn(f64) -> f64| sum(heights.iter().map(|h| f(*h))) / n;
        let rq = libm::sqrt(mean(&|h| h * h));
        let acf = autocorrelation(heights);
        let fall = acf.windows(2).position(|w| w[0] >= 0.37 && w[1] < 0.37);
        let length = |i: usize| (i as f64 + (acf[i] - 0.37) / (acf[i] - acf[i + 1])) * spacing;
        Roughness {
            ra: mean(&|h| h.abs()),
            rq,
            skewness: mean(&|h| h * h * h) / (rq * rq * rq),
            kurtosis: mean(&|h| h * h * h * h) / (rq * rq * rq * rq),
            correlation_length: fall.map(length),
            lowest: heights.iter().copied().fold(f64::INFINITY, f64::min),
            highest: heights.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// Normalised autocorrelation at 0, 1, 2 ... nodes: the mean of h(x) h(x + lag) over the pairs inside the profile over the
/// mean square; empty on a flat profile.
pub fn autocorrelation(heights: &[f64]) -> Vec<f64> {
    let n = heights.len();
    let size = (2 * n).next_power_of_two();
    let mut padded: Vec<Complex64> = heights.iter().map(|h| Complex64::new(*h, 0.0)).collect();
    padded.resize(size, Complex64::ZERO);
    let power: Vec<Complex64> = transform(&padded).iter().map(|z| Complex64::new(z.norm_sqr(), 0.0)).collect();
    let products = inverse_transform(&power);
    let square = products[0].re / n as f64;
    if !(square > 0.0) {
        return Vec::new();
    }
    (0..n).map(|lag| products[lag].re / ((n - lag) as f64 * square)).collect()
}

/// One-sided power spectral density of a profile: (cycles per metre, m³), by a periodogram with a Hann window.
pub fn power_spectrum(heights: &[f64], spacing: f64) -> Vec<(f64, f64)> {
    let n = heights.len();
    let window = |i: usize| {
        let (sine, _) = super::shapes::turned(i as f64 / n as f64);
        sine * sine
    };
    let weight = sum((0..n).map(|i| window(i) * window(i)));
    let mean = sum(heights.iter().copied()) / n as f64;
    let windowed: Vec<Complex64> =
        heights.iter().enumerate().map(|(i, h)| Complex64::new((h - mean) * window(i), 0.0)).collect();
    let spectrum = transform(&windowed);
    let density = |k: usize| {
        let sides = if k == 0 || 2 * k == n { 1.0 } else { 2.0 };
        (k as f64 / (n as f64 * spacing), sides * spectrum[k].norm_sqr() * spacing / weight)
    };
    (0..=n / 2).map(density).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(correlation: Correlation, cutoff: f64, seed: i64) -> Vec<f64> {
        RandomProfile { roughness: 5e-6, correlation, correlation_length: 450e-6, cutoff, seed }.heights(90_001, 5e-6)
    }

    #[test]
    fn statistics_of_random_profiles_fall_in_their_bands() {
        for (correlation, length) in [
            (Correlation::Exponential, 450e-6),
            (Correlation::Gaussian, 450e-6),
            (Correlation::FilteredExponential, 1.073 * 450e-6),
        ] {
            let mut mean = [0.0; 5];
            for seed in 0..4 {
                let heights = profile(correlation, 0.0, seed);
                let found = Roughness::of(&heights, 5e-6);
                assert!((found.ra / 5e-6 - 1.0).abs() < 1e-12 && heights.iter().sum::<f64>().abs() < 1e-12);
                let lc = found.correlation_length.unwrap();
                let numbers = [found.ra / found.rq, found.skewness, found.kurtosis, lc / length, 1.0];
                mean.iter_mut().zip(numbers).for_each(|(m, x)| *m += x / 4.0);
            }
            assert!((mean[0] - 0.798).abs() < 0.02 && mean[1].abs() < 0.12, "{correlation:?} {mean:?}");
            assert!((mean[2] - 3.0).abs() < 0.25 && (mean[3] - 1.0).abs() < 0.12, "{correlation:?} {mean:?}");
        }
    }

    #[test]
    fn a_cut_off_takes_away_short_waves_only() {
        let curvature = |heights: &[f64]| heights.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).abs()).sum::<f64>();
        let (sharp, smooth) = (profile(Correlation::Exponential, 0.0, 3), profile(Correlation::Exponential, 5e-6, 3));
        assert!(curvature(&smooth) < 0.5 * curvature(&sharp));
        let apart: f64 = sharp.iter().zip(&smooth).map(|(a, b)| (a - b).abs()).sum::<f64>() / 90_001.0;
        assert!(apart < 0.5e-6, "{apart}");
    }

    #[test]
    fn the_spectrum_holds_the_variance() {
        let heights = profile(Correlation::Gaussian, 0.0, 5);
        let spectrum = power_spectrum(&heights, 5e-6);
        let area: f64 = spectrum.iter().map(|(_, density)| density * spectrum[1].0).sum();
        let square = Roughness::of(&heights, 5e-6).rq.powi(2);
        assert!((area / square - 1.0).abs() < 0.15, "{area} {square}");
    }
}
