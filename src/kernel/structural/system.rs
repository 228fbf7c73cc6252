//! The structure that is integrated: matrices without constraint terms, constraints, damping given by mode.

use crate::assembly::SparseMatrix;
use crate::linalg::{Elimination, SparseSolver, dot};
use crate::signal::Signal;

/// Why a run cannot start or go on. Unknowns are ranks before elimination.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StructuralFault {
    #[error("the matrix to solve is singular at unknown {unknown}")]
    Singular { unknown: usize },
    #[error("the mass is singular at unknown {unknown}: the initial acceleration is not defined")]
    NoMass { unknown: usize },
    /// Explicit schemes move unknowns one by one.
    #[error("constraint {row} joins several unknowns")]
    Relation { row: usize },
    #[error("constraint {row} imposes a motion")]
    ImposedMotion { row: usize },
    /// Imposed values that contradict each other.
    #[error("the imposed motions contradict each other")]
    Contradictory,
    #[error("the step {step:e} s exceeds the limit {limit:e} s of unknown {unknown}")]
    StepTooLong { step: f64, limit: f64, unknown: usize },
    #[error("the step fell to {step:e} s at {time} s")]
    StepTooShort { time: f64, step: f64 },
    #[error("a step of {step:e} s does not move the time {time} s any more")]
    StepLost { time: f64, step: f64 },
    #[error("the motion is not finite any more at {time} s")]
    Diverged { time: f64 },
    /// The load has no value, or the run was stopped; the caller knows which.
    #[error("stopped at {time} s")]
    Interrupted { time: f64 },
}

/// Motion at the end of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct NodalState {
    pub time: f64,
    pub d: Vec<f64>,
    pub v: Vec<f64>,
    pub a: Vec<f64>,
}

/// `F = Σ_j c_j (M φ_j) (φ_jᵀ M v)`, with `c_j = 2 ξ_j ω_j / m_j`.
#[derive(Clone, Debug, Default)]
pub struct ModalDamping {
    /// `c_j` and `M φ_j`.
    pub modes: Vec<(f64, Vec<f64>)>,
    /// Supports whose velocity adds to the relative one.
    pub supports: Vec<MovingSupport>,
}

/// Velocity of a support, and its static shape.
#[derive(Clone, Debug)]
pub struct MovingSupport {
    pub shape: Vec<f64>,
    pub velocity: Signal,
}

impl ModalDamping {
    /// Takes the damping force of velocity `v` at `time` off `force`.
    fn subtract(&self, time: f64, v: &[f64], force: &mut [f64]) -> Result<(), StructuralFault> {
        for (c, image) in &self.modes {
            let mut rate = dot(image, v);
            for support in &self.supports {
                let velocity = support.velocity.evaluate(time, &mut 0);
                rate += dot(image, &support.shape) * velocity.map_err(|_| StructuralFault::Interrupted { time })?;
            }
            let factor = c * rate;
            force.iter_mut().zip(image).for_each(|(f, m)| *f -= factor * m);
        }
        Ok(())
    }
}

/// Matrices on all unknowns.
#[derive(Clone, Debug)]
pub struct StructuralSystem {
    pub mass: SparseMatrix<f64>,
    pub damping: Option<SparseMatrix<f64>>,
    pub stiffness: SparseMatrix<f64>,
    pub elimination: Elimination,
    /// For each constraint, whether it joins several unknowns; for each unknown, whether the others fix it.
    pub relations: Vec<bool>,
    pub fixed: Vec<bool>,
    pub modal_damping: ModalDamping,
    /// Component of each unknown, to find its neighbours ([`super::AdaptiveOptions`]).
    pub components: Vec<u8>,
}

impl StructuralSystem {
    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.mass.size()
    }

    /// `force -= factor A x`, through `product`.
    pub(in crate::structural) fn subtract(
        matrix: &SparseMatrix<f64>,
        x: &[f64],
        product: &mut [f64],
        force: &mut [f64],
    ) {
        matrix.multiply(x, product);
        force.iter_mut().zip(product).for_each(|(f, p)| *f -= *p);
    }

    pub(in crate::structural) fn subtract_modal_damping(
        &self,
        time: f64,
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), StructuralFault> {
        self.modal_damping.subtract(time, v, force)
    }

    /// `m M + c C + k K`.
    pub(in crate::structural) fn combination(&self, m: f64, c: f64, k: f64) -> SparseMatrix<f64> {
        let scaled = |matrix: &SparseMatrix<f64>, x: f64| -> Vec<(usize, usize, f64)> {
            matrix.triplets().map(|(i, j, v)| (i, j, x * v)).collect()
        };
        let mut terms = scaled(&self.stiffness, k);
        terms.extend(scaled(&self.mass, m));
        if let Some(damping) = &self.damping {
            terms.extend(scaled(damping, c));
        }
        SparseMatrix::from_triplets(self.size(), &terms)
    }

    /// `M a0 = F - C v0 - K d0` where motions are free; unknowns without mass do not accelerate. Fails where the mass
    /// is singular.
    pub fn initial_acceleration(&self, state: &mut NodalState, force: &[f64]) -> Result<(), StructuralFault> {
        let mut rest = force.to_vec();
        let mut product = vec![0.0; self.size()];
        Self::subtract(&self.stiffness, &state.d, &mut product, &mut rest);
        if let Some(damping) = &self.damping {
            Self::subtract(damping, &state.v, &mut product, &mut rest);
        }
        let reduced = self.elimination.reduce_matrix(&self.mass);
        let empty = |k: usize| reduced.column(k).all(|(_, v)| v == 0.0);
        let without: Vec<bool> = (0..reduced.size()).map(empty).collect();
        let ones = (0..reduced.size()).filter(|k| without[*k]).map(|k| (k, k, 1.0));
        let terms: Vec<_> = reduced.triplets().chain(ones).collect();
        let matrix = SparseMatrix::from_triplets(reduced.size(), &terms);
        let factor = SparseSolver::new(&matrix)
            .map_err(|fault| StructuralFault::NoMass { unknown: self.elimination.kept()[fault.unknown] })?;
        let mut right = self.elimination.reduce(&rest);
        right.iter_mut().zip(&without).filter(|(_, w)| **w).for_each(|(r, _)| *r = 0.0);
        let (mut scratch, mut y) = (vec![0.0; 2 * right.len()], vec![0.0; right.len()]);
        factor.solve_into(&right, &mut scratch, &mut y);
        self.elimination.expand_into(&y, &mut state.a);
        Ok(())
    }
}
