//! Transients of a structure on its physical unknowns: `M ü + C u̇ + K u = F(t)`, `A u = d(t)`.
//!
//! * [`system`]: matrices, constraints, modal damping;
//! * [`newmark`], [`wilson`]: implicit schemes on sparse matrices;
//! * [`central`], [`adaptive`]: explicit schemes, with the diagonal of the mass only;
//! * [`energy`]: works and energies summed step by step;
//! * [`run`](run()): the time loop, and the states kept.
//!
//! Symbols: `d`, `v`, `a` displacement, velocity, acceleration; `h` step (s); `Z` null space of `A`.

mod adaptive;
mod central;
mod energy;
mod newmark;
mod run;
mod system;
#[cfg(test)]
mod tests;
mod wilson;

pub use adaptive::AdaptiveOptions;
pub use energy::Energies;
pub use run::{Group, Kept, Plan, Scheme, run};
pub use system::{DirectFault, DirectSystem, Interrupted, Loading, ModalDamping, MovingSupport, State};
