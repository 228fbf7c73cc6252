//! `R S Rᵀ` for a real matrix R at all frequencies, eight of them at a time.
//!
//! Frequencies lie side by side, so that each product serves eight matrices and fills a register. The order of sums does not
//! depend on threads: each block of frequencies is computed by one of them.

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
            (self.real[i * n + j], self.real[j * n + i]) = (re, re);
            (self.imaginary[i * n + j], self.imaginary[j * n + i]) = (im, im.map(|x| -x));
        }
        let mut result = vec![ZERO; rows * (rows + 1)];
        wide(|| {
            left(&mut self.product_real, factors, &self.real, n);
            left(&mut self.product_imaginary, factors, &self.imaginary, n);
            right(&mut result, factors, &self.product_real, &self.product_imaginary, n);
        });
        result
    }
}

/// `T = R S`, row by row: columns of R that are zero cost nothing.
#[inline(always)]
fn left(product: &mut [Lane], factors: &[f64], matrix: &[Lane], n: usize) {
    for (target, row) in product.chunks_exact_mut(n).zip(factors.chunks_exact(n)) {
        target.fill(ZERO);
        for (factor, source) in row.iter().zip(matrix.chunks_exact(n)) {
            if *factor == 0.0 {
                continue;
            }
            for (t, s) in target.iter_mut().zip(source) {
                for k in 0..BLOCK {
                    t[k] += factor * s[k];
                }
            }
        }
    }
}

/// `T Rᵀ` on and above the diagonal.
#[inline(always)]
fn right(result: &mut [Lane], factors: &[f64], real: &[Lane], imaginary: &[Lane], n: usize) {
    for (j, other) in factors.chunks_exact(n).enumerate() {
        for (i, (re, im)) in real.chunks_exact(n).zip(imaginary.chunks_exact(n)).take(j + 1).enumerate() {
            let (mut sum_re, mut sum_im) = (ZERO, ZERO);
            for ((factor, a), b) in other.iter().zip(re).zip(im) {
                for k in 0..BLOCK {
                    sum_re[k] += factor * a[k];
                    sum_im[k] += factor * b[k];
                }
            }
            let rank = Spectra::rank(i, j);
            (result[2 * rank], result[2 * rank + 1]) = (sum_re, sum_im);
        }
    }
}
