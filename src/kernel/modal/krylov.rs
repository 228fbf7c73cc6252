//! Eigenpairs of a self-adjoint operator from a block Krylov space.
//!
//! The operator `T` is self-adjoint for the scalar product of `M` (shift-invert `(K - σM)⁻¹ M`, or `M⁻¹K`).
//! The space is grown vector by vector from a block of starting vectors, orthogonalised twice against all
//! the others (R. Grimes, J. Lewis and H. Simon, SIAM J. Matrix Anal. Appl. 15 (1994) 228, without their
//! economies: nothing is lost by rounding, and eigenvalues up to the size of the block come with all their
//! multiplicity). Starting vectors come from a fixed sequence.

use nalgebra::{DMatrix, SymmetricEigen};

use crate::kernel::assembly::SparseMatrix;
use crate::kernel::linalg::{axpy, dot};
use crate::kernel::wide::{Work, wide_work};

/// A new direction shorter than this fraction of its vector is rounding.
const NEGLIGIBLE: f64 = 1e-10;

/// `T`, given `v` and `M v`.
pub type Operator<'a> = dyn Fn(&[f64], &[f64]) -> Vec<f64> + 'a;

/// A growing space and the projection of the operator on it.
pub struct Krylov<'a> {
    operator: &'a Operator<'a>,
    mass: &'a SparseMatrix<f64>,
    vectors: Vec<Vec<f64>>,
    images: Vec<Vec<f64>>,
    /// Column `j`: components of `T v_j`, for the vectors already processed.
    columns: Vec<Vec<f64>>,
}

impl<'a> Krylov<'a> {
    pub fn new(operator: &'a Operator<'a>, mass: &'a SparseMatrix<f64>, block: usize) -> Self {
        let mut space = Krylov { operator, mass, vectors: Vec::new(), images: Vec::new(), columns: Vec::new() };
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..block {
            let start: Vec<f64> = (0..mass.size()).map(|_| noise(&mut state)).collect();
            let image = space.image(&start);
            let vector = operator(&start, &image);
            space.append(vector);
        }
        space
    }

    fn image(&self, vector: &[f64]) -> Vec<f64> {
        let mut image = vec![0.0; vector.len()];
        self.mass.multiply(vector, &mut image);
        image
    }

    /// Orthogonalises a vector and keeps what is new in it. Returns its components.
    fn append(&mut self, mut vector: Vec<f64>) -> Vec<f64> {
        let mut components = vec![0.0; self.vectors.len()];
        for _ in 0..2 {
            let (space, vector) = (&*self, &mut vector);
            wide_work(Orthogonalisation { space, vector, components: &mut components });
        }
        let image = self.image(&vector);
        let norm = dot(&vector, &image).max(0.0).sqrt();
        let length = (dot(&components, &components) + norm * norm).sqrt();
        if norm > NEGLIGIBLE * length {
            self.vectors.push(vector.iter().map(|x| x / norm).collect());
            self.images.push(image.iter().map(|x| x / norm).collect());
            components.push(norm);
        }
        components
    }

    /// Processes vectors until `count` are. False when the space is exhausted before.
    pub fn grow(&mut self, count: usize) -> bool {
        while self.columns.len() < count {
            let Some(vector) = self.vectors.get(self.columns.len()) else { return false };
            let image = (self.operator)(vector, &self.images[self.columns.len()]);
            let column = self.append(image);
            self.columns.push(column);
        }
        true
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Ritz values of the space by decreasing modulus with the residual of each, and the coefficients of
    /// their vectors.
    pub fn ritz(&self) -> (Vec<(f64, f64)>, DMatrix<f64>) {
        let m = self.columns.len();
        let entry = |i: usize, j: usize| self.columns[j].get(i).copied().unwrap_or(0.0);
        let projected = DMatrix::from_fn(m, m, |i, j| 0.5 * (entry(i, j) + entry(j, i)));
        let eigen = SymmetricEigen::new(projected);
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|&a, &b| eigen.eigenvalues[b].abs().total_cmp(&eigen.eigenvalues[a].abs()));
        let coefficients = DMatrix::from_fn(m, m, |i, j| eigen.eigenvectors[(i, order[j])]);
        let residual = |k: usize| {
            let outside = m..self.vectors.len();
            let square = |i: usize| {
                let sum: f64 = (0..m).map(|j| entry(i, j) * coefficients[(j, k)]).sum();
                sum * sum
            };
            outside.map(square).sum::<f64>().sqrt()
        };
        let values = (0..m).map(|k| (eigen.eigenvalues[order[k]], residual(k))).collect();
        (values, coefficients)
    }

    /// The vector with these coefficients on the space.
    pub fn combine(&self, coefficients: &[f64]) -> Vec<f64> {
        let mut vector = vec![0.0; self.mass.size()];
        for (weight, v) in coefficients.iter().zip(&self.vectors) {
            axpy(*weight, v, &mut vector);
        }
        vector
    }
}

/// One pass of Gram-Schmidt against all vectors, eight at a time: the products of a group are taken before any of them
/// is subtracted, so that the vector is read once for eight. The components are added to.
struct Orthogonalisation<'a, 'b> {
    space: &'a Krylov<'b>,
    vector: &'a mut [f64],
    components: &'a mut [f64],
}

impl Work for Orthogonalisation<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        const GROUP: usize = 8;
        let (vectors, images) = (&self.space.vectors, &self.space.images);
        for (rank, components) in self.components.chunks_mut(GROUP).enumerate() {
            let (from, count) = (rank * GROUP, components.len());
            let mut sums = [[0.0; 4]; GROUP];
            let mut rest = [0.0; GROUP];
            for ((sum, rest), image) in sums.iter_mut().zip(&mut rest).zip(&images[from..from + count]) {
                let (xs, ys) = (self.vector.chunks_exact(4), image.chunks_exact(4));
                *rest = xs.remainder().iter().zip(ys.remainder()).map(|(x, y)| x * y).sum();
                for (x, y) in xs.zip(ys) {
                    for k in 0..4 {
                        sum[k] += x[k] * y[k];
                    }
                }
            }
            for (k, component) in components.iter_mut().enumerate() {
                let factor = (sums[k][0] + sums[k][1]) + (sums[k][2] + sums[k][3]) + rest[k];
                *component += factor;
                self.vector.iter_mut().zip(&vectors[from + k]).for_each(|(x, v)| *x -= factor * v);
            }
        }
    }
}

/// Next number of a fixed sequence, between -1 and 1 (splitmix64).
pub(super) fn noise(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}
