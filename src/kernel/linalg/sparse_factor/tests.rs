use num_complex::Complex64;

use super::dissection::dissect;
use super::graph::Graph;
use super::minimum_degree::minimum_degree;
use super::{Analysis, SymmetricFactor};
use crate::assembly::SparseMatrix;
use crate::linalg::{bundle, vectors};

/// A box of springs with `dofs` coupled unknowns per node, numbered at random, and a shift on the diagonal.
fn springs(sizes: [usize; 3], dofs: usize, shift: f64) -> SparseMatrix<f64> {
    let nodes: usize = sizes.iter().product();
    let n = nodes * dofs;
    let step = (1..n).map(|k| 37 * k + 1).find(|s| gcd(*s, n) == 1).unwrap_or(1);
    let unknown = |node: usize, d: usize| ((node * dofs + d) * step + 5) % n;
    let mut triplets = Vec::new();
    let mut join = |a: usize, b: usize, k: f64| {
        for d in 0..dofs {
            for e in 0..dofs {
                let value = k * if d == e { 1.0 } else { 0.3 / (1.0 + d as f64 + e as f64) };
                let (ad, ae, bd, be) = (unknown(a, d), unknown(a, e), unknown(b, d), unknown(b, e));
                triplets.extend([(ad, ae, value), (bd, be, value), (ad, be, -value), (bd, ae, -value)]);
            }
        }
    };
    let rank = |x: usize, y: usize, z: usize| (z * sizes[1] + y) * sizes[0] + x;
    for z in 0..sizes[2] {
        for y in 0..sizes[1] {
            for x in 0..sizes[0] {
                if x + 1 < sizes[0] {
                    join(rank(x, y, z), rank(x + 1, y, z), 1.0 + x as f64);
                }
                if y + 1 < sizes[1] {
                    join(rank(x, y, z), rank(x, y + 1, z), 2.0);
                }
                if z + 1 < sizes[2] {
                    join(rank(x, y, z), rank(x, y, z + 1), 3.0);
                }
            }
        }
    }
    triplets.extend((0..n).map(|i| (i, i, shift)));
    SparseMatrix::from_triplets(n, &triplets)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn error_of_solution(matrix: &SparseMatrix<f64>) -> f64 {
    let x: Vec<f64> = (0..matrix.size()).map(|i| libm::sin(i as f64)).collect();
    let mut b = vec![0.0; x.len()];
    matrix.multiply(&x, &mut b);
    let found = SymmetricFactor::new(matrix).unwrap().solve(&b);
    found.iter().zip(&x).map(|(u, v)| (u - v).abs()).fold(0.0, f64::max)
}

#[test]
fn solutions_of_boxes_of_springs() {
    for (sizes, dofs) in [([9, 4, 1], 1), ([40, 1, 1], 3), ([7, 8, 9], 1), ([9, 9, 9], 3), ([1, 1, 1], 5)] {
        let error = error_of_solution(&springs(sizes, dofs, 0.5));
        assert!(error < 1e-12, "{sizes:?}, {dofs} unknowns per node: {error:e}");
    }
}

#[test]
fn negative_pivots_count_negative_eigenvalues() {
    // A chain of 50 masses: eigenvalues 2 - 2 cos(kπ/50), k = 0..49.
    let spring = |i: usize| [(i, i, 1.0), (i + 1, i + 1, 1.0), (i, i + 1, -1.0), (i + 1, i, -1.0)];
    let triplets: Vec<_> = (0..49).flat_map(spring).collect();
    for shift in [-0.1, 0.3, 1.7, 3.2, 5.0] {
        let shifted: Vec<_> = triplets.iter().copied().chain((0..50).map(|i| (i, i, -shift))).collect();
        let factor = SymmetricFactor::new(&SparseMatrix::from_triplets(50, &shifted)).unwrap();
        let value = |k: usize| 2.0 - 2.0 * libm::cos(k as f64 * std::f64::consts::PI / 50.0);
        assert_eq!(factor.negative_pivots(), (0..50).filter(|&k| value(k) < shift).count(), "shift {shift}");
    }
}

#[test]
fn a_free_structure_is_singular_and_a_small_shift_finds_its_rigid_motion() {
    assert!(SymmetricFactor::new(&springs([9, 4, 1], 1, 0.0)).is_err());
    assert_eq!(SymmetricFactor::new(&springs([9, 4, 1], 1, -1e-3)).unwrap().negative_pivots(), 1);
}

#[test]
fn complex_solution_satisfies_the_equations() {
    let real = springs([6, 6, 5], 3, 0.5);
    let turn = |(r, c, v): (usize, usize, f64)| (r, c, Complex64::new(v, 0.2 * v + if r == c { 0.7 } else { 0.0 }));
    let triplets: Vec<_> = real.triplets().map(turn).collect();
    let matrix = SparseMatrix::from_triplets(real.size(), &triplets);
    let b: Vec<Complex64> = (0..real.size()).map(|i| Complex64::new(1.0, i as f64 * 0.01)).collect();
    let x = SymmetricFactor::new(&matrix).unwrap().solve(&b);
    let mut rest = b;
    matrix.triplets().for_each(|(r, c, v)| rest[r] -= v * x[c]);
    assert!(rest.iter().all(|r| r.norm_sqr() < 1e-24));
}

#[test]
fn an_analysis_serves_all_matrices_of_its_pattern() {
    let (first, second) = (springs([8, 8, 3], 2, 0.5), springs([8, 8, 3], 2, 4.0));
    let analysis = std::sync::Arc::new(Analysis::new(&first));
    let b: Vec<f64> = (0..first.size()).map(|i| (i % 7) as f64).collect();
    let shared = SymmetricFactor::with_analysis(&second, &analysis).unwrap();
    assert!(std::sync::Arc::ptr_eq(shared.analysis(), &analysis));
    assert_eq!(shared.solve(&b), SymmetricFactor::new(&second).unwrap().solve(&b));
}

#[test]
fn the_factor_of_a_box_stays_small() {
    let matrix = springs([12, 12, 12], 1, 0.5);
    // A band of 144 would hold 249,000 numbers.
    let entries = Analysis::new(&matrix).entries();
    assert!(entries < 130_000.0, "{entries}");
}

#[test]
fn the_factor_of_a_tower_stays_small() {
    let matrix = springs([4, 4, 60], 3, 0.5);
    // A band of 48 and the blocks of a node would hold 144,000 numbers: the ordering finds the corners, too.
    let entries = Analysis::new(&matrix).entries();
    assert!(entries < 144_000.0, "{entries}");
}

#[test]
fn both_orderings_eliminate_each_vertex_once() {
    for (sizes, dofs) in [([1, 1, 1], 2), ([30, 1, 1], 1), ([9, 9, 1], 1), ([6, 7, 5], 3)] {
        let graph = Graph::new(&springs(sizes, dofs, 0.5));
        for mut order in [dissect(&graph), minimum_degree(&graph)] {
            order.sort_unstable();
            assert_eq!(order, (0..graph.len()).collect::<Vec<_>>(), "{sizes:?}");
        }
    }
}

#[test]
fn minimum_degree_fills_nothing_in_a_tree() {
    // Node `k` hangs on node `k / 3`.
    let terms = (0..200).flat_map(|k| [(k, k, 2.7), (k, k / 3, -0.7), (k / 3, k, -0.7)]);
    let matrix = SparseMatrix::from_triplets(200, &terms.collect::<Vec<_>>());
    let order = minimum_degree(&Graph::new(&matrix));
    let mut rank = vec![0; 200];
    order.iter().enumerate().for_each(|(i, &v)| rank[v] = i);
    // At most one neighbour of each node is left when it is eliminated.
    for node in 0..200 {
        let left = matrix.column(node).filter(|(other, _)| rank[*other] > rank[node]).count();
        assert!(left <= 1, "node {node}: {left}");
    }
}

#[test]
fn eight_right_hand_sides_give_the_solutions_of_each_alone() {
    for (sizes, dofs) in [([9, 4, 1], 1), ([7, 8, 9], 1), ([6, 7, 5], 3), ([16, 15, 14], 2)] {
        let matrix = springs(sizes, dofs, 0.5);
        let factor = SymmetricFactor::new(&matrix).unwrap();
        let side = |k: usize| (0..matrix.size()).map(move |i| libm::cos((i * (k + 1)) as f64)).collect::<Vec<f64>>();
        for count in [0, 1, 2, 8] {
            let right: Vec<Vec<f64>> = (0..count).map(side).collect();
            let given = bundle(&right, matrix.size());
            let together = factor.solve_bundle(&given);
            for (found, b) in vectors(&together, count).zip(&right) {
                let alone = factor.solve(b);
                let size = alone.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                let error = found.iter().zip(&alone).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
                assert!(error < 1e-13 * size, "{sizes:?}, {count}: {error:e}");
            }
            for threads in [1, 2, 5] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                assert_eq!(pool.install(|| factor.solve_bundle(&given)), together, "{sizes:?}, {threads} threads");
            }
        }
    }
}
