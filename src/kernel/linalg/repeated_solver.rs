//! Direct solution of one real system after another with the same pattern, in storage that is kept: once both kinds of
//! factors have been met, nothing is allocated. The factors are those of [`SparseSolver`](super::SparseSolver), to the bit.

use super::solver::{BACKWARD, LARGE, ROUNDING};
use super::sparse_factor::{RepeatedFactor, SingularFault};
use super::{Banded, bandwidth_order};
use crate::assembly::SparseMatrix;

/// Terms that have changed since the last factor.
#[derive(Clone, Copy, Debug)]
pub enum Changed<'a> {
    All,
    /// Ranks among the stored terms.
    Terms(&'a [usize]),
}

/// The factor in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Used {
    Nothing,
    Symmetric,
    General,
}

/// A solver of systems with one pattern.
#[derive(Clone, Debug)]
pub struct RepeatedSolver {
    symmetric: Option<RepeatedFactor<f64>>,
    general: Option<(Banded<f64>, Vec<usize>)>,
    /// Each pair of terms across the diagonal by the first of them, which may be alone.
    pairs: Vec<(usize, Option<usize>)>,
    used: Used,
    right: Vec<f64>,
    scratch: Vec<f64>,
    x: Vec<f64>,
    sums: Vec<f64>,
}

impl RepeatedSolver {
    /// A solver of systems with the pattern of `matrix`, which has no factor yet.
    pub fn new(matrix: &SparseMatrix<f64>) -> Self {
        let n = if matrix.size() >= LARGE { matrix.size() } else { 0 };
        let once = |row: usize, column: usize| row > column || row < column && matrix.place(column, row).is_none();
        let pairs = matrix.triplets().enumerate().filter(|(_, (row, column, _))| once(*row, *column));
        RepeatedSolver {
            symmetric: None,
            general: None,
            pairs: pairs.map(|(k, (row, column, _))| (k, matrix.place(column, row))).collect(),
            used: Used::Nothing,
            right: (0..n).map(|i| 1.0 + 0.25 * (i % 7) as f64).collect(),
            scratch: vec![0.0; 2 * n],
            x: vec![0.0; n],
            sums: vec![0.0; n],
        }
    }

    /// Factorizes a matrix of which `changed` terms differ from those of the last one. Fails where it is singular.
    pub fn factorize(&mut self, matrix: &SparseMatrix<f64>, changed: Changed<'_>) -> Result<(), SingularFault> {
        self.used = Used::Nothing;
        if matrix.size() >= LARGE {
            let factor = self.symmetric.get_or_insert_with(|| RepeatedFactor::new(matrix));
            match changed {
                Changed::All => factor.changes_everywhere(),
                Changed::Terms(terms) => terms.iter().for_each(|&term| factor.changes(term)),
            }
            if is_symmetric(&self.pairs, matrix.values()) && factor.factorize(matrix).is_ok() {
                // Without interchanges, rounding stays small where all pivots are positive.
                if factor.factor().is_definite() || self.backward_error(matrix) <= BACKWARD {
                    self.used = Used::Symmetric;
                    return Ok(());
                }
            }
        }
        let (general, places) = self.general.get_or_insert_with(|| {
            let general = Banded::empty(matrix, &bandwidth_order(matrix));
            let places = general.places(matrix);
            (general, places)
        });
        general.refactorize(matrix.values(), places)?;
        self.used = Used::General;
        Ok(())
    }

    /// `x = A⁻¹ b` for the last matrix; `scratch` has twice the size of `b`. Zero where there is no factor.
    pub fn solve_into(&self, b: &[f64], scratch: &mut [f64], x: &mut [f64]) {
        match (self.used, &self.symmetric, &self.general) {
            (Used::Symmetric, Some(factor), _) => factor.factor().solve_into(b, scratch, x),
            (Used::General, _, Some((general, _))) => general.solve_into(b, &mut scratch[..b.len()], x),
            _ => x.fill(0.0),
        }
    }

    /// `‖A x - b‖ / (‖A‖ ‖x‖)` in the maximum norm, for one right-hand side.
    fn backward_error(&mut self, matrix: &SparseMatrix<f64>) -> f64 {
        let RepeatedSolver { symmetric, right, scratch, x, sums, .. } = self;
        let Some(factor) = symmetric else { return f64::INFINITY };
        factor.factor().solve_into(right, scratch, x);
        let rest = &mut scratch[..right.len()];
        rest.copy_from_slice(right);
        sums.fill(0.0);
        for (row, column, value) in matrix.triplets() {
            rest[row] -= value * x[column];
            sums[row] += value.abs();
        }
        let largest = |values: &[f64]| values.iter().map(|v| v.abs()).fold(0.0, f64::max);
        largest(rest) / (largest(sums) * largest(x))
    }
}

/// Tells whether `A = Aᵀ` but for rounding.
fn is_symmetric(pairs: &[(usize, Option<usize>)], values: &[f64]) -> bool {
    pairs.iter().all(|&(below, above)| {
        let (value, other) = (values[below], above.map_or(0.0, |k| values[k]));
        (value - other).abs() <= ROUNDING * value.abs().max(other.abs())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linalg::SparseSolver;

    /// A grid of 25 × 12 unknowns joined to their neighbours, two rows further too; `skew` above the diagonal.
    fn grid(springs: &mut dyn FnMut() -> f64, skew: f64, scale: f64) -> SparseMatrix<f64> {
        let mut triplets = Vec::new();
        for i in 0..300 {
            triplets.push((i, i, scale * (0.7 + springs())));
            for j in [i + 1, i + 25, i + 50] {
                if j < 300 {
                    let k = scale * springs();
                    triplets.extend([(i, i, k), (j, j, k), (i, j, -k * (1.0 + skew)), (j, i, -k)]);
                }
            }
        }
        SparseMatrix::from_triplets(300, &triplets)
    }

    /// Numbers between 0.3 and 1.3, the same ones each time.
    fn numbers(mut seed: u64) -> impl FnMut() -> f64 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            0.3 + (seed >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    fn bits(x: &[f64]) -> Vec<u64> {
        x.iter().map(|x| x.to_bits()).collect()
    }

    #[test]
    fn changed_terms_give_the_bits_of_a_new_factor() {
        for scale in [1.3, 0.7e6] {
            let mut next = numbers(41);
            let mut matrix = grid(&mut next, 0.0, scale);
            let mut solver = RepeatedSolver::new(&matrix);
            solver.factorize(&matrix, Changed::All).unwrap();
            let b: Vec<f64> = (0..300).map(|_| next()).collect();
            let (mut scratch, mut x, mut y) = (vec![0.0; 600], vec![0.0; 300], vec![0.0; 300]);
            for round in 0..60 {
                let mut changed = Vec::new();
                for _ in 0..round % 7 {
                    let i = (next() * 1e6) as usize % 300;
                    let place = matrix.place(i, i).unwrap();
                    // Sometimes negative: then the factor has negative pivots.
                    matrix.values_mut()[place] += scale * (next() - if round % 5 == 4 { 9.0 } else { 0.4 });
                    changed.push(place);
                }
                if round % 3 == 2 {
                    let (row, column) = (round, round + 25);
                    let places = [matrix.place(row, column).unwrap(), matrix.place(column, row).unwrap()];
                    let value = scale * next();
                    // Sometimes on one side only: then it is factorized with interchanges.
                    let sides = if round % 6 == 5 { 1 } else { 2 };
                    for &place in &places[..sides] {
                        matrix.values_mut()[place] = value;
                        changed.push(place);
                    }
                }
                solver.factorize(&matrix, Changed::Terms(&changed)).unwrap();
                solver.solve_into(&b, &mut scratch, &mut x);
                SparseSolver::new(&matrix).unwrap().solve_into(&b, &mut scratch, &mut y);
                assert_eq!(bits(&x), bits(&y), "round {round}");
            }
        }
    }

    #[test]
    fn a_singular_matrix_is_refused_and_the_next_one_is_not() {
        let mut matrix = grid(&mut numbers(7), 0.0, 1.0);
        let mut solver = RepeatedSolver::new(&matrix);
        let good = matrix.clone();
        let alone = 137;
        for (row, column, _) in good.triplets().filter(|(i, j, _)| *i == alone || *j == alone) {
            let place = matrix.place(row, column).unwrap();
            matrix.values_mut()[place] = 0.0;
        }
        assert_eq!(solver.factorize(&matrix, Changed::All), Err(SingularFault { unknown: alone }));
        solver.factorize(&good, Changed::All).unwrap();
        let (b, mut scratch, mut x, mut product) = (vec![1.3; 300], vec![0.0; 600], vec![0.0; 300], vec![0.0; 300]);
        solver.solve_into(&b, &mut scratch, &mut x);
        good.multiply(&x, &mut product);
        assert!(product.iter().all(|p| (p - 1.3).abs() < 1e-12));
    }

    #[test]
    fn small_and_unsymmetric_systems_have_the_bits_of_a_new_band() {
        let mut next = numbers(3);
        let matrix = grid(&mut next, 0.2, 1.7e3);
        let mut solver = RepeatedSolver::new(&matrix);
        let b: Vec<f64> = (0..300).map(|_| next()).collect();
        for seed in [5, 6] {
            let matrix = grid(&mut numbers(seed), 0.1, 1.7e3);
            solver.factorize(&matrix, Changed::All).unwrap();
            let (mut scratch, mut x, mut y) = (vec![0.0; 600], vec![0.0; 300], vec![0.0; 300]);
            solver.solve_into(&b, &mut scratch, &mut x);
            SparseSolver::new(&matrix).unwrap().solve_into(&b, &mut scratch, &mut y);
            assert_eq!(bits(&x), bits(&y));
        }
    }
}
