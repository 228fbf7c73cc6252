//! Eigenpairs of a self-adjoint operator from a block Krylov space.
//!
//! The operator `T` is self-adjoint for the scalar product of `M` (shift-invert `(K - σM)⁻¹ M`, or `M⁻¹K`).
//! The space is grown from a block of starting vectors, several at a time, each orthogonalised twice against all the
//! others (R. Grimes, J. Lewis and H. Simon, SIAM J. Matrix Anal. Appl. 15 (1994) 228, without their economies: nothing
//! is lost by rounding, and eigenvalues up to the size of the block come with all their multiplicity). Starting
//! vectors come from a fixed sequence.

use nalgebra::{DMatrix, SymmetricEigen};

use crate::assembly::SparseMatrix;
use crate::linalg::dot;
use crate::simd::{Work, wide_work};

/// A new direction shorter than this fraction of its vector is rounding.
const NEGLIGIBLE: f64 = 1e-10;
/// A vector that falls below this fraction of what its own batch took off is orthogonalised once more.
const SHORT: f64 = 0.5;

/// Vectors processed together.
const TOGETHER: usize = 8;

/// `T v` for several vectors, given all `v` and all `M v`.
pub type Operator<'a> = dyn Fn(&[Vec<f64>], &[Vec<f64>]) -> Vec<Vec<f64>> + 'a;

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
    /// A space that starts with the images of `block` vectors under the operator, always the same noise.
    pub fn new(operator: &'a Operator<'a>, mass: &'a SparseMatrix<f64>, block: usize) -> Self {
        let mut space = Krylov { operator, mass, vectors: Vec::new(), images: Vec::new(), columns: Vec::new() };
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let starts: Vec<Vec<f64>> = (0..block).map(|_| (0..mass.size()).map(|_| noise(&mut state)).collect()).collect();
        for starts in starts.chunks(TOGETHER) {
            let images: Vec<Vec<f64>> = starts.iter().map(|start| mass.product(start)).collect();
            space.append_all(operator(starts, &images));
        }
        space
    }

    /// Orthogonalises vectors and keeps what is new in each. Returns their components.
    fn append_all(&mut self, mut batch: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
        let mut components = vec![vec![0.0; self.vectors.len()]; batch.len()];
        for _ in 0..2 {
            orthogonalise(&self.vectors, &self.images, &mut batch, &mut components);
        }
        batch.into_iter().zip(components).map(|(vector, components)| self.append(vector, components)).collect()
    }

    /// The same for one vector, orthogonal already to those it has `components` for.
    fn append(&mut self, vector: Vec<f64>, mut components: Vec<f64>) -> Vec<f64> {
        let (mut alone, old) = ([vector], components.len());
        let mut others = [vec![0.0; self.vectors.len() - old]];
        for _ in 0..2 {
            orthogonalise(&self.vectors[old..], &self.images[old..], &mut alone, &mut others);
        }
        components.extend(&others[0]);
        let mut image = self.mass.product(&alone[0]);
        let mut norm = dot(&alone[0], &image).max(0.0).sqrt();
        // What was taken off left rounding along the older ones.
        if norm < SHORT * dot(&others[0], &others[0]).sqrt() {
            let mut all = [components];
            orthogonalise(&self.vectors, &self.images, &mut alone, &mut all);
            [components] = all;
            image = self.mass.product(&alone[0]);
            norm = dot(&alone[0], &image).max(0.0).sqrt();
        }
        let length = (dot(&components, &components) + norm * norm).sqrt();
        if norm > NEGLIGIBLE * length {
            self.vectors.push(alone[0].iter().map(|x| x / norm).collect());
            self.images.push(image.iter().map(|x| x / norm).collect());
            components.push(norm);
        }
        components
    }

    /// Processes vectors until `count` are. False when the space is exhausted before.
    pub fn grow(&mut self, count: usize) -> bool {
        while self.columns.len() < count {
            let from = self.columns.len();
            let to = self.vectors.len().min(from + TOGETHER).min(count);
            if from == to {
                return false;
            }
            let images = (self.operator)(&self.vectors[from..to], &self.images[from..to]);
            let columns = self.append_all(images);
            self.columns.extend(columns);
        }
        true
    }

    /// Number of vectors to which the operator was applied.
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

    /// The vectors whose coefficients on the space are the first `count` columns.
    pub fn combine(&self, coefficients: &DMatrix<f64>, count: usize) -> Vec<Vec<f64>> {
        let mut combined = vec![vec![0.0; self.mass.size()]; count];
        wide_work(Combination {
            vectors: &self.vectors[..coefficients.nrows()],
            coefficients,
            combined: &mut combined,
        });
        combined
    }
}

/// One pass of Gram-Schmidt for several vectors; the components are added to.
fn orthogonalise(vectors: &[Vec<f64>], images: &[Vec<f64>], batch: &mut [Vec<f64>], components: &mut [Vec<f64>]) {
    wide_work(Orthogonalisation { vectors, images, batch, components });
}

/// Vectors of the space taken off at a time: the products of a group are made before any of them is subtracted.
const GROUP: usize = 8;
/// Rows looked at together, a multiple of four: these parts of a group and of the batch stay near the processor.
const TILE: usize = 512;

struct Orthogonalisation<'a> {
    vectors: &'a [Vec<f64>],
    images: &'a [Vec<f64>],
    batch: &'a mut [Vec<f64>],
    components: &'a mut [Vec<f64>],
}

impl Work for Orthogonalisation<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Orthogonalisation { vectors, images, batch, components } = self;
        let rows = batch.first().map_or(0, Vec::len);
        for (group, (vectors, images)) in vectors.chunks(GROUP).zip(images.chunks(GROUP)).enumerate() {
            let mut sums = [[Sum::default(); GROUP]; TOGETHER];
            for from in (0..rows).step_by(TILE) {
                let tile = from..(from + TILE).min(rows);
                for (vector, sums) in batch.iter().zip(&mut sums) {
                    for (image, sum) in images.iter().zip(sums) {
                        sum.add(&vector[tile.clone()], &image[tile.clone()]);
                    }
                }
            }
            let mut factors = [[0.0; GROUP]; TOGETHER];
            for ((components, sums), factors) in components.iter_mut().zip(&sums).zip(&mut factors) {
                for ((component, sum), factor) in components[group * GROUP..].iter_mut().zip(sums).zip(factors) {
                    *factor = sum.total();
                    *component += *factor;
                }
            }
            for from in (0..rows).step_by(TILE) {
                let tile = from..(from + TILE).min(rows);
                for (vector, factors) in batch.iter_mut().zip(&factors) {
                    for (v, factor) in vectors.iter().zip(factors) {
                        subtract(*factor, &v[tile.clone()], &mut vector[tile.clone()]);
                    }
                }
            }
        }
    }
}

/// A scalar product under way, in four interleaved sums.
#[derive(Clone, Copy, Default)]
struct Sum {
    parts: [f64; 4],
    rest: f64,
}

impl Sum {
    #[inline(always)]
    fn add(&mut self, x: &[f64], y: &[f64]) {
        let ((xs, x_rest), (ys, y_rest)) = (x.as_chunks::<4>(), y.as_chunks::<4>());
        let mut parts = self.parts;
        for (x, y) in xs.iter().zip(ys) {
            for k in 0..4 {
                parts[k] += x[k] * y[k];
            }
        }
        self.parts = parts;
        x_rest.iter().zip(y_rest).for_each(|(x, y)| self.rest += x * y);
    }

    #[inline(always)]
    fn total(&self) -> f64 {
        let [a, b, c, d] = self.parts;
        (a + b) + (c + d) + self.rest
    }
}

/// `x -= factor v`
#[inline(always)]
fn subtract(factor: f64, v: &[f64], x: &mut [f64]) {
    x.iter_mut().zip(v).for_each(|(x, v)| *x -= factor * v);
}

/// `Σ_j c_jk v_j` for each column `k`.
struct Combination<'a> {
    vectors: &'a [Vec<f64>],
    coefficients: &'a DMatrix<f64>,
    combined: &'a mut [Vec<f64>],
}

impl Work for Combination<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Combination { vectors, coefficients, combined } = self;
        let rows = combined.first().map_or(0, Vec::len);
        for from in (0..rows).step_by(TILE) {
            let tile = from..(from + TILE).min(rows);
            let columns = coefficients.as_slice().chunks_exact(vectors.len().max(1));
            for (target, column) in combined.iter_mut().zip(columns) {
                for (v, weight) in vectors.iter().zip(column) {
                    subtract(-*weight, &v[tile.clone()], &mut target[tile.clone()]);
                }
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
