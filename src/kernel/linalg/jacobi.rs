//! One-sided Jacobi: singular values of a matrix by making its columns orthogonal.
//!
//! Plane rotations of pairs of columns, cyclic by rows with the larger column first, until all pairs are
//! orthogonal to rounding. Singular values (the norms left) have high relative accuracy, small ones too:
//! J. Demmel and K. Veselić, SIAM J. Matrix Anal. Appl. 13 (1992) 1204. Wide matrices are first rotated
//! by the eigenvectors of the Gram matrix, which leaves two or three sweeps to do.

use nalgebra::DMatrix;

use super::dense::{axpy, dot};
use super::real_eigen::symmetric_eigen;

/// From this many columns on, the Gram matrix is diagonalised first.
const WIDE: usize = 48;

/// Rotates `columns` among themselves until they are orthogonal, then sorts them by decreasing norm.
/// Returns the norms.
pub fn orthogonalise_columns(columns: &mut Vec<Vec<f64>>) -> Vec<f64> {
    if columns.len() >= WIDE {
        precondition(columns);
    }
    let length = columns.first().map_or(1, Vec::len).max(1);
    let tolerance = f64::EPSILON * (length as f64).sqrt();
    for _ in 0..60 {
        columns.sort_by(|a, b| dot(b, b).total_cmp(&dot(a, a)));
        let mut squares: Vec<f64> = columns.iter().map(|c| dot(c, c)).collect();
        let mut rotated = false;
        for p in 0..columns.len() {
            for q in p + 1..columns.len() {
                rotated |= rotate(columns, &mut squares, p, q, tolerance);
            }
        }
        if !rotated {
            break;
        }
    }
    columns.sort_by(|a, b| dot(b, b).total_cmp(&dot(a, a)));
    columns.iter().map(|c| dot(c, c).sqrt()).collect()
}

fn precondition(columns: &mut Vec<Vec<f64>>) {
    let r = columns.len();
    let mut gram = DMatrix::zeros(r, r);
    for j in 0..r {
        for i in 0..=j {
            let value = dot(&columns[i], &columns[j]);
            gram[(i, j)] = value;
            gram[(j, i)] = value;
        }
    }
    if !gram.iter().all(|v: &f64| v.is_finite()) {
        return;
    }
    let vectors = symmetric_eigen(gram).eigenvectors;
    let combine = |weights: &[f64]| {
        let mut sum = vec![0.0; columns[0].len()];
        for (weight, column) in weights.iter().zip(columns.iter()) {
            axpy(*weight, column, &mut sum);
        }
        sum
    };
    *columns = vectors.as_slice().chunks_exact(r).map(combine).collect();
}

/// Makes columns `p` and `q` orthogonal; false when they already are.
fn rotate(columns: &mut [Vec<f64>], squares: &mut [f64], p: usize, q: usize, tolerance: f64) -> bool {
    let (left, right) = columns.split_at_mut(q);
    let (x, y) = (&mut left[p], &mut right[0]);
    let cross = dot(x, y);
    let (alpha, beta) = (squares[p], squares[q]);
    if !(cross.abs() > tolerance * (alpha * beta).sqrt()) || cross.abs() < f64::MIN_POSITIVE {
        return false;
    }
    let zeta = (beta - alpha) / (2.0 * cross);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for (a, b) in x.iter_mut().zip(y.iter_mut()) {
        let (u, v) = (*a, *b);
        *a = cosine * u - sine * v;
        *b = sine * u + cosine * v;
    }
    squares[p] = dot(x, x);
    squares[q] = dot(y, y);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_values_of_a_graded_matrix() {
        // Columns of a Vandermonde-like matrix scaled over twelve decades: the product of singular
        // values is the determinant, known in closed form.
        let n = 5;
        let scale = [1.0, 1e3, 1e-4, 1e-8, 1e4];
        let points = [0.5, 1.0, 1.5, 2.5, 4.0];
        let mut columns: Vec<Vec<f64>> =
            (0..n).map(|j| points.iter().map(|&p| scale[j] * libm::pow(p, j as f64)).collect()).collect();
        let mut determinant: f64 = scale.iter().product();
        for i in 0..n {
            for j in 0..i {
                determinant *= points[i] - points[j];
            }
        }
        let values = orthogonalise_columns(&mut columns);
        let product: f64 = values.iter().product();
        assert!((product / determinant.abs() - 1.0).abs() < 1e-13, "{product} {determinant}");
        assert!(values.windows(2).all(|w| w[0] >= w[1]));
    }

    #[test]
    fn wide_matrices_end_up_orthogonal() {
        let n = 60;
        let mut columns: Vec<Vec<f64>> = (0..n)
            .map(|j| (0..n).map(|i| if i == j { 3.0 } else { libm::sin((i * 7 + j * 3) as f64) }).collect())
            .collect();
        let trace: f64 = columns.iter().map(|c| dot(c, c)).sum();
        let values = orthogonalise_columns(&mut columns);
        assert!((values.iter().map(|v| v * v).sum::<f64>() / trace - 1.0).abs() < 1e-13);
        for p in 0..n {
            for q in 0..p {
                let cosine = dot(&columns[p], &columns[q]) / (values[p] * values[q]);
                assert!(cosine.abs() < 1e-14, "{p} {q} {cosine:e}");
            }
        }
    }
}
