//! The real symmetric eigenproblem `K φ = λ M φ`, `λ = ω²`.
//!
//! `K` and `M` are symmetric, reduced to the constrained space; `M` is positive semi-definite (unknowns
//! without mass have infinite eigenvalues, which are never returned) and `K + σ M` is positive definite
//! for some `σ`, so that rigid modes and negative stiffnesses are allowed.

use super::clusters;
use super::definite;
use super::pieces;
use super::selection::{Selection, select};
use super::sparse::SparseProblem;
use crate::assembly::SparseMatrix;
use crate::modal::eigenpair::{EigenFault, Eigenpair};

/// Up to this size all modes are computed whatever is asked.
const SMALL: usize = 160;
/// Largest size for which all modes can be asked.
const LIMIT: usize = 1500;

/// Result of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Spectrum {
    pub pairs: Vec<Eigenpair>,
    /// Number of finite eigenvalues of the problem.
    pub available: usize,
}

/// The reduced problem.
#[derive(Clone, Debug)]
pub struct EigenProblem<'a> {
    pub stiffness: &'a SparseMatrix<f64>,
    pub mass: &'a SparseMatrix<f64>,
    /// `M r` for unit translations along X, Y and Z, reduced: inside a group of equal eigenvalues the
    /// first mode takes all the participation along X, the next all that is left along Y, then Z.
    pub directions: Vec<Vec<f64>>,
}

impl EigenProblem<'_> {
    /// The selected modes by increasing value (those of [`Selection::Each`] in the order asked). Fails where the
    /// matrices have no modes of this kind, or fewer are found than are counted.
    pub fn solve(&self, selection: &Selection) -> Result<Spectrum, EigenFault> {
        if self.stiffness.size() == 0 {
            return Ok(Spectrum { pairs: Vec::new(), available: 0 });
        }
        let finite = |m: &SparseMatrix<f64>| m.triplets().all(|t| t.2.is_finite());
        if !finite(self.stiffness) || !finite(self.mass) {
            return Err(EigenFault::NotFinite);
        }
        let size = self.stiffness.size();
        let dense = size <= SMALL || self.asks_for_most(selection, size);
        let (mut pairs, available) = match dense {
            true if size > LIMIT => return Err(EigenFault::TooLarge { size, limit: LIMIT }),
            true => {
                let pairs = definite::all_modes(self.stiffness, self.mass)?;
                let available = pairs.len();
                (pairs, available)
            }
            false => {
                self.check_masses()?;
                let with_mass = |i: &usize| self.mass.get(*i, *i).is_some_and(|m| m > 0.0);
                let pairs = SparseProblem::new(self.stiffness, self.mass).solve(selection)?;
                (pairs, (0..size).filter(with_mass).count())
            }
        };
        clusters::rotate(&mut pairs, &self.directions, self.zero_level());
        pieces::separate(self.stiffness, self.mass, &mut pairs);
        Ok(Spectrum { available, pairs: select(pairs, selection) })
    }

    /// Tells whether so many modes are asked that all of them are as soon found.
    fn asks_for_most(&self, selection: &Selection, size: usize) -> bool {
        match selection {
            Selection::All => true,
            Selection::Smallest(count) | Selection::Largest(count) | Selection::Nearest { count, .. } => {
                size <= LIMIT && *count > size / 4
            }
            Selection::Each(_) | Selection::Intervals(_) => false,
        }
    }

    fn check_masses(&self) -> Result<(), EigenFault> {
        for unknown in 0..self.mass.size() {
            let value = self.mass.get(unknown, unknown).unwrap_or(0.0);
            if value < 0.0 {
                return Err(EigenFault::NegativeMass { unknown, value });
            }
            let null = |x: f64| x == 0.0;
            if value == 0.0 && !self.mass.column(unknown).all(|(_, x)| null(x)) {
                return Err(EigenFault::IndefiniteMass { unknown });
            }
        }
        Ok(())
    }

    /// No eigenvalue that the diagonals show to be elastic is below this modulus.
    fn zero_level(&self) -> f64 {
        1e-10 * definite::smallest_ratio(self.stiffness, self.mass)
    }
}
