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
//! so the state at the end of a step is linear in the state at its start and in both accelerations. Those coefficients
//! are computed once when every step equals the first one to 1e-6. For w dt below 1 the closed form is a difference of
//! large terms, and the response to an acceleration is summed as a power series in t. Limits: xi < 1, f > 0.

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

/// Quantity that a response spectrum shows.
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

/// Recurrence of a step: `(d, v)` at its end is `from` times the state at its start, plus `a` and `a_next`
/// times the accelerations at both ends.
#[derive(Default)]
struct Step {
    from: [[f64; 2]; 2],
    a: [f64; 2],
    a_next: [f64; 2],
}

/// Below this w dt the response to an acceleration is summed as a power series.
const SHORT_STEP: f64 = 1.0;
/// Terms of it: 1/24! is far below the rounding of the sum.
const TERMS: i32 = 24;

impl Oscillator {
    fn step(&self, dt: f64) -> Step {
        let Oscillator { w, xi, wd } = *self;
        let decay = libm::exp(-xi * w * dt);
        let (cosine, sine) = (decay * libm::cos(wd * dt), decay * libm::sin(wd * dt) / wd);
        let from = [[cosine + xi * w * sine, sine], [-w * w * sine, cosine - xi * w * sine]];
        let (constant, ramp) = if w * dt < SHORT_STEP {
            (self.series(0, dt), self.series(1, dt))
        } else {
            // Particular solutions 1/w^2 and t/w^2 - 2 xi/w^3, completed to start from rest.
            let completed =
                |start: [f64; 2], end: [f64; 2]| [0, 1].map(|i| end[i] - from[i][0] * start[0] - from[i][1] * start[1]);
            let (w2, lag) = (w * w, 2.0 * xi / (w * w * w));
            (completed([1.0 / w2, 0.0], [1.0 / w2, 0.0]), completed([-lag, 1.0 / w2], [dt / w2 - lag, 1.0 / w2]))
        };
        Step { from, a: [0, 1].map(|i| constant[i] - ramp[i] / dt), a_next: ramp.map(|r| r / dt) }
    }

    /// Response from rest to the acceleration t^power after `t`: u = sum c_n t^n with
    /// (n+2)(n+1) c_{n+2} = [n = power] - 2 xi w (n+1) c_{n+1} - w^2 c_n. Displacement and velocity.
    fn series(&self, power: i32, t: f64) -> [f64; 2] {
        let (w, damping) = (self.w, 2.0 * self.xi * self.w);
        // c_n t^n and c_{n+1} t^{n+1}
        let (mut term, mut next) = (0.0, 0.0);
        let (mut displacement, mut velocity) = (0.0, 0.0);
        for n in 0..TERMS {
            let m = f64::from(n);
            let load = if n == power { if power == 0 { t * t } else { t * t * t } } else { 0.0 };
            let after = (load - damping * t * (m + 1.0) * next - w * t * w * t * term) / ((m + 1.0) * (m + 2.0));
            (term, next) = (next, after);
            displacement += after;
            velocity += (m + 2.0) * after / t;
        }
        [displacement, velocity]
    }

    /// Displacement and velocity at the end of a step.
    fn advance(&self, step: &Step, (d, v): (f64, f64), a: f64, a_next: f64) -> (f64, f64) {
        let Step { from, a: first, a_next: last } = step;
        let at = |i: usize| from[i][0] * d + from[i][1] * v + (first[i] * a + last[i] * a_next);
        (at(0), at(1))
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
