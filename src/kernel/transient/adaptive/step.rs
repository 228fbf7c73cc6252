//! One accepted step: attempts, apparent frequency, next step.

use std::f64::consts::TAU;

use super::scheme::ReferenceVelocity;
use super::workspace::AdaptiveStepper;
use crate::schemes::Advance;
use crate::simd::wide;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper, diverged};
use crate::transient::fault::TransientFault;
use crate::transient::matrix::{Square, all_finite, norm};

impl Stepper for AdaptiveStepper {
    fn minimum(&self) -> f64 {
        if self.active { self.minimum } else { 0.0 }
    }

    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        let start = if self.is_second_order() && self.accepted == 0 { 0.0 } else { h };
        let mut length = h;
        let mut attempts: u32 = 1;
        if self.active {
            dynamics.save();
        }
        let (next, forced) = loop {
            self.attempt(dynamics, state, start, length)?;
            if !self.active {
                break (length, false);
            }
            let (error, mode) = match &dynamics.measure {
                None => self.error(state, length),
                Some(measure) => self.error_in(measure, state, length),
            };
            if error.is_nan() {
                return Err(diverged(state.t + length, length, &self.a2));
            }
            let next = (length * self.factor(error)).min(self.maximum);
            if next < self.minimum {
                let minimum = self.minimum;
                return Err(TransientFault::StepTooSmall { time: state.t, step: next, minimum, error, mode });
            }
            if error < 1.0 || attempts >= self.options.attempts {
                break (next, error >= 1.0);
            }
            length = next;
            attempts += 1;
            dynamics.restore();
        };
        self.accept(dynamics.measure.as_ref(), state, length);
        Ok(Advance { length, next, rejected: attempts - 1, forced })
    }

    fn keep(&mut self) {
        self.kept.0.copy_from_slice(&self.w);
        self.kept.1.copy_from_slice(&self.v_min);
        (self.kept.2, self.kept.3) = (self.since_growth, self.accepted);
    }

    fn go_back(&mut self) {
        self.w.copy_from_slice(&self.kept.0);
        self.v_min.copy_from_slice(&self.kept.1);
        (self.since_growth, self.accepted) = (self.kept.2, self.kept.3);
    }
}

impl AdaptiveStepper {
    fn attempt(
        &mut self,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        start: f64,
        length: f64,
    ) -> Result<(), TransientFault> {
        wide(
            #[inline(always)]
            || self.attempt_of(dynamics, state, start, length),
        )
    }

    #[inline(always)]
    fn attempt_of(
        &mut self,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        start: f64,
        length: f64,
    ) -> Result<(), TransientFault> {
        let n = state.q.len();
        let second = self.is_second_order();
        let mut p = (start + length) / 2.0;
        if !second && length <= 1e-13 {
            p = length;
        }
        let ModalState { t, q, a, f, .. } = state;
        let (w, q, a, f) = (&self.w[..n], &q[..n], &a[..n], &mut f[..n]);
        let (w2, q2, v2, a2) = (&mut self.w2[..n], &mut self.q2[..n], &mut self.v2[..n], &mut self.a2[..n]);
        let half = if second { length / 2.0 } else { 0.0 };
        for i in 0..n {
            w2[i] = w[i] + p * a[i];
            q2[i] = q[i] + length * w2[i];
            v2[i] = if second { w2[i] + half * a[i] } else { w2[i] };
        }
        dynamics.acceleration(*t + length, length, q2, v2, f, a2)
    }

    /// Points missing in the apparent period, as a ratio to pass below 1, and the mode that decides.
    #[inline]
    fn error(&self, state: &ModalState, length: f64) -> (f64, usize) {
        let n = state.q.len();
        if !all_finite(&self.a2) {
            return (f64::NAN, 0);
        }
        if !self.is_second_order() && self.accepted < 5 {
            return (0.0, 0);
        }
        let (mut largest, mut mode) = (f64::EPSILON, 0);
        let (q, a, v_min) = (&state.q[..n], &state.a[..n], &self.v_min[..n]);
        let (q2, a2) = (&self.q2[..n], &self.a2[..n]);
        for i in 0..n {
            let mut b = (v_min[i] * length).max((q2[i] - q[i]).abs());
            if b <= 2.2e-308 {
                b = f64::EPSILON;
            }
            let rate = ((a2[i] - a[i]) / b).abs();
            if rate > largest {
                (largest, mode) = (rate, i);
            }
        }
        let frequency = largest.sqrt() / TAU;
        ((self.options.points_per_period * frequency * length).max(100.0 * f64::EPSILON), mode)
    }

    /// Step error as in [`Self::error`], with displacements and accelerations measured in other coordinates.
    fn error_in(&mut self, measure: &Square, state: &ModalState, length: f64) -> (f64, usize) {
        if !all_finite(&self.a2) {
            return (f64::NAN, 0);
        }
        if !self.is_second_order() && self.accepted < 5 {
            return (0.0, 0);
        }
        let [spare, moved, rise] = &mut self.measured;
        let differ = |spare: &mut [f64], after: &[f64], before: &[f64]| {
            spare.iter_mut().zip(after.iter().zip(before)).for_each(|(s, (a, b))| *s = a - b);
        };
        differ(spare, &self.q2, &state.q);
        measure.multiply(spare, moved);
        differ(spare, &self.a2, &state.a);
        measure.multiply(spare, rise);
        let (mut largest, mut mode) = (f64::EPSILON, 0);
        for i in 0..moved.len() {
            let b = (self.v_min[i] * length).max(moved[i].abs());
            let rate = (rise[i] / if b <= 2.2e-308 { f64::EPSILON } else { b }).abs();
            if rate > largest {
                (largest, mode) = (rate, i);
            }
        }
        let frequency = largest.sqrt() / TAU;
        ((self.options.points_per_period * frequency * length).max(100.0 * f64::EPSILON), mode)
    }

    /// Ratio of the next step to this one; counts the accepted attempts since the last increase.
    fn factor(&mut self, error: f64) -> f64 {
        if error >= 1.0 {
            return 1.0 / self.options.cut;
        }
        if self.since_growth < 5 {
            self.since_growth += 1;
        } else if error < 0.75 {
            self.since_growth = 1;
            return self.options.growth;
        }
        1.0
    }

    fn accept(&mut self, measure: Option<&Square>, state: &mut ModalState, length: f64) {
        // `w2` is the mid-step velocity of order 2, the velocity itself of order 1.
        if self.active {
            let speeds = match measure {
                None => &self.w2,
                Some(measure) => {
                    measure.multiply(&self.w2, &mut self.measured[0]);
                    &self.measured[0]
                }
            };
            match self.options.reference {
                ReferenceVelocity::Norm => {
                    let reference = 0.01 * norm(speeds);
                    self.v_min.fill(reference);
                }
                ReferenceVelocity::Largest => {
                    for (least, u) in self.v_min.iter_mut().zip(speeds) {
                        *least = least.max(0.01 * u.abs());
                    }
                }
            }
        }
        std::mem::swap(&mut state.q, &mut self.q2);
        std::mem::swap(&mut state.a, &mut self.a2);
        std::mem::swap(&mut state.v, &mut self.v2);
        std::mem::swap(&mut self.w, &mut self.w2);
        state.t += length;
        self.accepted += 1;
    }
}
