//! Local nonlinearities of a modal transient: contact with friction, buckling stops, dampers and the
//! other relations.
//!
//! Each interaction sees the motion of one or two nodes, `u = sum_j phi_j q_j (+ supports)`, and gives
//! back forces on the generalised coordinates. It remembers internal variables between evaluations
//! (a stick anchor, a plastic shortening); every evaluation advances them, so results depend on the
//! exact sequence of evaluations that a scheme makes.
//!
//! * geometry: [`frame`], [`obstacle`], `motion`
//! * contact: `contact_spec` (definition), `stop` (normal law), `friction`, `tangential_damping`
//! * `set`: all interactions together, [`InteractionSet`]

mod contact_spec;
mod fault;
pub mod frame;
mod friction;
mod motion;
pub mod obstacle;
mod set;
mod stop;
mod tangential_damping;
#[cfg(test)]
mod tests;

pub use contact_spec::{ContactSpec, ObstacleKind, Placement};
pub use fault::InteractionFault;
pub use frame::Frame;
pub use friction::Friction;
pub use motion::{Attachment, SupportMotion};
pub use obstacle::Profile;
pub use set::{InteractionSet, ModalStiffness};
pub use tangential_damping::ModalData;
