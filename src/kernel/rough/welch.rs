//! Power spectral density by averaged windows (Welch 1967).

use num_complex::Complex64;

use super::shapes::turned;
use crate::signal::fourier::transform;

/// One-sided density of evenly sampled values, their mean removed: Hann windows of `window` values with half overlap.
/// `step` is the time between two values (s). Gives (frequency in Hz, density in the square of the unit per Hz).
pub fn welch(values: &[f64], step: f64, window: usize) -> Vec<(f64, f64)> {
    let mean = values.iter().fold(0.0, |s, v| s + v) / values.len().max(1) as f64;
    let hann: Vec<f64> = (0..window).map(|i| turned(i as f64 / window as f64).0.powi(2)).collect();
    let weight = hann.iter().fold(0.0, |s, w| s + w * w);
    let mut sums = vec![0.0; window / 2 + 1];
    let mut count = 0;
    let mut start = 0;
    while start + window <= values.len() {
        let part = &values[start..start + window];
        let tapered: Vec<Complex64> =
            part.iter().zip(&hann).map(|(v, w)| Complex64::new((v - mean) * w, 0.0)).collect();
        let spectrum = transform(&tapered);
        sums.iter_mut().zip(&spectrum).for_each(|(sum, z)| *sum += z.norm_sqr());
        count += 1;
        start += (window / 2).max(1);
    }
    let density = |(k, sum): (usize, &f64)| {
        let sides = if k == 0 || 2 * k == window { 1.0 } else { 2.0 };
        (k as f64 / (window as f64 * step), sides * sum * step / (weight * f64::from(count.max(1))))
    };
    sums.iter().enumerate().map(density).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_integral_of_the_density_is_the_variance() {
        let step = 1e-3;
        let values: Vec<f64> = (0..20_000)
            .map(|i| {
                let t = f64::from(i) * step;
                3.0 + libm::sin(2.0 * std::f64::consts::PI * 63.0 * t)
                    + 0.5 * libm::sin(2.0 * std::f64::consts::PI * 211.3 * t)
            })
            .collect();
        let spectrum = welch(&values, step, 1024);
        let area: f64 = spectrum.iter().map(|(_, d)| d * spectrum[1].0).sum();
        assert!((area / (0.5 + 0.125) - 1.0).abs() < 0.01, "{area}");
        let peak = spectrum.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
        assert!((peak - 63.0).abs() <= spectrum[1].0);
    }
}
