//! Newmark's scheme (N. Newmark, A method of computation for structural dynamics, 1959).
//!
//! `d1 = d + h v + h² [(½-β) a + β a1]`, `v1 = v + h [(1-γ) a + γ a1]`, balance at the end of the step.
//! Order 2 for `γ = ½`; stable without limit for `2β >= γ >= ½`.
//!
//! Without imposed motion the acceleration is solved for,
//!
//! `(M + γh C + βh² K) a1 = F1 - C (v + (1-γ)h a) - K (d + h v + (½-β)h² a)`,
//!
//! which keeps all digits when `ωh` is small. With imposed motions the displacement is,
//!
//! `(K + c0 M + c1 C) d1 = F1 + M (c0 d + c2 v + c3 a) + C (c1 d + c4 v + c5 a)`, `A d1 = d(t1)`,
//!
//! with `c0 = 1/βh²`, `c1 = γ/βh`, `c2 = 1/βh`, `c3 = 1/2β - 1`, `c4 = γ/β - 1`, `c5 = (h/2)(γ/β - 2)`.

use super::reduced::ReducedSolver;
use super::step::{Made, Step};
use crate::assembly::SparseMatrix;
use crate::schemes::{AccelerationForm, Advance, Equation, NewmarkParameters};
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

pub(super) struct Newmark {
    beta: f64,
    gamma: f64,
    h: f64,
    /// The matrix solved with, when the displacement is the unknown.
    displacement_form: Option<SparseMatrix<f64>>,
    solver: ReducedSolver,
    /// The acceleration form; its room serves the displacement form, too.
    form: AccelerationForm,
    product: Vec<f64>,
    solution: Vec<f64>,
    moved: Vec<f64>,
}

impl Newmark {
    /// Factorizes for steps of length `h`. `imposed` tells whether some motion is imposed. Fails where the matrix to
    /// solve is singular.
    pub fn new(
        system: &StructuralSystem,
        beta: f64,
        gamma: f64,
        h: f64,
        imposed: bool,
    ) -> Result<Self, StructuralFault> {
        let matrix = match imposed {
            true => system.combination(1.0 / (beta * h * h), gamma / (beta * h), 1.0),
            false => system.combination(1.0, gamma * h, beta * h * h),
        };
        let solver = ReducedSolver::new(system, &matrix)?;
        let zero = vec![0.0; system.size()];
        Ok(Newmark {
            beta,
            gamma,
            h,
            displacement_form: imposed.then_some(matrix),
            solver,
            form: AccelerationForm::new(NewmarkParameters { beta, gamma }, system.size()),
            product: zero.clone(),
            solution: zero.clone(),
            moved: zero,
        })
    }

    fn acceleration_step(&mut self, system: &StructuralSystem, force: &[f64], state: &mut NodalState) {
        let Newmark { solver, product, solution, .. } = self;
        let mut equation = PhysicalEquation { system, solver, product, rest: solution };
        self.form.step(&mut equation, self.h, force, (&mut state.d, &mut state.v, &mut state.a));
    }

    fn displacement_step(
        &mut self,
        system: &StructuralSystem,
        force: &mut [f64],
        imposed: &[f64],
        state: &mut NodalState,
    ) {
        let (h, beta, gamma) = (self.h, self.beta, self.gamma);
        let (c0, c1, c2) = (1.0 / (beta * h * h), gamma / (beta * h), 1.0 / (beta * h));
        let (c3, c4) = (1.0 / (2.0 * beta) - 1.0, gamma / beta - 1.0);
        let c5 = 0.5 * h * (gamma / beta - 2.0);
        for i in 0..state.d.len() {
            let (d, v, a) = (state.d[i], state.v[i], state.a[i]);
            self.form.q[i] = -(c0 * d + c2 * v + c3 * a);
            self.form.v[i] = -(c1 * d + c4 * v + c5 * a);
        }
        StructuralSystem::subtract(&system.mass, &self.form.q, &mut self.product, force);
        if let Some(damping) = &system.damping {
            StructuralSystem::subtract(damping, &self.form.v, &mut self.product, force);
        }
        system.elimination.particular_into(imposed, &mut self.moved);
        if let Some(matrix) = &self.displacement_form {
            StructuralSystem::subtract(matrix, &self.moved, &mut self.product, force);
        }
        self.solver.solve(system, force, &mut self.solution);
        for i in 0..state.d.len() {
            let (d, v, a) = (state.d[i], state.v[i], state.a[i]);
            let next = self.solution[i] + self.moved[i];
            let acceleration = c0 * (next - d) - c2 * v - c3 * a;
            state.d[i] = next;
            state.v[i] = v + h * ((1.0 - gamma) * a + gamma * acceleration);
            state.a[i] = acceleration;
        }
    }
}

impl Step for Newmark {
    fn step(&mut self, system: &StructuralSystem, loads: &mut Loads<'_>, state: &mut NodalState, to: f64) -> Made {
        loads.evaluate(to)?;
        system.subtract_modal_damping(state.time, &state.v, &mut loads.force)?;
        match self.displacement_form.is_some() {
            true => self.displacement_step(system, &mut loads.force, &loads.imposed, state),
            false => self.acceleration_step(system, &loads.force, state),
        }
        state.time = to;
        Ok(Advance::constant(self.h))
    }
}

/// The equation of motion on physical unknowns, with the factors of the step.
struct PhysicalEquation<'a> {
    system: &'a StructuralSystem,
    solver: &'a mut ReducedSolver,
    product: &'a mut [f64],
    rest: &'a mut [f64],
}

impl Equation for PhysicalEquation<'_> {
    fn acceleration(&mut self, d: &[f64], v: &[f64], force: &[f64], a: &mut [f64]) {
        self.rest.copy_from_slice(force);
        StructuralSystem::subtract(&self.system.stiffness, d, self.product, self.rest);
        if let Some(damping) = &self.system.damping {
            StructuralSystem::subtract(damping, v, self.product, self.rest);
        }
        self.solver.solve(self.system, self.rest, a);
    }
}
