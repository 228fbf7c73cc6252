//! The scheme inside, the state of the contacts, their affine law, the matrices without contact.

use nalgebra::DMatrix;

use crate::linalg::symmetric_eigen;
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::matrix::Square;
use crate::transient::system::System;

/// The affine law of a state: `K_a`, `C_a` (full storage) and `F_add`.
#[derive(Clone, Debug)]
pub(super) struct Affine {
    pub stiffness: Square,
    pub damping: Square,
    pub constant: Vec<f64>,
}

impl Affine {
    fn zero(size: usize) -> Self {
        Affine { stiffness: Square::zero(size), damping: Square::zero(size), constant: vec![0.0; size] }
    }

    /// Sets all terms to zero.
    pub fn clear(&mut self) {
        self.stiffness.values_mut().fill(0.0);
        self.damping.values_mut().fill(0.0);
        self.constant.fill(0.0);
    }
}

/// Modes of the structure with the contacts of a state, of unit mass, as rows of `phi_jᵀ M` and as squared pulsations.
#[derive(Clone, Debug)]
pub(super) struct Modes {
    pub state: u64,
    /// Columns are the modes.
    pub shapes: DMatrix<f64>,
    pub mass: DMatrix<f64>,
    pub squares: Vec<f64>,
    /// Left at least once.
    pub left: bool,
}

impl Modes {
    /// Undamped modes of the mass and the stiffness that `system` has; `state` is kept with them.
    pub fn of(state: u64, system: &System) -> Self {
        let size = system.size();
        let mass = DMatrix::from_fn(size, size, |i, j| system.mass_term(i, j));
        let stiffness = DMatrix::from_fn(size, size, |i, j| system.stiffness_term(i, j));
        // M = L Lᵀ; where it has no such factors the modes are those of the diagonal masses.
        let lower = nalgebra::Cholesky::new(mass.clone()).map_or_else(
            || DMatrix::from_fn(size, size, |i, j| if i == j { system.mass[i].abs().sqrt() } else { 0.0 }),
            |factors| factors.l(),
        );
        let half = |matrix: &DMatrix<f64>| lower.solve_lower_triangular(matrix).unwrap_or_else(|| matrix.clone());
        let reduced = half(&half(&stiffness).transpose());
        let eigen = symmetric_eigen((&reduced + reduced.transpose()) * 0.5);
        let shapes = lower.transpose().solve_upper_triangular(&eigen.eigenvectors);
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        let shapes = shapes.unwrap_or_else(|| eigen.eigenvectors.clone());
        // The largest component is positive: signs do not depend on how the vectors were found.
        let sign = |j: usize| {
            let largest = shapes.column(j).iter().fold(0.0f64, |best, x| if x.abs() > best.abs() { *x } else { best });
            if largest < 0.0 { -1.0 } else { 1.0 }
        };
        Modes {
            state,
            mass,
            squares: order.iter().map(|&j| eigen.eigenvalues[j]).collect(),
            shapes: DMatrix::from_fn(size, size, |i, j| sign(order[j]) * shapes[(i, order[j])]),
            left: false,
        }
    }
}

/// A scheme whose matrices hold the closed contacts.
#[derive(Clone, Debug)]
pub struct ImplicitStepper<S> {
    pub(super) scheme: S,
    /// Nominal step (s), taken again after a step that was cut.
    pub(super) nominal: f64,
    /// True where each contact is closed: in the state of the steps, and as the last evaluation has it.
    pub(super) closed: Vec<bool>,
    pub(super) found: Vec<bool>,
    pub(super) law: Affine,
    pub(super) new_law: Affine,
    pub(super) saved: ModalState,
    /// Stiffness and damping of the structure alone.
    pub(super) rest: [Square; 2],
    pub(super) force: Vec<f64>,
    pub(super) variables: Vec<f64>,
    pub(super) known: Vec<Modes>,
    /// True where the scheme controls its step, and measures errors in the modes of the state.
    pub(super) controls: bool,
    pub(super) repeated: bool,
    pub(super) left: bool,
}

impl<S> ImplicitStepper<S> {
    /// `dynamics` was made ready by [`make_ready`]; `step` is the nominal one (s).
    pub fn new(dynamics: &mut Dynamics, state: &ModalState, step: f64, controls: bool, scheme: S) -> Self {
        let system = &dynamics.system;
        let size = system.size();
        let count = dynamics.interactions.stop_count();
        ImplicitStepper {
            scheme,
            nominal: step,
            closed: vec![false; count],
            found: vec![false; count],
            law: Affine::zero(size),
            new_law: Affine::zero(size),
            saved: state.clone(),
            rest: [
                Square::from_fn(size, |i, j| system.stiffness_term(i, j)),
                Square::from_fn(size, |i, j| system.damping_term(i, j)),
            ],
            force: vec![0.0; size],
            variables: vec![0.0; dynamics.interactions.variable_count()],
            known: Vec::new(),
            controls,
            repeated: false,
            left: false,
        }
    }
}

/// Puts stiffness and damping in full storage, and lets matrices take the contacts over.
pub fn make_ready(dynamics: &mut Dynamics) {
    dynamics.system.fill();
    dynamics.interactions.take_over_contacts();
}
