//! Static problems on constrained unknowns: `K u = f`, `A u = d`.
//!
//! `u = Z y + g` with `ZᵀKZ y = Zᵀ (f - K g)`; see [`Elimination`]. A stiffness that is not symmetric is factorized with
//! row interchanges.

use crate::assembly::{Constraint, SparseMatrix};
use crate::linalg::{Banded, ConstraintFault, Elimination, SingularFault, SymmetricFactor, is_symmetric};

/// Force on a free unknown, over the largest one, that is rounding.
const BALANCE: f64 = 1e-9;

/// Faults of a static solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StaticFault {
    /// An unknown that the structure lets move freely.
    #[error("unknown {unknown} can move without any force")]
    Free { unknown: usize },
    /// An unknown that the structure lets move freely, under a load.
    #[error("unknown {unknown} moves without resistance, and a load acts on it")]
    Loaded { unknown: usize },
    #[error(transparent)]
    Constraint(#[from] ConstraintFault),
}

/// A stiffness factorized with its constraints.
#[derive(Clone, Debug)]
pub struct StaticSolver<'a> {
    stiffness: &'a SparseMatrix<f64>,
    elimination: Elimination,
    factor: Factor,
    /// Free unknowns that are kept at 0, by their rank among those that the constraints leave.
    kept_still: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Factor {
    Symmetric(SymmetricFactor<f64>),
    General(Banded<f64>),
}

impl<'a> StaticSolver<'a> {
    /// Factorizes the stiffness among the unknowns that `constraints` leave. Fails where a motion needs no force.
    pub fn new(stiffness: &'a SparseMatrix<f64>, constraints: &[Constraint]) -> Result<Self, StaticFault> {
        let elimination = Elimination::new(stiffness.size(), constraints);
        let reduced = elimination.reduce_matrix(stiffness);
        let factor =
            factorize(&reduced).map_err(|fault| StaticFault::Free { unknown: elimination.kept()[fault.unknown] })?;
        Ok(StaticSolver { stiffness, elimination, factor, kept_still: Vec::new() })
    }

    /// Factorizes a stiffness that leaves some motions free: an unknown of each stays at 0, and only loads that do not act
    /// on them have a solution. Fails where nothing is left to factorize.
    pub fn with_free_motions(
        stiffness: &'a SparseMatrix<f64>,
        constraints: &[Constraint],
    ) -> Result<Self, StaticFault> {
        let elimination = Elimination::new(stiffness.size(), constraints);
        let reduced = elimination.reduce_matrix(stiffness);
        let empty = |column: &usize| reduced.column(*column).all(|(_, value)| value == 0.0);
        let mut kept_still: Vec<usize> = (0..reduced.size()).filter(empty).collect();
        loop {
            let factor = match factorize(&with_unit_rows(&reduced, &kept_still)) {
                Ok(factor) => factor,
                Err(fault) if kept_still.contains(&fault.unknown) => {
                    return Err(StaticFault::Free { unknown: elimination.kept()[fault.unknown] });
                }
                Err(fault) => {
                    kept_still.push(fault.unknown);
                    continue;
                }
            };
            return Ok(StaticSolver { stiffness, elimination, factor, kept_still });
        }
    }

    /// Free unknowns that are kept at 0.
    pub fn kept_still(&self) -> Vec<usize> {
        self.kept_still.iter().map(|k| self.elimination.kept()[*k]).collect()
    }

    /// Response to forces, constraints being homogeneous.
    pub fn response(&self, force: &[f64]) -> Vec<f64> {
        let mut reduced = self.elimination.reduce(force);
        self.kept_still.iter().for_each(|k| reduced[*k] = 0.0);
        self.elimination.expand(&match &self.factor {
            Factor::Symmetric(factor) => factor.solve_accurately(&reduced),
            Factor::General(factor) => {
                let (mut scratch, mut u) = (vec![0.0; reduced.len()], vec![0.0; reduced.len()]);
                factor.solve_into(&reduced, &mut scratch, &mut u);
                u
            }
        })
    }

    /// Response to forces and imposed values (one per constraint). Fails where the imposed values contradict each other.
    pub fn solve(&self, force: &[f64], imposed: &[f64]) -> Result<Vec<f64>, StaticFault> {
        let particular = self.elimination.particular(imposed)?;
        let mut remaining = vec![0.0; force.len()];
        self.stiffness.multiply(&particular, &mut remaining);
        remaining.iter_mut().zip(force).for_each(|(r, f)| *r = f - *r);
        let mut u = self.response(&remaining);
        u.iter_mut().zip(&particular).for_each(|(u, g)| *u += g);
        self.check_free(force, &u)?;
        Ok(u)
    }

    /// The free motions are in balance: the unknowns kept at 0 need no reaction.
    fn check_free(&self, force: &[f64], u: &[f64]) -> Result<(), StaticFault> {
        if self.kept_still.is_empty() {
            return Ok(());
        }
        let (mut internal, mut sizes) = (vec![0.0; u.len()], vec![0.0; u.len()]);
        self.stiffness.multiply(u, &mut internal);
        self.stiffness.triplets().for_each(|(row, column, k)| sizes[row] += (k * u[column]).abs());
        let rest: Vec<f64> = force.iter().zip(&internal).map(|(f, r)| f - r).collect();
        let size: f64 = sizes.iter().chain(force).fold(0.0, |m: f64, s| m.max(s.abs()));
        let reduced = self.elimination.reduce(&rest);
        match self.kept_still.iter().find(|k| reduced[**k].abs() > BALANCE * size) {
            Some(k) => Err(StaticFault::Loaded { unknown: self.elimination.kept()[*k] }),
            None => Ok(()),
        }
    }

    /// Response to a unit value of an unknown that one of the constraints imposes alone, the others being
    /// homogeneous. Fails where the constraints contradict each other.
    pub fn moved(&self, unknown: usize, constraints: &[Constraint]) -> Result<Vec<f64>, StaticFault> {
        let value = |c: &Constraint| match c.terms.as_slice() {
            [(dof, coefficient)] if *dof == unknown => *coefficient,
            _ => 0.0,
        };
        let imposed: Vec<f64> = constraints.iter().map(value).collect();
        self.solve(&vec![0.0; self.stiffness.size()], &imposed)
    }
}

fn factorize(matrix: &SparseMatrix<f64>) -> Result<Factor, SingularFault> {
    match is_symmetric(matrix) {
        true => SymmetricFactor::new(matrix).map(Factor::Symmetric),
        false => Banded::new(matrix).map(Factor::General),
    }
}

/// A matrix whose rows and columns at some ranks are those of the identity, scaled like the others.
fn with_unit_rows(matrix: &SparseMatrix<f64>, ranks: &[usize]) -> SparseMatrix<f64> {
    if ranks.is_empty() {
        return matrix.clone();
    }
    let size = matrix.triplets().filter(|(r, c, _)| r == c).fold(0.0, |m: f64, t| m.max(t.2.abs()));
    let size = if size > 0.0 { size } else { 1.0 };
    let others = matrix.triplets().filter(|(row, column, _)| !ranks.contains(row) && !ranks.contains(column));
    let units = ranks.iter().map(|k| (*k, *k, size));
    SparseMatrix::from_triplets(matrix.size(), &others.chain(units).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four nodes in a row joined by springs 1, 2, 3.
    fn springs() -> SparseMatrix<f64> {
        let mut triplets = Vec::new();
        for (i, k) in [1.0, 2.0, 3.0].into_iter().enumerate() {
            triplets.extend([(i, i, k), (i + 1, i + 1, k), (i, i + 1, -k), (i + 1, i, -k)]);
        }
        SparseMatrix::from_triplets(4, &triplets)
    }

    fn row(terms: &[(usize, f64)]) -> Constraint {
        Constraint { terms: terms.to_vec(), value: 0.0, load: 0 }
    }

    #[test]
    fn displacement_of_springs_in_series() {
        let k = springs();
        let solver = StaticSolver::new(&k, &[row(&[(0, 1.0)]), row(&[(3, 2.0)])]).unwrap();
        // Unit displacement of the far end (2 u3 = 2): flexibilities 1, 1/2, 1/3 share it.
        let u = solver.solve(&[0.0; 4], &[0.0, 2.0]).unwrap();
        for (value, expected) in u.iter().zip([0.0, 6.0 / 11.0, 9.0 / 11.0, 1.0]) {
            assert!((value - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn one_support_moves_and_the_other_stays() {
        let k = springs();
        let constraints = [row(&[(0, 1.0)]), row(&[(3, 2.0)])];
        let u = StaticSolver::new(&k, &constraints).unwrap().moved(0, &constraints).unwrap();
        for (value, expected) in u.iter().zip([1.0, 5.0 / 11.0, 2.0 / 11.0, 0.0]) {
            assert!((value - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn a_free_structure_is_refused_and_a_relation_holds_it() {
        let k = springs();
        assert!(matches!(StaticSolver::new(&k, &[]), Err(StaticFault::Free { .. })));
        // u3 = -u0: a unit force on node 1 leaves the mean of the ends at rest.
        let solver = StaticSolver::new(&k, &[row(&[(0, 1.0), (3, 1.0)])]).unwrap();
        let u = solver.response(&[0.0, 1.0, 0.0, 0.0]);
        assert!((u[0] + u[3]).abs() < 1e-15);
        // Forces: the relation carries equal reactions at both ends, 1 = 2 r, and r stretches spring 1.
        assert!((u[1] - u[0] - 0.5).abs() < 1e-14);
    }

    #[test]
    fn free_motions_stay_at_rest_unless_a_load_acts_on_them() {
        let k = springs();
        // Only the differences are held: the chain floats.
        let solver = StaticSolver::with_free_motions(&k, &[]).unwrap();
        assert_eq!(solver.kept_still().len(), 1);
        let still = solver.kept_still()[0];
        for scale in [0.7, 1.3e6] {
            let u = solver.solve(&[-scale, 0.0, 0.0, scale], &[]).unwrap();
            assert_eq!(u[still], 0.0);
            // Springs 1, 2, 3 under one force.
            assert!(((u[3] - u[0]) / (scale * (1.0 + 0.5 + 1.0 / 3.0)) - 1.0).abs() < 1e-14);
            assert!(matches!(solver.solve(&[0.0, 0.0, scale, 0.0], &[]), Err(StaticFault::Loaded { .. })));
        }
        let held = StaticSolver::with_free_motions(&k, &[row(&[(0, 1.0)])]).unwrap();
        assert!(held.kept_still().is_empty());
    }
}
