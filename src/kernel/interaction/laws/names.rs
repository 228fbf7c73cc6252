//! Names of the laws in studies (RELATION) and of their internal variables: one table for the reader of relations, its
//! messages, and what asks archives for a quantity.

use super::buckling::Buckling;
use super::cracked_rotor::CrackedRotor;
use super::elastic_shock::ElasticShock;
use super::force_relation::ForceRelation;
use super::plastic_link::PlasticLink;
use super::seismic_device::SeismicDevice;
use super::stop::Stop;
use super::zener::Zener;
use crate::interaction::law::LocalLaw;

/// A law as studies name it.
#[derive(Clone, Copy, Debug)]
pub struct LawInfo {
    /// `DIS_CHOC`, `FLAMBAGE` ...
    pub name: &'static str,
    /// Names of its internal variables, in the order of the archives.
    pub variables: &'static [&'static str],
}

const fn info<L: LocalLaw>(name: &'static str) -> LawInfo {
    LawInfo { name, variables: L::VARIABLES }
}

/// All laws.
pub const LAWS: &[LawInfo] = &[
    info::<Stop>("DIS_CHOC"),
    info::<Buckling>("FLAMBAGE"),
    info::<Zener>("DIS_VISC"),
    info::<PlasticLink>("DIS_ECRO_TRAC"),
    info::<ElasticShock>("CHOC_ELAS_TRAC"),
    info::<SeismicDevice>("ANTI_SISM"),
    info::<ForceRelation>("RELA_EFFO_DEPL"),
    info::<ForceRelation>("RELA_EFFO_VITE"),
    info::<CrackedRotor>("ROTOR_FISS"),
];

/// Rank (from 0) of the variable called `variable` among those of law `law`; `None` where there is no such law or variable.
pub fn variable(law: &str, variable: &str) -> Option<usize> {
    LAWS.iter().find(|info| info.name == law)?.variables.iter().position(|name| *name == variable)
}
