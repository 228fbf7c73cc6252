//! Direct solution of sparse systems that are not symmetric, not definite or complex: `P A Qᵀ = L U`.
//!
//! Unknowns are put in reverse Cuthill-McKee order, then the band is factorized by Gaussian elimination with
//! row interchanges (G. Golub and C. Van Loan, Matrix Computations, 4.3.3): stable without any assumption
//! on `A`. The band of `U` has the width of both bands of `A` together, because of the interchanges.
//!
//! Size `n`, half bandwidth `b`: `3 b n` numbers, `2 b² n` operations to factorize, `4 b n` to solve.

use nalgebra::ComplexField;

use super::bandwidth::bandwidth_order;
use super::sparse_factor::SingularFault;
use crate::assembly::SparseMatrix;

/// Pivots below this fraction of the largest term of their row are rounding.
const NEGLIGIBLE: f64 = 1e-14;

/// A factorized matrix.
#[derive(Clone, Debug)]
pub struct Banded<T> {
    /// `order[i]` is the unknown in position `i`.
    order: Vec<usize>,
    /// Largest distance of a term to the diagonal.
    half: usize,
    /// Row `i`, columns `i - half ..= i + 2 half`.
    rows: Vec<T>,
    /// Multipliers of `L`, `half` for each column.
    multipliers: Vec<T>,
    /// Row brought to position `i` by the interchange of step `i`.
    swaps: Vec<usize>,
    /// Largest term of each row of the matrix, and the row that stands in each position.
    scales: Vec<f64>,
    origin: Vec<usize>,
}

impl<T: ComplexField<RealField = f64> + Copy> Banded<T> {
    /// Factorizes; the fault tells the unknown at which nothing is left to divide by.
    pub fn new(matrix: &SparseMatrix<T>) -> Result<Self, SingularFault> {
        Self::with_order(matrix, &bandwidth_order(matrix))
    }

    /// With a known ordering (that of another matrix with the same pattern). Fails where the matrix is singular.
    pub fn with_order(matrix: &SparseMatrix<T>, order: &[usize]) -> Result<Self, SingularFault> {
        let mut factor = Self::empty(matrix, order);
        let places = factor.places(matrix);
        factor.refactorize(matrix.values(), &places)?;
        Ok(factor)
    }

    /// Room for the factors of matrices with the pattern of `matrix`, with no factor in it yet.
    pub fn empty(matrix: &SparseMatrix<T>, order: &[usize]) -> Self {
        let n = matrix.size();
        let position = positions(order);
        let distance = |(r, c, _): (usize, usize, T)| position[r].abs_diff(position[c]);
        let half = matrix.triplets().map(distance).max().unwrap_or(0);
        Banded {
            order: order.to_vec(),
            half,
            rows: vec![T::zero(); n * (3 * half + 1)],
            multipliers: vec![T::zero(); n * half],
            swaps: vec![0; n],
            scales: vec![0.0; n],
            origin: vec![0; n],
        }
    }

    /// Place of each stored term of a matrix in the band.
    pub fn places(&self, matrix: &SparseMatrix<T>) -> Vec<usize> {
        let (position, half) = (positions(&self.order), self.half);
        let place = |(row, column, _): (usize, usize, T)| {
            let (i, j) = (position[row], position[column]);
            i * (3 * half + 1) + j + half - i
        };
        matrix.triplets().map(place).collect()
    }

    /// Factorizes a matrix with these stored terms, which stand at `places` of the band. Allocates nothing. Fails where the
    /// matrix is singular.
    pub fn refactorize(&mut self, values: &[T], places: &[usize]) -> Result<(), SingularFault> {
        self.rows.fill(T::zero());
        values.iter().zip(places).for_each(|(value, place)| self.rows[*place] += *value);
        self.factorize()
    }

    fn factorize(&mut self) -> Result<(), SingularFault> {
        let (n, half) = (self.order.len(), self.half);
        let width = 3 * half + 1;
        self.scales.iter_mut().zip(self.rows.chunks(width)).for_each(|(scale, row)| *scale = largest(row));
        self.origin.iter_mut().enumerate().for_each(|(i, row)| *row = i);
        // Row `i` keeps column `j` at `j + half - i`, so that rows that are swapped shift.
        let place = |i: usize, j: usize| i * width + j + half - i;
        for k in 0..n {
            let last_row = (k + half).min(n - 1);
            let last_column = (k + 2 * half).min(n - 1);
            let mut pivot = k;
            for i in k + 1..=last_row {
                if self.rows[place(i, k)].norm1() > self.rows[place(pivot, k)].norm1() {
                    pivot = i;
                }
            }
            self.swaps[k] = pivot;
            if pivot != k {
                self.origin.swap(k, pivot);
                for j in k..=last_column {
                    // Columns beyond the reach of the lower row are zero there.
                    self.rows.swap(place(k, j), place(pivot, j));
                }
            }
            let divisor = self.rows[place(k, k)];
            let size = divisor.norm1();
            if !(size > NEGLIGIBLE * self.scales[self.origin[k]] && size.is_finite()) {
                return Err(SingularFault { unknown: self.order[k] });
            }
            for i in k + 1..=last_row {
                let factor = self.rows[place(i, k)] / divisor;
                self.multipliers[k * half + i - k - 1] = factor;
                if factor.norm1() == 0.0 {
                    continue;
                }
                let (upper, lower) = self.rows.split_at_mut(i * width);
                let source = &upper[place(k, k + 1)..=place(k, last_column)];
                let start = place(i, k + 1) - i * width;
                for (value, above) in lower[start..].iter_mut().zip(source) {
                    *value -= factor * *above;
                }
            }
        }
        Ok(())
    }

    /// Number of unknowns.
    pub fn size(&self) -> usize {
        self.order.len()
    }

    /// `x = A⁻¹ b`, using `scratch`; all of length `size`. Allocates nothing.
    pub fn solve_into(&self, b: &[T], scratch: &mut [T], x: &mut [T]) {
        let (n, half) = (self.order.len(), self.half);
        let width = 3 * half + 1;
        let y = scratch;
        y.iter_mut().zip(&self.order).for_each(|(y, &u)| *y = b[u]);
        for k in 0..n {
            y.swap(k, self.swaps[k]);
            let value = y[k];
            let below = &mut y[k + 1..(k + half + 1).min(n)];
            below.iter_mut().zip(&self.multipliers[k * half..]).for_each(|(v, m)| *v -= *m * value);
        }
        for k in (0..n).rev() {
            let row = &self.rows[k * width + half..(k + 1) * width];
            let mut value = y[k];
            for (a, v) in row[1..].iter().zip(&y[k + 1..]) {
                value -= *a * *v;
            }
            y[k] = value / row[0];
        }
        self.order.iter().zip(y.iter()).for_each(|(&u, &v)| x[u] = v);
    }
}

/// Position of each unknown in an order.
fn positions(order: &[usize]) -> Vec<usize> {
    let mut position = vec![0; order.len()];
    order.iter().enumerate().for_each(|(i, &u)| position[u] = i);
    position
}

fn largest<T: ComplexField<RealField = f64> + Copy>(row: &[T]) -> f64 {
    row.iter().fold(0.0, |m, v| f64::max(m, v.norm1()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_complex::Complex64;

    fn scattered(n: usize) -> SparseMatrix<Complex64> {
        let mut triplets = Vec::new();
        for i in 0..n {
            for (k, step) in [1, 3, 7].into_iter().enumerate() {
                let j = (i + step) % n;
                triplets.push((i, j, Complex64::new(libm::sin((i * 5 + k) as f64), 0.3)));
                triplets.push((j, i, Complex64::new(libm::cos((i * 3 + k) as f64), -0.7)));
            }
            // A diagonal of zeros: interchanges are needed everywhere.
            triplets.push((i, i, Complex64::new(0.0, 0.0)));
        }
        SparseMatrix::from_triplets(n, &triplets)
    }

    #[test]
    fn an_unsymmetric_complex_system_without_diagonal() {
        let n = 40;
        let a = scattered(n);
        let x: Vec<Complex64> =
            (0..n).map(|i| Complex64::new(libm::sin(i as f64), libm::cos(2.0 * i as f64))).collect();
        let mut b = vec![Complex64::default(); n];
        a.triplets().for_each(|(r, c, v)| b[r] += v * x[c]);
        let factor = Banded::new(&a).unwrap();
        let (mut scratch, mut found) = (vec![Complex64::default(); n], vec![Complex64::default(); n]);
        factor.solve_into(&b, &mut scratch, &mut found);
        let worst = found.iter().zip(&x).fold(0.0, |m: f64, (u, v)| m.max((u - v).norm1()));
        assert!(worst < 1e-12, "{worst}");
    }

    #[test]
    fn a_matrix_of_rank_one_is_refused() {
        let ones = [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 2.0), (1, 1, 4.0)];
        assert_eq!(Banded::new(&SparseMatrix::from_triplets(2, &ones)).unwrap_err(), SingularFault { unknown: 1 });
        assert!(Banded::new(&SparseMatrix::<f64>::from_triplets(1, &[])).is_err());
    }
}
