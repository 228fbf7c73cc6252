//! One step.

use super::workspace::{EffectiveMass, NewmarkStepper};
use crate::schemes::Advance;
use crate::schemes::Equation;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;
use crate::transient::system::System;

impl Stepper for NewmarkStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(&dynamics.system, h)?;
        let t = state.t + h;
        let lagged = self.options.lagged;
        if lagged {
            // `state.f` is what the step before left.
        } else if std::mem::take(&mut self.blind) {
            // The predictions are still zero.
            self.misled = dynamics.is_moved(state);
            dynamics.force(t, h, &self.form.q, &self.form.v, &mut state.f)?;
        } else {
            dynamics.force(t, h, &state.q, &state.v, &mut state.f)?;
        }
        let NewmarkStepper { form, effective, part, .. } = self;
        let mut equation = ModalEquation { system: &dynamics.system, effective, part };
        form.step(&mut equation, h, &state.f, (&mut state.q, &mut state.v, &mut state.a));
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
        self.effective.prepare(system, beta, gamma)?;
        self.key = Some((h, system.version));
        Ok(())
    }
}

/// The equation of motion on modal coordinates, with the effective mass of the step.
struct ModalEquation<'a> {
    system: &'a System,
    effective: &'a mut EffectiveMass,
    part: &'a mut [f64],
}

impl Equation for ModalEquation<'_> {
    #[inline(always)]
    fn acceleration(&mut self, q: &[f64], v: &[f64], force: &[f64], a: &mut [f64]) {
        self.system.damping_force(v, a);
        self.system.elastic_force(q, self.part);
        for ((a, f), elastic) in a.iter_mut().zip(force).zip(&*self.part) {
            *a = f - *a - elastic;
        }
        self.effective.solve(a);
    }
}

impl EffectiveMass {
    /// Makes `M + gamma C + beta K` of the factors `beta` (s²) and `gamma` (s). Fails where it is singular.
    fn prepare(&mut self, system: &System, beta: f64, gamma: f64) -> Result<(), TransientFault> {
        match self {
            EffectiveMass::Diagonal(diagonal) => {
                for (i, effective) in diagonal.iter_mut().enumerate() {
                    let damping = system.mass[i] * system.damping[i];
                    *effective = system.mass[i] + gamma * damping + beta * system.stiffness[i];
                }
                Ok(())
            }
            EffectiveMass::Full(factors) => {
                let term = |i, j| {
                    system.mass_term(i, j) + gamma * system.damping_term(i, j) + beta * system.stiffness_term(i, j)
                };
                let matrix = "effective mass of NEWMARK";
                factors.factorize(term).map_err(|source| TransientFault::Singular { matrix, source })
            }
        }
    }

    fn solve(&mut self, x: &mut [f64]) {
        match self {
            EffectiveMass::Full(factors) => factors.solve(x),
            EffectiveMass::Diagonal(diagonal) => {
                for (x, effective) in x.iter_mut().zip(diagonal) {
                    *x /= *effective;
                }
            }
        }
    }
}
