//! Constitutive laws without modes and without elements: what force, not where.
//!
//! * contract: `law` (discrete elements), `bar` (bars), `behaviour` (a law with its parallel spring, and what both make
//!   of the nodal motion of an element), `layout`, `parameters`, `fault`
//! * `conditions`: a law with the temperature and the irradiation of its element
//! * `list`: all laws by their name in studies
//! * one file per law of discrete elements: `elastic` (ELAS, DASHPOT), `contact` (DIS_CONTACT), `penalty_contact` and
//!   `corner` (DIS_CHOC), `zener` (DIS_VISC), `plastic_link` and `hardening_curve` (DIS_ECRO_TRAC), `buckling_stop`
//!   (CHOC_ENDO), `buckling_penalty` (CHOC_ENDO_PENA), `elastic_shock` (CHOC_ELAS_TRAC), `kinematic_hardening`
//!   (DIS_ECRO_CINE), `bilinear` (DIS_BILI_ELAS), `arm` (ARME), `grid_to_rod` (DIS_GRICRA), `stud` (DIS_GOUJ2E)
//! * of bars: `bar_hardening` (VMIS_ISOT_LINE, VMIS_CINE_LINE, VMIS_ISOT_TRAC), `traction_curve`, `pinto_menegotto`
//! * of modal relations alone: `buckling` and `plateau` (FLAMBAGE), `seismic_device` (ANTI_SISM)
//! * `cash_karp`: the local integrator of rate-type laws

mod arm;
mod asymmetric_bar;
mod bar;
mod bar_hardening;
mod behaviour;
mod bilinear;
mod buckling;
mod buckling_penalty;
mod buckling_stop;
pub mod cash_karp;
mod conditions;
mod contact;
mod corner;
mod elastic;
mod elastic_shock;
mod fault;
mod grid_to_rod;
mod hardening_curve;
mod kinematic_hardening;
mod law;
mod layout;
mod list;
mod names;
mod parameters;
mod penalty_contact;
mod pinto_menegotto;
mod plastic_link;
mod plateau;
mod relaxing_steel;
mod seismic_device;
mod stud;
#[cfg(test)]
mod tests;
mod traction_curve;
mod zener;

pub use arm::Arm;
pub use asymmetric_bar::AsymmetricBar;
pub use bar::{BarLaw, ElasticBar, Strain, Uniaxial};
pub use bar_hardening::{IsotropicCurve, IsotropicLine, KinematicLine};
pub use behaviour::{Behaviour, Element, Response, Step, linear_forces, nodal_forces};
pub use bilinear::Bilinear;
pub use buckling::{Buckling, BucklingLaw};
pub use buckling_penalty::BucklingPenalty;
pub use buckling_stop::BucklingStop;
pub use cash_karp::LocalControl;
pub use conditions::{Conditioned, ConditionedBar, Conditions};
pub use contact::{Contact, Distances};
pub use elastic::{Elastic, StepDashpot};
pub use elastic_shock::ElasticShockLaw;
pub use fault::{LawFault, SpecFault};
pub use grid_to_rod::GridToRod;
pub use hardening_curve::{CurveFault, Hardening, HardeningCurve};
pub use kinematic_hardening::KinematicHardening;
pub use law::{Answer, Ask, Dashpot, Law, Local, Others, RX, RY, RZ, Six, Variable, X, Y, Z};
pub use layout::Layout;
pub use list::{Elements, LAWS, LawInfo, Maker, bar_law, discrete_law};
pub use parameters::Parameters;
pub use penalty_contact::PenaltyContact;
pub use pinto_menegotto::PintoMenegotto;
pub use plastic_link::PlasticLaw;
pub use plateau::{Crushing, Plateau};
pub use relaxing_steel::RelaxingSteel;
pub use seismic_device::SeismicDeviceLaw;
pub use stud::Stud;
pub use zener::ZenerLaw;
