//! Small dense matrices of the generalised problem: products and solutions that allocate nothing and
//! add in a fixed order.
//!
//! Sizes are numbers of modes (1 to a few hundred). Rows are contiguous.

use crate::simd::wide;

/// A square matrix, row after row.
#[derive(Clone, Debug, PartialEq)]
pub struct Square {
    size: usize,
    values: Vec<f64>,
}

impl Square {
    /// A matrix of zeros, `size` by `size`.
    pub fn zero(size: usize) -> Self {
        Square { size, values: vec![0.0; size * size] }
    }

    /// The matrix whose term of row `i` and column `j` is `term(i, j)`.
    pub fn from_fn(size: usize, mut term: impl FnMut(usize, usize) -> f64) -> Self {
        let mut values = Vec::with_capacity(size * size);
        for i in 0..size {
            for j in 0..size {
                values.push(term(i, j));
            }
        }
        Square { size, values }
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Term of a row and a column.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// The terms of a row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.size..(row + 1) * self.size]
    }

    /// All terms, row after row, to be written.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// All terms, row after row.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// `y = A x`
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        wide(
            #[inline(always)]
            || {
                for (value, row) in y.iter_mut().zip(self.values.chunks_exact(self.size.max(1))) {
                    *value = dot(row, x);
                }
            },
        );
    }
}

/// Scalar product with eight partial sums, added in a fixed order whatever the machine.
#[inline(always)]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let length = x.len().min(y.len());
    let (x, y) = (&x[..length], &y[..length]);
    let mut sums = [0.0; 8];
    let (mut blocks_x, mut blocks_y) = (x.chunks_exact(8), y.chunks_exact(8));
    for (a, b) in blocks_x.by_ref().zip(blocks_y.by_ref()) {
        for k in 0..8 {
            sums[k] += a[k] * b[k];
        }
    }
    let mut tail = 0.0;
    for (a, b) in blocks_x.remainder().iter().zip(blocks_y.remainder()) {
        tail += a * b;
    }
    ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7])) + tail
}

/// `copy_from_slice` without the call it costs where there are one or two coordinates only.
#[inline]
pub fn copy(from: &[f64], to: &mut [f64]) {
    match (from, &mut *to) {
        ([x], [y]) => *y = *x,
        ([a, b], [c, d]) => (*c, *d) = (*a, *b),
        _ => to.copy_from_slice(from),
    }
}

/// Puts numbers in an order that gives for each place the rank of its number.
pub fn reorder(x: &mut [f64], order: &[usize]) {
    let before = x.to_vec();
    for (x, &rank) in x.iter_mut().zip(order) {
        *x = before[rank];
    }
}

/// Euclidean norm, summed as [`dot`] does.
pub fn norm(x: &[f64]) -> f64 {
    dot(x, x).sqrt()
}

/// True where all values are finite: one addition a value, a look at each only when the sum is not.
#[inline]
pub fn all_finite(x: &[f64]) -> bool {
    if let [x] = x {
        return x.is_finite();
    }
    let mut s = [0.0; 8];
    let (blocks, tail) = x.as_chunks::<8>();
    for block in blocks {
        for k in 0..8 {
            s[k] += block[k];
        }
    }
    let tail: f64 = tail.iter().sum();
    let sum = ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
    (sum + tail).is_finite() || x.iter().all(|v| v.is_finite())
}

/// A matrix has no inverse in floating point: the pivot of this row (from 0) vanishes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the matrix is singular: pivot {pivot} of row {row}")]
pub struct Singular {
    pub row: usize,
    pub pivot: f64,
}

/// `P A = L U` with row pivoting; can be computed again in place without allocating.
#[derive(Clone, Debug, PartialEq)]
pub struct Factors {
    size: usize,
    values: Vec<f64>,
    /// Row taken as k-th pivot row.
    order: Vec<usize>,
    work: Vec<f64>,
}

impl Factors {
    /// Room for a matrix of this size; holds the identity.
    pub fn identity(size: usize) -> Self {
        let values = Square::from_fn(size, |i, j| f64::from(u8::from(i == j))).values;
        Factors { size, values, order: (0..size).collect(), work: vec![0.0; size] }
    }

    /// The factors of a matrix. Fails where it is singular.
    pub fn of(matrix: &Square) -> Result<Self, Singular> {
        let mut factors = Factors::identity(matrix.size);
        factors.factorize(|i, j| matrix.at(i, j))?;
        Ok(factors)
    }

    /// Replaces the factors by those of the matrix with the given terms. Fails where the matrix is singular.
    pub fn factorize(&mut self, mut term: impl FnMut(usize, usize) -> f64) -> Result<(), Singular> {
        let n = self.size;
        let mut largest: f64 = 0.0;
        for i in 0..n {
            self.order[i] = i;
            for j in 0..n {
                self.values[i * n + j] = term(i, j);
                largest = largest.max(self.values[i * n + j].abs());
            }
        }
        for k in 0..n {
            let pivot_row =
                (k..n).fold(
                    k,
                    |best, i| {
                        if self.values[i * n + k].abs() > self.values[best * n + k].abs() { i } else { best }
                    },
                );
            let pivot = self.values[pivot_row * n + k];
            if pivot.abs() <= largest * f64::EPSILON * f64::EPSILON || !pivot.is_finite() {
                return Err(Singular { row: self.order[pivot_row], pivot });
            }
            if pivot_row != k {
                self.order.swap(k, pivot_row);
                for j in 0..n {
                    self.values.swap(k * n + j, pivot_row * n + j);
                }
            }
            let (upper, lower) = self.values.split_at_mut((k + 1) * n);
            let pivot_values = &upper[k * n + k..];
            for row in lower.chunks_exact_mut(n) {
                let factor = row[k] / pivot;
                row[k] = factor;
                if factor != 0.0 {
                    for (value, above) in row[k + 1..].iter_mut().zip(&pivot_values[1..]) {
                        *value -= factor * above;
                    }
                }
            }
        }
        Ok(())
    }

    /// `x := A^-1 x`
    pub fn solve(&mut self, x: &mut [f64]) {
        wide(
            #[inline(always)]
            || self.substitute(x),
        );
    }

    #[inline(always)]
    fn substitute(&mut self, x: &mut [f64]) {
        let n = self.size;
        for (k, &row) in self.order.iter().enumerate() {
            self.work[k] = x[row];
        }
        for i in 0..n {
            x[i] = self.work[i] - dot(&self.values[i * n..i * n + i], &x[..i]);
        }
        for i in (0..n).rev() {
            let rest = dot(&self.values[i * n + i + 1..(i + 1) * n], &x[i + 1..n]);
            x[i] = (x[i] - rest) / self.values[i * n + i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_solve_a_system_that_needs_pivoting() {
        let a = Square::from_fn(3, |i, j| [[0.0, 2.0, 1.0], [4.0, 1.0, -1.0], [2.0, 0.5, 3.0]][i][j]);
        let expected = [1.0, -2.0, 0.5];
        let mut x = [0.0; 3];
        a.multiply(&expected, &mut x);
        Factors::of(&a).unwrap().solve(&mut x);
        assert!(x.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-15), "{x:?}");
    }

    #[test]
    fn a_singular_matrix_is_named() {
        let a = Square::from_fn(2, |i, _| i as f64 + 1.0);
        assert!(matches!(Factors::of(&a), Err(Singular { .. })));
    }

    #[test]
    fn sums_of_large_finite_values_are_not_taken_for_a_divergence() {
        assert!(all_finite(&[1e308, 1e308, -1.0]));
        assert!(!all_finite(&[0.0, 1.0, 2.0, 3.0, f64::NAN]));
        assert!(!all_finite(&[f64::INFINITY]));
    }
}
