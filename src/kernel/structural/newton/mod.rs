//! Nonlinear statics and dynamics on physical unknowns by Newton's method, for discrete elements, bars and beams.
//!
//! * [`system`]: elements with their laws, mass, constraints; [`state`]: one instant; [`options`]
//! * [`matrices`]: stiffness, damping, mass on one pattern, and their factors; [`element_sums`], [`reduction`]: entries summed
//!   anew where elements have changed
//! * [`evaluation`]: one look at all laws; [`residual`], [`convergence`]: the balance of forces and its criteria
//! * [`step`]: prediction and iterations, [`correction`]: their linear solutions, [`line_search`], [`coefficients`] of the implicit schemes, [`explicit`] ones
//! * [`unilateral`]: bounds of unknowns, which corrections hold; [`holding`]: which stops do
//! * [`start`], [`run`]: the first instant, and the loop over steps with their cuts; [`fault`], [`energy`]
//!
//! Symbols: `u`, `v`, `a` displacement, velocity, acceleration; `B u = d` constraints, `Bᵀl` their reactions; `F` internal
//! forces, `S` stored forces.

mod coefficients;
mod convergence;
mod correction;
mod element_sums;
mod energy;
mod evaluation;
mod explicit;
mod fault;
mod following;
mod holding;
mod line_search;
mod matrices;
mod options;
mod reduction;
mod residual;
mod run;
mod start;
mod state;
mod step;
mod system;
#[cfg(test)]
mod tests;
mod unilateral;

pub use coefficients::{Formulation, ImplicitScheme};
pub use convergence::{Criteria, Criterion, Residuals};
pub use fault::{BoundFault, Convergence, IterationRecord, StepFailure};
pub use following::FollowingLoading;
pub use line_search::{LineSearch, SearchMethod};
pub use options::{Dynamics, ExplicitScheme, Matrix, NewtonOptions, Prediction, ProjectedMode};
pub use run::{
    AcceptedStep, Answers, Beginning, Bound, CutStep, NonlinearLoading, Observer, Quantity, RunCounts, RunFailure,
    RunFault, run_nonlinear,
};
pub use start::Acceleration;
pub use state::NonlinearState;
pub use step::Newton;
pub use system::{DampedMode, DrivenSupport, NonlinearSystem, Triplets};
pub use unilateral::UnilateralConditions;
