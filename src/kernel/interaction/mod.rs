//! Local nonlinearities of a modal transient: contact with friction, buckling stops, dampers and the
//! other relations.
//!
//! Each interaction sees the motion of one or two nodes, `u = sum_j phi_j q_j (+ supports)`, and gives
//! back forces on the generalised coordinates. It remembers internal variables between evaluations
//! (a stick anchor, a plastic shortening); every evaluation advances them, so results depend on the
//! exact sequence of evaluations that a scheme makes.
//!
//! * geometry: [`frame`], `placement`, `obstacles`; `motion`, `shapes` and `bundle`: rows of shapes in `blocks`
//! * `law`: the contract of a local law on modes; [`laws`]: each of them, and their list
//! * `set`: all interactions of a problem, [`InteractionSet`]; `eight_contacts`: planes evaluated together
//! * `point`: contacts as exact schemes see them
//! * `never_closed`: contacts that stayed open, and their smallest gaps
//! * `linearised`: contacts in the matrices of an implicit treatment

mod blocks;
mod bundle;
mod eight_contacts;
mod fault;
pub mod frame;
mod law;
pub mod laws;
mod linearised;
mod motion;
mod never_closed;
mod obstacles;
mod placement;
mod point;
mod set;
mod shapes;
#[cfg(test)]
mod tests;

pub use fault::{InteractionFault, SpecFault};
pub use frame::Frame;
pub use laws::{ContactSpec, Friction, LAWS, LawInfo, LawSpec, ModalData, automatic_damping, variable};
pub use motion::{Attachment, SupportMotion};
pub use never_closed::{ClosedContact, OpenContact};
pub use obstacles::{Kind, ObstacleShape, Surface};
pub use placement::Placement;
pub use point::{ContactPoint, PointMotion};
pub use set::{InteractionSet, ModalStiffness};
