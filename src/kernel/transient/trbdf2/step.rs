//! One step.

use super::scheme::{G1, G2, G3, GAMMA};
use super::workspace::Trbdf2Stepper;
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;
use crate::transient::system::System;

impl Stepper for Trbdf2Stepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        let (t, h2, n) = (state.t, GAMMA * h, state.q.len());
        self.prepare(&dynamics.system, h2)?;
        let seen = !std::mem::take(&mut self.blind);
        self.misled |= !seen && dynamics.is_moved(state);

        // Trapezoidal stage over h2.
        self.explicit_acceleration(dynamics, state, t + h2, h2, seen)?;
        for i in 0..n {
            self.e2[i] = 0.5 * (state.a[i] + self.a_stage[i]);
        }
        self.add_terms(&dynamics.system, &state.v, h2);
        for x in &mut self.increment {
            *x *= h2;
        }
        self.solve();

        // Backward differences over h.
        self.explicit_acceleration(dynamics, state, t + h, h, seen)?;
        for i in 0..n {
            let (q, v, d) = (state.q[i], state.v[i], self.increment[i]);
            let q_stage = q + d;
            let v_stage = v + 2.0 * (d / h2 - v);
            self.e1[i] = q - G1 * q_stage - G2 * q - G3 * h * v;
            self.e2[i] = v - G1 * v_stage - G2 * v - G3 * h * self.a_stage[i];
        }
        let e1 = std::mem::take(&mut self.e1);
        self.add_terms(&dynamics.system, &e1, h2);
        self.e1 = e1;
        for x in &mut self.increment {
            *x = -*x;
        }
        self.solve();
        for i in 0..n {
            state.q[i] += self.increment[i];
            state.v[i] += (self.increment[i] + self.e1[i]) / (G3 * h);
        }
        dynamics.acceleration(t + h, h, &state.q, &state.v, &mut state.f, &mut state.a)?;
        state.t = t + h;
        Ok(Advance::constant(h))
    }

    fn slips(&self, seen: &mut Vec<&'static str>) {
        if self.misled {
            seen.push("newmark-first-step");
        }
        if self.scaled_damping {
            seen.push("trbdf2-damping");
        }
    }
}

impl Trbdf2Stepper {
    /// Acceleration in the state of the start of the step, under the force at `t`.
    fn explicit_acceleration(
        &mut self,
        dynamics: &mut Dynamics,
        state: &mut ModalState,
        t: f64,
        step: f64,
        seen: bool,
    ) -> Result<(), TransientFault> {
        let (q, v) = if seen { (&state.q, &state.v) } else { (&self.zero, &self.zero) };
        dynamics.force(t, step, q, v, &mut state.f)?;
        dynamics.system.acceleration(&state.q, &state.v, &state.f, &mut self.a_stage);
        Ok(())
    }

    /// `increment := B2 x + B1 e2`
    fn add_terms(&mut self, system: &System, x: &[f64], h2: f64) {
        system.inertia(x, &mut self.increment);
        for value in &mut self.increment {
            *value *= 4.0 / (h2 * h2);
        }
        match &system.full_damping {
            Some(c) => c.multiply(x, &mut self.part),
            None => {
                for ((part, c), x) in self.part.iter_mut().zip(&system.damping).zip(x) {
                    *part = c * x;
                }
            }
        }
        for (value, part) in self.increment.iter_mut().zip(&self.part) {
            *value += 2.0 / h2 * part;
        }
        system.inertia(&self.e2, &mut self.part);
        for (value, part) in self.increment.iter_mut().zip(&self.part) {
            *value += 2.0 / h2 * part;
        }
    }

    fn prepare(&mut self, system: &System, h2: f64) -> Result<(), TransientFault> {
        if self.key == Some((h2, system.version)) {
            return Ok(());
        }
        let (inertia, damping) = (4.0 / (h2 * h2), 2.0 / h2);
        match &mut self.factors {
            None => {
                for (i, x) in self.diagonal.iter_mut().enumerate() {
                    *x = inertia * system.mass[i] + damping * system.damping[i] + system.stiffness[i];
                }
            }
            Some(factors) => {
                let damping_term = |i: usize, j: usize| match &system.full_damping {
                    Some(c) => c.at(i, j),
                    None if i == j => system.damping[i],
                    None => 0.0,
                };
                let term = |i, j| {
                    inertia * system.mass_term(i, j) + damping * damping_term(i, j) + system.stiffness_term(i, j)
                };
                let matrix = "tangent matrix of TRBDF2";
                factors.factorize(term).map_err(|source| TransientFault::Singular { matrix, source })?;
            }
        }
        self.key = Some((h2, system.version));
        Ok(())
    }

    fn solve(&mut self) {
        match &mut self.factors {
            Some(factors) => factors.solve(&mut self.increment),
            None => {
                for (x, k) in self.increment.iter_mut().zip(&self.diagonal) {
                    *x /= k;
                }
            }
        }
    }
}
