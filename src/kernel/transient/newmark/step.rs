//! One step.

use super::workspace::NewmarkStepper;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper};
use crate::kernel::transient::fault::TransientFault;
use crate::kernel::transient::system::System;

impl Stepper for NewmarkStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(&dynamics.system, h)?;
        let t = state.t + h;
        let lagged = self.options.lagged;
        if lagged {
            // `state.f` is what the step before left.
        } else if std::mem::take(&mut self.blind) {
            // `q` and `v` are still zero.
            self.misled = dynamics.is_moved(state);
            dynamics.force(t, h, &self.q, &self.v, &mut state.f)?;
        } else {
            dynamics.force(t, h, &state.q, &state.v, &mut state.f)?;
        }
        let (beta, gamma) = (self.options.beta, self.options.gamma);
        let (ahead, late) = ((0.5 - beta) * h * h, (1.0 - gamma) * h);
        for i in 0..state.q.len() {
            self.q[i] = state.q[i] + h * state.v[i] + ahead * state.a[i];
            self.v[i] = state.v[i] + late * state.a[i];
        }
        dynamics.system.damping_force(&self.v, &mut state.a);
        dynamics.system.elastic_force(&self.q, &mut self.part);
        for ((a, f), elastic) in state.a.iter_mut().zip(&state.f).zip(&self.part) {
            *a = f - *a - elastic;
        }
        self.solve(&mut state.a);
        let (beta, gamma) = (beta * h * h, gamma * h);
        for i in 0..state.q.len() {
            state.q[i] = self.q[i] + beta * state.a[i];
            state.v[i] = self.v[i] + gamma * state.a[i];
        }
        state.t = t;
        if lagged {
            dynamics.force(t, h, &state.q, &state.v, &mut state.f)?;
        }
        Ok(Advance::constant(h))
    }

    fn slips(&self, seen: &mut Vec<&'static str>) {
        if self.misled {
            seen.push("newmark-first-step");
        }
    }
}

impl NewmarkStepper {
    fn prepare(&mut self, system: &System, h: f64) -> Result<(), TransientFault> {
        if self.key == Some((h, system.version)) {
            return Ok(());
        }
        let (beta, gamma) = (self.options.beta * h * h, self.options.gamma * h);
        match &mut self.factors {
            None => {
                for (i, effective) in self.diagonal.iter_mut().enumerate() {
                    let damping = system.mass[i] * system.damping[i];
                    *effective = system.mass[i] + gamma * damping + beta * system.stiffness[i];
                }
            }
            Some(factors) => {
                let term = |i, j| {
                    system.mass_term(i, j) + gamma * system.damping_term(i, j) + beta * system.stiffness_term(i, j)
                };
                let matrix = "effective mass of NEWMARK";
                factors.factorize(term).map_err(|source| TransientFault::Singular { matrix, source })?;
            }
        }
        self.key = Some((h, system.version));
        Ok(())
    }

    fn solve(&mut self, x: &mut [f64]) {
        match &mut self.factors {
            Some(factors) => factors.solve(x),
            None => {
                for (x, effective) in x.iter_mut().zip(&self.diagonal) {
                    *x /= effective;
                }
            }
        }
    }
}
