//! Sums of products in twice the working precision.
//!
//! `φᵀ K φ` of a low mode of a stiff structure is a small difference of large terms; with `φ` given, error-
//! free transformations (Dekker's product, Knuth's sum) give it as if computed with 106 bits:
//! T. Ogita, S. M. Rump and S. Oishi, SIAM J. Sci. Comput. 26 (2005) 1955.

use crate::assembly::SparseMatrix;

/// A sum and its rounding errors.
#[derive(Clone, Copy, Debug, Default)]
struct Accumulator {
    sum: f64,
    error: f64,
}

impl Accumulator {
    fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        let part = sum - self.sum;
        self.error += (self.sum - (sum - part)) + (value - part);
        self.sum = sum;
    }
}

/// `a b` as a rounded product and its error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        let c = 134_217_729.0 * x;
        let high = c - (c - x);
        (high, x - high)
    };
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// `xᵀ A y`.
pub fn bilinear(matrix: &SparseMatrix<f64>, x: &[f64], y: &[f64]) -> f64 {
    let mut total = Accumulator::default();
    for (row, column, value) in matrix.triplets() {
        if x[row] != 0.0 && y[column] != 0.0 {
            let (first, first_error) = two_product(value, y[column]);
            let (second, second_error) = two_product(first, x[row]);
            total.add(second);
            total.error += second_error + first_error * x[row];
        }
    }
    total.sum + total.error
}

/// `b - A x`, each component rounded once.
pub fn residual(matrix: &SparseMatrix<f64>, x: &[f64], b: &[f64]) -> Vec<f64> {
    let mut totals: Vec<Accumulator> = b.iter().map(|&value| Accumulator { sum: value, error: 0.0 }).collect();
    for (row, column, value) in matrix.triplets() {
        let (product, error) = two_product(-value, x[column]);
        totals[row].add(product);
        totals[row].error += error;
    }
    totals.into_iter().map(|t| t.sum + t.error).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_difference_of_large_terms_is_exact() {
        let a = SparseMatrix::from_triplets(2, &[(0, 0, 1e12 + 1.0), (0, 1, -1e12), (1, 0, -1e12), (1, 1, 1e12)]);
        let third = 1.0 / 3.0;
        assert_eq!(bilinear(&a, &[third, third], &[third, third]), third * third);
    }
}
