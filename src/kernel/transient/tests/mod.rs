//! What schemes are tested with: a damped oscillator forced by a sine, whose motion is known.

mod chain;
mod loop_rules;
mod matrices;
mod mode_order;
mod restart;
mod schemes;
pub(super) mod shoe;
mod slab;
pub(crate) mod static_friction;

use super::*;
use crate::interaction::InteractionSet;
use crate::signal::Signal;
use crate::signal::program::{Binary, Builder, Scalar, Unary};

/// `amplitude sin(pulsation x)` as studies write it: a compiled formula.
pub(super) fn sine(amplitude: f64, pulsation: f64) -> Signal {
    let mut b = Builder::new("a*sin(w*INST)", vec!["INST".into()], false);
    b.constant(Scalar::Real(pulsation));
    b.argument(0);
    b.binary(Binary::Multiply);
    b.unary(Unary::Sin);
    b.constant(Scalar::Real(amplitude));
    b.binary(Binary::Multiply);
    Signal::Formula(b.finish())
}

/// `m q'' + c q' + k q = f sin(w t)`, `q(0)`, `q'(0)`.
#[derive(Clone, Copy)]
pub(super) struct Oscillator {
    pub m: f64,
    pub c: f64,
    pub k: f64,
    pub f: f64,
    pub w: f64,
    pub q0: f64,
    pub v0: f64,
}

/// Two oscillators that differ in everything; the motion has about four periods in [0, 1].
pub(super) const PAIR: [Oscillator; 2] = [
    Oscillator { m: 2.0, c: 1.5, k: 1200.0, f: 30.0, w: 11.0, q0: 0.03, v0: -0.5 },
    Oscillator { m: 0.5, c: 0.8, k: 90.0, f: -4.0, w: 11.0, q0: -0.05, v0: 0.9 },
];

impl Oscillator {
    /// Displacement and velocity at `t`: steady motion plus a decaying one that meets the initial state.
    pub fn exact(&self, t: f64) -> (f64, f64) {
        let (stiffness, damping) = (self.k - self.m * self.w * self.w, self.c * self.w);
        let square = stiffness * stiffness + damping * damping;
        let (s, c) = (self.f * stiffness / square, -self.f * damping / square);
        let decay = self.c / (2.0 * self.m);
        let wd = (self.k / self.m - decay * decay).sqrt();
        let a = self.q0 - c;
        let b = (self.v0 - s * self.w + decay * a) / wd;
        let (e, cos, sin) = ((-decay * t).exp(), (wd * t).cos(), (wd * t).sin());
        let q = e * (a * cos + b * sin) + s * (self.w * t).sin() + c * (self.w * t).cos();
        let v = e * ((b * wd - decay * a) * cos - (a * wd + decay * b) * sin)
            + self.w * (s * (self.w * t).cos() - c * (self.w * t).sin());
        (q, v)
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Storage {
    Diagonal,
    Full,
}

/// The pair as one problem of two coordinates.
pub(super) fn pair(scheme: ModalScheme, step: f64, end: f64, storage: Storage) -> ModalProblem {
    let matrix = |value: fn(&Oscillator) -> f64| match storage {
        Storage::Diagonal => Coefficients::Diagonal(PAIR.iter().map(value).collect()),
        Storage::Full => {
            Coefficients::Full(matrix::Square::from_fn(2, |i, j| if i == j { value(&PAIR[i]) } else { 0.0 }))
        }
    };
    let damping = Damping::Matrix(matrix(|o| o.c));
    let system = System::new(matrix(|o| o.m), matrix(|o| o.k), damping, None).unwrap();
    let term = |i: usize| Term::Scaled { signal: sine(PAIR[i].f, PAIR[i].w), direction: Direction::Coordinate(i) };
    ModalProblem {
        dynamics: Dynamics::new(system, Excitation::new(2, vec![term(0), term(1)]), InteractionSet::default()),
        start: Start::Fresh { q: PAIR.map(|o| o.q0).to_vec(), v: PAIR.map(|o| o.v0).to_vec() },
        schedule: Schedule::new(0.0, end, step, None, &[]).unwrap(),
        scheme,
        implicit: false,
        first_order: 0,
        keep_start: true,
    }
}

pub(crate) fn complete(problem: ModalProblem) -> ModalRun {
    let run = run(problem, &mut |_| true);
    assert_eq!(run.fault, None);
    run
}

/// Largest error of displacement at the end, in units of the static displacement.
pub(super) fn final_error(run: &ModalRun) -> f64 {
    let last = run.archive.len() - 1;
    let end = run.archive.instants[last];
    let error = |i: usize| {
        let exact = PAIR[i].exact(end).0;
        (run.archive.displacement[2 * last + i] - exact).abs() / 0.03
    };
    error(0).max(error(1))
}

/// Order observed between the steps `step` and `step / 2` over one second.
pub(super) fn observed_order(scheme: impl Fn(f64) -> ModalScheme, step: f64, storage: Storage) -> (f64, f64) {
    let error = |h: f64| final_error(&complete(pair(scheme(h), h, 1.0, storage)));
    let (coarse, fine) = (error(step), error(step / 2.0));
    ((coarse / fine).log2(), fine)
}

/// Order observed between the steps `step` and `step / 2` over one second, with contacts in the matrices.
pub(super) fn observed_order_implicit(scheme: impl Fn(f64) -> ModalScheme, step: f64, storage: Storage) -> (f64, f64) {
    let error = |h: f64| final_error(&complete(ModalProblem { implicit: true, ..pair(scheme(h), h, 1.0, storage) }));
    let (coarse, fine) = (error(step), error(step / 2.0));
    ((coarse / fine).log2(), fine)
}

/// Bounds that make a controlled scheme run at constant step.
pub(super) fn constant(step: f64) -> StepLimits {
    StepLimits { minimum: Some(step), maximum: Some(step) }
}

#[test]
fn the_exact_motion_solves_its_equation() {
    for o in PAIR {
        let (q, v) = o.exact(0.0);
        assert!((q - o.q0).abs() < 1e-15 && (v - o.v0).abs() < 1e-13);
        for t in [0.1, 0.37, 0.9] {
            let (q, v) = o.exact(t);
            let h = 1e-5;
            let a = (o.exact(t + h).1 - o.exact(t - h).1) / (2.0 * h);
            let rest = o.m * a + o.c * v + o.k * q - o.f * (o.w * t).sin();
            assert!(rest.abs() < 1e-5, "{rest}");
        }
    }
}

/// Largest relative energy error of a free undamped oscillator of period 1 over its first ten periods, and
/// over its last ten of `periods`.
pub(super) fn energy_drift(scheme: ModalScheme, step: f64, periods: u32) -> (f64, f64) {
    let w = std::f64::consts::TAU;
    let diagonal = |x: f64| Coefficients::Diagonal(vec![x]);
    let system = System::new(diagonal(1.0), diagonal(w * w), Damping::None, None).unwrap();
    let end = f64::from(periods);
    let run = complete(ModalProblem {
        dynamics: Dynamics::new(system, Excitation::none(1), InteractionSet::default()),
        start: Start::Fresh { q: vec![1.0], v: vec![0.0] },
        schedule: Schedule::new(0.0, end, step, Some(1), &[]).unwrap(),
        scheme,
        implicit: false,
        first_order: 0,
        keep_start: true,
    });
    let a = &run.archive;
    let error = |k: usize| {
        let (q, v) = (a.displacement[k], a.velocity[k]);
        ((v * v + w * w * q * q) / (w * w) - 1.0).abs()
    };
    let largest = |range: std::ops::Range<f64>| {
        let inside = |&k: &usize| range.contains(&a.instants[k]);
        (0..a.len()).filter(inside).map(error).fold(0.0, f64::max)
    };
    (largest(0.0..10.0), largest(end - 10.0..end))
}
