//! Propagators of the modes.

use num_complex::Complex64;

use super::scheme::{end_weight, exp, mean_exponential};
use crate::kernel::transient::system::System;

/// Coefficients of one mode for one step length.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Propagator {
    /// `v2` from `v` and `q`, `q2` from `v` and `q`.
    pub vv: f64,
    pub vq: f64,
    pub qv: f64,
    pub qq: f64,
    /// `Z1 Z2` and `Z1 (1 - Z2)`.
    pub end: Complex64,
    pub start: Complex64,
    pub re_s: f64,
    pub wd: f64,
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
            let (w, m) = (system.pulsation[i], system.mass[i]);
            let xi = if w > 0.0 { system.damping[i] / (2.0 * w) } else { 0.0 };
            let wd = if xi.abs() > 1.0 { 1e-20 } else { w * (1.0 - xi * xi).sqrt() };
            let s = Complex64::new(-xi * w, if wd == 0.0 { 1e-20 } else { wd });
            (s, mean_exponential(s * step) * (step / m))
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
        let one = Complex64::new(1.0, 0.0);
        for ((propagator, &(s, z1)), &w) in self.propagators.iter_mut().zip(&self.modes).zip(&self.pulsation) {
            let (z, wd) = (exp(s * h), s.im);
            let z2 = end_weight(s * h);
            *propagator = Propagator {
                vv: (s * z).im / wd,
                vq: (z.conj() * (w * w)).im / wd,
                qv: z.im / wd,
                qq: (s * z.conj()).im / wd,
                end: z1 * z2,
                start: z1 * (one - z2),
                re_s: s.re,
                wd,
            };
        }
        self.step = Some(h);
    }
}
