//! Modal transients: `M a + C v + K q = f(t, q, v, z)` integrated in time.
//!
//! `q` are generalised coordinates; `f` is the sum of prescribed forces and of the forces of local
//! nonlinearities, whose internal variables `z` every force evaluation advances. [`run`] takes a
//! [`ModalProblem`] and gives the kept states and what the run cost.
//!
//! Two schemes have exact friction, `event_driven` and `moreau`: contacts then are not forces but laws, which
//! `contact_problem` solves and whose exchanges `exact` keeps.
//!
//! One folder a scheme family: `scheme.rs` says what it is, `workspace.rs` what it remembers, `step.rs` is one
//! step, `tests.rs` shows its order. Nothing allocates in a step.

pub mod adaptive;
mod ahead;
mod archive;
pub mod contact_problem;
pub mod devogelaere;
mod dynamics;
pub mod event_driven;
pub mod exact;
mod excitation;
mod fault;
pub mod implicit;
mod itmi;
mod links;
pub mod matrix;
mod mode_order;
pub mod moreau;
pub mod newmark;
mod orders;
mod problem;
mod rotation;
pub mod runge_kutta;
mod schedule;
mod stability;
mod step_limits;
mod steppers;
mod symplectic_euler;
mod system;
#[cfg(test)]
pub(crate) mod tests;
mod time_loop;
mod trbdf2;

pub use crate::transient::step_limits::StepLimits;
pub use archive::{Archive, bytes_of_states};
pub use dynamics::{Dynamics, ModalState, Stepper};
pub use excitation::{Direction, Excitation, Term};
pub use fault::TransientFault;
pub use links::{LinkedMatrices, LinkedUnknown};
pub use orders::Orders;
pub use problem::{ModalProblem, ModalScheme, Start};
pub use rotation::Rotation;
pub use schedule::{Schedule, ScheduleFault};
pub use stability::{Cause, ShortestPeriod};
pub use system::{Coefficients, Damping, System, SystemFault};
pub use time_loop::{ModalRun, run};
