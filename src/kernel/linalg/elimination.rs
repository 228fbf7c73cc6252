//! Elimination of linear constraints `A u = d`.
//!
//! Every solution is `u = Z y + G d`: `Z` is a basis of the null space of `A`, whose columns have a 1 at
//! one unknown that is kept, and `G d` is a particular solution. One-term rows simply remove their
//! unknown; the others are solved by Gauss-Jordan elimination, the pivot of a row being its largest
//! coefficient. A row that others imply is set aside, and [`Elimination::particular`] checks that its
//! right-hand side is implied too.

use std::collections::BTreeMap;

use crate::assembly::{Constraint, SparseMatrix};

/// Coefficients below this fraction of the largest one of their row are rounding.
const NEGLIGIBLE: f64 = 1e-12;

/// Faults of constraints that cannot be eliminated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConstraintFault {
    /// The combination of rows that vanishes does not vanish on the imposed values.
    #[error("constraint {row} contradicts the others by {defect:e}")]
    Contradictory { row: usize, defect: f64 },
}

/// Values that vectors and matrices are made of: real or complex.
pub trait Term: Copy + Default + std::ops::AddAssign + std::ops::Mul<f64, Output = Self> {}

impl<T: Copy + Default + std::ops::AddAssign + std::ops::Mul<f64, Output = T>> Term for T {}

/// Dependence of the unknowns on the ones that are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Elimination {
    kept: Vec<usize>,
    /// Row of `Z` for each unknown: (reduced rank, coefficient).
    rows: Vec<Vec<(usize, f64)>>,
    /// Row of `G` for each unknown: (constraint, coefficient).
    offsets: Vec<Vec<(usize, f64)>>,
    /// Combinations of constraints that must vanish on `d`, and the constraint found redundant.
    redundant: Vec<(usize, Vec<(usize, f64)>)>,
}

/// `Σ terms u + Σ data d`, the value of an unknown that is eliminated.
struct Solved {
    terms: BTreeMap<usize, f64>,
    data: BTreeMap<usize, f64>,
}

impl Elimination {
    /// Nothing is constrained.
    pub fn identity(size: usize) -> Self {
        Elimination::new(size, &[])
    }

    /// Eliminates `constraints` among `size` unknowns.
    pub fn new(size: usize, constraints: &[Constraint]) -> Self {
        let mut solved: Vec<Solved> = Vec::new();
        let mut owner: Vec<Option<usize>> = vec![None; size];
        // Rows solved so far in which an unknown may stand.
        let mut holders: Vec<Vec<usize>> = vec![Vec::new(); size];
        let mut redundant = Vec::new();
        let single = |c: &&(usize, &Constraint)| c.1.terms.len() == 1;
        let ranked: Vec<(usize, &Constraint)> = constraints.iter().enumerate().collect();
        let ordered = ranked.iter().filter(single).chain(ranked.iter().filter(|c| !single(c)));
        for &(row, constraint) in ordered {
            let (terms, data) = substitute(row, constraint, &solved, &owner);
            let Some(pivot) = largest(&terms) else {
                redundant.push((row, data.into_iter().collect()));
                continue;
            };
            let next = isolate(pivot, terms, data);
            for rank in std::mem::take(&mut holders[pivot]) {
                let earlier: &mut Solved = &mut solved[rank];
                if let Some(factor) = earlier.terms.remove(&pivot) {
                    next.terms.keys().filter(|u| !earlier.terms.contains_key(u)).for_each(|&u| holders[u].push(rank));
                    accumulate(&mut earlier.terms, factor, &next.terms);
                    accumulate(&mut earlier.data, factor, &next.data);
                }
            }
            next.terms.keys().for_each(|&u| holders[u].push(solved.len()));
            owner[pivot] = Some(solved.len());
            solved.push(next);
        }
        Elimination::from_solved(size, &solved, &owner, redundant)
    }

    fn from_solved(
        size: usize,
        solved: &[Solved],
        owner: &[Option<usize>],
        redundant: Vec<(usize, Vec<(usize, f64)>)>,
    ) -> Self {
        let kept: Vec<usize> = (0..size).filter(|&u| owner[u].is_none()).collect();
        let mut reduced = vec![0; size];
        for (rank, &unknown) in kept.iter().enumerate() {
            reduced[unknown] = rank;
        }
        let row = |u: usize| match owner[u] {
            None => vec![(reduced[u], 1.0)],
            Some(s) => solved[s].terms.iter().map(|(&v, &a)| (reduced[v], a)).collect(),
        };
        let offset = |u: usize| match owner[u] {
            None => Vec::new(),
            Some(s) => solved[s].data.iter().map(|(&r, &a)| (r, a)).collect(),
        };
        let (rows, offsets) = ((0..size).map(row).collect(), (0..size).map(offset).collect());
        Elimination { kept, rows, offsets, redundant }
    }

    /// Number of unknowns before elimination.
    pub fn full_size(&self) -> usize {
        self.rows.len()
    }

    /// Number of unknowns that remain.
    pub fn size(&self) -> usize {
        self.kept.len()
    }

    /// The unknowns that remain: `y[k] = u[kept[k]]` when `d = 0`.
    pub fn kept(&self) -> &[usize] {
        &self.kept
    }

    /// Row of `Z`: how an unknown depends on the reduced ones, as (reduced rank, coefficient).
    pub fn row(&self, unknown: usize) -> &[(usize, f64)] {
        &self.rows[unknown]
    }

    /// `Z y`.
    pub fn expand(&self, y: &[f64]) -> Vec<f64> {
        let mut u = vec![0.0; self.full_size()];
        self.expand_into(y, &mut u);
        u
    }

    /// `u = Z y`.
    pub fn expand_into<T: Term>(&self, y: &[T], u: &mut [T]) {
        for (value, row) in u.iter_mut().zip(&self.rows) {
            *value = T::default();
            row.iter().for_each(|&(k, a)| *value += y[k] * a);
        }
    }

    /// `Zᵀ f`.
    pub fn reduce(&self, f: &[f64]) -> Vec<f64> {
        let mut reduced = vec![0.0; self.size()];
        self.reduce_into(f, &mut reduced);
        reduced
    }

    /// `r = Zᵀ f`.
    pub fn reduce_into<T: Term>(&self, f: &[T], r: &mut [T]) {
        r.fill(T::default());
        for (row, &value) in self.rows.iter().zip(f) {
            for &(k, a) in row {
                r[k] += value * a;
            }
        }
    }

    /// `g = G d`, without the check of [`Elimination::particular`].
    pub fn particular_into(&self, d: &[f64], g: &mut [f64]) {
        for (value, terms) in g.iter_mut().zip(&self.offsets) {
            *value = terms.iter().map(|&(r, a)| a * d[r]).sum();
        }
    }

    /// `r = Gᵀ f`, one value per constraint: how much `f` works when an imposed value moves by one.
    pub fn reduce_offsets_into(&self, f: &[f64], r: &mut [f64]) {
        r.fill(0.0);
        for (terms, value) in self.offsets.iter().zip(f) {
            terms.iter().for_each(|&(row, a)| r[row] += a * value);
        }
    }

    /// `Zᵀ A Z`.
    pub fn reduce_matrix<T: Term>(&self, matrix: &SparseMatrix<T>) -> SparseMatrix<T> {
        let mut triplets = Vec::new();
        for (row, column, value) in matrix.triplets() {
            for &(i, a) in &self.rows[row] {
                for &(j, b) in &self.rows[column] {
                    triplets.push((i, j, value * a * b));
                }
            }
        }
        SparseMatrix::from_triplets(self.size(), &triplets)
    }

    /// `G d`: a solution of `A u = d`, with zeros at the kept unknowns. `d` has one value per constraint. Fails where
    /// redundant constraints contradict each other by more than 1e-9.
    pub fn particular(&self, d: &[f64]) -> Result<Vec<f64>, ConstraintFault> {
        let sum = |terms: &[(usize, f64)]| terms.iter().map(|&(r, a)| a * d[r]).sum::<f64>();
        for (row, combination) in &self.redundant {
            let defect = sum(combination);
            let size: f64 = combination.iter().map(|&(r, a)| (a * d[r]).abs()).sum();
            if defect.abs() > 1e-9 * size {
                return Err(ConstraintFault::Contradictory { row: *row, defect });
            }
        }
        Ok(self.offsets.iter().map(|terms| sum(terms)).collect())
    }

    /// Constraints that the others imply.
    pub fn redundant(&self) -> impl Iterator<Item = usize> + '_ {
        self.redundant.iter().map(|(row, _)| *row)
    }
}

/// The row `Σ terms u = Σ data d` after the unknowns already solved are replaced.
fn substitute(
    row: usize,
    constraint: &Constraint,
    solved: &[Solved],
    owner: &[Option<usize>],
) -> (BTreeMap<usize, f64>, BTreeMap<usize, f64>) {
    let (mut terms, mut data) = (BTreeMap::new(), BTreeMap::from([(row, 1.0)]));
    let scale = constraint.terms.iter().fold(0.0, |m: f64, t| m.max(t.1.abs()));
    for &(unknown, coefficient) in &constraint.terms {
        match owner[unknown] {
            None => *terms.entry(unknown).or_insert(0.0) += coefficient,
            Some(s) => {
                accumulate(&mut terms, coefficient, &solved[s].terms);
                accumulate(&mut data, -coefficient, &solved[s].data);
            }
        }
    }
    terms.retain(|_, a| a.abs() > NEGLIGIBLE * scale);
    (terms, data)
}

/// The unknown of largest coefficient; the last one of equals.
fn largest(terms: &BTreeMap<usize, f64>) -> Option<usize> {
    let top = terms.values().fold(0.0, |m: f64, a| m.max(a.abs()));
    terms.iter().rev().find(|(_, a)| a.abs() >= (1.0 - 1e-9) * top).map(|(&u, _)| u)
}

fn isolate(pivot: usize, mut terms: BTreeMap<usize, f64>, mut data: BTreeMap<usize, f64>) -> Solved {
    let coefficient = terms.remove(&pivot).unwrap_or(1.0);
    terms.values_mut().for_each(|a| *a = -*a / coefficient);
    data.values_mut().for_each(|a| *a /= coefficient);
    Solved { terms, data }
}

fn accumulate(target: &mut BTreeMap<usize, f64>, factor: f64, source: &BTreeMap<usize, f64>) {
    for (&key, &value) in source {
        *target.entry(key).or_insert(0.0) += factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(usize, f64)], value: f64) -> Constraint {
        Constraint { terms: terms.to_vec(), value, load: 0 }
    }

    fn residual(constraints: &[Constraint], u: &[f64], with_values: bool) -> f64 {
        let defect = |c: &Constraint| {
            let sum: f64 = c.terms.iter().map(|&(k, a)| a * u[k]).sum();
            (sum - if with_values { c.value } else { 0.0 }).abs()
        };
        constraints.iter().map(defect).fold(0.0, f64::max)
    }

    #[test]
    fn hand_elimination_of_a_relation() {
        // u1 = 0, u0 + 2 u1 - 4 u2 = 8, so u2 = u0 / 4 - 2.
        let constraints = [row(&[(0, 1.0), (1, 2.0), (2, -4.0)], 8.0), row(&[(1, 3.0)], 0.0)];
        let e = Elimination::new(4, &constraints);
        assert_eq!(e.kept(), [0, 3]);
        assert_eq!(e.expand(&[2.0, 5.0]), [2.0, 0.0, 0.5, 5.0]);
        assert_eq!(e.particular(&[8.0, 0.0]).unwrap(), [0.0, 0.0, -2.0, 0.0]);
        assert_eq!(e.reduce(&[1.0, 1.0, 8.0, 3.0]), [3.0, 3.0]);
    }

    #[test]
    fn chained_relations_satisfy_every_row() {
        let constraints = [
            row(&[(0, 1.0), (1, -1.0)], 0.5),
            row(&[(1, 1.0), (2, -1.0), (3, 0.25)], -1.0),
            row(&[(2, 1.0), (4, -2.0)], 3.0),
            row(&[(4, 1.0)], 0.125),
        ];
        let e = Elimination::new(6, &constraints);
        assert_eq!(e.size(), 2);
        let y: Vec<f64> = (0..2).map(|k| 1.0 + k as f64).collect();
        assert!(residual(&constraints, &e.expand(&y), false) < 1e-14);
        let d: Vec<f64> = constraints.iter().map(|c| c.value).collect();
        assert!(residual(&constraints, &e.particular(&d).unwrap(), true) < 1e-14);
    }

    #[test]
    fn redundant_rows_are_tolerated_and_contradictions_found() {
        let constraints =
            [row(&[(0, 1.0)], 0.0), row(&[(0, 1.0), (1, 1.0)], 1.0), row(&[(1, 2.0)], 2.0), row(&[(0, 5.0)], 0.0)];
        let e = Elimination::new(2, &constraints);
        assert_eq!(e.size(), 0);
        assert_eq!(e.redundant().collect::<Vec<_>>(), [3, 1]);
        assert!(e.particular(&[0.0, 1.0, 2.0, 0.0]).is_ok());
        let fault = e.particular(&[0.0, 1.5, 2.0, 0.0]).unwrap_err();
        assert!(matches!(fault, ConstraintFault::Contradictory { row: 1, .. }));
    }

    #[test]
    fn reduced_matrix_is_the_congruence() {
        let e = Elimination::new(3, &[row(&[(0, 1.0), (2, -2.0)], 0.0)]);
        let k = SparseMatrix::from_triplets(
            3,
            &[(0, 0, 4.0), (0, 1, 1.0), (1, 0, 1.0), (1, 1, 3.0), (1, 2, -1.0), (2, 1, -1.0), (2, 2, 5.0)],
        );
        let reduced = e.reduce_matrix(&k);
        for i in 0..2 {
            let mut unit = vec![0.0; 2];
            unit[i] = 1.0;
            let (z, mut kz) = (e.expand(&unit), vec![0.0; 3]);
            k.multiply(&z, &mut kz);
            for (j, expected) in e.reduce(&kz).into_iter().enumerate() {
                assert!((reduced.get(j, i).unwrap_or(0.0) - expected).abs() < 1e-15);
            }
        }
    }
}
