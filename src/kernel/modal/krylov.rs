//! Eigenpairs of a self-adjoint operator from a block Krylov space.
//!
//! The operator `T` is self-adjoint for the scalar product of `M` (shift-invert `(K - σM)⁻¹ M`, or `M⁻¹K`).
//! The space is grown from a block of starting vectors, a bundle of eight at a time, each orthogonalised twice against all the
//! others (R. Grimes, J. Lewis and H. Simon, SIAM J. Matrix Anal. Appl. 15 (1994) 228, without their economies: nothing
//! is lost by rounding, and eigenvalues up to the size of the block come with all their multiplicity). Starting
//! vectors come from a fixed sequence.

use std::collections::VecDeque;

use nalgebra::DMatrix;

use super::basis::Basis;
use crate::assembly::SparseMatrix;
use crate::lanes::Block;
use crate::linalg::{Bundle, Products, SIDES, add_combinations, bundle, multiply_bundle, symmetric_eigen};

/// `T V` for eight vectors, given `V` and `M V`.
pub type Operator<'a> = dyn Fn(&[Block], &[Block]) -> Bundle + 'a;

/// A growing space and the projection of the operator on it.
pub struct Krylov<'a> {
    operator: &'a Operator<'a>,
    basis: Basis<'a>,
    /// `M V` of the bundles to which the operator was not applied yet.
    images: VecDeque<Bundle>,
    /// Components of `T V` for the bundles to which it was: those on each bundle up to the one it gave.
    columns: Vec<Vec<Products>>,
}

impl<'a> Krylov<'a> {
    /// A space that starts with the images of `block` vectors (a multiple of eight) under the operator, always the same
    /// noise.
    pub fn new(operator: &'a Operator<'a>, mass: &'a SparseMatrix<f64>, block: usize) -> Self {
        let mut space = Krylov { operator, basis: Basis::new(mass), images: VecDeque::new(), columns: Vec::new() };
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let size = mass.size();
        for _ in 0..block.div_ceil(SIDES) {
            let starts: Vec<Vec<f64>> = (0..SIDES).map(|_| (0..size).map(|_| noise(&mut state)).collect()).collect();
            let start = bundle(&starts, size);
            let image = multiply_bundle(mass, &start);
            let (_, image) = space.basis.append(operator(&start, &image));
            space.images.push_back(image);
        }
        space
    }

    /// Processes vectors until `count` are. False when the space is exhausted before.
    pub fn grow(&mut self, count: usize) -> bool {
        while self.len() < count {
            let left = &self.basis.bundles()[self.columns.len()..];
            if left.iter().flatten().all(Block::is_zero) {
                return false;
            }
            let Some(image) = self.images.pop_front() else { return false };
            let (column, image) = self.basis.append((self.operator)(&left[0], &image));
            self.columns.push(column);
            self.images.push_back(image);
        }
        true
    }

    /// Number of vectors to which the operator was applied.
    pub fn len(&self) -> usize {
        SIDES * self.columns.len()
    }

    /// Component `i` of `T v_j`.
    fn entry(&self, i: usize, j: usize) -> f64 {
        let column = &self.columns[j / SIDES];
        column.get(i / SIDES).map_or(0.0, |block| block[i % SIDES].0[j % SIDES])
    }

    /// Ritz values of the space by decreasing modulus with the residual of each, and the coefficients of
    /// their vectors.
    pub fn ritz(&self) -> (Vec<(f64, f64)>, DMatrix<f64>) {
        let m = self.len();
        let projected = DMatrix::from_fn(m, m, |i, j| 0.5 * (self.entry(i, j) + self.entry(j, i)));
        let eigen = symmetric_eigen(projected);
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|&a, &b| eigen.eigenvalues[b].abs().total_cmp(&eigen.eigenvalues[a].abs()));
        let coefficients = DMatrix::from_fn(m, m, |i, j| eigen.eigenvectors[(i, order[j])]);
        let outside = m..SIDES * self.basis.bundles().len();
        let residual = |k: usize| {
            let square = |i: usize| {
                let sum: f64 = (0..m).map(|j| self.entry(i, j) * coefficients[(j, k)]).sum();
                sum * sum
            };
            outside.clone().map(square).sum::<f64>().sqrt()
        };
        let values = (0..m).map(|k| (eigen.eigenvalues[order[k]], residual(k))).collect();
        (values, coefficients)
    }

    /// The vectors whose coefficients on the space are the first `count` columns, in bundles.
    pub fn combine(&self, coefficients: &DMatrix<f64>, count: usize) -> Vec<Bundle> {
        let bundles = &self.basis.bundles()[..self.columns.len()];
        let combined = (0..count).step_by(SIDES).map(|from| {
            let factor = |i: usize, k: usize| if k < count { coefficients[(i, k)] } else { 0.0 };
            let row = |i: usize| Block(std::array::from_fn(|k| factor(i, from + k)));
            let factors: Vec<Products> =
                (0..bundles.len()).map(|b| std::array::from_fn(|i| row(SIDES * b + i))).collect();
            let mut vectors = vec![Block::default(); self.basis.mass().size()];
            add_combinations(bundles, &factors, &mut vectors);
            vectors
        });
        combined.collect()
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
