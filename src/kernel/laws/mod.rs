//! Constitutive laws without modes and without elements: what force, not where.
//!
//! * contract: `law` (discrete elements), `bar` (bars), `behaviour` (a law with its parallel spring, and what both make
//!   of the nodal motion of an element), `layout`, `parameters`, `fault`
//! * `list`: all laws by their name in studies
//! * one file per law: `elastic` (ELAS, DASHPOT)
//! * `cash_karp`: the local integrator of rate-type laws

mod bar;
mod behaviour;
pub mod cash_karp;
mod elastic;
mod fault;
mod law;
mod layout;
mod list;
mod parameters;
#[cfg(test)]
mod tests;

pub use bar::{BarLaw, ElasticBar, Strain, Uniaxial};
pub use behaviour::{Behaviour, Element, Response, Step, nodal_forces};
pub use cash_karp::LocalControl;
pub use elastic::{Elastic, StepDashpot};
pub use fault::{LawFault, SpecFault};
pub use law::{Answer, Ask, Dashpot, Law, Local, Others, RX, RY, RZ, Six, Variable, X, Y, Z};
pub use layout::Layout;
pub use list::{Elements, LAWS, LawInfo, Maker, bar_law, discrete_law};
pub use parameters::Parameters;
