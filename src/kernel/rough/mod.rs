//! Sliding rough surfaces: two beams with rough profiles, one sliding over the other.
//!
//! `problem` says what is computed; `run` is the time loop; `shapes`, `beam`, `scheme`, `modes` the bodies and their step;
//! `segments`, `nodes` contact between nodes and segments; `lagrange`, `active_set` its multipliers; `record`, `shocks` what is kept; `profile`, `philox` the
//! surfaces.

mod active_set;
mod beam;
mod ending;
mod fast;
mod fault;
mod lagrange;
mod modes;
mod nodes;
mod philox;
mod problem;
mod profile;
mod record;
mod run;
mod scheme;
mod segments;
mod shapes;
mod shocks;
#[cfg(test)]
mod tests;
mod welch;

pub use crate::rough::fault::SlidingFault;
pub use beam::Beam;
pub use problem::{Law, Method, Observation, RESONATOR, ResonatorWeight, SLIDER, Shocks, SlidingProblem};
pub use profile::{Correlation, RandomProfile, Roughness, autocorrelation, power_spectrum};
pub use record::{Archive, PointMotion, Sliding};
pub use run::run;
pub use scheme::{Coefficients, SlidingScheme};
pub use shapes::{Shapes, Support};
pub use shocks::Shock;
pub use welch::welch;
