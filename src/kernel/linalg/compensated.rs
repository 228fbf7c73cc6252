//! Sums of products in twice the working precision.
//!
//! `φᵀ K φ` of a low mode of a stiff structure is a small difference of large terms; with `φ` given, error-
//! free transformations (Dekker's product, Knuth's sum) give it as if computed with 106 bits:
//! T. Ogita, S. M. Rump and S. Oishi, SIAM J. Sci. Comput. 26 (2005) 1955.

use super::bundles::{Bundle, SIDES, in_stretches, stretches};
use crate::assembly::SparseMatrix;
use crate::lanes::{Block, LaneWork, Lanes, run};

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

impl LaneWork for Residuals<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let starts = self.matrix.column_starts();
        let mut apart = self.errors.iter_mut();
        for (row, rest) in self.rows.zip(self.rest) {
            let terms = starts[row]..starts[row + 1];
            let (others, values) = (&self.matrix.rows()[terms.clone()], &self.matrix.values()[terms]);
            let (mut sum, mut errors) = (lanes.load(&rest.0), lanes.zero());
            for (&other, value) in others.iter().zip(values) {
                let (high, low) = split(-value);
                let a = [lanes.splat(-value), lanes.splat(high), lanes.splat(low)];
                let (product, error) = two_products(lanes, a, lanes.load(&self.x[other].0));
                let before = sum;
                sum = lanes.add(before, product);
                let part = lanes.subtract(sum, before);
                let lost = lanes.subtract(before, lanes.subtract(sum, part));
                errors = lanes.add(lanes.add(errors, lanes.add(lost, lanes.subtract(product, part))), error);
            }
            match apart.next() {
                Some(rounding) => {
                    lanes.store(sum, &mut rest.0);
                    lanes.store(errors, &mut rounding.0);
                }
                None => lanes.store(lanes.add(sum, errors), &mut rest.0),
            }
        }
    }
}

/// Eight products `a b` and their errors; `a` is given with its high and low parts.
#[inline(always)]
fn two_products<L: Lanes>(lanes: L, [a, ah, al]: [L::Parts; 3], b: L::Parts) -> (L::Parts, L::Parts) {
    let c = lanes.multiply(lanes.splat(SPLITTER), b);
    let bh = lanes.subtract(c, lanes.subtract(c, b));
    let bl = lanes.subtract(b, bh);
    let product = lanes.multiply(a, b);
    let rest = lanes.subtract(lanes.multiply(ah, bh), product);
    let rest = lanes.add(lanes.add(rest, lanes.multiply(ah, bl)), lanes.multiply(al, bh));
    (product, lanes.add(rest, lanes.multiply(al, bl)))
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
