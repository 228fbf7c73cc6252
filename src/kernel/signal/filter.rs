//! Operations by frequencies: the transform of a record times a transfer function G(f), and back.
//!
//! Records of constant step dt, all their points, taken as one period: exact for sums of sines whose periods divide
//! the length n dt, when they lie below half of the sampling frequency. A mean has no integral over a period and is
//! dropped. The oscillator's response is from rest instead: the record is followed by zeros for as long as free motion
//! takes to fall below 1e-8, which needs damping.

use num_complex::Complex64;

use super::fourier::{inverse, transform};

/// The record filtered by G, with G(-f) the conjugate of G(f).
pub fn filtered(values: &[f64], dt: f64, transfer: impl Fn(f64) -> Complex64) -> Vec<f64> {
    let n = values.len();
    let mut spectrum = transform(&values.iter().map(|y| Complex64::new(*y, 0.0)).collect::<Vec<_>>());
    for (k, z) in spectrum.iter_mut().enumerate() {
        *z *= match 2 * k {
            twice if twice < n => transfer(k as f64 / (n as f64 * dt)),
            // Half of the sampling frequency stands for both signs.
            twice if twice == n => Complex64::new(transfer(0.5 / dt).re, 0.0),
            _ => transfer((n - k) as f64 / (n as f64 * dt)).conj(),
        };
    }
    inverse(&spectrum).iter().map(|z| z.re).collect()
}

/// (2 i pi f)^order inside [low, high], zero outside; negative orders integrate and are zero at f = 0.
pub fn differentiation(order: i32, low: f64, high: f64) -> impl Fn(f64) -> Complex64 {
    move |f| {
        if f < low || f > high || (f == 0.0 && order != 0) {
            return Complex64::ZERO;
        }
        let w = 2.0 * std::f64::consts::PI * f;
        let size = (0..order.abs()).fold(1.0, |p, _| if order > 0 { p * w } else { p / w });
        let turns = [Complex64::new(1.0, 0.0), Complex64::I, Complex64::new(-1.0, 0.0), -Complex64::I];
        turns[order.rem_euclid(4) as usize] * size
    }
}

/// Resamples a record at `factor` times as many points, by its Fourier series.
pub fn refined(values: &[f64], factor: usize) -> Vec<f64> {
    let n = values.len();
    let spectrum = transform(&values.iter().map(|y| Complex64::new(*y, 0.0)).collect::<Vec<_>>());
    let mut wide = vec![Complex64::ZERO; n * factor];
    for (k, z) in spectrum.iter().enumerate() {
        let z = z * factor as f64;
        match 2 * k {
            twice if twice < n => wide[k] = z,
            twice if twice == n && factor > 1 => {
                wide[k] = z * 0.5;
                wide[n * factor - k] = z.conj() * 0.5;
            }
            _ => wide[n * factor - (n - k)] = z,
        }
    }
    inverse(&wide).iter().map(|z| z.re).collect()
}

/// Motion of an oscillator, with what shakes it: `factor` points for each step of the record, up to its last one.
#[derive(Clone, Debug)]
pub struct Motion {
    pub displacement: Vec<f64>,
    pub velocity: Vec<f64>,
    /// Acceleration that shakes it, and its derivative.
    pub forcing: Vec<f64>,
    pub forcing_rate: Vec<f64>,
}

/// Motion of the oscillator of pulsation `w` (rad/s) and damping ratio `xi` > 0 shaken by `values`.
/// `None` when its free motion would last too long to be waited for.
pub fn oscillator_response(values: &[f64], dt: f64, w: f64, xi: f64, factor: usize) -> Option<Motion> {
    // exp(-xi w t) = 1e-8
    let wait = 18.5 / (xi * w * dt);
    if !(wait < LONGEST) {
        return None;
    }
    let mut padded = values.to_vec();
    padded.resize((values.len() + wait as usize + 1).next_power_of_two(), 0.0);
    let mut fine = if factor == 1 { padded } else { refined(&padded, factor) };
    let response = |f: f64| {
        let p = 2.0 * std::f64::consts::PI * f;
        Complex64::new(1.0, 0.0) / Complex64::new(w * w - p * p, 2.0 * xi * w * p)
    };
    let rate = differentiation(1, 0.0, f64::INFINITY);
    let count = (values.len().max(1) - 1) * factor + 1;
    let cut = |mut all: Vec<f64>| {
        all.truncate(count);
        all
    };
    let h = dt / factor as f64;
    let displacement = cut(filtered(&fine, h, response));
    let velocity = cut(filtered(&fine, h, |f| response(f) * rate(f)));
    let forcing_rate = cut(filtered(&fine, h, &rate));
    fine.truncate(count);
    Some(Motion { displacement, velocity, forcing: fine, forcing_rate })
}

/// Most zeros after a record.
const LONGEST: f64 = 4.0e6;

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: usize = 120;
    const STEP: f64 = 0.05;

    /// Two sines over a period of 6 s, with the derivative of any order.
    fn wave(t: f64, order: i32) -> f64 {
        [(2.0, 1.5), (7.0, -0.4)].iter().fold(0.0, |sum, (turns, size)| {
            let w = 2.0 * std::f64::consts::PI * turns / (COUNT as f64 * STEP);
            let quarter = f64::from(order) * std::f64::consts::FRAC_PI_2;
            sum + size * libm::pow(w, f64::from(order)) * libm::sin(w * t + quarter)
        })
    }

    fn record(order: i32) -> Vec<f64> {
        (0..COUNT).map(|k| wave(k as f64 * STEP, order)).collect()
    }

    fn distance(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn periodic_records_are_derived_and_integrated_exactly() {
        for order in [-2, -1, 1, 2] {
            let found = filtered(&record(0), STEP, differentiation(order, 0.0, 10.0));
            assert!(distance(&found, &record(order)) < 1e-11, "{order}");
        }
        // The second sine, at 7/6 Hz, lies above the cut.
        let found = filtered(&record(0), STEP, differentiation(0, 0.0, 1.0));
        let w = 2.0 * std::f64::consts::PI * 2.0 / 6.0;
        let kept: Vec<f64> = (0..COUNT).map(|k| 1.5 * libm::sin(w * k as f64 * STEP)).collect();
        assert!(distance(&found, &kept) < 1e-12);
    }

    #[test]
    fn finer_steps_go_through_the_points() {
        let fine = refined(&record(0), 3);
        let exact: Vec<f64> = (0..3 * COUNT).map(|k| wave(k as f64 * STEP / 3.0, 0)).collect();
        assert!(distance(&fine, &exact) < 1e-12);
        assert!(distance(&refined(&[1.0, -1.0, 1.0, -1.0], 2), &[1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0]) < 1e-15);
    }

    #[test]
    fn the_response_is_from_rest() {
        // A push of 1 over one step is an impulse: d = dt exp(-xi w t) sin(wd t)/wd up to the band of the step.
        let (w, xi, dt) = (6.0, 0.05, 1.0e-3);
        let mut push = vec![0.0; 4000];
        push[500] = 1.0;
        let d = oscillator_response(&push, dt, w, xi, 1).unwrap().displacement;
        let wd = w * (1.0f64 - xi * xi).sqrt();
        for k in [900, 2000, 3999] {
            let t = (k - 500) as f64 * dt;
            let exact = dt * libm::exp(-xi * w * t) * libm::sin(wd * t) / wd;
            assert!((d[k] - exact).abs() < 1e-6 * dt / w, "{k}");
        }
        assert!(d[..450].iter().all(|d| d.abs() < 1e-3 * dt / w));
        assert!(oscillator_response(&push, dt, w, 0.0, 1).is_none());
    }
}
