//! Response spectra: the largest displacement of damped oscillators shaken by a recorded acceleration.
//!
//! d'' + 2 xi w d' + w^2 d = a(t), d = d' = 0 at the first sample, a(t) linear between samples. On a step from
//! a_k with slope s the exact solution is
//!
//!   d(t) = (a_k + s t)/w^2 - 2 xi s/w^3 + exp(-xi w t) (A cos wd t + B sin wd t),   wd = w sqrt(1 - xi^2),
//!
//! A and B from the state at the start of the step (Nigam and Jennings, 1969). D(xi, f) = max |d_k| over the
//! samples after the first; pseudo-velocity w D, pseudo-acceleration w^2 D.
//!
//! When every step equals the first one to 1e-6, its exponential and sines are computed once. Limits: xi < 1,
//! f > 0; for w dt far below 1 the difference of large terms loses digits (relative 1e-16/(w dt)^2).

/// Largest displacement of the oscillator of frequency `f` (Hz) and damping ratio `xi` over samples `t`, `a`.
pub fn largest_displacement(t: &[f64], a: &[f64], f: f64, xi: f64) -> f64 {
    let w = 2.0 * std::f64::consts::PI * f;
    let oscillator = Oscillator { w, xi, wd: w * (1.0 - xi * xi).sqrt() };
    let regular = has_regular_step(t);
    let (mut d, mut v, mut largest) = (0.0, 0.0, 0.0f64);
    let mut step = Step::default();
    for k in 1..t.len() {
        if k == 1 || !regular {
            step = oscillator.step(if regular { t[1] - t[0] } else { t[k] - t[k - 1] });
        }
        (d, v) = oscillator.advance(&step, (d, v), a[k - 1], a[k]);
        largest = largest.max(d.abs());
    }
    largest
}

/// What a response spectrum shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    Displacement,
    PseudoVelocity,
    PseudoAcceleration,
}

/// One response spectrum: a value for each frequency (Hz), divided by `norm`.
pub fn response_spectrum(t: &[f64], a: &[f64], frequencies: &[f64], xi: f64, nature: Nature, norm: f64) -> Vec<f64> {
    let ordinate = |f: &f64| {
        let w = 2.0 * std::f64::consts::PI * f;
        let d = largest_displacement(t, a, *f, xi);
        let value = match nature {
            Nature::Displacement => d,
            Nature::PseudoVelocity => w * d,
            Nature::PseudoAcceleration => w * w * d,
        };
        value / norm
    };
    frequencies.iter().map(ordinate).collect()
}

/// The 150 frequencies (Hz) used when a study gives none.
pub fn default_frequencies() -> Vec<f64> {
    let runs: [(f64, f64, u32); 8] = [
        (0.2, 0.05, 56),
        (3.0, 0.075, 8),
        (3.6, 0.1, 14),
        (5.0, 0.125, 24),
        (8.0, 0.25, 28),
        (15.0, 0.5, 6),
        (18.0, 1.0, 4),
        (22.0, 1.5, 10),
    ];
    runs.iter().flat_map(|(start, step, count)| (0..*count).map(move |i| start + step * f64::from(i))).collect()
}

fn has_regular_step(t: &[f64]) -> bool {
    let Some(first) = t.windows(2).map(|w| w[1] - w[0]).next() else { return true };
    t.windows(2).all(|w| ((w[1] - w[0] - first) / first).abs() < 1.0e-6)
}

struct Oscillator {
    w: f64,
    xi: f64,
    wd: f64,
}

/// A step and the functions of it that the solution needs.
#[derive(Default)]
struct Step {
    dt: f64,
    decay: f64,
    cosine: f64,
    sine: f64,
}

impl Oscillator {
    fn step(&self, dt: f64) -> Step {
        let decay = libm::exp(-self.xi * self.w * dt);
        Step { dt, decay, cosine: libm::cos(self.wd * dt), sine: libm::sin(self.wd * dt) }
    }

    /// Displacement and velocity at the end of a step.
    fn advance(&self, step: &Step, (d, v): (f64, f64), a: f64, a_next: f64) -> (f64, f64) {
        let Oscillator { w, xi, wd } = *self;
        let w2 = w * w;
        let slope = (a_next - a) / step.dt;
        let shift = 2.0 * xi * slope / (w2 * w);
        let big_a = d - a / w2 + shift;
        let big_b = (v - slope / w2 + xi * w * big_a) / wd;
        let swing = step.decay * (big_a * step.cosine + big_b * step.sine);
        let turn = step.decay * (big_b * step.cosine - big_a * step.sine);
        (a_next / w2 - shift + swing, slope / w2 - xi * w * swing + wd * turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Response to a(t) = sin(p t) from rest, closed form.
    fn sine_response(t: f64, w: f64, xi: f64, p: f64) -> f64 {
        let wd = w * (1.0 - xi * xi).sqrt();
        let (r, c) = (w * w - p * p, 2.0 * xi * w * p);
        let scale = 1.0 / (r * r + c * c);
        // Particular solution scale (r sin pt - c cos pt), completed to start from rest.
        let big_a = c * scale;
        let big_b = (xi * w * big_a - p * r * scale) / wd;
        scale * (r * (p * t).sin() - c * (p * t).cos())
            + (-xi * w * t).exp() * (big_a * (wd * t).cos() + big_b * (wd * t).sin())
    }

    #[test]
    fn spectrum_of_a_sine_against_the_closed_form() {
        // Linear interpolation of the sine costs (p dt)^2/12: dt = 1e-4 s keeps it below 1e-7.
        let p = 2.0 * std::f64::consts::PI * 1.7;
        let t: Vec<f64> = (0..=30_000).map(|k| f64::from(k) * 1.0e-4).collect();
        let a: Vec<f64> = t.iter().map(|t| libm::sin(p * t)).collect();
        for xi in [0.0, 0.05] {
            for k in 0..50 {
                let f = 0.35 + 0.37 * f64::from(k);
                let w = 2.0 * std::f64::consts::PI * f;
                let exact = t.iter().map(|t| sine_response(*t, w, xi, p).abs()).fold(0.0, f64::max);
                let computed = largest_displacement(&t, &a, f, xi);
                assert!((computed / exact - 1.0).abs() < 1e-6, "{f} Hz, {xi}: {computed} {exact}");
            }
        }
    }

    #[test]
    fn a_step_is_exact_whatever_its_length() {
        // Constant acceleration: d = (1 - cos wt)/w^2, largest 2/w^2 when a sample falls on half a period.
        let f = 2.0;
        let w = 2.0 * std::f64::consts::PI * f;
        let t = [0.0, 0.1, 0.25, 0.31, 1.25];
        let d = largest_displacement(&t, &[1.0; 5], f, 0.0);
        assert!((d * w * w / 2.0 - 1.0).abs() < 1e-13);
    }

    #[test]
    fn there_are_150_default_frequencies() {
        let list = default_frequencies();
        assert_eq!((list.len(), list[0], list[149]), (150, 0.2, 35.5));
        assert!(list.windows(2).all(|w| w[0] < w[1]));
    }
}
