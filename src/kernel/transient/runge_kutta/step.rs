//! One accepted step: stages, error, next step.

use super::workspace::RungeKuttaStepper;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper, diverged};
use crate::kernel::transient::fault::TransientFault;
use crate::kernel::transient::matrix::all_finite;

impl Stepper for RungeKuttaStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        self.velocities[0].copy_from_slice(&state.v);
        self.accelerations[0].copy_from_slice(&state.a);
        if self.active {
            dynamics.save();
        }
        let mut length = h;
        let mut rejected = 0;
        let mut rejected_error = f64::INFINITY;
        let next = loop {
            self.stages(dynamics, state, length)?;
            if !self.active {
                break length;
            }
            let (mut error, mode) = self.error(state, length);
            if error.is_nan() {
                return Err(diverged(state.t + length, length, &self.accelerations[self.tableau.rows.len()]));
            }
            if 1.01 * error > rejected_error {
                error = 0.99;
            }
            let next = (length * self.factor(error)).min(self.maximum);
            if next < self.minimum {
                let minimum = self.minimum;
                return Err(TransientFault::StepTooSmall { time: state.t, step: next, minimum, error, mode });
            }
            if error < 1.0 {
                break next;
            }
            rejected_error = error;
            length = next;
            rejected += 1;
            dynamics.restore();
        };
        let last = self.tableau.rows.len();
        std::mem::swap(&mut state.q, &mut self.q);
        std::mem::swap(&mut state.v, &mut self.v);
        std::mem::swap(&mut state.a, &mut self.accelerations[last]);
        state.t += length;
        Ok(Advance { length, next, rejected, forced: false })
    }
}

impl RungeKuttaStepper {
    /// All stages of an attempt; the last leaves the new state in `q`, `v` and the last derivative.
    fn stages(&mut self, dynamics: &mut Dynamics, state: &mut State, length: f64) -> Result<(), TransientFault> {
        for (s, row) in self.tableau.rows.iter().enumerate() {
            advance(&mut self.q, &state.q, length, row, &self.velocities);
            advance(&mut self.v, &state.v, length, row, &self.accelerations);
            let (node, before) = (self.tableau.nodes[s + 1], self.tableau.nodes[s]);
            let (t, part) = (state.t + node * length, (node - before) * length);
            let a = &mut self.accelerations[s + 1];
            dynamics.acceleration(t, part, &self.q, &self.v, &mut state.f, a)?;
            self.velocities[s + 1].copy_from_slice(&self.v);
        }
        Ok(())
    }

    /// Error relative to the tolerance, and the mode that contributes most.
    fn error(&self, state: &State, length: f64) -> (f64, usize) {
        if !all_finite(&self.accelerations[self.tableau.rows.len()]) {
            return (f64::NAN, 0);
        }
        let (mut sum, mut largest, mut mode) = (0.0, 0.0, 0);
        for i in 0..state.q.len() {
            let (mut displacement, mut velocity) = (0.0, 0.0);
            for (r, e) in self.tableau.error.iter().enumerate() {
                if *e != 0.0 {
                    displacement += e * self.velocities[r][i];
                    velocity += e * self.accelerations[r][i];
                }
            }
            let d = displacement / self.scale(state.q[i], self.q[i]);
            let v = velocity / self.scale(state.v[i], self.v[i]);
            let term = d * d + v * v;
            sum += term;
            if term > largest {
                (largest, mode) = (term, i);
            }
        }
        let count = 2.0 * state.q.len() as f64;
        ((length * (sum / count).sqrt()).max(100.0 * f64::EPSILON), mode)
    }

    fn scale(&self, before: f64, after: f64) -> f64 {
        let (tolerance, alpha) = (self.options.tolerance, self.options.alpha);
        let value = tolerance * (before + alpha).abs();
        let change = tolerance * ((after - before).abs() + alpha);
        value.max(change).max(100.0 * f64::EPSILON)
    }

    fn factor(&self, error: f64) -> f64 {
        let e = self.tableau.exponent;
        if error < libm::pow(0.9 / 5.0, e) {
            5.0
        } else if error > libm::pow(0.9 / 0.2, e) {
            0.2
        } else {
            0.9 * libm::pow(error, -1.0 / e)
        }
    }
}

/// `out = start + h sum_r row_r k_r`
#[inline]
fn advance(out: &mut [f64], start: &[f64], h: f64, row: &[f64], derivatives: &[Vec<f64>]) {
    let n = out.len();
    out.fill(0.0);
    for (weight, derivative) in row.iter().zip(derivatives) {
        if *weight != 0.0 {
            for (sum, k) in out.iter_mut().zip(&derivative[..n]) {
                *sum += weight * k;
            }
        }
    }
    for (out, start) in out.iter_mut().zip(start) {
        *out = start + h * *out;
    }
}
