//! The real symmetric eigenproblem `K φ = λ M φ`, `λ = ω²`.
//!
//! `K` and `M` are symmetric, reduced to the constrained space; `M` is positive semi-definite (unknowns
//! without mass have infinite eigenvalues, which are never returned) and `K + σ M` is positive definite
//! for some `σ`, so that rigid modes and negative stiffnesses are allowed.

use super::clusters;
use super::definite;
use super::selection::{Selection, select};
use crate::kernel::assembly::SparseMatrix;

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EigenFault {
    /// Ranks are those of the reduced unknowns.
    #[error("the mass of unknown {unknown} is negative ({value})")]
    NegativeMass { unknown: usize, value: f64 },
    #[error("the mass matrix is indefinite at unknown {unknown}")]
    IndefiniteMass { unknown: usize },
    #[error("unknown {unknown} has neither mass nor stiffness")]
    Undetermined { unknown: usize },
    #[error("stiffness is not positive where there is no mass, at unknown {unknown}")]
    IndefinitePencil { unknown: usize },
    #[error("a matrix has a value that is not a finite number")]
    NotFinite,
    #[error("{size} unknowns are too many for all their modes (limit {limit})")]
    TooLarge { size: usize, limit: usize },
    #[error("{found} modes found where {expected} are counted")]
    NotConverged { found: usize, expected: usize },
}

/// One mode of the constrained problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigenpair {
    /// `ω²` (rad²/s²).
    pub value: f64,
    /// Rank in the whole spectrum by increasing value, from 1.
    pub rank: usize,
    /// On the reduced unknowns, with `φᵀ M φ = 1`.
    pub vector: Vec<f64>,
}

/// What a solution gives.
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
    /// The selected modes by increasing value (those of [`Selection::Each`] in the order asked).
    pub fn solve(&self, selection: &Selection) -> Result<Spectrum, EigenFault> {
        if self.stiffness.size() == 0 {
            return Ok(Spectrum { pairs: Vec::new(), available: 0 });
        }
        let finite = |m: &SparseMatrix<f64>| m.triplets().all(|t| t.2.is_finite());
        if !finite(self.stiffness) || !finite(self.mass) {
            return Err(EigenFault::NotFinite);
        }
        let mut pairs = definite::all_modes(self.stiffness, self.mass)?;
        clusters::rotate(&mut pairs, &self.directions, self.zero_level());
        Ok(Spectrum { available: pairs.len(), pairs: select(pairs, selection) })
    }

    /// Below this modulus an eigenvalue is that of a rigid mode: a tiny fraction of the smallest ratio
    /// `k/m` met on the diagonals.
    fn zero_level(&self) -> f64 {
        1e-10 * definite::smallest_ratio(self.stiffness, self.mass)
    }
}
