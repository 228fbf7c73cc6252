//! Largest values of an oscillator's motion by frequencies, between the samples of its record.
//!
//! The motion is a sum of waves below half of the sampling frequency. It is made at some points a step of the record, with the record
//! itself and its derivative: then d' is known, d'' and d''' follow from the equation of motion, and between two points a polynomial of
//! degree five with these ends is the motion to within (p/2)^6 / 720 for a wave that turns by p there. Points are as many as keep p
//! below [`TURN`] for the oscillator's own wave; faster waves of the record are weak in its motion.

use super::filter::oscillator_response;
use super::oscillator::Largest;

/// Largest turn of the oscillator between two points (rad).
const TURN: f64 = 0.2;
/// Most points a step: the fastest wave of a record turns by pi/16 between two.
const MOST_POINTS: f64 = 16.0;
/// Turn of the oscillator in a step (rad) below which the points of the record are enough: faster waves leave next to nothing in its
/// motion.
const SLOW: f64 = 1e-3;
/// Halvings of an interval that holds an extreme value.
const HALVINGS: u32 = 40;

/// Value, first and second derivative.
type Jet = [f64; 3];

/// Quantity whose largest value is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Displacement,
    /// Relative velocity.
    Velocity,
    /// Absolute acceleration, `w^2 d + 2 xi w d'`.
    Acceleration,
}

/// Largest value of a quantity of the oscillator of pulsation `w` (rad/s) and damping ratio `xi` shaken by `values`, `dt` s apart.
/// `None` when its free motion would last too long to be waited for.
pub fn largest_by_frequencies(values: &[f64], dt: f64, (w, xi): (f64, f64), quantity: Quantity) -> Option<Largest> {
    let factor = match w * dt {
        turn if turn < SLOW => 1,
        turn => ((turn / TURN).ceil().clamp(2.0, MOST_POINTS) as usize).next_power_of_two(),
    };
    let motion = oscillator_response(values, dt, w, xi, factor)?;
    let damping = 2.0 * xi * w;
    let at = |k: usize| -> Jet {
        let (d, v) = (motion.displacement[k], motion.velocity[k]);
        let a = motion.forcing[k] - damping * v - w * w * d;
        let jerk = motion.forcing_rate[k] - damping * a - w * w * v;
        match quantity {
            Quantity::Displacement => [d, v, a],
            Quantity::Velocity => [v, a, jerk],
            Quantity::Acceleration => [w * w * d + damping * v, w * w * v + damping * a, w * w * a + damping * jerk],
        }
    };
    let mut largest = Largest::default();
    let mut left = at(0);
    for k in 0..motion.displacement.len() {
        let right = at(k);
        if k % factor == 0 {
            largest.at_samples = largest.at_samples.max(right[0].abs());
        }
        largest.within_steps = largest.within_steps.max(right[0].abs());
        if (left[1] < 0.0) != (right[1] < 0.0) && k > 0 {
            largest.within_steps = largest.within_steps.max(extreme(&left, &right, dt / factor as f64));
        }
        left = right;
    }
    Some(largest)
}

/// The largest size where the slope between two points, `h` apart, is zero.
fn extreme(left: &Jet, right: &Jet, h: f64) -> f64 {
    let c = quintic(left, right, h);
    let value = |s: f64| c.iter().rev().fold(0.0, |sum, c| sum * s + c);
    let slope = |s: f64| (1..6).rev().fold(0.0, |sum, k| sum * s + k as f64 * c[k]);
    let falls = slope(0.0) < 0.0;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if (slope(middle) < 0.0) == falls { low = middle } else { high = middle }
    }
    value(0.5 * (low + high)).abs()
}

/// The polynomial in s = t/h with the value, slope and curvature of both ends.
fn quintic(left: &Jet, right: &Jet, h: f64) -> [f64; 6] {
    let [y0, v0, a0] = [left[0], h * left[1], 0.5 * h * h * left[2]];
    let [y1, v1, a1] = [right[0], h * right[1], 0.5 * h * h * right[2]];
    // What the cubic part has to add at the right end: value, slope, half of the curvature.
    let (y, v, a) = (y1 - y0 - v0 - a0, v1 - v0 - 2.0 * a0, a1 - a0);
    [y0, v0, a0, 10.0 * y - 4.0 * v + a, -15.0 * y + 7.0 * v - 2.0 * a, 6.0 * y - 3.0 * v + a]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quintic_is_its_own() {
        let p = |t: f64| 0.7 - 1.3 * t + 0.4 * t * t + 2.1 * t.powi(3) - 0.9 * t.powi(4) + 0.3 * t.powi(5);
        let v = |t: f64| -1.3 + 0.8 * t + 6.3 * t * t - 3.6 * t.powi(3) + 1.5 * t.powi(4);
        let a = |t: f64| 0.8 + 12.6 * t - 10.8 * t * t + 6.0 * t.powi(3);
        let h = 0.6;
        let c = quintic(&[p(0.0), v(0.0), a(0.0)], &[p(h), v(h), a(h)], h);
        for s in [0.1, 0.5, 0.93] {
            let found = c.iter().rev().fold(0.0, |sum, c| sum * s + c);
            assert!((found - p(h * s)).abs() < 1e-14);
        }
    }

    /// A pulse of waves below half of the coarse sampling frequency, sampled coarsely and twenty times more often, is one motion.
    #[test]
    fn the_largest_value_does_not_depend_on_the_samples() {
        let pulse = |t: f64| libm::exp(-0.5 * t * t) * libm::cos(4.1 * t + 0.3);
        for (time, height) in [(1.0, 1.0), (1e-3, 1e6)] {
            let dt = 0.3 * time;
            let record = |n: i32| -> Vec<f64> {
                (0..=60 * n).map(|k| height * pulse(f64::from(k - 30 * n) * dt / f64::from(n) / time)).collect()
            };
            let (coarse, fine) = (record(1), record(20));
            for xi in [0.01, 0.3] {
                for f in [0.2, 0.7, 1.1, 1.6, 4.0] {
                    let w = 2.0 * std::f64::consts::PI * f / time;
                    for quantity in [Quantity::Displacement, Quantity::Velocity, Quantity::Acceleration] {
                        let found = largest_by_frequencies(&coarse, dt, (w, xi), quantity).unwrap();
                        let exact = largest_by_frequencies(&fine, dt / 20.0, (w, xi), quantity).unwrap().within_steps;
                        // Half of the sampling frequency is 10.5 rad/s: the pulse has exp(-20) beyond it.
                        let error = (found.within_steps / exact - 1.0).abs();
                        assert!(error < 2e-6, "{f} Hz, {xi}, {quantity:?}: {found:?} {exact} {error:e}");
                        assert!(found.at_samples <= found.within_steps);
                    }
                }
            }
        }
    }
}
