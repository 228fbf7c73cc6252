//! Small square matrices, row by row, and their change of frame.

use super::Frame;

/// Dense square matrix of an element, stored row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct SquareMatrix {
    size: usize,
    /// Row by row.
    values: Vec<f64>,
}

impl SquareMatrix {
    /// A matrix of zeros, `size` by `size`.
    pub fn zeros(size: usize) -> Self {
        SquareMatrix { size, values: vec![0.0; size * size] }
    }

    /// The diagonal matrix of `values`.
    pub fn diagonal(values: &[f64]) -> Self {
        let mut matrix = Self::zeros(values.len());
        for (i, &v) in values.iter().enumerate() {
            matrix.set(i, i, v);
        }
        matrix
    }

    /// Number of rows, and of columns.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The term of a row and a column, from 0.
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.values[row * self.size + column]
    }

    /// Writes the term of a row and a column, from 0.
    pub fn set(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] = value;
    }

    /// Adds to the term of a row and a column, from 0.
    pub fn add(&mut self, row: usize, column: usize, value: f64) {
        self.values[row * self.size + column] += value;
    }

    /// Sets (row, column) and (column, row).
    pub fn set_symmetric(&mut self, row: usize, column: usize, value: f64) {
        self.set(row, column, value);
        self.set(column, row, value);
    }

    /// All terms, row after row.
    pub fn rows(&self) -> &[f64] {
        &self.values
    }

    /// All terms, row after row, without a copy.
    pub fn into_rows(self) -> Vec<f64> {
        self.values
    }

    /// The matrix times a factor.
    pub fn scaled(mut self, factor: f64) -> Self {
        self.values.iter_mut().for_each(|v| *v *= factor);
        self
    }

    /// The product with `x`, of length [`SquareMatrix::size`].
    pub fn multiply(&self, x: &[f64]) -> Vec<f64> {
        let row = |r: &[f64]| r.iter().zip(x).map(|(a, b)| a * b).sum();
        self.values.chunks(self.size.max(1)).map(row).collect()
    }

    /// True where each term is exactly that across the diagonal.
    pub fn is_symmetric(&self) -> bool {
        (0..self.size).all(|i| (0..i).all(|j| self.get(i, j) == self.get(j, i)))
    }

    /// `Tᵀ X T`, with `T` the frame's matrix on each block of unknowns (see [`Frame::blocks`]): from local
    /// to global axes. A symmetric matrix stays exactly symmetric.
    pub fn to_global(&self, frame: &Frame, blocks: &[usize]) -> Self {
        self.congruent(&frame.matrix_on(blocks))
    }

    /// `Tᵀ X T`; a symmetric matrix stays exactly symmetric.
    pub fn congruent(&self, t: &Self) -> Self {
        let transformed = t.transposed().times(self).times(t);
        if self.is_symmetric() { transformed.symmetric_part() } else { transformed }
    }

    /// `T X Tᵀ`: from global to local axes.
    pub fn to_local(&self, frame: &Frame, blocks: &[usize]) -> Self {
        let t = frame.matrix_on(blocks);
        t.times(self).times(&t.transposed())
    }

    /// A symmetric matrix from its upper triangle, column by column; values that lack are zero.
    pub fn from_triangle(size: usize, values: &[f64]) -> Self {
        let mut matrix = Self::zeros(size);
        for ((row, column), &value) in triangle(size).zip(values) {
            matrix.set_symmetric(row, column, value);
        }
        matrix
    }

    /// A matrix from its columns, one after the other; values that lack are zero.
    pub fn from_columns(size: usize, values: &[f64]) -> Self {
        let mut matrix = Self::zeros(size);
        for (k, &value) in values.iter().take(size * size).enumerate() {
            matrix.set(k % size, k / size, value);
        }
        matrix
    }

    /// The values of the upper triangle, taken for those of the columns.
    pub fn triangle_as_columns(&self) -> Self {
        let values: Vec<f64> = triangle(self.size).map(|(row, column)| self.get(row, column)).collect();
        Self::from_columns(self.size, &values)
    }

    /// The first values of the columns, taken for those of the upper triangle.
    pub fn columns_as_triangle(&self) -> Self {
        let columns = self.transposed();
        Self::from_triangle(self.size, columns.rows())
    }

    /// `(X + Xᵀ) / 2`.
    pub fn symmetric_part(&self) -> Self {
        let mut symmetric = self.clone();
        for i in 0..self.size {
            for j in 0..i {
                symmetric.set_symmetric(i, j, 0.5 * (self.get(i, j) + self.get(j, i)));
            }
        }
        symmetric
    }

    /// The transposed matrix.
    pub fn transposed(&self) -> Self {
        let mut transposed = Self::zeros(self.size);
        for i in 0..self.size {
            for j in 0..self.size {
                transposed.set(j, i, self.get(i, j));
            }
        }
        transposed
    }

    fn times(&self, other: &Self) -> Self {
        let mut product = Self::zeros(self.size);
        for i in 0..self.size {
            for k in 0..self.size {
                let factor = self.get(i, k);
                if factor != 0.0 {
                    for j in 0..self.size {
                        product.add(i, j, factor * other.get(k, j));
                    }
                }
            }
        }
        product
    }
}
/// The places of the upper triangle, column by column.
fn triangle(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(|column| (0..=column).map(move |row| (row, column)))
}

impl Frame {
    /// The matrix of the change of frame: `P` on blocks of 3, its leading part on blocks of 2, 1 on
    /// blocks of 1.
    pub fn matrix_on(&self, blocks: &[usize]) -> SquareMatrix {
        let mut matrix = SquareMatrix::zeros(blocks.iter().sum());
        let mut start = 0;
        for &block in blocks {
            if block == 1 {
                matrix.set(start, start, 1.0);
            } else {
                for i in 0..block {
                    for j in 0..block {
                        matrix.set(start + i, start + j, self.axes[i][j]);
                    }
                }
            }
            start += block;
        }
        matrix
    }
}
