//! Assembled matrices: sparse, real or complex, without constraint terms.

use std::cmp::Ordering;
use std::sync::Arc;

use num_complex::Complex64;

use super::Numbering;

/// Compressed columns, rows sorted within each column. Both triangles are stored.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseMatrix<T> {
    size: usize,
    column_starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<T>,
}

impl<T: Copy + std::ops::AddAssign> SparseMatrix<T> {
    /// Sums triplets (row, column, value) in the order given.
    pub fn from_triplets(size: usize, triplets: &[(usize, usize, T)]) -> Self {
        let by_row = counted(size, 0..triplets.len(), |k| triplets[k].0);
        let order = counted(size, by_row.into_iter(), |k| triplets[k].1);
        let (mut column_starts, mut rows, mut values) = (vec![0; size + 1], Vec::new(), Vec::<T>::new());
        let mut last = None;
        for k in order {
            let (row, column, value) = triplets[k];
            if last == Some((row, column)) {
                if let Some(v) = values.last_mut() {
                    *v += value;
                }
                continue;
            }
            last = Some((row, column));
            rows.push(row);
            values.push(value);
            column_starts[column + 1] += 1;
        }
        for c in 0..size {
            column_starts[c + 1] += column_starts[c];
        }
        SparseMatrix { size, column_starts, rows, values }
    }

    /// Number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Stored terms of a column, as (row, value), rows increasing.
    pub fn column(&self, column: usize) -> impl Iterator<Item = (usize, T)> + '_ {
        let range = self.column_starts[column]..self.column_starts[column + 1];
        range.map(|k| (self.rows[k], self.values[k]))
    }

    /// All stored terms, column by column, as (row, column, value).
    pub fn triplets(&self) -> impl Iterator<Item = (usize, usize, T)> + '_ {
        (0..self.size).flat_map(|c| self.column(c).map(move |(r, v)| (r, c, v)))
    }

    /// Start of each column among the stored terms; one more entry than columns.
    pub fn column_starts(&self) -> &[usize] {
        &self.column_starts
    }

    /// Row of each stored term.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Value of each stored term.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Value of each stored term, to be written.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Place of a term among the stored ones, if its row and column (from 0) have one.
    pub fn place(&self, row: usize, column: usize) -> Option<usize> {
        let start = self.column_starts[column];
        let rows = &self.rows[start..self.column_starts[column + 1]];
        rows.binary_search(&row).ok().map(|k| start + k)
    }

    /// Copies the pattern with other values.
    pub fn with_values(&self, values: Vec<T>) -> Self {
        SparseMatrix { size: self.size, column_starts: self.column_starts.clone(), rows: self.rows.clone(), values }
    }

    /// The stored term of a row and a column (ranks from 0), if there is one.
    pub fn get(&self, row: usize, column: usize) -> Option<T> {
        self.column(column).find(|(r, _)| *r == row).map(|(_, v)| v)
    }
}

/// Ranks sorted by a key below `size`, those of equal keys in the order given (a counting sort).
fn counted(size: usize, ranks: impl Iterator<Item = usize> + Clone, key: impl Fn(usize) -> usize) -> Vec<usize> {
    let mut next = vec![0; size + 1];
    ranks.clone().for_each(|k| next[key(k) + 1] += 1);
    for i in 0..size {
        next[i + 1] += next[i];
    }
    let mut sorted = vec![0; next[size]];
    for k in ranks {
        let place = &mut next[key(k)];
        sorted[*place] = k;
        *place += 1;
    }
    sorted
}

impl SparseMatrix<f64> {
    /// `A + factor B`, on the terms of both; on those of `A` alone for a factor of zero.
    pub fn plus(&self, other: &Self, factor: f64) -> Self {
        if factor == 0.0 {
            return self.clone();
        }
        let mut sum = SparseMatrix { size: self.size, column_starts: vec![0], rows: Vec::new(), values: Vec::new() };
        sum.rows.reserve(self.rows.len());
        sum.values.reserve(self.rows.len());
        let row_of = |m: &Self, k: usize, end: usize| if k < end { m.rows[k] } else { usize::MAX };
        for column in 0..self.size {
            let (mut i, mut j) = (self.column_starts[column], other.column_starts[column]);
            let ends = (self.column_starts[column + 1], other.column_starts[column + 1]);
            while i < ends.0 || j < ends.1 {
                let (row, across) = (row_of(self, i, ends.0), row_of(other, j, ends.1));
                let value = match row.cmp(&across) {
                    Ordering::Less => self.values[i],
                    Ordering::Equal => self.values[i] + factor * other.values[j],
                    Ordering::Greater => factor * other.values[j],
                };
                i += usize::from(row <= across);
                j += usize::from(across <= row);
                sum.rows.push(row.min(across));
                sum.values.push(value);
            }
            sum.column_starts.push(sum.rows.len());
        }
        sum
    }

    /// `y = A x`; both of length `size`.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (column, &xc) in x.iter().enumerate() {
            if xc != 0.0 {
                for (row, value) in self.column(column) {
                    y[row] += value * xc;
                }
            }
        }
    }

    /// `A x`.
    pub fn product(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; x.len()];
        self.multiply(x, &mut y);
        y
    }

    /// Converts the terms to complex numbers.
    pub fn to_complex(&self) -> SparseMatrix<Complex64> {
        SparseMatrix {
            size: self.size,
            column_starts: self.column_starts.clone(),
            rows: self.rows.clone(),
            values: self.values.iter().map(|&v| Complex64::new(v, 0.0)).collect(),
        }
    }
}

/// A matrix on physical unknowns.
#[derive(Clone, Debug)]
pub struct AssembledMatrix {
    pub numbering: Arc<Numbering>,
    pub values: MatrixValues,
    pub symmetric: bool,
}

/// Terms of an assembled matrix: real, or complex where damping is hysteretic.
#[derive(Clone, Debug)]
pub enum MatrixValues {
    Real(SparseMatrix<f64>),
    Complex(SparseMatrix<Complex64>),
}

impl AssembledMatrix {
    /// The matrix where it is real.
    pub fn real(&self) -> Option<&SparseMatrix<f64>> {
        match &self.values {
            MatrixValues::Real(m) => Some(m),
            MatrixValues::Complex(_) => None,
        }
    }

    /// `(A + Aᵀ) / 2`.
    pub fn symmetric_part(&self) -> AssembledMatrix {
        let values = match &self.values {
            MatrixValues::Real(m) => {
                let both = m.triplets().flat_map(|(i, j, v)| [(i, j, 0.5 * v), (j, i, 0.5 * v)]);
                MatrixValues::Real(SparseMatrix::from_triplets(m.size(), &both.collect::<Vec<_>>()))
            }
            MatrixValues::Complex(m) => {
                let both = m.triplets().flat_map(|(i, j, v)| [(i, j, 0.5 * v), (j, i, 0.5 * v)]);
                MatrixValues::Complex(SparseMatrix::from_triplets(m.size(), &both.collect::<Vec<_>>()))
            }
        };
        AssembledMatrix { numbering: self.numbering.clone(), values, symmetric: true }
    }

    /// The matrix with complex terms, copied where it is real.
    pub fn complex(&self) -> SparseMatrix<Complex64> {
        match &self.values {
            MatrixValues::Real(m) => m.to_complex(),
            MatrixValues::Complex(m) => m.clone(),
        }
    }
}
