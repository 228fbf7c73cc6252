//! Response spectra: the largest displacement of damped oscillators shaken by a recorded acceleration.
//!
//! d'' + 2 xi w d' + w^2 d = a(t), d = d' = 0 at the first sample, a(t) linear between samples. On a step from
//! a_k with slope s the exact solution is
//!
//!   d(t) = (a_k + s t)/w^2 - 2 xi s/w^3 + exp(-xi w t) (A cos wd t + B sin wd t),   wd = w sqrt(1 - xi^2),
//!
//! A and B from the state at the start of the step (Nigam and Jennings, 1969). D(xi, f) = max |d|; pseudo-velocity w D,
//! pseudo-acceleration w^2 D. The largest value lies within a step as a rule: d' vanishes there. Between two zeros of d'', which are
//! known (a damped sine), d' is monotonic and has one zero at most. Code_Aster looks at the samples alone, which lacks more the
//! fewer samples a period has.
//!
//! The state at the end of a step is linear in the state at its start and in both accelerations. Those coefficients
//! are computed once when every step equals the first one to 1e-6. For w dt below 1 the closed form is a difference of
//! large terms, and the response to an acceleration is summed as a power series in t. Limits: xi < 1, f > 0.

/// Largest displacements of an oscillator.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Largest {
    /// All along.
    pub within_steps: f64,
    /// At the samples after the first, where Code_Aster looks.
    pub at_samples: f64,
}

/// Largest displacement of the oscillator of frequency `f` (Hz) and damping ratio `xi` over samples `t`, `a`.
pub fn largest_displacement(t: &[f64], a: &[f64], f: f64, xi: f64) -> Largest {
    let w = 2.0 * std::f64::consts::PI * f;
    let oscillator = Oscillator { w, xi, wd: w * (1.0 - xi * xi).sqrt() };
    let regular = has_regular_step(t);
    let (mut d, mut v) = (0.0, 0.0);
    let mut largest = Largest::default();
    let (mut step, mut dt) = (Step::default(), 0.0);
    for k in 1..t.len() {
        if k == 1 || !regular {
            dt = if regular { t[1] - t[0] } else { t[k] - t[k - 1] };
            step = oscillator.step(dt);
        }
        let start = (d, v);
        (d, v) = oscillator.advance(&step, start, a[k - 1], a[k]);
        largest.at_samples = largest.at_samples.max(d.abs());
        let motion = Motion { oscillator: &oscillator, start, end: (d, v), a: a[k - 1], a_next: a[k], dt };
        largest.within_steps = motion.largest(largest.within_steps.max(d.abs()));
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

/// A response spectrum.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spectrum {
    /// One value for each frequency.
    pub ordinates: Vec<f64>,
    /// Largest part by which the samples alone would give less, and its frequency (Hz).
    pub between_samples: (f64, f64),
}

impl Spectrum {
    /// Adds the value of a frequency: the largest one times a factor, divided by a norm.
    pub fn add(&mut self, frequency: f64, largest: &Largest, at_samples: bool, (factor, norm): (f64, f64)) {
        let value = if at_samples { largest.at_samples } else { largest.within_steps };
        let more = 1.0 - largest.at_samples / largest.within_steps;
        if more > self.between_samples.0 {
            self.between_samples = (more, frequency);
        }
        self.ordinates.push(factor * value / norm);
    }
}

/// One response spectrum: a value for each frequency (Hz), divided by `norm`; `at_samples` looks there alone.
pub fn response_spectrum(
    (t, a): (&[f64], &[f64]),
    frequencies: &[f64],
    xi: f64,
    (nature, norm): (Nature, f64),
    at_samples: bool,
) -> Spectrum {
    let mut spectrum = Spectrum::default();
    for f in frequencies {
        let w = 2.0 * std::f64::consts::PI * f;
        let largest = largest_displacement(t, a, *f, xi);
        let factor = match nature {
            Nature::Displacement => 1.0,
            Nature::PseudoVelocity => w,
            Nature::PseudoAcceleration => w * w,
        };
        spectrum.add(*f, &largest, at_samples, (factor, norm));
    }
    spectrum
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

/// The motion of an oscillator over one step.
struct Motion<'o> {
    oscillator: &'o Oscillator,
    /// Displacement and velocity at both ends.
    start: (f64, f64),
    end: (f64, f64),
    /// Accelerations at both ends.
    a: f64,
    a_next: f64,
    dt: f64,
}

/// Zeros of d'' that are looked at in a step, from its start and from its end. The peaks of one sign are a line plus a decaying
/// exponential: the largest is among the first or the last.
const ZEROS: u64 = 32;
/// Steps of the search for a zero of d': d errs by the square of what is left.
const SEARCH: u32 = 60;

impl Motion<'_> {
    /// The largest displacement so far, `largest`, or one within the step.
    #[inline]
    fn largest(&self, largest: f64) -> f64 {
        let Oscillator { w, xi, wd } = *self.oscillator;
        let (d, v) = self.start;
        // d'' = exp(-xi w t) (p cos wd t + q sin wd t)
        let p = self.a - 2.0 * xi * w * v - w * w * d;
        let jerk = (self.a_next - self.a) / self.dt - 2.0 * xi * w * p - w * w * v;
        let q = (jerk + xi * w * p) / wd;
        // Between the ends of a step d exceeds them by at most dt²/8 max |d''|.
        let room = 8.0 * (largest - d.abs().max(self.end.0.abs())) / (self.dt * self.dt);
        if p * p + q * q <= room * room { largest } else { self.search(largest, p, q) }
    }

    fn at(&self, t: f64) -> (f64, f64) {
        let a = self.a + (self.a_next - self.a) * (t / self.dt);
        self.oscillator.advance(&self.oscillator.step(t), self.start, self.a, a)
    }

    #[cold]
    fn search(&self, mut largest: f64, p: f64, q: f64) -> f64 {
        let half = std::f64::consts::PI / self.oscillator.wd;
        let mut first = libm::atan2(-p, q) / self.oscillator.wd;
        if first <= 0.0 {
            first += half;
        }
        let zero = |i: u64| first + half * i as f64;
        let count = if first < self.dt { ((self.dt - first) / half) as u64 + 1 } else { 0 };
        let (mut left, mut at_left) = (0.0, self.start);
        let mut i = 0;
        while i <= count {
            if i == ZEROS && count > 2 * ZEROS {
                i = count - ZEROS;
                left = zero(i - 1);
                at_left = self.at(left);
            }
            let (right, at_right) = match i < count && zero(i) < self.dt {
                true => (zero(i), self.at(zero(i))),
                false => (self.dt, self.end),
            };
            if (at_left.1 < 0.0) != (at_right.1 < 0.0) && right > left {
                largest = largest.max(self.peak((left, at_left.1), (right, at_right.1)));
            }
            (left, at_left) = (right, at_right);
            i += 1;
        }
        largest
    }

    /// The displacement where the velocity vanishes between two instants: false position, with the halves of Illinois.
    fn peak(&self, (mut left, mut v_left): (f64, f64), (mut right, mut v_right): (f64, f64)) -> f64 {
        let mut best = 0.0_f64;
        let mut side = 0;
        for _ in 0..SEARCH {
            let t = (left * v_right - right * v_left) / (v_right - v_left);
            if !(t > left && t < right) {
                break;
            }
            let (d, v) = self.at(t);
            best = best.max(d.abs());
            if v == 0.0 || (right - left) <= 1e-9 * self.dt {
                break;
            }
            if (v < 0.0) == (v_left < 0.0) {
                (left, v_left) = (t, v);
                v_right *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                (right, v_right) = (t, v);
                v_left *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
        }
        best
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
                let computed = largest_displacement(&t, &a, f, xi).at_samples;
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
        let d = largest_displacement(&t, &[1.0; 5], f, 0.0).at_samples;
        assert!((d * w * w / 2.0 - 1.0).abs() < 1e-13);
    }

    /// Sampling the acceleration only where it bends, or 800 times more often, gives one largest value.
    #[test]
    fn the_largest_value_does_not_depend_on_the_samples() {
        let record = [(0.0, 0.0), (0.07, 1.3), (0.12, -0.4), (0.3, 0.2), (0.47, 0.0), (0.9, 0.0)];
        for (time, height) in [(1.0, 1.0), (1e-3, 1e6)] {
            let t: Vec<f64> = record.iter().map(|(t, _)| t * time).collect();
            let a: Vec<f64> = record.iter().map(|(_, a)| a * height).collect();
            let (mut fine_t, mut fine_a) = (vec![t[0]], vec![a[0]]);
            for k in 1..t.len() {
                for i in 1..=800 {
                    let s = f64::from(i) / 800.0;
                    fine_t.push(t[k - 1] + s * (t[k] - t[k - 1]));
                    fine_a.push(a[k - 1] + s * (a[k] - a[k - 1]));
                }
            }
            for xi in [0.0, 0.003, 0.05, 0.4] {
                for f in [0.3, 2.7, 7.0, 13.0, 31.0, 170.0] {
                    let coarse = largest_displacement(&t, &a, f / time, xi);
                    let fine = largest_displacement(&fine_t, &fine_a, f / time, xi).within_steps;
                    assert!((coarse.within_steps / fine - 1.0).abs() < 1e-9, "{f} Hz, {xi}: {coarse:?} {fine}");
                    assert!(coarse.within_steps >= coarse.at_samples);
                }
            }
            // A frequency far beyond the samples ends as well.
            assert!(largest_displacement(&t, &a, 1e12 / time, 0.0).within_steps.is_finite());
        }
    }

    #[test]
    fn there_are_150_default_frequencies() {
        let list = default_frequencies();
        assert_eq!((list.len(), list[0], list[149]), (150, 0.2, 35.5));
        assert!(list.windows(2).all(|w| w[0] < w[1]));
    }
}
