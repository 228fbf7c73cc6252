//! Direct solution of one sparse system after another with the same pattern, real or complex.
//!
//! Large symmetric matrices are factorized by [`SymmetricFactor`], without interchanges; a factor whose backward error
//! is not that of rounding is dropped. Small, unsymmetric and badly behaved matrices are factorized with interchanges
//! ([`Banded`]).

use std::sync::{Arc, OnceLock};

use nalgebra::ComplexField;

use super::sparse_factor::{Analysis, Entry, SingularFault, SymmetricFactor};
use super::{Banded, bandwidth_order};
use crate::assembly::SparseMatrix;

/// Below this size the band is as good.
pub(super) const LARGE: usize = 200;
/// Difference of a pair of terms, over the larger one, that is rounding.
pub(super) const ROUNDING: f64 = 1e-12;
/// Largest backward error of a factor that is kept.
pub(super) const BACKWARD: f64 = 1e-12;

/// Real and complex numbers that systems are solved with.
pub trait Number: Entry + ComplexField<RealField = f64> + std::ops::Mul<f64, Output = Self> {}

impl<T: Entry + ComplexField<RealField = f64> + std::ops::Mul<f64, Output = T>> Number for T {}

/// Orderings common to matrices with the same pattern, each made when it is first used.
#[derive(Clone, Debug, Default)]
pub struct SolverPlan {
    analysis: OnceLock<Arc<Analysis>>,
    order: OnceLock<Vec<usize>>,
}

/// A factorized matrix.
#[derive(Clone, Debug)]
pub enum SparseSolver<T> {
    Symmetric(SymmetricFactor<T>),
    General(Banded<T>),
}

impl<T: Number> SparseSolver<T> {
    /// Factor of a matrix; the fault tells the unknown at which nothing is left to divide by.
    pub fn new(matrix: &SparseMatrix<T>) -> Result<Self, SingularFault> {
        Self::with_plan(matrix, &SolverPlan::default())
    }

    /// Factor of a matrix whose pattern is that of all matrices of the plan. Fails where the matrix is singular.
    pub fn with_plan(matrix: &SparseMatrix<T>, plan: &SolverPlan) -> Result<Self, SingularFault> {
        if matrix.size() >= LARGE && is_symmetric(matrix) {
            let analysis = plan.analysis.get_or_init(|| Arc::new(Analysis::new(matrix)));
            if let Ok(factor) = SymmetricFactor::with_analysis(matrix, analysis)
                && backward_error(matrix, &factor) <= BACKWARD
            {
                return Ok(SparseSolver::Symmetric(factor));
            }
        }
        let order = plan.order.get_or_init(|| bandwidth_order(matrix));
        Ok(SparseSolver::General(Banded::with_order(matrix, order)?))
    }

    /// `x = A⁻¹ b`; `scratch` has twice the size of `b`.
    pub fn solve_into(&self, b: &[T], scratch: &mut [T], x: &mut [T]) {
        match self {
            SparseSolver::Symmetric(factor) => factor.solve_into(b, scratch, x),
            SparseSolver::General(factor) => factor.solve_into(b, &mut scratch[..b.len()], x),
        }
    }
}

/// Tells whether `A = Aᵀ` but for rounding.
pub fn is_symmetric<T: Number>(matrix: &SparseMatrix<T>) -> bool {
    // Rows of a column are sorted: the term across is found by bisection.
    let starts = matrix.column_starts();
    matrix.triplets().filter(|(row, column, _)| row != column).all(|(row, column, value)| {
        let range = starts[row]..starts[row + 1];
        let across = matrix.rows()[range.clone()].binary_search(&column);
        let other = across.map_or(T::default(), |k| matrix.values()[range.start + k]);
        (value - other).norm1() <= ROUNDING * value.norm1().max(other.norm1())
    })
}

/// `‖A x - b‖ / (‖A‖ ‖x‖)` in the maximum norm, for one right-hand side.
fn backward_error<T: Number>(matrix: &SparseMatrix<T>, factor: &SymmetricFactor<T>) -> f64 {
    let n = matrix.size();
    let b: Vec<T> = (0..n).map(|i| T::one() * (1.0 + 0.25 * (i % 7) as f64)).collect();
    let x = factor.solve(&b);
    let (mut rest, mut sums) = (b, vec![0.0; n]);
    for (row, column, value) in matrix.triplets() {
        rest[row] -= value * x[column];
        sums[row] += value.norm1();
    }
    let largest = |values: &[T]| values.iter().map(|v| v.norm1()).fold(0.0, f64::max);
    largest(&rest) / (sums.iter().copied().fold(0.0, f64::max) * largest(&x))
}

#[cfg(test)]
mod tests {
    use num_complex::Complex64;

    use super::*;

    /// A frame-like grid: 30 × 10 nodes coupled to their neighbours, `skew` added above the diagonal.
    fn grid(shift: f64, skew: f64) -> SparseMatrix<f64> {
        let mut triplets = Vec::new();
        let mut spring = |a: usize, b: usize| {
            triplets.extend([(a, a, 1.0), (b, b, 1.0), (a, b, -1.0 + skew), (b, a, -1.0)]);
        };
        for y in 0..10 {
            for x in 0..30 {
                let i = 30 * y + x;
                if x + 1 < 30 {
                    spring(i, i + 1);
                }
                if y + 1 < 10 {
                    spring(i, i + 30);
                }
            }
        }
        triplets.extend((0..300).map(|i| (i, i, shift)));
        SparseMatrix::from_triplets(300, &triplets)
    }

    #[test]
    fn symmetric_and_unsymmetric_systems_are_solved() {
        for (shift, skew, symmetric) in [(0.1, 0.0, true), (-1.234, 0.0, true), (0.1, 0.01, false)] {
            let matrix = grid(shift, skew);
            let x: Vec<f64> = (0..300).map(|i| libm::cos(i as f64)).collect();
            let mut b = vec![0.0; 300];
            matrix.multiply(&x, &mut b);
            let solver = SparseSolver::new(&matrix).unwrap();
            assert_eq!(matches!(solver, SparseSolver::Symmetric(_)), symmetric);
            let (mut scratch, mut found) = (vec![0.0; 600], vec![0.0; 300]);
            solver.solve_into(&b, &mut scratch, &mut found);
            let error = found.iter().zip(&x).map(|(u, v)| (u - v).abs()).fold(0.0, f64::max);
            assert!(error < 1e-11, "shift {shift}, skew {skew}: {error:e}");
        }
    }

    #[test]
    fn a_term_with_none_across_is_not_symmetric() {
        for (row, column) in [(0, 1), (1, 0)] {
            let terms = [(0, 0, 1.3), (row, column, 0.7), (1, 1, 1.3)];
            assert!(!is_symmetric(&SparseMatrix::from_triplets(2, &terms)));
            assert!(is_symmetric(&SparseMatrix::from_triplets(2, &[terms[0], (row, column, 0.0), terms[2]])));
        }
    }

    #[test]
    fn singular_systems_name_an_unknown() {
        assert!(SparseSolver::new(&grid(0.0, 0.0)).is_err());
        assert!(SparseSolver::new(&grid(0.0, 0.0).to_complex()).is_err());
        let turned = grid(0.0, 0.0).to_complex();
        let damped: Vec<_> = turned.triplets().chain([(17, 17, Complex64::new(0.0, 0.1))]).collect();
        assert!(SparseSolver::new(&SparseMatrix::from_triplets(300, &damped)).is_ok());
    }
}
