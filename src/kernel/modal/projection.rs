//! Projection of matrices and vectors on a basis of shapes `Φ` (columns).

use nalgebra::DMatrix;

use crate::assembly::SparseMatrix;
use crate::linalg::{LowerTriangle, bilinear, dot};

/// `Φᵀ A Φ`, or its diagonal only. Diagonal terms, whose cancellations matter most (the stiffness of a
/// low mode), are summed in twice the precision.
pub fn project_matrix(basis: &[&[f64]], matrix: &SparseMatrix<f64>, diagonal_only: bool) -> DMatrix<f64> {
    let n = basis.len();
    let mut projected = DMatrix::zeros(n, n);
    let mut product = vec![0.0; matrix.size()];
    for (j, phi) in basis.iter().enumerate() {
        if !diagonal_only {
            matrix.multiply(phi, &mut product);
            for (i, other) in basis.iter().enumerate() {
                projected[(i, j)] = dot(other, &product);
            }
        }
        projected[(j, j)] = bilinear(matrix, phi, phi);
    }
    projected
}

/// `Φᵀ f`.
pub fn project_force(basis: &[&[f64]], force: &[f64]) -> Vec<f64> {
    basis.iter().map(|phi| dot(phi, force)).collect()
}

/// Coordinates of the motion nearest to `u` in the Euclidean sense: `(ΦᵀΦ) q = Φᵀ u`.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    gram: LowerTriangle,
}

impl LeastSquares {
    /// The error is the rank of a shape that depends on the ones before it.
    pub fn new(basis: &[&[f64]]) -> Result<Self, usize> {
        let n = basis.len();
        let gram = DMatrix::from_fn(n, n, |i, j| dot(basis[i], basis[j]));
        Ok(LeastSquares { gram: LowerTriangle::new(&gram)? })
    }

    /// Coordinates on the shapes of `basis` that come nearest to `motion`, which has one value per unknown.
    pub fn coordinates(&self, basis: &[&[f64]], motion: &[f64]) -> Vec<f64> {
        let mut q = project_force(basis, motion);
        self.gram.solve(&mut q);
        q
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projection_by_hand() {
        let a = SparseMatrix::from_triplets(2, &[(0, 0, 2.0), (0, 1, 1.0), (1, 0, -1.0), (1, 1, 3.0)]);
        let (x, y) = ([1.0, 1.0], [1.0, -1.0]);
        let basis: [&[f64]; 2] = [&x, &y];
        let full = project_matrix(&basis, &a, false);
        assert_eq!(full, DMatrix::from_row_slice(2, 2, &[5.0, -3.0, 1.0, 5.0]));
        let diagonal = project_matrix(&basis, &a, true);
        assert_eq!(diagonal, DMatrix::from_row_slice(2, 2, &[5.0, 0.0, 0.0, 5.0]));
    }

    #[test]
    fn least_squares_of_a_truncated_base() {
        // Nearest multiple of (1, 2) to (3, 1): q = 5/5.
        let phi = [1.0, 2.0];
        let basis: [&[f64]; 1] = [&phi];
        let q = LeastSquares::new(&basis).unwrap().coordinates(&basis, &[3.0, 1.0]);
        assert!((q[0] - 1.0).abs() < 1e-15);
        let double: [&[f64]; 2] = [&phi, &phi];
        assert_eq!(LeastSquares::new(&double).unwrap_err(), 1);
    }
}
