//! Direct solution of sparse symmetric systems: `P A Pᵀ = L D Lᵀ` on the profile of `A`.
//!
//! The ordering is reverse Cuthill-McKee (A. George and J. Liu, Computer Solution of Large Sparse Positive
//! Definite Systems, 1981), the factorization is by rows of the profile, without pivoting: meant for
//! positive definite matrices and for `K - σM` away from eigenvalues. The number of negative terms of `D`
//! is the number of negative eigenvalues of `A` (Sylvester), which counts modes below a frequency.

use super::compensated::residual;
use super::dense::{axpy, dot};
use crate::kernel::assembly::SparseMatrix;

/// Pivots below this fraction of their diagonal term are rounding.
const NEGLIGIBLE: f64 = 1e-13;

/// The unknown whose pivot vanishes.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the matrix is singular at unknown {unknown}")]
pub struct SingularFault {
    pub unknown: usize,
}

/// A factorized symmetric matrix.
#[derive(Clone, Debug)]
pub struct Skyline {
    matrix: SparseMatrix<f64>,
    /// `order[i]` is the unknown in position `i`.
    order: Vec<usize>,
    /// First column of the profile of each row, and where the row starts in `terms`.
    first: Vec<usize>,
    starts: Vec<usize>,
    /// Strict lower triangle of `L`, row by row.
    terms: Vec<f64>,
    pivots: Vec<f64>,
}

impl Skyline {
    pub fn new(matrix: &SparseMatrix<f64>) -> Result<Self, SingularFault> {
        Self::with_order(matrix, &bandwidth_order(matrix))
    }

    /// With a known ordering (that of another matrix with the same pattern).
    pub fn with_order(matrix: &SparseMatrix<f64>, order: &[usize]) -> Result<Self, SingularFault> {
        let n = matrix.size();
        let mut position = vec![0; n];
        order.iter().enumerate().for_each(|(i, &u)| position[u] = i);
        let mut first: Vec<usize> = (0..n).collect();
        for (row, column, _) in matrix.triplets() {
            let (i, j) = (position[row].max(position[column]), position[row].min(position[column]));
            first[i] = first[i].min(j);
        }
        let mut starts = vec![0; n + 1];
        for i in 0..n {
            starts[i + 1] = starts[i] + i - first[i];
        }
        let (mut terms, mut diagonal) = (vec![0.0; starts[n]], vec![0.0; n]);
        for (row, column, value) in matrix.triplets() {
            let (i, j) = (position[row], position[column]);
            if i == j {
                diagonal[i] += value;
            } else if i > j {
                terms[starts[i] + j - first[i]] += value;
            }
        }
        let mut factor =
            Skyline { matrix: matrix.clone(), order: order.to_vec(), first, starts, terms, pivots: diagonal };
        factor.factorize()?;
        Ok(factor)
    }

    fn factorize(&mut self) -> Result<(), SingularFault> {
        for i in 0..self.order.len() {
            let (done, current) = self.terms.split_at_mut(self.starts[i]);
            let row = &mut current[..self.starts[i + 1] - self.starts[i]];
            let fi = self.first[i];
            for j in fi..i {
                let fj = self.first[j];
                let from = fi.max(fj);
                let earlier = &done[self.starts[j] + from - fj..self.starts[j + 1]];
                row[j - fi] -= dot(earlier, &row[from - fi..j - fi]);
            }
            let given = self.pivots[i];
            let mut pivot = given;
            for (value, d) in row.iter_mut().zip(&self.pivots[fi..i]) {
                let factor = *value / d;
                pivot -= factor * *value;
                *value = factor;
            }
            if !(pivot.abs() > NEGLIGIBLE * given.abs() && pivot.is_finite()) {
                return Err(SingularFault { unknown: self.order[i] });
            }
            self.pivots[i] = pivot;
        }
        Ok(())
    }

    /// Number of negative eigenvalues.
    pub fn negative_pivots(&self) -> usize {
        self.pivots.iter().filter(|d| **d < 0.0).count()
    }

    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// `A⁻¹ b`.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        self.substitute(b)
    }

    /// `A⁻¹ b` refined with residuals in twice the precision: right to rounding however badly conditioned
    /// `A` is, short of singular.
    pub fn solve_accurately(&self, b: &[f64]) -> Vec<f64> {
        let mut x = self.substitute(b);
        for _ in 0..2 {
            axpy(1.0, &self.substitute(&residual(&self.matrix, &x, b)), &mut x);
        }
        x
    }

    fn substitute(&self, b: &[f64]) -> Vec<f64> {
        let n = self.order.len();
        let mut y: Vec<f64> = self.order.iter().map(|&u| b[u]).collect();
        let row = |i: usize| &self.terms[self.starts[i]..self.starts[i + 1]];
        for i in 0..n {
            y[i] -= dot(row(i), &y[self.first[i]..i]);
        }
        y.iter_mut().zip(&self.pivots).for_each(|(v, d)| *v /= d);
        for i in (0..n).rev() {
            let factor = -y[i];
            axpy(factor, row(i), &mut y[self.first[i]..i]);
        }
        let mut x = vec![0.0; n];
        self.order.iter().zip(y).for_each(|(&u, v)| x[u] = v);
        x
    }
}

/// Reverse Cuthill-McKee ordering of the pattern of a matrix.
pub fn bandwidth_order<T: Copy + std::ops::AddAssign>(matrix: &SparseMatrix<T>) -> Vec<usize> {
    let n = matrix.size();
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (row, column, _) in matrix.triplets().filter(|t| t.0 != t.1) {
        neighbours[row].push(column);
        neighbours[column].push(row);
    }
    neighbours.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    let mut order = Vec::with_capacity(n);
    let mut seen = vec![false; n];
    for start in 0..n {
        if !seen[start] {
            let start = far_end(start, &neighbours);
            walk(start, &neighbours, &mut seen, &mut order);
        }
    }
    order.reverse();
    order
}

/// A node of least degree in the last level of a walk, repeated while walks get longer.
fn far_end(start: usize, neighbours: &[Vec<usize>]) -> usize {
    let (mut node, mut depth) = (start, 0);
    loop {
        let (last, levels) = last_level(node, neighbours);
        if levels <= depth {
            return node;
        }
        depth = levels;
        node = last.into_iter().min_by_key(|&u| (neighbours[u].len(), u)).unwrap_or(node);
    }
}

fn last_level(start: usize, neighbours: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let mut seen = std::collections::BTreeSet::from([start]);
    let (mut level, mut levels) = (vec![start], 1);
    loop {
        let mut next = Vec::new();
        for &u in &level {
            next.extend(neighbours[u].iter().filter(|&&v| seen.insert(v)));
        }
        if next.is_empty() {
            return (level, levels);
        }
        (level, levels) = (next, levels + 1);
    }
}

/// Breadth first, neighbours by increasing degree.
fn walk(start: usize, neighbours: &[Vec<usize>], seen: &mut [bool], order: &mut Vec<usize>) {
    let mut next = order.len();
    seen[start] = true;
    order.push(start);
    while next < order.len() {
        let mut around: Vec<usize> = neighbours[order[next]].iter().copied().filter(|&v| !seen[v]).collect();
        around.sort_by_key(|&v| (neighbours[v].len(), v));
        for v in around {
            seen[v] = true;
            order.push(v);
        }
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grid of springs, numbered at random, with a shift on the diagonal.
    fn grid(width: usize, height: usize, shift: f64) -> SparseMatrix<f64> {
        let n = width * height;
        let shuffled = |i: usize| (i * 37 + 11) % n;
        let mut triplets = Vec::new();
        let mut spring = |a: usize, b: usize, k: f64| {
            let (a, b) = (shuffled(a), shuffled(b));
            triplets.extend([(a, a, k), (b, b, k), (a, b, -k), (b, a, -k)]);
        };
        for y in 0..height {
            for x in 0..width {
                let i = y * width + x;
                if x + 1 < width {
                    spring(i, i + 1, 1.0 + x as f64);
                }
                if y + 1 < height {
                    spring(i, i + width, 2.0);
                }
            }
        }
        triplets.extend((0..n).map(|i| (i, i, shift)));
        SparseMatrix::from_triplets(n, &triplets)
    }

    #[test]
    fn solution_of_a_grid() {
        let a = grid(9, 4, 0.5);
        let x: Vec<f64> = (0..36).map(|i| libm::sin(i as f64)).collect();
        let mut b = vec![0.0; 36];
        a.multiply(&x, &mut b);
        let factor = Skyline::new(&a).unwrap();
        assert_eq!(factor.negative_pivots(), 0);
        assert!(factor.solve(&b).iter().zip(&x).all(|(u, v)| (u - v).abs() < 1e-13));
        // The profile of a 9 × 4 grid is about four wide.
        assert!(factor.terms.len() < 36 * 6, "{}", factor.terms.len());
    }

    #[test]
    fn singular_and_indefinite_matrices() {
        assert!(Skyline::new(&grid(9, 4, 0.0)).is_err());
        // A free grid minus a small shift has one negative eigenvalue: its rigid motion.
        assert_eq!(Skyline::new(&grid(9, 4, -1e-3)).unwrap().negative_pivots(), 1);
    }
}
