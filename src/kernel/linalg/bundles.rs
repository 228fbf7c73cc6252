//! Eight vectors at a time: a matrix, a factor or eight other vectors are read once for all of them.
//!
//! A bundle is eight vectors of one length, interleaved: block `i` holds their components `i`. Sums over rows are made for
//! stretches of fixed length, which threads share, and added up in the order of the rows: the same bits with any number of threads.

use std::ops::Range;

use rayon::prelude::*;

use super::threads::has_threads;
use crate::assembly::SparseMatrix;
use crate::lanes::{Block, LaneWork, Lanes, run};

/// Vectors of a bundle.
pub const SIDES: usize = 8;
/// Rows of a stretch: one bundle of them stays near the processor.
pub(super) const STRETCH: usize = 2048;

/// Eight interleaved vectors.
pub type Bundle = Vec<Block>;

/// Products of the vectors of one bundle (row) with those of another one (column).
pub type Products = [Block; SIDES];

/// At most eight vectors of `size` components as a bundle; what is missing is zero.
pub fn bundle(vectors: &[Vec<f64>], size: usize) -> Bundle {
    let mut blocks = vec![Block::default(); size];
    for (k, vector) in vectors.iter().enumerate() {
        blocks.iter_mut().zip(vector).for_each(|(block, x)| block.0[k] = *x);
    }
    blocks
}

/// The first `count` vectors of a bundle.
pub fn vectors(bundle: &[Block], count: usize) -> impl Iterator<Item = Vec<f64>> + '_ {
    (0..count).map(|k| bundle.iter().map(|block| block.0[k]).collect())
}

/// Does work for each stretch of rows of a target, with the range of its rows.
pub(super) fn stretches(target: &mut [Block], work: impl Fn(Range<usize>, &mut [Block]) + Sync) {
    let ranged = |(k, part): (usize, &mut [Block])| work(k * STRETCH..k * STRETCH + part.len(), part);
    match has_threads() && target.len() > STRETCH {
        true => target.par_chunks_mut(STRETCH).enumerate().for_each(ranged),
        false => target.chunks_mut(STRETCH).enumerate().for_each(ranged),
    }
}

/// `A X` for a symmetric matrix.
pub fn multiply_bundle(matrix: &SparseMatrix<f64>, x: &[Block]) -> Bundle {
    let mut y = vec![Block::default(); x.len()];
    multiply_bundle_into(matrix, x, &mut y);
    y
}

/// `Y = A X` for a symmetric matrix.
pub fn multiply_bundle_into(matrix: &SparseMatrix<f64>, x: &[Block], y: &mut [Block]) {
    stretches(y, |rows, y| run(Multiplication { matrix, x, rows, y }));
}

struct Multiplication<'a> {
    matrix: &'a SparseMatrix<f64>,
    x: &'a [Block],
    rows: Range<usize>,
    y: &'a mut [Block],
}

impl LaneWork for Multiplication<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let starts = self.matrix.column_starts();
        for (row, y) in self.rows.zip(self.y) {
            // Row and column of a symmetric matrix are the same.
            let terms = starts[row]..starts[row + 1];
            let (others, values) = (&self.matrix.rows()[terms.clone()], &self.matrix.values()[terms]);
            let mut sum = lanes.zero();
            for (&other, value) in others.iter().zip(values) {
                lanes.add_scaled(&mut sum, *value, &self.x[other].0);
            }
            lanes.store(sum, &mut y.0);
        }
    }
}

/// Results of work for each stretch of `count` rows, in order.
pub(super) fn in_stretches<R: Send>(count: usize, work: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
    let stretch = |k: usize| work(k * STRETCH..((k + 1) * STRETCH).min(count));
    let stretches = 0..count.div_ceil(STRETCH);
    match has_threads() && count > STRETCH {
        true => stretches.into_par_iter().map(stretch).collect(),
        false => stretches.map(stretch).collect(),
    }
}

/// `Vᵀ X` for each bundle `V`.
pub fn products(bundles: &[Bundle], x: &[Block]) -> Vec<Products> {
    let parts = in_stretches(x.len(), |rows| {
        let sums = bundles.iter().map(|v| run(Contraction { v: &v[rows.clone()], x: &x[rows.clone()] }));
        sums.collect::<Vec<Products>>()
    });
    let mut totals = vec![[Block::default(); SIDES]; bundles.len()];
    for (total, sums) in parts.iter().flat_map(|part| part.iter().enumerate()) {
        for (total, sum) in totals[total].iter_mut().zip(sums) {
            total.0.iter_mut().zip(&sum.0).for_each(|(t, s)| *t += s);
        }
    }
    totals
}

/// `Vᵀ X` for some rows.
struct Contraction<'a> {
    v: &'a [Block],
    x: &'a [Block],
}

impl LaneWork for Contraction<'_> {
    type Output = Products;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Products {
        if L::LONG {
            return contract::<L, SIDES>(lanes, self.v, self.x, 0);
        }
        // Registers of four have room for half of the sums.
        let mut result = [Block::default(); SIDES];
        let (first, second) = result.split_at_mut(SIDES / 2);
        first.copy_from_slice(&contract::<L, { SIDES / 2 }>(lanes, self.v, self.x, 0));
        second.copy_from_slice(&contract::<L, { SIDES / 2 }>(lanes, self.v, self.x, SIDES / 2));
        result
    }
}

/// Products of `C` vectors from vector `from` on.
#[inline(always)]
fn contract<L: Lanes, const C: usize>(lanes: L, v: &[Block], x: &[Block], from: usize) -> [Block; C] {
    let mut sums = [lanes.zero(); C];
    for (v, x) in v.iter().zip(x) {
        for (sum, v) in sums.iter_mut().zip(&v.0[from..from + C]) {
            lanes.add_scaled(sum, *v, &x.0);
        }
    }
    let mut result = [Block::default(); C];
    for (result, sum) in result.iter_mut().zip(sums) {
        lanes.store(sum, &mut result.0);
    }
    result
}

/// `X += Σ V C` over the bundles `V`, each with its factors `C`: row `k` belongs to vector `k` of `V`.
pub fn add_combinations(bundles: &[Bundle], factors: &[Products], x: &mut [Block]) {
    stretches(x, |rows, x| {
        for (v, factors) in bundles.iter().zip(factors) {
            run(Combination { v: &v[rows.clone()], factors, x });
        }
    });
}

struct Combination<'a> {
    v: &'a [Block],
    factors: &'a Products,
    x: &'a mut [Block],
}

impl LaneWork for Combination<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let factors = *self.factors;
        for (v, x) in self.v.iter().zip(self.x) {
            let mut sum = lanes.load(&x.0);
            for (factor, v) in factors.iter().zip(&v.0) {
                lanes.add_scaled(&mut sum, *v, &factor.0);
            }
            lanes.store(sum, &mut x.0);
        }
    }
}

/// `X := X C`.
pub fn turn(x: &mut [Block], factors: &Products) {
    stretches(x, |_, x| run(Turn { x, factors }));
}

struct Turn<'a> {
    x: &'a mut [Block],
    factors: &'a Products,
}

impl LaneWork for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let factors = *self.factors;
        for x in self.x {
            let mut sum = lanes.zero();
            for (factor, x) in factors.iter().zip(&x.0) {
                lanes.add_scaled(&mut sum, *x, &factor.0);
            }
            lanes.store(sum, &mut x.0);
        }
    }
}
