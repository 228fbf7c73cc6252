//! Local nonlinearities of a modal transient: contact with friction, buckling stops, dampers and the
//! other relations.
//!
//! Each interaction sees the motion of one or two nodes, `u = sum_j phi_j q_j (+ supports)`, and gives
//! back forces on the generalised coordinates. It remembers internal variables between evaluations
//! (a stick anchor, a plastic shortening); every evaluation advances them, so results depend on the
//! exact sequence of evaluations that a scheme makes.
//!
//! * geometry: [`frame`], [`obstacle`], `motion`; `shapes` and `bundle`: rows of shapes in `blocks`
//! * contact: `contact_spec` (definition), `stop` (normal law), `plane_contact` (its shortest way), `friction`, `tangential_damping`
//! * other relations: `buckling` (with `plateau`, its law of 2020), `force_relation`, `elastic_shock`, `zener`, `plastic_link`,
//!   `seismic_device`, `cracked_rotor`; `link` and `cash_karp` serve several
//! * `point`: contacts as exact schemes see them
//! * `taken`: contacts in the matrices of an implicit treatment
//! * `law`: one of them; `set`: all together, [`InteractionSet`]

mod blocks;
mod buckling;
mod bundle;
mod cash_karp;
mod contact_spec;
mod cracked_rotor;
mod elastic_shock;
mod fault;
mod force_relation;
pub mod frame;
mod friction;
mod law;
mod link;
mod motion;
pub mod obstacle;
mod plane_contact;
mod plastic_link;
mod plateau;
mod point;
mod seismic_device;
mod set;
mod shapes;
mod stop;
mod taken;
mod tangential_damping;
#[cfg(test)]
mod tests;
mod zener;

pub use buckling::{BucklingLaw, BucklingSpec};
pub use cash_karp::LocalControl;
pub use contact_spec::{ContactSpec, ObstacleKind, Placement};
pub use cracked_rotor::{CrackedRotorSpec, ShaftAngle};
pub use elastic_shock::ElasticShockSpec;
pub use fault::InteractionFault;
pub use force_relation::ForceRelationSpec;
pub use frame::Frame;
pub use friction::Friction;
pub use link::NoDirection;
pub use motion::{Attachment, SupportMotion};
pub use obstacle::Profile;
pub use plastic_link::{CurveFault, Hardening, HardeningCurve, PlasticLinkSpec};
pub use plateau::{Plateau, PlateauFault};
pub use point::{ContactPoint, PointMotion, PointSurface};
pub use seismic_device::SeismicDeviceSpec;
pub use set::{InteractionSet, ModalStiffness};
pub use tangential_damping::ModalData;
pub use zener::ZenerSpec;
