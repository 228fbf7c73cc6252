//! `R S Rᵀ` for a real matrix R at all frequencies, eight of them at a time.
//!
//! Frequencies lie side by side, so that each product serves eight matrices and fills registers; the sums of four rows run
//! together in them. The order of sums does not depend on threads: each block of frequencies is computed by one of them.

use num_complex::Complex64;
use rayon::prelude::*;

use super::spectra::Spectra;
use crate::linalg::has_threads;
use crate::simd::wide;

/// Frequencies of a block.
const BLOCK: usize = 8;
/// The same quantity at each of them.
type Lane = [f64; BLOCK];
const ZERO: Lane = [0.0; BLOCK];

impl Spectra {
    /// `R S Rᵀ` at each frequency; `factors` is R row by row, with as many columns as S.
    pub fn congruence(&self, factors: &[f64]) -> Spectra {
        let n = self.size;
        let rows = factors.len().checked_div(n).unwrap_or(0);
        if rows == 0 {
            return Spectra::zeros(0, self.frequencies.clone());
        }
        let points = self.frequencies.len();
        let firsts: Vec<usize> = (0..points).step_by(BLOCK).collect();
        let start = || Workspace::new(n, rows);
        let work = |space: &mut Workspace, first: &usize| space.block(self, factors, rows, *first);
        let blocks: Vec<Vec<Lane>> = if has_threads() && firsts.len() > 1 {
            firsts.par_iter().map_init(start, work).collect()
        } else {
            let mut space = start();
            firsts.iter().map(|first| work(&mut space, first)).collect()
        };
        let gathered = |(rank, (i, j)): (usize, (usize, usize))| {
            let mut term = Vec::with_capacity(points);
            for (first, block) in firsts.iter().zip(&blocks) {
                let (re, im) = (&block[2 * rank], &block[2 * rank + 1]);
                let count = BLOCK.min(points - first);
                term.extend((0..count).map(|k| Complex64::new(re[k], if i == j { 0.0 } else { im[k] })));
            }
            term
        };
        let terms = Spectra::pairs(rows).enumerate().map(gathered).collect();
        Spectra { size: rows, frequencies: self.frequencies.clone(), terms }
    }
}

/// Whole matrices at eight frequencies: S, and R S.
struct Workspace {
    real: Vec<Lane>,
    imaginary: Vec<Lane>,
    product_real: Vec<Lane>,
    product_imaginary: Vec<Lane>,
}

impl Workspace {
    fn new(n: usize, rows: usize) -> Workspace {
        Workspace {
            real: vec![ZERO; n * n],
            imaginary: vec![ZERO; n * n],
            product_real: vec![ZERO; rows * n],
            product_imaginary: vec![ZERO; rows * n],
        }
    }

    /// Real and imaginary parts of the terms of the result at the frequencies from rank `first`.
    fn block(&mut self, spectra: &Spectra, factors: &[f64], rows: usize, first: usize) -> Vec<Lane> {
        let n = spectra.size;
        let count = BLOCK.min(spectra.frequencies.len() - first);
        for ((i, j), term) in Spectra::pairs(n).zip(&spectra.terms) {
            let (mut re, mut im) = (ZERO, ZERO);
            for (k, value) in term[first..first + count].iter().enumerate() {
                (re[k], im[k]) = (value.re, value.im);
            }
            // Columns of S as rows: each product runs along both of its factors.
            (self.real[i * n + j], self.real[j * n + i]) = (re, re);
            (self.imaginary[j * n + i], self.imaginary[i * n + j]) = (im, im.map(|x| -x));
        }
        let mut result = vec![ZERO; rows * (rows + 1)];
        let Workspace { real, imaginary, product_real, product_imaginary } = self;
        wide(|| {
            left(product_real, factors, real, n);
            left(product_imaginary, factors, imaginary, n);
            right(&mut result, factors, product_real, product_imaginary, n);
        });
        result
    }
}

/// Rows of R whose sums run together: with eight frequencies each, they fill the registers.
const TILE: usize = 4;

/// Sums of products of some rows of R with a row of eight matrices.
#[inline(always)]
fn products<const ROWS: usize>(rows: [&[f64]; ROWS], lanes: &[Lane]) -> [Lane; ROWS] {
    let mut sums = [ZERO; ROWS];
    for (p, lane) in lanes.iter().enumerate() {
        for (sum, row) in sums.iter_mut().zip(&rows) {
            let factor = row[p];
            for k in 0..BLOCK {
                sum[k] += factor * lane[k];
            }
        }
    }
    sums
}

/// The sums of rows `from` to `to` of R with a row of eight matrices, each given to `keep` with its rank.
#[inline(always)]
fn tiled(factors: &[f64], n: usize, from: usize, to: usize, lanes: &[Lane], mut keep: impl FnMut(usize, Lane)) {
    let lanes = &lanes[..n];
    let row = |i: usize| &factors[i * n..(i + 1) * n];
    let mut i = from;
    while i + TILE <= to {
        let sums = products([row(i), row(i + 1), row(i + 2), row(i + 3)], lanes);
        sums.into_iter().enumerate().for_each(|(k, sum)| keep(i + k, sum));
        i += TILE;
    }
    for i in i..to {
        let [sum] = products([row(i)], lanes);
        keep(i, sum);
    }
}

/// `T = R S`, column by column; `columns` is S with its columns as rows.
#[inline(always)]
fn left(product: &mut [Lane], factors: &[f64], columns: &[Lane], n: usize) {
    let rows = factors.len() / n;
    for (j, column) in columns.chunks_exact(n).enumerate() {
        tiled(factors, n, 0, rows, column, |i, sum| product[i * n + j] = sum);
    }
}

/// `T Rᵀ` on and above the diagonal.
#[inline(always)]
fn right(result: &mut [Lane], factors: &[f64], real: &[Lane], imaginary: &[Lane], n: usize) {
    let rows = factors.len() / n;
    for (i, (re, im)) in real.chunks_exact(n).zip(imaginary.chunks_exact(n)).enumerate() {
        tiled(factors, n, i, rows, re, |j, sum| result[2 * Spectra::rank(i, j)] = sum);
        tiled(factors, n, i, rows, im, |j, sum| result[2 * Spectra::rank(i, j) + 1] = sum);
    }
}
