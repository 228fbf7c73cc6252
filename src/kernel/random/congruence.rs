//! `R S Rᵀ` for a real matrix R at all frequencies, eight of them at a time.
//!
//! Frequencies lie side by side, so that each product serves eight matrices and fills registers; the sums of four rows run
//! together in them. The order of sums does not depend on threads: each block of frequencies is computed by one of them.

use num_complex::Complex64;
use rayon::prelude::*;

use super::spectra::Spectra;
use crate::linalg::has_threads;
use crate::simd::{Work, wide_work};

/// Frequencies of a block.
const BLOCK: usize = 8;
/// One quantity at each frequency of a block.
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
        wide_work(Product { space: self, factors, n, result: &mut result });
        result
    }
}

/// Both products at eight frequencies, compiled for each width of registers.
struct Product<'a> {
    space: &'a mut Workspace,
    factors: &'a [f64],
    n: usize,
    result: &'a mut [Lane],
}

impl Work for Product<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Product { space, factors, n, result } = self;
        let Workspace { real, imaginary, product_real, product_imaginary } = space;
        left(product_real, factors, real, n);
        left(product_imaginary, factors, imaginary, n);
        right(result, factors, product_real, product_imaginary, n);
    }
}

/// Rows of R whose sums run together: with eight frequencies each, they fill the registers.
const TILE: usize = 4;

/// Sums of products of four rows of R with a row of eight matrices.
#[inline(always)]
fn four(rows: [&[f64]; TILE], lanes: &[Lane]) -> [Lane; TILE] {
    let n = lanes.len();
    let [ra, rb, rc, rd] = rows;
    let (ra, rb, rc, rd) = (&ra[..n], &rb[..n], &rc[..n], &rd[..n]);
    let (mut a, mut b, mut c, mut d) = (ZERO, ZERO, ZERO, ZERO);
    for p in 0..n {
        let lane = lanes[p];
        let (fa, fb, fc, fd) = (ra[p], rb[p], rc[p], rd[p]);
        for k in 0..BLOCK {
            a[k] += fa * lane[k];
        }
        for k in 0..BLOCK {
            b[k] += fb * lane[k];
        }
        for k in 0..BLOCK {
            c[k] += fc * lane[k];
        }
        for k in 0..BLOCK {
            d[k] += fd * lane[k];
        }
    }
    [a, b, c, d]
}

/// Sum of products of one row of R with a row of eight matrices.
#[inline(always)]
fn one(row: &[f64], lanes: &[Lane]) -> Lane {
    let mut sum = ZERO;
    for p in 0..lanes.len() {
        for k in 0..BLOCK {
            sum[k] += row[p] * lanes[p][k];
        }
    }
    sum
}

/// `T = R S`, column by column; `columns` is S with its columns as rows.
#[inline(always)]
fn left(product: &mut [Lane], factors: &[f64], columns: &[Lane], n: usize) {
    let rows = factors.len() / n;
    for j in 0..n {
        let column = &columns[j * n..(j + 1) * n];
        let mut i = 0;
        while i + TILE <= rows {
            let row = &factors[i * n..];
            let sums = four([row, &row[n..], &row[2 * n..], &row[3 * n..]], column);
            for k in 0..TILE {
                product[(i + k) * n + j] = sums[k];
            }
            i += TILE;
        }
        while i < rows {
            product[i * n + j] = one(&factors[i * n..], column);
            i += 1;
        }
    }
}

/// `T Rᵀ` on and above the diagonal: real parts at even places of the result, imaginary ones at odd places.
#[inline(always)]
fn right(result: &mut [Lane], factors: &[f64], real: &[Lane], imaginary: &[Lane], n: usize) {
    let rows = factors.len() / n;
    for i in 0..rows {
        let parts = [&real[i * n..(i + 1) * n], &imaginary[i * n..(i + 1) * n]];
        for part in 0..2 {
            let mut j = i;
            while j + TILE <= rows {
                let row = &factors[j * n..];
                let sums = four([row, &row[n..], &row[2 * n..], &row[3 * n..]], parts[part]);
                for k in 0..TILE {
                    result[2 * Spectra::rank(i, j + k) + part] = sums[k];
                }
                j += TILE;
            }
            while j < rows {
                result[2 * Spectra::rank(i, j) + part] = one(&factors[j * n..], parts[part]);
                j += 1;
            }
        }
    }
}
