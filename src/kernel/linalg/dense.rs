//! Small dense kernels with a fixed order of operations.

use nalgebra::DMatrix;

use crate::assembly::SparseMatrix;

/// Scalar product, summed in four interleaved partial sums (same order everywhere).
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (xs, ys) = (x.chunks_exact(4), y.chunks_exact(4));
    let rest: f64 = xs.remainder().iter().zip(ys.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in xs.zip(ys) {
        for k in 0..4 {
            sums[k] += a[k] * b[k];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
}

/// `y += factor * x`.
pub fn axpy(factor: f64, x: &[f64], y: &mut [f64]) {
    for (target, value) in y.iter_mut().zip(x) {
        *target += factor * value;
    }
}

/// `A B`.
pub fn product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let rows = a.nrows();
    let mut result = DMatrix::zeros(rows, b.ncols());
    for (target, column) in result.as_mut_slice().chunks_exact_mut(rows.max(1)).zip(b.column_iter()) {
        for (factor, x) in column.iter().zip(a.as_slice().chunks_exact(rows.max(1))) {
            axpy(*factor, x, target);
        }
    }
    result
}

/// `Aᵀ B`.
pub fn transpose_product(a: &DMatrix<f64>, b: &DMatrix<f64>) -> DMatrix<f64> {
    let rows = a.nrows().max(1);
    let (a_columns, b_columns) = (a.as_slice().chunks_exact(rows), b.as_slice().chunks_exact(rows));
    let values = b_columns.flat_map(|y| a_columns.clone().map(move |x| dot(x, y)));
    DMatrix::from_iterator(a.ncols(), b.ncols(), values)
}

/// A sparse matrix written out.
pub fn dense(matrix: &SparseMatrix<f64>) -> DMatrix<f64> {
    let mut result = DMatrix::zeros(matrix.size(), matrix.size());
    for (row, column, value) in matrix.triplets() {
        result[(row, column)] += value;
    }
    result
}

/// `(A + Aᵀ) / 2`.
pub fn symmetrised(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| 0.5 * (matrix[(i, j)] + matrix[(j, i)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_the_definition() {
        let a = DMatrix::from_fn(7, 5, |i, j| (i * 3 + j) as f64 - 4.0);
        let b = DMatrix::from_fn(5, 6, |i, j| (i as f64) * 0.5 - (j as f64));
        let c = product(&a, &b);
        let d = transpose_product(&a, &a);
        for i in 0..7 {
            for j in 0..6 {
                let expected: f64 = (0..5).map(|k| a[(i, k)] * b[(k, j)]).sum();
                assert_eq!(c[(i, j)], expected);
            }
        }
        assert_eq!(d[(1, 2)], (0..7).map(|k| a[(k, 1)] * a[(k, 2)]).sum::<f64>());
    }
}
