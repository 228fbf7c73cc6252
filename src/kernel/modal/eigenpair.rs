//! Eigenpairs of the real problem, and why there are none.

/// Faults of the search for eigenmodes.
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
