//! Factors of random matrices beside dense eigenvalues and solutions.

use nalgebra::DMatrix;
use proptest::prelude::*;

use super::SymmetricFactor;
use crate::assembly::SparseMatrix;
use crate::linalg::{SparseSolver, dense};

/// `copies` uncoupled structures of `n` unknowns joined at random by springs (every eigenvalue repeated as often),
/// unknown `i` of copy `c` in place `i copies + c`; a ground spring where `held` says so.
fn structure(n: usize, copies: usize, springs: &[(usize, usize, f64)], held: &[f64]) -> SparseMatrix<f64> {
    let mut terms = Vec::new();
    for c in 0..copies {
        let place = |i: usize| (i % n) * copies + c;
        for &(a, b, k) in springs.iter().filter(|s| s.0 % n != s.1 % n) {
            let (a, b) = (place(a), place(b));
            terms.extend([(a, a, k), (b, b, k), (a, b, -k), (b, a, -k)]);
        }
        terms.extend((0..n).map(|i| (place(i), place(i), held[i % held.len()])));
    }
    SparseMatrix::from_triplets(n * copies, &terms)
}

fn shifted(matrix: &SparseMatrix<f64>, shift: f64) -> SparseMatrix<f64> {
    let diagonal = (0..matrix.size()).map(|i| (i, i, -shift));
    SparseMatrix::from_triplets(matrix.size(), &matrix.triplets().chain(diagonal).collect::<Vec<_>>())
}

fn eigenvalues(matrix: &SparseMatrix<f64>) -> Vec<f64> {
    let mut values: Vec<f64> = dense(matrix).symmetric_eigenvalues().iter().copied().collect();
    values.sort_by(f64::total_cmp);
    values
}

fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |top: f64, x| top.max(x.abs()))
}

/// Springs between any two of 40 unknowns, of stiffness over four decades.
fn springs() -> impl Strategy<Value = Vec<(usize, usize, f64)>> {
    let spring = (0_usize..40, 0_usize..40, -2.0_f64..2.0).prop_map(|(a, b, e)| (a, b, libm::pow(10.0, e)));
    proptest::collection::vec(spring, 40..100)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn counts_and_solutions_of_shifted_matrices_are_those_of_dense_ones(
        springs in springs(), copies in 1_usize..4, rank in 0_usize..39, held in 0.01_f64..1.0, split in -1e-8_f64..1e-8,
    ) {
        // Repeated eigenvalues, or clusters of eigenvalues 1e-8 apart; a shift in the middle of a gap of the others.
        let mut matrix = structure(40, copies, &springs, &[held]);
        let diagonal = (0..matrix.size()).map(|i| (i, i, split * (i % copies) as f64));
        matrix = SparseMatrix::from_triplets(matrix.size(), &matrix.triplets().chain(diagonal).collect::<Vec<_>>());
        let values = eigenvalues(&matrix);
        let (low, high) = (values[copies * (rank + 1) - 1], values[copies * (rank + 1)]);
        let top = largest(values.iter().copied());
        prop_assume!(high - low > 1e-4 * top);
        let shift = 0.5 * (low + high);
        let indefinite = shifted(&matrix, shift);
        let factor = SymmetricFactor::new(&indefinite).unwrap();
        prop_assert_eq!(factor.negative_pivots(), copies * (rank + 1));
        prop_assert_eq!(SymmetricFactor::count_negative(&indefinite, factor.analysis()).unwrap(), copies * (rank + 1));
        let b: Vec<f64> = (0..matrix.size()).map(|i| libm::sin(1.0 + i as f64)).collect();
        let expected = dense(&indefinite).lu().solve(&DMatrix::from_column_slice(b.len(), 1, &b)).unwrap();
        let found = factor.solve_accurately(&b);
        let error = largest(found.iter().zip(expected.iter()).map(|(x, y)| x - y));
        // The dense solution is not refined: condition 1e4 to 1e5 times rounding, times growth.
        prop_assert!(error < 1e-9 * largest(expected.iter().copied()), "{:e}", error);
    }

    #[test]
    fn positive_matrices_have_no_negative_pivot_and_small_residuals(springs in springs(), copies in 1_usize..6, held in 1e-6_f64..1.0) {
        let matrix = structure(40, copies, &springs, &[held, 0.0, held]);
        prop_assume!(eigenvalues(&matrix)[0] > 1e-9 * largest(matrix.values().iter().copied()));
        let solver = SparseSolver::new(&matrix).unwrap();
        prop_assert_eq!(matches!(solver, SparseSolver::Symmetric(_)), matrix.size() >= 200);
        let b: Vec<f64> = (0..matrix.size()).map(|i| libm::cos(i as f64)).collect();
        let (mut scratch, mut x) = (vec![0.0; 2 * b.len()], vec![0.0; b.len()]);
        solver.solve_into(&b, &mut scratch, &mut x);
        let rest = largest(matrix.product(&x).iter().zip(&b).map(|(y, b)| y - b));
        let size = largest(matrix.values().iter().copied()) * largest(x.iter().copied());
        prop_assert!(rest < 1e-13 * 40.0 * size, "{:e}", rest / size);
        prop_assert_eq!(SymmetricFactor::new(&matrix).unwrap().negative_pivots(), 0);
    }

    #[test]
    fn free_structures_are_singular_and_nearly_free_ones_are_solved(springs in springs(), copies in 1_usize..4) {
        // Each part that no spring joins to another moves freely: at least one zero eigenvalue per copy. Stiffnesses over one
        // decade: what is left of the last pivot is then some 1e-15 of its diagonal term, less than the 1e-13 that are told.
        let alike: Vec<_> = springs.iter().map(|&(a, b, k)| (a, b, k.sqrt().sqrt())).collect();
        prop_assert!(SymmetricFactor::new(&structure(40, copies, &alike, &[0.0])).is_err());
        // Ground springs 1e-6 times the softest, 1e-10 times the hardest: equal forces on all move all alike.
        let k = 1e-8;
        let matrix = structure(40, copies, &springs, &[k]);
        let x = SymmetricFactor::new(&matrix).unwrap().solve_accurately(&vec![k; matrix.size()]);
        prop_assert!(largest(x.iter().map(|x| x - 1.0)) < 1e-6);
        prop_assert_eq!(SymmetricFactor::new(&matrix).unwrap().negative_pivots(), 0);
    }
}
