//! Power spectral density by the method of Welch: Hann window, half overlap, mean of each part removed, one-sided.

use num_complex::Complex64;

use crate::kernel::signal::fourier::transform;

/// Frequencies (Hz) and densities (unit of the signal squared per Hz) of values every `dt` seconds, from parts of `n` values.
pub(super) fn density(values: &[f64], dt: f64, n: usize) -> Vec<(f64, f64)> {
    let window: Vec<f64> =
        (0..n).map(|i| 0.5 - 0.5 * libm::cos(2.0 * std::f64::consts::PI * i as f64 / n as f64)).collect();
    let power: f64 = window.iter().map(|w| w * w).sum();
    let mut sums = vec![0.0; n / 2 + 1];
    let mut parts = 0;
    let mut start = 0;
    while start + n <= values.len() {
        let part = &values[start..start + n];
        let mean = part.iter().sum::<f64>() / n as f64;
        let windowed: Vec<Complex64> = part.iter().zip(&window).map(|(y, w)| Complex64::from((y - mean) * w)).collect();
        for (sum, z) in sums.iter_mut().zip(transform(&windowed)) {
            *sum += z.norm_sqr();
        }
        parts += 1;
        start += n / 2;
    }
    let scale = dt / (power * f64::from(parts.max(1)));
    let side = |k: usize| if k == 0 || k == n / 2 { 1.0 } else { 2.0 };
    sums.iter().enumerate().map(|(k, s)| (k as f64 / (n as f64 * dt), side(k) * scale * s)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_integral_is_the_variance() {
        let values: Vec<f64> = (0..4096).map(|i| 3.0 + 2.0 * libm::sin(0.3 * f64::from(i))).collect();
        let density = super::density(&values, 0.01, 512);
        let integral: f64 = density.iter().map(|(_, d)| d / 5.12).sum();
        assert!((integral - 2.0).abs() < 0.01, "{integral}");
    }
}
