//! One accepted step: stages, error, next step.

use super::workspace::RungeKuttaStepper;
use crate::schemes::Advance;
use crate::simd::wide;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper, diverged};
use crate::transient::fault::TransientFault;
use crate::transient::matrix::{Square, all_finite, copy};

impl Stepper for RungeKuttaStepper {
    fn minimum(&self) -> f64 {
        if self.active { self.minimum } else { 0.0 }
    }

    fn culprit(&self) -> Option<usize> {
        self.active.then_some(self.worst)
    }

    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        let n = state.q.len();
        copy(&state.v, &mut self.velocities[..n]);
        copy(&state.a, &mut self.accelerations[..n]);
        if self.active {
            dynamics.save();
        }
        let last = self.tableau.rows.len() * n;
        let mut length = h;
        let mut rejected = 0;
        let mut rejected_error = f64::INFINITY;
        let next = loop {
            self.stages(dynamics, state, length)?;
            if !self.active {
                break length;
            }
            let (mut error, mode) = match &dynamics.measure {
                None => self.error(state, length),
                Some(measure) => self.error_in(measure, state, length),
            };
            self.worst = mode;
            if error.is_nan() {
                return Err(diverged(state.t + length, length, &self.accelerations[last..]));
            }
            if 1.01 * error > rejected_error {
                error = 0.99;
            }
            let next = self.next(length, error);
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
        std::mem::swap(&mut state.q, &mut self.q);
        copy(&self.velocities[last..], &mut state.v);
        copy(&self.accelerations[last..], &mut state.a);
        state.t += length;
        Ok(Advance { length, next, rejected, forced: false })
    }
}

impl RungeKuttaStepper {
    /// All stages of an attempt; the last leaves the new state in `q` and in the last derivative.
    #[inline]
    fn stages(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, length: f64) -> Result<(), TransientFault> {
        wide(
            #[inline(always)]
            || self.stages_of(dynamics, state, length),
        )
    }

    #[inline(always)]
    fn stages_of(
        &mut self,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        length: f64,
    ) -> Result<(), TransientFault> {
        let n = state.q.len();
        let ModalState { t, q: start_q, v: start_v, f, .. } = state;
        let (start_q, start_v, f, q) = (&start_q[..n], &start_v[..n], &mut f[..n], &mut self.q[..n]);
        let mut before = 0.0;
        for (row, node) in self.tableau.rows.iter().zip(&self.tableau.nodes[1..]) {
            let (v, next_v) = self.velocities.split_at_mut(row.len() * n);
            let (a, next_a) = self.accelerations.split_at_mut(row.len() * n);
            let (next_v, next_a) = (&mut next_v[..n], &mut next_a[..n]);
            if n == 1 {
                let (v, a) = (&v[..row.len()], &a[..row.len()]);
                let (mut v_sum, mut a_sum) = (0.0, 0.0);
                for r in 0..row.len() {
                    v_sum += row[r] * v[r];
                    a_sum += row[r] * a[r];
                }
                q[0] = start_q[0] + length * v_sum;
                next_v[0] = start_v[0] + length * a_sum;
            } else {
                combine(q, start_q, length, row, v);
                combine(next_v, start_v, length, row, a);
            }
            dynamics.acceleration(*t + node * length, (node - before) * length, q, next_v, f, next_a)?;
            before = *node;
        }
        Ok(())
    }

    /// Error relative to the tolerance, and the mode that contributes most.
    #[inline]
    fn error(&self, state: &ModalState, length: f64) -> (f64, usize) {
        let n = state.q.len();
        let (q, v, q_after) = (&state.q[..n], &state.v[..n], &self.q[..n]);
        let last = self.tableau.rows.len() * n;
        if !all_finite(&self.accelerations[last..last + n]) {
            return (f64::NAN, 0);
        }
        let v_after = &self.velocities[last..last + n];
        let (mut sum, mut largest, mut mode) = (0.0, 0.0, 0);
        for i in 0..n {
            let (mut displacement, mut velocity) = (0.0, 0.0);
            let derivatives = self.velocities.chunks_exact(n.max(1)).zip(self.accelerations.chunks_exact(n.max(1)));
            for (e, (v, a)) in self.tableau.error.iter().zip(derivatives) {
                displacement += e * v[i];
                velocity += e * a[i];
            }
            let d = displacement / self.scale(q[i], q_after[i]);
            let v = velocity / self.scale(v[i], v_after[i]);
            let term = d * d + v * v;
            sum += term;
            if term > largest {
                (largest, mode) = (term, i);
            }
        }
        let count = 2.0 * n as f64;
        ((length * (sum / count).sqrt()).max(100.0 * f64::EPSILON), mode)
    }

    /// Error relative to the tolerance, and the mode that contributes most, in other coordinates.
    fn error_in(&mut self, measure: &Square, state: &ModalState, length: f64) -> (f64, usize) {
        let n = state.q.len();
        let last = self.tableau.rows.len() * n;
        if !all_finite(&self.accelerations[last..last + n]) {
            return (f64::NAN, 0);
        }
        let [sums @ .., q, q_after, v, v_after] = &mut self.measured;
        for (sum, derivatives) in sums.iter_mut().zip([&self.velocities, &self.accelerations]) {
            self.q_spare.fill(0.0);
            for (e, derivative) in self.tableau.error.iter().zip(derivatives.chunks_exact(n.max(1))) {
                self.q_spare.iter_mut().zip(derivative).for_each(|(s, x)| *s += e * x);
            }
            measure.multiply(&self.q_spare, sum);
        }
        measure.multiply(&state.q, q);
        measure.multiply(&self.q, q_after);
        measure.multiply(&state.v, v);
        measure.multiply(&self.velocities[last..last + n], v_after);
        let [displacement, velocity, q, q_after, v, v_after] = &self.measured;
        let (mut sum, mut largest, mut mode) = (0.0, 0.0, 0);
        for i in 0..n {
            let d = displacement[i] / self.scale(q[i], q_after[i]);
            let v = velocity[i] / self.scale(v[i], v_after[i]);
            let term = d * d + v * v;
            sum += term;
            if term > largest {
                (largest, mode) = (term, i);
            }
        }
        ((length * (sum / (2.0 * n as f64)).sqrt()).max(100.0 * f64::EPSILON), mode)
    }

    fn scale(&self, before: f64, after: f64) -> f64 {
        let (tolerance, alpha) = (self.options.tolerance, self.options.alpha);
        let value = tolerance * (before + alpha).abs();
        let change = tolerance * ((after - before).abs() + alpha);
        value.max(change).max(100.0 * f64::EPSILON)
    }

    /// Length of the next step, or of the next attempt.
    fn next(&self, length: f64, error: f64) -> f64 {
        let [fivefold, same, fifth] = self.bounds;
        let factor = if error < fivefold {
            5.0
        } else if error > fifth {
            0.2
        } else if error < 0.99 * same && length >= self.maximum {
            // It could only grow.
            return self.maximum;
        } else {
            0.9 * libm::pow(error, -1.0 / self.tableau.exponent)
        };
        (length * factor).min(self.maximum)
    }
}

/// `out = start + h sum_r row_r k_r`, the derivatives `k_r` one after another.
#[inline(always)]
fn combine(out: &mut [f64], start: &[f64], h: f64, row: &[f64], derivatives: &[f64]) {
    let n = out.len();
    out.fill(0.0);
    for (weight, derivative) in row.iter().zip(derivatives.chunks_exact(n.max(1))) {
        if *weight != 0.0 {
            for (sum, k) in out.iter_mut().zip(derivative) {
                *sum += weight * k;
            }
        }
    }
    for (out, start) in out.iter_mut().zip(start) {
        *out = start + h * *out;
    }
}
