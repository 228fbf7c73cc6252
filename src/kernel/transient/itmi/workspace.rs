//! Propagators of the modes.

use num_complex::Complex64;

use super::scheme::{end_weight, exp, mean_exponential};
use crate::transient::system::System;

/// Coefficients of one mode for one step length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Propagator {
    /// `v2` from `v` and `q`, `q2` from `v` and `q`.
    pub(super) vv: f64,
    pub(super) vq: f64,
    pub(super) qv: f64,
    pub(super) qq: f64,
    /// `Z1 Z2` and `Z1 (1 - Z2)`.
    pub(super) end: Complex64,
    pub(super) start: Complex64,
    pub(super) re_s: f64,
    pub(super) wd: f64,
}

impl Propagator {
    /// Of a mode of unit mass, pulsation `w` (rad/s) and damping `c` (1/s), over `h`.
    pub fn of(w: f64, c: f64, h: f64) -> Propagator {
        let s = exponent(w, c);
        Propagator::from_exponent(s, mean_exponential(s * h) * h, w, h)
    }

    fn from_exponent(s: Complex64, z1: Complex64, w: f64, h: f64) -> Propagator {
        let (z, wd) = (exp(s * h), s.im);
        let z2 = end_weight(s * h);
        Propagator {
            vv: (s * z).im / wd,
            vq: (z.conj() * (w * w)).im / wd,
            qv: z.im / wd,
            qq: (s * z.conj()).im / wd,
            end: z1 * z2,
            start: z1 * (Complex64::new(1.0, 0.0) - z2),
            re_s: s.re,
            wd,
        }
    }

    /// Displacement and velocity after the step, under a force that goes from `f1` to `f2`.
    pub fn advance(&self, q: f64, v: f64, f1: f64, f2: f64) -> (f64, f64) {
        let x = self.end * f2 + self.start * f1;
        let velocity = self.vv * v + self.vq * q + self.re_s * x.im / self.wd + x.re;
        (self.qv * v + self.qq * q + x.im / self.wd, velocity)
    }
}

/// `s = -xi w + i wd`
fn exponent(w: f64, c: f64) -> Complex64 {
    let xi = if w > 0.0 { c / (2.0 * w) } else { 0.0 };
    let wd = if xi.abs() > 1.0 { 1e-20 } else { w * (1.0 - xi * xi).sqrt() };
    Complex64::new(-xi * w, if wd == 0.0 { 1e-20 } else { wd })
}

/// Stepper; the propagators are computed again when the step changes.
#[derive(Clone, Debug)]
pub struct ItmiStepper {
    pub(super) propagators: Vec<Propagator>,
    /// `s` and `Z1` of each mode.
    modes: Vec<(Complex64, Complex64)>,
    pulsation: Vec<f64>,
    step: Option<f64>,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    /// Force at the start of the step.
    pub(super) f1: Vec<f64>,
}

impl ItmiStepper {
    /// Nominal step `step` (s).
    pub fn new(system: &System, step: f64) -> Self {
        let size = system.size();
        let mode = |i: usize| {
            let s = exponent(system.pulsation[i], system.damping[i]);
            (s, mean_exponential(s * step) * (step / system.mass[i]))
        };
        ItmiStepper {
            propagators: vec![Propagator::default(); size],
            modes: (0..size).map(mode).collect(),
            pulsation: system.pulsation.clone(),
            step: None,
            q: vec![0.0; size],
            v: vec![0.0; size],
            f1: vec![0.0; size],
        }
    }

    pub(super) fn prepare(&mut self, h: f64) {
        if self.step == Some(h) {
            return;
        }
        for ((propagator, &(s, z1)), &w) in self.propagators.iter_mut().zip(&self.modes).zip(&self.pulsation) {
            *propagator = Propagator::from_exponent(s, z1, w, h);
        }
        self.step = Some(h);
    }
}
