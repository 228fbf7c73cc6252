//! Correlation `ρ` of the responses of two oscillators to one stationary motion of the ground.
//!
//! Symbols: circular frequencies `w_i`, `w_j` (rad/s, undamped), damping ratios `xi_i`, `xi_j`.
//! References: Wilson, Der Kiureghian and Bayo (1981) for the complete quadratic combination; Rosenblueth and
//! Elorduy (1969) for the double sum with the duration of the strong motion.

use crate::response_spectrum::oscillator::Oscillator;

/// Complete quadratic combination; 0 between modes one of which is undamped.
pub(super) fn complete_quadratic(a: &Oscillator, b: &Oscillator) -> f64 {
    let (w_i, w_j, xi_i, xi_j) = (a.pulsation(), b.pulsation(), a.damping, b.damping);
    if xi_i == 0.0 || xi_j == 0.0 {
        return 0.0;
    }
    let product = w_i * w_j;
    let numerator = 8.0 * (xi_i * xi_j * product).sqrt() * (xi_i * w_i + xi_j * w_j) * product;
    let gap = w_i * w_i - w_j * w_j;
    let cross = 4.0 * xi_i * xi_j * product * (w_i * w_i + w_j * w_j);
    let squares = 4.0 * (xi_i * xi_i + xi_j * xi_j) * product * product;
    numerator / (gap * gap + cross + squares)
}

/// Double sum of Rosenblueth for a strong motion that lasts `duration` (s).
pub(super) fn double_sum(a: &Oscillator, b: &Oscillator, duration: f64) -> f64 {
    let damped = |o: &Oscillator| o.pulsation() * (1.0 - o.damping * o.damping).sqrt();
    let lengthened = |o: &Oscillator| o.damping * o.pulsation() + 2.0 / duration;
    let ratio = (damped(a) - damped(b)) / (lengthened(a) + lengthened(b));
    1.0 / (1.0 + ratio * ratio)
}

/// `xi' = xi + 2/(T w)`: the damping ratio that a strong motion of `duration` (s) seems to add to.
pub(super) fn lengthened_ratio(oscillator: &Oscillator, duration: f64) -> f64 {
    oscillator.damping + 2.0 / (duration * oscillator.pulsation())
}

/// The double sum of releases up to 2020, which had `xi'` under the roots of the damped frequencies too; all `xi'` below 1.
pub(super) fn former_double_sum(a: &Oscillator, b: &Oscillator, duration: f64) -> f64 {
    let (xi_i, xi_j) = (lengthened_ratio(a, duration), lengthened_ratio(b, duration));
    let damped = |o: &Oscillator, xi: f64| o.pulsation() * (1.0 - xi * xi).sqrt();
    let ratio = (damped(a, xi_i) - damped(b, xi_j)) / (xi_i * a.pulsation() + xi_j * b.pulsation());
    1.0 / (1.0 + ratio * ratio)
}
