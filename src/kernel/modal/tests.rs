//! Closed forms and properties of the real eigenproblem.

use std::f64::consts::PI;

use super::*;
use crate::assembly::SparseMatrix;

/// Chain of `n` masses `m` joined by springs `k`; both ends held by a spring, or free.
fn chain(n: usize, k: f64, m: f64, fixed: bool) -> (SparseMatrix<f64>, SparseMatrix<f64>) {
    let mut stiffness = Vec::new();
    for i in 0..n {
        let end_springs = if fixed { 2.0 } else { f64::from(u8::from(i > 0) + u8::from(i + 1 < n)) };
        stiffness.push((i, i, end_springs * k));
        if i > 0 {
            stiffness.extend([(i, i - 1, -k), (i - 1, i, -k)]);
        }
    }
    let mass: Vec<_> = (0..n).map(|i| (i, i, m)).collect();
    (SparseMatrix::from_triplets(n, &stiffness), SparseMatrix::from_triplets(n, &mass))
}

fn solve(matrices: &(SparseMatrix<f64>, SparseMatrix<f64>), selection: &Selection) -> Spectrum {
    EigenProblem { stiffness: &matrices.0, mass: &matrices.1, directions: Vec::new() }.solve(selection).unwrap()
}

/// Largest `‖Kφ - λMφ‖ / ‖Kφ‖` and largest departure of `ΦᵀMΦ` from the identity.
fn defects(matrices: &(SparseMatrix<f64>, SparseMatrix<f64>), pairs: &[Eigenpair]) -> (f64, f64) {
    let multiply = |a: &SparseMatrix<f64>, x: &[f64]| {
        let mut y = vec![0.0; x.len()];
        a.multiply(x, &mut y);
        y
    };
    let norm = |x: &[f64]| x.iter().map(|v| v * v).sum::<f64>().sqrt();
    let (mut residual, mut orthogonality) = (0.0_f64, 0.0_f64);
    for (i, p) in pairs.iter().enumerate() {
        let (kp, mp) = (multiply(&matrices.0, &p.vector), multiply(&matrices.1, &p.vector));
        let difference: Vec<f64> = kp.iter().zip(&mp).map(|(a, b)| a - p.value * b).collect();
        residual = residual.max(norm(&difference) / norm(&kp));
        for (j, other) in pairs.iter().enumerate() {
            let product: f64 = other.vector.iter().zip(&mp).map(|(a, b)| a * b).sum();
            orthogonality = orthogonality.max((product - f64::from(u8::from(i == j))).abs());
        }
    }
    (residual, orthogonality)
}

#[test]
fn fixed_chain_has_its_closed_form() {
    let (n, k, m) = (8, 1e5, 10.0);
    let matrices = chain(n, k, m, true);
    let pairs = solve(&matrices, &Selection::All).pairs;
    for (index, pair) in pairs.iter().enumerate() {
        let angle = (index + 1) as f64 * PI / (2.0 * (n + 1) as f64);
        let omega = 2.0 * (k / m).sqrt() * libm::sin(angle);
        assert!((pair.value.sqrt() / omega - 1.0).abs() < 4e-16 * 4.0);
        // Shape: sin(2 i angle), up to scale.
        let factor = pair.vector[0] / libm::sin(2.0 * angle);
        for (i, value) in pair.vector.iter().enumerate() {
            assert!((value - factor * libm::sin(2.0 * angle * (i + 1) as f64)).abs() < 1e-14);
        }
    }
}

#[test]
fn free_chain_has_a_rigid_mode() {
    for n in [2, 9, 40] {
        let matrices = chain(n, 3e6, 2.0, false);
        let pairs = solve(&matrices, &Selection::All).pairs;
        assert!(pairs[0].value.abs() < 1e-6, "{}", pairs[0].value);
        for (index, pair) in pairs.iter().enumerate().skip(1) {
            let omega = 2.0 * (3e6_f64 / 2.0).sqrt() * libm::sin(index as f64 * PI / (2 * n) as f64);
            assert!((pair.value.sqrt() / omega - 1.0).abs() < 1e-12, "{n} {index}");
        }
        assert!(defects(&matrices, &pairs[1..]).0 < 1e-11);
        assert!(defects(&matrices, &pairs).1 < 1e-12);
    }
}

#[test]
fn massless_unknowns_have_no_mode() {
    // Masses 1 and 3 of a chain of four with massless nodes between: springs in series.
    let (stiffness, _) = chain(4, 100.0, 1.0, true);
    let mass = SparseMatrix::from_triplets(4, &[(1, 1, 2.0)]);
    let spectrum = solve(&(stiffness, mass), &Selection::Smallest(10));
    assert_eq!(spectrum.available, 1);
    // 100/2 on the left, 100/3 on the right.
    assert!((spectrum.pairs[0].value - (50.0 + 100.0 / 3.0) / 2.0).abs() < 1e-13);
}

#[test]
fn low_modes_survive_a_stiff_part() {
    // Two masses joined by a spring 1e10 times stiffer than the one that holds them.
    let stiffness = SparseMatrix::from_triplets(2, &[(0, 0, 1e10 + 1.0), (0, 1, -1e10), (1, 0, -1e10), (1, 1, 1e10)]);
    let mass = SparseMatrix::from_triplets(2, &[(0, 0, 1.0), (1, 1, 1.0)]);
    let pairs = solve(&(stiffness, mass), &Selection::All).pairs;
    // λ² - (2s + 1)λ + s = 0 with s = 1e10: small root 2s/(2s + 1 + sqrt(4s² + 1)), large root s over it.
    let s: f64 = 1e10;
    let large = (2.0 * s + 1.0 + (4.0 * s * s + 1.0).sqrt()) / 2.0;
    assert!((pairs[1].value / large - 1.0).abs() < 1e-14);
    // A factorization in working precision alone would err by 1e-6.
    assert!((pairs[0].value / (s / large) - 1.0).abs() < 1e-14, "{:e}", pairs[0].value / (s / large) - 1.0);
}

#[test]
fn three_equal_directions_are_separated() {
    // Mass on three equal springs, seen in a rotated frame: K = k I, M = m I, any basis is a solution.
    let k = SparseMatrix::from_triplets(3, &[(0, 0, 50.0), (1, 1, 50.0), (2, 2, 50.0)]);
    let m = SparseMatrix::from_triplets(3, &[(0, 0, 2.0), (1, 1, 2.0), (2, 2, 2.0)]);
    let directions = vec![vec![0.0, 0.0, 2.0], vec![2.0, 0.0, 0.0], vec![0.0, 2.0, 0.0]];
    let spectrum = EigenProblem { stiffness: &k, mass: &m, directions }.solve(&Selection::Smallest(2)).unwrap();
    let unit = 0.5_f64.sqrt();
    let expected = [[0.0, 0.0, unit], [unit, 0.0, 0.0]];
    for (pair, shape) in spectrum.pairs.iter().zip(expected) {
        assert!((pair.value - 25.0).abs() < 1e-14);
        assert!(pair.vector.iter().zip(shape).all(|(a, b)| (a.abs() - b).abs() < 1e-15));
    }
}

#[test]
fn negative_stiffness_gives_a_negative_eigenvalue() {
    let k = SparseMatrix::from_triplets(2, &[(0, 0, -3.0), (1, 1, 8.0)]);
    let m = SparseMatrix::from_triplets(2, &[(0, 0, 1.0), (1, 1, 2.0)]);
    let pairs = solve(&(k, m), &Selection::All).pairs;
    assert!((pairs[0].value + 3.0).abs() < 1e-14 && (pairs[1].value - 4.0).abs() < 1e-14);
}

#[test]
fn faults_name_the_unknown() {
    let fault = |k: &[(usize, usize, f64)], m: &[(usize, usize, f64)]| {
        let (k, m) = (SparseMatrix::from_triplets(2, k), SparseMatrix::from_triplets(2, m));
        EigenProblem { stiffness: &k, mass: &m, directions: Vec::new() }.solve(&Selection::All).unwrap_err()
    };
    let unit = [(0, 0, 1.0), (1, 1, 1.0)];
    assert_eq!(fault(&unit, &[(0, 0, 1.0), (1, 1, -2.0)]), EigenFault::NegativeMass { unknown: 1, value: -2.0 });
    assert_eq!(fault(&[(0, 0, 1.0)], &[(0, 0, 1.0)]), EigenFault::Undetermined { unknown: 1 });
    assert_eq!(fault(&[(0, 0, 1.0), (1, 1, -1.0)], &[(0, 0, 1.0)]), EigenFault::IndefinitePencil { unknown: 1 });
    assert_eq!(fault(&[(0, 0, f64::NAN)], &unit), EigenFault::NotFinite);
}

#[test]
fn selections_of_a_known_spectrum() {
    let n = 6;
    let diagonal: Vec<_> = (0..n).map(|i| (i, i, [9.0, 1.0, 4.0, 16.0, 36.0, 25.0][i])).collect();
    let k = SparseMatrix::from_triplets(n, &diagonal);
    let m = SparseMatrix::from_triplets(n, &(0..n).map(|i| (i, i, 1.0)).collect::<Vec<_>>());
    let picked = |selection: Selection| {
        let pairs = solve(&(k.clone(), m.clone()), &selection).pairs;
        pairs.iter().map(|p| (p.rank, p.value.round())).collect::<Vec<_>>()
    };
    let band = |low: f64, high: f64| Interval { low, high, widening: 0.05, zero: 1e-3 };
    assert_eq!(picked(Selection::Smallest(2)), [(1, 1.0), (2, 4.0)]);
    assert_eq!(picked(Selection::Largest(2)), [(5, 25.0), (6, 36.0)]);
    assert_eq!(picked(Selection::Nearest { value: 10.0, count: 2 }), [(2, 4.0), (3, 9.0)]);
    assert_eq!(picked(Selection::Intervals(vec![band(3.9, 16.0)])), [(2, 4.0), (3, 9.0), (4, 16.0)]);
    assert_eq!(picked(Selection::Intervals(vec![band(0.5, 5.0), band(5.0, 10.0)])), [(1, 1.0), (2, 4.0), (3, 9.0)]);
    assert_eq!(picked(Selection::Each(vec![24.0, 1.2])), [(5, 25.0), (1, 1.0)]);
}

mod large {
    use super::*;

    /// Several chains side by side, uncoupled: every mode is repeated as many times.
    fn side_by_side(copies: usize, n: usize, fixed: bool) -> (SparseMatrix<f64>, SparseMatrix<f64>) {
        let (k, m) = chain(n, 4e4, 0.5, fixed);
        let repeat = |a: &SparseMatrix<f64>| {
            let all = (0..copies).flat_map(|c| a.triplets().map(move |(i, j, v)| (i * copies + c, j * copies + c, v)));
            SparseMatrix::from_triplets(n * copies, &all.collect::<Vec<_>>())
        };
        (repeat(&k), repeat(&m))
    }

    fn square(n: usize, rank: usize, fixed: bool) -> f64 {
        let (index, parts) = if fixed { (rank + 1, n + 1) } else { (rank, n) };
        let sine = libm::sin(index as f64 * PI / (2 * parts) as f64);
        4.0 * 4e4 / 0.5 * sine * sine
    }

    fn check(pairs: &[Eigenpair], ranks: std::ops::Range<usize>, copies: usize, n: usize, fixed: bool) {
        assert_eq!(pairs.iter().map(|p| p.rank).collect::<Vec<_>>(), ranks.clone().collect::<Vec<_>>());
        for pair in pairs {
            let exact = square(n, (pair.rank - 1) / copies, fixed);
            let scale = if exact == 0.0 { 1.0 } else { exact };
            assert!((pair.value - exact).abs() < 1e-11 * scale, "{} {:e} {exact:e}", pair.rank, pair.value);
        }
    }

    #[test]
    fn selections_of_repeated_modes() {
        let (copies, n) = (3, 150);
        let matrices = side_by_side(copies, n, true);
        let lowest = solve(&matrices, &Selection::Smallest(7)).pairs;
        check(&lowest, 1..8, copies, n, true);
        // Accuracy of the vectors: K φ cancels by a factor λmax/λ, about 1e4 here.
        assert!(defects(&matrices, &lowest).0 < 1e-10);
        assert!(defects(&matrices, &lowest).1 < 1e-13);
        let centre = square(n, 40, true) * 1.001;
        let around = solve(&matrices, &Selection::Nearest { value: centre, count: 6 }).pairs;
        assert_eq!(around.len(), 6);
        assert!(around.iter().any(|p| p.rank == 121) && defects(&matrices, &around).0 < 1e-11);
        let band = Interval { low: square(n, 4, true) * 0.999, high: square(n, 59, true), widening: 0.05, zero: 1e-3 };
        let inside = solve(&matrices, &Selection::Intervals(vec![band])).pairs;
        // The upper bound is an eigenvalue: it moves 5 % outward and takes one more frequency in.
        let last = (0..n).filter(|&r| square(n, r, true) <= 1.05 * band.high).count();
        check(&inside, 13..3 * last + 1, copies, n, true);
        assert!(defects(&matrices, &inside).1 < 1e-12);
        let largest = solve(&matrices, &Selection::Largest(4)).pairs;
        check(&largest, 447..451, copies, n, true);
    }

    #[test]
    fn rigid_modes_of_free_chains() {
        let (copies, n) = (4, 90);
        let matrices = side_by_side(copies, n, false);
        let pairs = solve(&matrices, &Selection::Smallest(9)).pairs;
        check(&pairs, 1..10, copies, n, false);
        assert!(defects(&matrices, &pairs).1 < 1e-12);
        let band = Interval { low: 0.0, high: square(n, 2, false) * 1.01, widening: 0.05, zero: 1e-3 };
        check(&solve(&matrices, &Selection::Intervals(vec![band])).pairs, 1..13, copies, n, false);
    }

    #[test]
    fn empty_bands_and_faults() {
        let matrices = side_by_side(2, 100, true);
        let band =
            Interval { low: 1.01 * square(100, 3, true), high: 0.99 * square(100, 4, true), widening: 0.05, zero: 0.0 };
        assert!(solve(&matrices, &Selection::Intervals(vec![band])).pairs.is_empty());
        let hollow: Vec<_> = matrices.1.triplets().filter(|t| t.0 != 7).collect();
        let bad: Vec<_> = hollow.iter().copied().chain([(7, 7, -1.0)]).collect();
        let mass = SparseMatrix::from_triplets(200, &bad);
        let fault = EigenProblem { stiffness: &matrices.0, mass: &mass, directions: Vec::new() }
            .solve(&Selection::Smallest(2))
            .unwrap_err();
        assert_eq!(fault, EigenFault::NegativeMass { unknown: 7, value: -1.0 });
    }
}

mod random {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn modes_are_orthonormal_and_solve_the_problem(n in 1_usize..70, seed in proptest::collection::vec(-1.0_f64..1.0, 70 * 3)) {
            // K = Σ springs between neighbours of random stiffness over six decades; M likewise.
            let value = |i: usize| libm::pow(10.0, 3.0 * seed[i]);
            let (mut k, mut m) = (Vec::new(), Vec::new());
            for i in 0..n {
                k.push((i, i, value(i)));
                m.push((i, i, value(n + i)));
                if i > 0 {
                    let s = value(2 * n + i - 1);
                    k.extend([(i, i, s), (i - 1, i - 1, s), (i, i - 1, -s), (i - 1, i, -s)]);
                }
            }
            let matrices = (SparseMatrix::from_triplets(n, &k), SparseMatrix::from_triplets(n, &m));
            let pairs = solve(&matrices, &Selection::All).pairs;
            prop_assert_eq!(pairs.len(), n);
            let (residual, orthogonality) = defects(&matrices, &pairs);
            prop_assert!(orthogonality < 1e-12, "orthogonality {:e}", orthogonality);
            prop_assert!(residual < 1e-7, "residual {:e}", residual);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn sparse_modes_are_those_of_dense_solutions(
            size in 60_usize..85, copies in 3_usize..4, count in 1_usize..30, first in 0.0_f64..0.9,
            negative in proptest::bool::ANY, springs in proptest::collection::vec((0_usize..85, 1_usize..6, -1.0_f64..1.0), 60..120),
        ) {
            // A row of masses with more springs across it, three times side by side: every mode is threefold. Some ground
            // springs are negative: the shift of the lowest modes then makes an indefinite matrix.
            let (mut k, mut m) = (Vec::new(), Vec::new());
            for c in 0..copies {
                let place = |i: usize| i * copies + c;
                let mut spring = |a: usize, b: usize, s: f64| {
                    let (a, b) = (place(a), place(b));
                    k.extend([(a, a, s), (b, b, s), (a, b, -s), (b, a, -s)]);
                };
                (1..size).for_each(|i| spring(i - 1, i, 1.0));
                springs.iter().filter(|s| s.0 + s.1 < size).for_each(|s| spring(s.0, s.0 + s.1, libm::pow(10.0, s.2)));
                k.extend((0..size).step_by(7).map(|i| (place(i), place(i), if negative && i % 2 == 0 { -0.2 } else { 0.3 })));
                m.extend((0..size).map(|i| (place(i), place(i), 1.0 + (i % 5) as f64)));
            }
            let n = size * copies;
            let matrices = (SparseMatrix::from_triplets(n, &k), SparseMatrix::from_triplets(n, &m));
            let root = |i: usize| matrices.1.get(i, i).unwrap().sqrt();
            let scaled = nalgebra::DMatrix::from_fn(n, n, |i, j| matrices.0.get(i, j).unwrap_or(0.0) / (root(i) * root(j)));
            let mut exact: Vec<f64> = scaled.symmetric_eigenvalues().iter().copied().collect();
            exact.sort_by(f64::total_cmp);
            let top = exact[n - 1];
            let target = exact[(first * n as f64) as usize] + 1e-3 * top;
            for selection in [Selection::Smallest(count), Selection::Nearest { value: target, count }] {
                let pairs = solve(&matrices, &selection).pairs;
                prop_assert_eq!(pairs.len(), count);
                for pair in &pairs {
                    prop_assert!((pair.value - exact[pair.rank - 1]).abs() < 1e-12 * top, "{} {}", pair.rank, pair.value);
                    let (kp, mp) = (matrices.0.product(&pair.vector), matrices.1.product(&pair.vector));
                    let norm = |x: &[f64]| x.iter().map(|v| v * v).sum::<f64>().sqrt();
                    let rest: Vec<f64> = kp.iter().zip(&mp).map(|(k, m)| k - pair.value * m).collect();
                    prop_assert!(norm(&rest) < 1e-12 * top * norm(&mp), "residual {:e}", norm(&rest));
                }
                prop_assert!(defects(&matrices, &pairs).1 < 1e-12, "orthogonality {:e}", defects(&matrices, &pairs).1);
            }
        }
    }
}
