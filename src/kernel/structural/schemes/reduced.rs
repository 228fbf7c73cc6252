//! Factors of a matrix on the unknowns that constraints leave.

use crate::assembly::SparseMatrix;
use crate::linalg::SparseSolver;
use crate::structural::system::{StructuralFault, StructuralSystem};

/// A factorized matrix on the constrained space, with its working arrays.
#[derive(Clone, Debug)]
pub(in crate::structural) struct ReducedSolver {
    factor: SparseSolver<f64>,
    right: Vec<f64>,
    scratch: Vec<f64>,
    y: Vec<f64>,
}

impl ReducedSolver {
    /// Factors of `Zᵀ matrix Z`, on the unknowns that constraints leave. Fails where it is singular.
    pub fn new(system: &StructuralSystem, matrix: &SparseMatrix<f64>) -> Result<Self, StructuralFault> {
        let elimination = &system.elimination;
        let factor = SparseSolver::new(&elimination.reduce_matrix(matrix))
            .map_err(|fault| StructuralFault::Singular { unknown: elimination.kept()[fault.unknown] })?;
        let empty = vec![0.0; elimination.size()];
        Ok(ReducedSolver { factor, right: empty.clone(), scratch: vec![0.0; 2 * empty.len()], y: empty })
    }

    /// `x = Z (ZᵀAZ)⁻¹ Zᵀ b`.
    pub fn solve(&mut self, system: &StructuralSystem, b: &[f64], x: &mut [f64]) {
        system.elimination.reduce_into(b, &mut self.right);
        self.factor.solve_into(&self.right, &mut self.scratch, &mut self.y);
        system.elimination.expand_into(&self.y, x);
    }
}
