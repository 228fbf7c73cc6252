//! Cholesky factors of symmetric matrices, definite and semi-definite.

use nalgebra::DMatrix;

use super::dense::{axpy, dot};

/// Pivots below this fraction of the diagonal term they come from are rounding.
const NEGLIGIBLE: f64 = 1e-13;

/// `A = L Lᵀ`, `L` lower triangular.
#[derive(Clone, Debug)]
pub struct LowerTriangle {
    factor: DMatrix<f64>,
}

impl LowerTriangle {
    /// Factorizes a positive definite matrix (its lower triangle is read). The error is the first row
    /// whose pivot is not positive.
    pub fn new(matrix: &DMatrix<f64>) -> Result<Self, usize> {
        let n = matrix.nrows();
        let mut factor = matrix.lower_triangle();
        for j in 0..n {
            let (done, current) = factor.as_mut_slice().split_at_mut(j * n);
            let column = &mut current[..n];
            let diagonal = column[j];
            for earlier in done.chunks_exact(n) {
                if earlier[j] != 0.0 {
                    axpy(-earlier[j], &earlier[j..], &mut column[j..]);
                }
            }
            let pivot = column[j];
            // Also false for NaN.
            if !(pivot > NEGLIGIBLE * diagonal.abs() && pivot.is_finite()) {
                return Err(j);
            }
            let root = pivot.sqrt();
            column[j..].iter_mut().for_each(|value| *value /= root);
        }
        Ok(LowerTriangle { factor })
    }

    fn column(&self, j: usize) -> &[f64] {
        let n = self.factor.nrows();
        &self.factor.as_slice()[j * n..(j + 1) * n]
    }

    /// `x ← L⁻¹ x`.
    pub fn solve_lower(&self, x: &mut [f64]) {
        for j in 0..x.len() {
            let column = self.column(j);
            x[j] /= column[j];
            if x[j] != 0.0 {
                let factor = -x[j];
                axpy(factor, &column[j + 1..], &mut x[j + 1..]);
            }
        }
    }

    /// `x ← L⁻ᵀ x`.
    pub fn solve_upper(&self, x: &mut [f64]) {
        for j in (0..x.len()).rev() {
            let column = self.column(j);
            x[j] = (x[j] - dot(&column[j + 1..], &x[j + 1..])) / column[j];
        }
    }

    /// `x ← A⁻¹ x`.
    pub fn solve(&self, x: &mut [f64]) {
        self.solve_lower(x);
        self.solve_upper(x);
    }
}

/// `A = F Fᵀ` with as many columns as the rank of a positive semi-definite `A`.
#[derive(Clone, Debug)]
pub struct RootFactor {
    pub columns: Vec<Vec<f64>>,
}

impl RootFactor {
    /// Cholesky with diagonal pivoting on the matrix scaled to a unit diagonal, so that rank does not
    /// depend on units (masses beside inertias). The error is a row that shows `A` to be indefinite.
    pub fn new(matrix: &DMatrix<f64>) -> Result<Self, usize> {
        let n = matrix.nrows();
        let scale: Vec<f64> = (0..n).map(|i| matrix[(i, i)].max(0.0).sqrt()).collect();
        let top = scale.iter().fold(0.0, |m: f64, s| m.max(*s));
        let scaled = |i: usize, j: usize| match scale[i] * scale[j] {
            0.0 => 0.0,
            s => matrix[(i, j)] / s,
        };
        for i in 0..n {
            let row_is_null = scale[i] > 0.0 || (0..n).all(|j| matrix[(i, j)].abs() <= 1e-15 * top * top);
            if matrix[(i, i)] < 0.0 || !row_is_null {
                return Err(i);
            }
        }
        let tolerance = 1e-14 * n.max(10) as f64;
        let mut remaining: Vec<f64> = scale.iter().map(|&s| if s > 0.0 { 1.0 } else { 0.0 }).collect();
        let mut columns: Vec<Vec<f64>> = Vec::new();
        while let Some(pivot) = first_largest(&remaining, tolerance) {
            let root = remaining[pivot].sqrt();
            let mut column: Vec<f64> = (0..n).map(|i| scaled(i, pivot)).collect();
            for earlier in &columns {
                if earlier[pivot] != 0.0 {
                    axpy(-earlier[pivot], earlier, &mut column);
                }
            }
            for i in 0..n {
                column[i] = if remaining[i] == 0.0 { 0.0 } else { column[i] / root };
                remaining[i] -= column[i] * column[i];
                if remaining[i] < -tolerance {
                    return Err(i);
                }
            }
            column[pivot] = root;
            remaining[pivot] = 0.0;
            columns.push(column);
        }
        for column in &mut columns {
            column.iter_mut().zip(&scale).for_each(|(value, s)| *value *= s);
        }
        Ok(RootFactor { columns })
    }
}

/// First of the largest values above `floor` (ties broken by order, so that a diagonal matrix keeps it).
fn first_largest(values: &[f64], floor: f64) -> Option<usize> {
    let top = values.iter().fold(floor, |m: f64, v| m.max(*v));
    values.iter().position(|&v| v >= top && v > floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factor_solves_a_definite_system() {
        let n = 9;
        let a = DMatrix::from_fn(n, n, |i, j| if i == j { 4.0 } else { 1.0 / (1.0 + (i + j) as f64) });
        let factor = LowerTriangle::new(&a).unwrap();
        let x: Vec<f64> = (0..n).map(|i| i as f64 - 3.0).collect();
        let mut b: Vec<f64> = (0..n).map(|i| (0..n).map(|j| a[(i, j)] * x[j]).sum()).collect();
        factor.solve(&mut b);
        assert!(b.iter().zip(&x).all(|(u, v)| (u - v).abs() < 1e-13));
    }

    #[test]
    fn a_singular_matrix_is_not_factorized() {
        let a = DMatrix::from_row_slice(2, 2, &[1.0, -1.0, -1.0, 1.0]);
        assert_eq!(LowerTriangle::new(&a).unwrap_err(), 1);
    }

    #[test]
    fn root_factor_has_the_rank_of_the_matrix() {
        // Rank two: masses 2 and 3e-9 on combinations of four unknowns.
        let (u, v) = ([1.0, 0.5, 0.0, -1.0], [0.0, 1.0, 0.0, 2.0]);
        let a = DMatrix::from_fn(4, 4, |i, j| 2.0 * u[i] * u[j] + 3e-9 * v[i] * v[j]);
        let root = RootFactor::new(&a).unwrap();
        assert_eq!(root.columns.len(), 2);
        for i in 0..4 {
            for j in 0..4 {
                let value: f64 = root.columns.iter().map(|c| c[i] * c[j]).sum();
                assert!((value - a[(i, j)]).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn indefinite_matrices_are_refused() {
        assert!(RootFactor::new(&DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 2.0, 1.0])).is_err());
        assert_eq!(RootFactor::new(&DMatrix::from_row_slice(2, 2, &[1.0, 0.0, 0.0, -1.0])).unwrap_err(), 1);
        assert!(RootFactor::new(&DMatrix::from_row_slice(2, 2, &[1.0, 1.0, 1.0, 0.0])).is_err());
    }
}
