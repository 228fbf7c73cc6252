//! Sums of products in twice the working precision.
//!
//! `φᵀ K φ` of a low mode of a stiff structure is a small difference of large terms; with `φ` given, error-
//! free transformations (Dekker's product, Knuth's sum) give it as if computed with 106 bits:
//! T. Ogita, S. M. Rump and S. Oishi, SIAM J. Sci. Comput. 26 (2005) 1955.

use super::bundles::{Bundle, SIDES, in_stretches, stretches};
use crate::assembly::SparseMatrix;
use crate::fours::{FourWork, Fours, run};
use crate::lanes::Block;

/// A sum and its rounding errors.
#[derive(Clone, Copy, Debug, Default)]
struct Accumulator {
    sum: f64,
    error: f64,
}

impl Accumulator {
    fn add(&mut self, value: f64) {
        let sum = self.sum + value;
        let part = sum - self.sum;
        self.error += (self.sum - (sum - part)) + (value - part);
        self.sum = sum;
    }
}

/// `2²⁷ + 1`.
const SPLITTER: f64 = 134_217_729.0;

/// A number as the sum of two of half its length.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    let c = SPLITTER * x;
    let high = c - (c - x);
    (high, x - high)
}

/// `a b` as a rounded product and its error.
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, ((ah * bh - product) + ah * bl + al * bh) + al * bl)
}

/// `xᵀ A y`.
pub fn bilinear(matrix: &SparseMatrix<f64>, x: &[f64], y: &[f64]) -> f64 {
    let mut total = Accumulator::default();
    for (row, column, value) in matrix.triplets() {
        if x[row] != 0.0 && y[column] != 0.0 {
            let (first, first_error) = two_product(value, y[column]);
            let (second, second_error) = two_product(first, x[row]);
            total.add(second);
            total.error += second_error + first_error * x[row];
        }
    }
    total.sum + total.error
}

/// `B - A X` for eight vectors and a symmetric matrix, each component rounded once.
pub fn residuals(matrix: &SparseMatrix<f64>, x: &[Block], b: &[Block]) -> Bundle {
    let mut rest = b.to_vec();
    stretches(&mut rest, |rows, rest| run(Residuals { matrix, x, rows, rest, errors: &mut [] }));
    rest
}

/// `xᵀ A x` for each of eight vectors and a symmetric matrix.
pub fn energies(matrix: &SparseMatrix<f64>, x: &[Block]) -> [f64; SIDES] {
    let parts = in_stretches(x.len(), |rows| {
        let mut rest = vec![Block::default(); rows.len()];
        let mut errors = rest.clone();
        run(Residuals { matrix, x, rows: rows.clone(), rest: &mut rest, errors: &mut errors });
        let mut totals = [Accumulator::default(); SIDES];
        for (x, (rest, errors)) in x[rows].iter().zip(rest.iter().zip(&errors)) {
            for (k, total) in totals.iter_mut().enumerate() {
                let (product, error) = two_product(-rest.0[k], x.0[k]);
                total.add(product);
                total.error += error - errors.0[k] * x.0[k];
            }
        }
        totals
    });
    std::array::from_fn(|k| {
        let mut total = Accumulator::default();
        for part in &parts {
            total.add(part[k].sum);
            total.error += part[k].error;
        }
        total.sum + total.error
    })
}

/// Residuals of some rows of a right-hand side `rest`, which is overwritten; its rounding apart where there is room for it.
struct Residuals<'a> {
    matrix: &'a SparseMatrix<f64>,
    x: &'a [Block],
    rows: std::ops::Range<usize>,
    rest: &'a mut [Block],
    errors: &'a mut [Block],
}

impl FourWork for Residuals<'_> {
    type Output = ();

    #[inline(always)]
    fn run<F: Fours>(self, f: F) {
        let starts = self.matrix.column_starts();
        let mut apart = self.errors.iter_mut();
        for (row, rest) in self.rows.zip(self.rest) {
            let terms = starts[row]..starts[row + 1];
            let (others, values) = (&self.matrix.rows()[terms.clone()], &self.matrix.values()[terms]);
            let (halves, _) = rest.0.as_chunks_mut::<4>();
            let mut sums = [f.load(&halves[0]), f.load(&halves[1])];
            let mut errors = [f.splat(0.0); 2];
            for (&other, value) in others.iter().zip(values) {
                let (high, low) = split(-value);
                let a = [f.splat(-value), f.splat(high), f.splat(low)];
                let (x, _) = self.x[other].0.as_chunks::<4>();
                for half in 0..2 {
                    let (product, error) = two_products(f, a, f.load(&x[half]));
                    let sum = f.add(sums[half], product);
                    let part = f.sub(sum, sums[half]);
                    let lost = f.add(f.sub(sums[half], f.sub(sum, part)), f.sub(product, part));
                    errors[half] = f.add(f.add(errors[half], lost), error);
                    sums[half] = sum;
                }
            }
            let rounding = apart.next().map(|block| block.0.as_chunks_mut::<4>().0);
            if let Some(rounding) = rounding {
                for half in 0..2 {
                    f.store(sums[half], &mut halves[half]);
                    f.store(errors[half], &mut rounding[half]);
                }
                continue;
            }
            for half in 0..2 {
                f.store(f.add(sums[half], errors[half]), &mut halves[half]);
            }
        }
    }
}

/// Four products `a b` and their errors; `a` is given with its high and low parts.
#[inline(always)]
fn two_products<F: Fours>(f: F, [a, ah, al]: [F::Four; 3], b: F::Four) -> (F::Four, F::Four) {
    let c = f.mul(f.splat(SPLITTER), b);
    let bh = f.sub(c, f.sub(c, b));
    let bl = f.sub(b, bh);
    let product = f.mul(a, b);
    let rest = f.sub(f.mul(ah, bh), product);
    let rest = f.add(f.add(rest, f.mul(ah, bl)), f.mul(al, bh));
    (product, f.add(rest, f.mul(al, bl)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::{bundle, multiply_bundle};

    #[test]
    fn a_small_difference_of_large_terms_is_exact() {
        let a = SparseMatrix::from_triplets(2, &[(0, 0, 1e12 + 1.0), (0, 1, -1e12), (1, 0, -1e12), (1, 1, 1e12)]);
        let third = 1.0 / 3.0;
        assert_eq!(bilinear(&a, &[third, third], &[third, third]), third * third);
    }

    #[test]
    fn energies_and_residuals_of_a_bundle_are_those_of_each_vector() {
        let n = 37;
        let chain = (0..n).flat_map(|i| {
            let k = 1e12 / (i as f64 + 0.7);
            [(i, i, 1.3 + k), (i, (i + 1) % n, -k), ((i + 1) % n, i, -k), ((i + 1) % n, (i + 1) % n, k)]
        });
        let a = SparseMatrix::from_triplets(n, &chain.collect::<Vec<_>>());
        let given: Vec<Vec<f64>> =
            (0..SIDES).map(|k| (0..n).map(|i| libm::sin(0.1 * (i + k) as f64) + 1e3).collect()).collect();
        let x = bundle(&given, n);
        for (energy, vector) in energies(&a, &x).iter().zip(&given) {
            assert!((energy / bilinear(&a, vector, vector) - 1.0).abs() < 4e-16, "{energy:e}");
        }
        // A residual against the rounded product is the rounding of the product: it is right to its own rounding.
        let product = multiply_bundle(&a, &x);
        let rest = residuals(&a, &x, &product);
        for (k, vector) in given.iter().enumerate() {
            for i in 0..n {
                let mut exact = Accumulator { sum: product[i].0[k], error: 0.0 };
                for (row, value) in a.column(i) {
                    let (term, error) = two_product(-value, vector[row]);
                    exact.add(term);
                    exact.error += error;
                }
                assert_eq!(rest[i].0[k], exact.sum + exact.error);
            }
        }
    }
}
