//! Transients of a structure on its physical unknowns: `M ü + C u̇ + K u = F(t)`, `A u = d(t)`.
//!
//! * [`system`]: matrices, constraints, modal damping; [`loading`]: forces and imposed values in time;
//! * [`schemes`]: one file per scheme, each behind the trait `Step`. Implicit: Newmark, Wilson, on sparse matrices.
//!   Explicit, with the diagonal of the mass only: central differences of constant and of adaptive step;
//! * [`plan`]: the steps to make, the states to keep; [`energy`]: works and energies summed step by step;
//! * [`time_loop`]: the loop, which names no scheme;
//! * [`newton`]: nonlinear statics and dynamics; [`increments`]: their instants, cut and adapted.
//!
//! Symbols: `d`, `v`, `a` displacement, velocity, acceleration; `h` step (s); `Z` null space of `A`.

mod energy;
pub mod increments;
mod loading;
pub mod newton;
mod plan;
mod schemes;
mod system;
#[cfg(test)]
mod tests;
mod time_loop;

pub use energy::Energies;
pub use loading::{Interrupted, Loading};
pub use plan::{Group, Keeping, KeptInstants, Plan, Stretch};
pub use schemes::{AdaptiveOptions, StructuralScheme};
pub use system::{ModalDamping, MovingSupport, NodalState, StructuralFault, StructuralSystem};
pub use time_loop::run;
