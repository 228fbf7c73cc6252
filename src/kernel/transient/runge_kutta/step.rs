//! One accepted step: stages, error, next step.

use super::workspace::RungeKuttaStepper;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper, diverged};
use crate::kernel::transient::fault::TransientFault;
use crate::kernel::transient::matrix::{all_finite, copy};

impl Stepper for RungeKuttaStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        copy(&state.v, &mut self.velocities[0]);
        copy(&state.a, &mut self.accelerations[0]);
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
        let last = self.tableau.rows.len();
        std::mem::swap(&mut state.q, &mut self.q);
        std::mem::swap(&mut state.v, &mut self.velocities[last]);
        std::mem::swap(&mut state.a, &mut self.accelerations[last]);
        state.t += length;
        Ok(Advance { length, next, rejected, forced: false })
    }
}

impl RungeKuttaStepper {
    /// All stages of an attempt; the last leaves the new state in `q`, `v` and the last derivative.
    fn stages(&mut self, dynamics: &mut Dynamics, state: &mut State, length: f64) -> Result<(), TransientFault> {
        for (s, row) in self.tableau.rows.iter().enumerate() {
            let (v, a) = (&mut self.velocities, &mut self.accelerations);
            stage(&mut self.q, state, length, row, v, a);
            let (node, before) = (self.tableau.nodes[s + 1], self.tableau.nodes[s]);
            let (t, part) = (state.t + node * length, (node - before) * length);
            dynamics.acceleration(t, part, &self.q, &v[s + 1], &mut state.f, &mut a[s + 1])?;
        }
        Ok(())
    }

    /// Error relative to the tolerance, and the mode that contributes most.
    fn error(&self, state: &State, length: f64) -> (f64, usize) {
        if !all_finite(&self.accelerations[self.tableau.rows.len()]) {
            return (f64::NAN, 0);
        }
        let after = &self.velocities[self.tableau.rows.len()];
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
            let v = velocity / self.scale(state.v[i], after[i]);
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

/// `q = q_0 + h sum_r row_r v_r` and `v_(s+1) = v_0 + h sum_r row_r a_r`, over the weights that are not zero.
#[inline]
fn stage(q: &mut [f64], state: &State, h: f64, row: &[f64], v: &mut [Vec<f64>], a: &[Vec<f64>]) {
    let (before, after) = v.split_at_mut(row.len());
    let [after, ..] = after else { return };
    match *row {
        [b_0] => combine(q, after, state, h, [b_0], [0], before, a),
        [0.0, b_1] => combine(q, after, state, h, [b_1], [1], before, a),
        [b_0, b_1] => combine(q, after, state, h, [b_0, b_1], [0, 1], before, a),
        [b_0, b_1, b_2] => combine(q, after, state, h, [b_0, b_1, b_2], [0, 1, 2], before, a),
        [b_0, b_1, b_2, b_3] => combine(q, after, state, h, [b_0, b_1, b_2, b_3], [0, 1, 2, 3], before, a),
        [b_0, b_1, b_2, b_3, b_4] => combine(q, after, state, h, [b_0, b_1, b_2, b_3, b_4], [0, 1, 2, 3, 4], before, a),
        [b_0, 0.0, b_2, b_3, b_4, b_5] => {
            combine(q, after, state, h, [b_0, b_2, b_3, b_4, b_5], [0, 2, 3, 4, 5], before, a)
        }
        _ => unreachable!("the tableaus have rows of one to six weights"),
    }
}

#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn combine<const R: usize>(
    q: &mut [f64],
    after: &mut [f64],
    state: &State,
    h: f64,
    weights: [f64; R],
    ranks: [usize; R],
    velocities: &[Vec<f64>],
    accelerations: &[Vec<f64>],
) {
    let n = q.len();
    let (q_0, v_0, after) = (&state.q[..n], &state.v[..n], &mut after[..n]);
    let (v, a) = (ranks.map(|r| &velocities[r][..n]), ranks.map(|r| &accelerations[r][..n]));
    for i in 0..n {
        let (mut v_sum, mut a_sum) = (weights[0] * v[0][i], weights[0] * a[0][i]);
        for r in 1..R {
            v_sum += weights[r] * v[r][i];
            a_sum += weights[r] * a[r][i];
        }
        q[i] = q_0[i] + h * v_sum;
        after[i] = v_0[i] + h * a_sum;
    }
}
