//! Wilson's θ scheme (E. Wilson, I. Farhoomand, K.-J. Bathe, Nonlinear dynamic analysis of complex
//! structures, 1973): the acceleration is linear over `θh`, and balance is written at `t + θh`.
//!
//! `(K + 6/(θh)² M + 3/(θh) C) x = Fθ + M (6/(θh)² d + 6/(θh) v + 2 a) + C (3/(θh) d + 2 v + (θh/2) a)`,
//! `Fθ = F0 + θ (F1 - F0)`, then `a1 = 6/(θ³h²) (x - d) - 6/(θ²h) v + (1 - 3/θ) a`,
//! `v1 = v + (h/2)(a + a1)`, `d1 = d + h v + (h²/6)(2a + a1)`.
//!
//! Order 2, stable without limit for `θ >= 1.37`.

use super::reduced::ReducedSolver;
use super::step::{Made, Step};
use crate::schemes::Advance;
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

pub(super) struct Wilson {
    theta: f64,
    h: f64,
    solver: ReducedSolver,
    with_mass: Vec<f64>,
    with_damping: Vec<f64>,
    product: Vec<f64>,
    solution: Vec<f64>,
    /// `F0`, then `Fθ` while a step is made.
    start_force: Vec<f64>,
}

impl Wilson {
    /// The scheme for steps of length `h` (s) from `state`. Fails where its effective stiffness is singular or the
    /// loading is interrupted.
    pub fn new(
        system: &StructuralSystem,
        theta: f64,
        h: f64,
        state: &NodalState,
        loads: &mut Loads<'_>,
    ) -> Result<Self, StructuralFault> {
        loads.evaluate(state.time)?;
        let step = theta * h;
        let solver = ReducedSolver::new(system, &system.combination(6.0 / (step * step), 3.0 / step, 1.0))?;
        let zero = vec![0.0; system.size()];
        Ok(Wilson {
            theta,
            h,
            solver,
            with_mass: zero.clone(),
            with_damping: zero.clone(),
            product: zero.clone(),
            solution: zero,
            start_force: loads.force.clone(),
        })
    }

    /// One step with `Fθ` in `start_force`, which is used up.
    fn advance(&mut self, system: &StructuralSystem, state: &mut NodalState) {
        let force = &mut self.start_force;
        let (theta, h) = (self.theta, self.h);
        let step = theta * h;
        for i in 0..state.d.len() {
            let (d, v, a) = (state.d[i], state.v[i], state.a[i]);
            self.with_mass[i] = -(6.0 / (step * step) * d + 6.0 / step * v + 2.0 * a);
            self.with_damping[i] = -(3.0 / step * d + 2.0 * v + 0.5 * step * a);
        }
        StructuralSystem::subtract(&system.mass, &self.with_mass, &mut self.product, force);
        if let Some(damping) = &system.damping {
            StructuralSystem::subtract(damping, &self.with_damping, &mut self.product, force);
        }
        self.solver.solve(system, force, &mut self.solution);
        for i in 0..state.d.len() {
            let (d, v, a) = (state.d[i], state.v[i], state.a[i]);
            let next = 6.0 / (theta * step * h) / theta * (self.solution[i] - d) - 6.0 / (theta * step) * v
                + (1.0 - 3.0 / theta) * a;
            state.d[i] = d + h * v + h * h / 6.0 * (2.0 * a + next);
            state.v[i] = v + 0.5 * h * (a + next);
            state.a[i] = next;
        }
    }
}

impl Step for Wilson {
    fn step(&mut self, system: &StructuralSystem, loads: &mut Loads<'_>, state: &mut NodalState, to: f64) -> Made {
        loads.evaluate(to)?;
        for (f0, f1) in self.start_force.iter_mut().zip(&loads.force) {
            *f0 += self.theta * (f1 - *f0);
        }
        system.subtract_modal_damping(state.time, &state.v, &mut self.start_force)?;
        self.advance(system, state);
        self.start_force.copy_from_slice(&loads.force);
        state.time = to;
        Ok(Advance::constant(self.h))
    }
}
