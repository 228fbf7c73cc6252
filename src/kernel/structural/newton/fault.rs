//! Outcomes of a nonlinear step, and what is known where it does not converge.

use super::convergence::Residuals;
use crate::laws::LawFault;
use crate::structural::StructuralFault;

/// One evaluation of a step, for reports.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IterationRecord {
    pub residuals: Residuals,
    /// Multiple that a line search found for the correction that led here.
    pub multiple: Option<f64>,
    /// The matrix was rebuilt for that correction.
    pub new_matrix: bool,
}

/// Reason why a step has no end.
#[derive(Clone, Debug, PartialEq)]
pub enum StepFailure {
    /// Iterations are exhausted.
    Iterations,
    /// Residuals grow (DIVE_RESI).
    Divergence,
    /// The largest residual exceeds its bound (RESI_MAXI).
    TooLarge,
    /// A component moved too much over the step (DELTA_GRANDEUR), by this much.
    TooFar { increment: f64 },
    /// A law gives no answer.
    Law { element: usize, fault: LawFault },
    /// The matrix is singular at an unknown.
    Singular { unknown: usize },
    /// A unilateral condition, named by its first unknown, cannot be kept.
    Bound { unknown: usize, fault: BoundFault },
    /// Motion or forces are not finite.
    NotFinite,
    /// The load has no value at the end of the step.
    Interrupted,
}

/// Why a unilateral condition cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundFault {
    /// Its unknowns are held.
    Held,
    /// The stiffness along it is negative.
    Softens,
    /// Others leave no motion that keeps it.
    Contradicts,
}

impl From<StructuralFault> for StepFailure {
    fn from(fault: StructuralFault) -> Self {
        match fault {
            StructuralFault::Singular { unknown } | StructuralFault::NoMass { unknown } => {
                StepFailure::Singular { unknown }
            }
            StructuralFault::Interrupted { .. } => StepFailure::Interrupted,
            _ => StepFailure::NotFinite,
        }
    }
}

/// A step that converged.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Convergence {
    /// Number of evaluations (ITER_GLOB), and of tries of line searches (ITER_LINE).
    pub evaluations: u32,
    pub line_tries: u32,
    pub residuals: Residuals,
    /// Iterations were exhausted, and the step is kept all the same.
    pub forced: bool,
}
