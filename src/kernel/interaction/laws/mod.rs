//! The local laws, one file each, and the list of them.
//!
//! * contact: `stop` (normal law), `stop_on_plane` (its shortest way), `friction`, `tangential_damping`
//! * other relations: `buckling` (with `plateau`, its law of 2020), `force_relation`, `elastic_shock`, `zener`,
//!   `plastic_link`, `seismic_device`, `cracked_rotor`; `link` serves several
//! * `list`: all of them, [`Law`] and [`LawSpec`]; `names`: what they are called and the names of their variables

mod buckling;
mod cracked_rotor;
mod elastic_shock;
mod force_relation;
mod friction;
mod link;
mod list;
mod names;
mod plastic_link;
mod plateau;
mod seismic_device;
mod stop;
mod stop_on_plane;
mod tangential_damping;
mod zener;

pub use crate::laws::LocalControl;
pub use buckling::{BucklingLaw, BucklingSpec};
pub use cracked_rotor::{CrackedRotorSpec, ShaftAngle};
pub use elastic_shock::ElasticShockSpec;
pub use force_relation::ForceRelationSpec;
pub use friction::Friction;
pub use list::{Law, LawSpec};
pub use names::{LAWS, LawInfo, variable};
pub use plastic_link::{CurveFault, Hardening, HardeningCurve, PlasticLinkSpec};
pub use plateau::Plateau;
pub use seismic_device::SeismicDeviceSpec;
pub use stop::{ContactSpec, Stop};
pub use stop_on_plane::{ManyCoordinates, OneCoordinate, Reach};
pub use tangential_damping::{ModalData, automatic_damping};
pub use zener::ZenerSpec;
