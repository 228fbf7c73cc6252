//! Eigenmodes: the real symmetric problem, normalisation, modal parameters.

mod basis;
mod clusters;
mod definite;
mod eigenpair;
mod general;
mod krylov;
mod nearest;
mod normalisation;
mod orthogonal;
mod parameters;
mod pieces;
mod problem;
mod projection;
mod quadratic;
mod rounding;
mod selection;
mod sparse;
mod statics;
#[cfg(test)]
mod tests;

pub use crate::modal::eigenpair::{EigenFault, Eigenpair};
pub use general::general_modes;
pub use nearest::Wanted;
pub use normalisation::{Norm, flip_to, largest_component, scale_divisor};
pub use orthogonal::{Orthogonalised, orthonormalise};
pub use parameters::{ModalParameters, Participation, translations};
pub use problem::{EigenProblem, Spectrum};
pub use projection::{LeastSquares, project_force, project_matrix};
pub use quadratic::{ComplexPair, QuadraticProblem};
pub use rounding::without_rounding;
pub use selection::{Interval, Selection, bounds_used};
pub use statics::{StaticFault, StaticSolver};
