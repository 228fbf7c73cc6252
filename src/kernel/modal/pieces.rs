//! Modes of structures that fall apart: exact zeros where a mode does not reach.
//!
//! Where the unknowns fall into pieces that neither stiffness nor mass couples (the two planes of a straight beam, several structures in
//! one mesh), a mode lies on one piece, or is a combination over pieces that have its frequency. Solvers leave their rounding on the
//! others; here it becomes 0, so that later sums leave these terms out.

use crate::assembly::SparseMatrix;
use crate::modal::eigenpair::Eigenpair;

/// Share of the generalised mass below which a mode does not reach a piece: what rounding leaves is some 1e-26.
const REACHES: f64 = 1e-20;
/// A term below this part of what its diagonals allow is rounding of a change of axes.
const COUPLES: f64 = 1e-16;

/// Sets the part of each mode on pieces that it does not reach to 0. Modes have a generalised mass of 1.
pub fn separate(stiffness: &SparseMatrix<f64>, mass: &SparseMatrix<f64>, pairs: &mut [Eigenpair]) {
    let (piece, count) = pieces(&[stiffness, mass]);
    if count < 2 {
        return;
    }
    let mut inertia = vec![0.0; mass.size()];
    let mut shares = vec![0.0; count];
    for pair in pairs {
        mass.multiply(&pair.vector, &mut inertia);
        shares.fill(0.0);
        for ((x, m), p) in pair.vector.iter().zip(&inertia).zip(&piece) {
            shares[*p] += x * m;
        }
        for (x, p) in pair.vector.iter_mut().zip(&piece) {
            if shares[*p].abs() < REACHES {
                *x = 0.0;
            }
        }
    }
}

/// Rank of the piece of each unknown, in the order of their first unknowns, and their number.
fn pieces(matrices: &[&SparseMatrix<f64>]) -> (Vec<usize>, usize) {
    let size = matrices[0].size();
    let mut parent: Vec<usize> = (0..size).collect();
    for matrix in matrices {
        let diagonal: Vec<f64> = (0..size).map(|i| matrix.get(i, i).unwrap_or(0.0).abs().sqrt()).collect();
        for (row, column, value) in matrix.triplets() {
            // Both matrices are symmetric.
            if row > column && value.abs() > COUPLES * diagonal[row] * diagonal[column] {
                let (a, b) = (root(&mut parent, row), root(&mut parent, column));
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    let mut count = 0;
    let mut rank = vec![0; size];
    for i in 0..size {
        let first = root(&mut parent, i);
        if first == i {
            rank[i] = count;
            count += 1;
        } else {
            rank[i] = rank[first];
        }
    }
    (rank, count)
}

/// First unknown of the piece of `unknown`, with the way there halved.
fn root(parent: &mut [usize], mut unknown: usize) -> usize {
    while parent[unknown] != unknown {
        parent[unknown] = parent[parent[unknown]];
        unknown = parent[unknown];
    }
    unknown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::modal::{EigenProblem, Selection};

    /// Chains with the given numbers of masses, their unknowns dealt out in turn, with a coupling of rounding between the first two.
    fn chains(lengths: &[usize], stiffness: &[f64], scale: f64) -> (SparseMatrix<f64>, SparseMatrix<f64>, Vec<usize>) {
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let (mut owner, mut place) = (Vec::new(), vec![Vec::new(); lengths.len()]);
        for step in 0..longest {
            for (chain, length) in lengths.iter().enumerate() {
                if step < *length {
                    place[chain].push(owner.len());
                    owner.push(chain);
                }
            }
        }
        let (mut k, mut m) = (Vec::new(), Vec::new());
        for (chain, unknowns) in place.iter().enumerate() {
            for (i, unknown) in unknowns.iter().enumerate() {
                let spring = stiffness[chain] * scale;
                k.push((*unknown, *unknown, 2.0 * spring));
                m.push((*unknown, *unknown, 0.7 + 0.1 * (i % 3) as f64));
                if i > 0 {
                    k.extend([(*unknown, unknowns[i - 1], -spring), (unknowns[i - 1], *unknown, -spring)]);
                }
            }
        }
        let (a, b) = (place[0][0], place[1][0]);
        let rounding = 1e-18 * stiffness[0].min(stiffness[1]) * scale;
        k.extend([(a, b, rounding), (b, a, rounding)]);
        let size = owner.len();
        (SparseMatrix::from_triplets(size, &k), SparseMatrix::from_triplets(size, &m), owner)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn a_mode_is_zero_on_pieces_that_it_does_not_reach(
            lengths in prop::collection::vec(2usize..90, 2..5),
            softer in prop::collection::vec(0.3f64..1.9, 4),
            alike in any::<bool>(),
            scale in prop_oneof![Just(1.0), Just(3.7e7)],
            count in 3usize..20,
        ) {
            let mut lengths = lengths;
            let mut softer = softer;
            if alike {
                // The first two have all their frequencies in common.
                (lengths[1], softer[1]) = (lengths[0], softer[0]);
            }
            let (k, m, owner) = chains(&lengths, &softer, scale);
            let problem = EigenProblem { stiffness: &k, mass: &m, directions: Vec::new() };
            let pairs = problem.solve(&Selection::Smallest(count)).unwrap().pairs;
            prop_assert_eq!(pairs.len(), count.min(owner.len()));
            for pair in &pairs {
                let on = |chain: usize| pair.vector.iter().zip(&owner).any(|(x, o)| *o == chain && *x != 0.0);
                let reached: Vec<usize> = (0..lengths.len()).filter(|chain| on(*chain)).collect();
                let twins = alike && reached.iter().all(|chain| *chain < 2);
                prop_assert!(reached.len() == 1 || twins, "{reached:?} {}", pair.value);
                let (mut force, mut inertia) = (vec![0.0; owner.len()], vec![0.0; owner.len()]);
                k.multiply(&pair.vector, &mut force);
                m.multiply(&pair.vector, &mut inertia);
                let gap = force.iter().zip(&inertia).map(|(f, m)| (f - pair.value * m).abs()).fold(0.0, f64::max);
                prop_assert!(gap < 1e-9 * scale, "{gap}");
                let norm: f64 = pair.vector.iter().zip(&inertia).map(|(x, m)| x * m).sum();
                prop_assert!((norm - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn pieces_are_those_of_both_matrices() {
        let k = SparseMatrix::from_triplets(5, &[(0, 0, 7.0), (2, 2, 7.0), (0, 2, -1.3), (2, 0, -1.3), (1, 1, 3.0)]);
        let m = SparseMatrix::from_triplets(5, &[(1, 1, 1.0), (4, 4, 2.0), (1, 4, 0.3), (4, 1, 0.3), (3, 3, 1.0)]);
        assert_eq!(pieces(&[&k, &m]), (vec![0, 1, 0, 2, 1], 3));
    }
}
