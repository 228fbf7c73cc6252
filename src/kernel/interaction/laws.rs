//! The local laws on modes, one file each, and the list of them: names in studies (RELATION), what defines each, and what
//! each does at every call of the set. Those that discrete elements have too, or could have, are adapters: rows of modes
//! make a local motion, `kernel/laws` answers.
//!
//! * contact: `stop` (normal law), `stop_on_plane` (its shortest way), `friction`, `tangential_damping`
//! * other relations: the rows at the end of this file; `link` serves several

mod buckling;
mod cracked_rotor;
mod elastic_shock;
mod force_relation;
mod friction;
mod link;
mod plastic_link;
mod seismic_device;
mod stop;
mod stop_on_plane;
mod tangential_damping;
mod zener;

pub use cracked_rotor::ShaftAngle;
pub use friction::Friction;
pub use stop::{ContactSpec, Stop};
pub use stop_on_plane::{ManyCoordinates, OneCoordinate, Reach};
pub use tangential_damping::{ModalData, automatic_damping};

use super::fault::{LawFault, SpecFault};
use super::law::LocalLaw;
use super::motion::State;
use super::shapes::Shapes;

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

/// Rank (from 0) of the variable called `variable` among those of law `law`; `None` where there is no such law or variable.
pub fn variable(law: &str, variable: &str) -> Option<usize> {
    LAWS.iter().find(|info| info.name == law)?.variables.iter().position(|name| *name == variable)
}

/// Writes the enumerations and what asks each law in turn.
macro_rules! laws {
    ($($($name:literal)|+ : $module:ident, $law:ident from $spec:ident);* $(;)?) => {
        $(
            use $module::$law;
            pub use $module::$spec;
        )*

        /// Stops are kept side by side: runs may have hundreds. The others are rarer and larger.
        #[derive(Clone, Debug)]
        pub enum Law {
            Stop(Stop),
            $($law(Box<$law>)),*
        }

        /// Definition of a law: one variant for each kind.
        #[derive(Clone, Debug)]
        pub enum LawSpec {
            /// Contact with friction.
            Contact(ContactSpec),
            $(#[doc = concat!("See [`", stringify!($spec), "`].")] $law($spec)),*
        }

        /// All laws.
        pub const LAWS: &[LawInfo] = &[info::<Stop>("DIS_CHOC"), $($(info::<$law>($name)),+),*];

        impl From<ContactSpec> for LawSpec {
            fn from(spec: ContactSpec) -> LawSpec {
                LawSpec::Contact(spec)
            }
        }

        $(impl From<$spec> for LawSpec {
            fn from(spec: $spec) -> LawSpec {
                LawSpec::$law(spec)
            }
        })*

        impl LawSpec {
            /// The law, its rows added to `shapes`. Fails where the numbers make no law.
            pub fn build(&self, shapes: &mut Shapes) -> Result<Law, SpecFault> {
                Ok(match self {
                    LawSpec::Contact(spec) => Law::Stop(Stop::build(spec, shapes)?),
                    $(LawSpec::$law(spec) => Law::$law(Box::new($law::build(spec, shapes)?))),*
                })
            }
        }

        impl Law {
            /// Number of internal variables.
            pub fn width(&self) -> usize {
                match self {
                    Law::Stop(_) => Stop::VARIABLES.len(),
                    $(Law::$law(_) => $law::VARIABLES.len()),*
                }
            }

            /// Adds to `force` (one value per coordinate) the forces in the state `at`, and advances the memory. Fails
            /// where a number is not finite or a function has no value.
            #[inline]
            pub fn evaluate(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
                match self {
                    Law::Stop(law) => law.evaluate(at, force),
                    other => other.evaluate_other(at, force),
                }
            }

            /// Apart, so that the common case stays small.
            #[inline(never)]
            fn evaluate_other(&mut self, at: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
                match self {
                    Law::Stop(law) => law.evaluate(at, force),
                    $(Law::$law(law) => law.evaluate(at, force)),*
                }
            }

            /// Remembers the memory.
            pub fn save(&mut self) {
                match self {
                    Law::Stop(law) => law.save(),
                    $(Law::$law(law) => law.save()),*
                }
            }

            /// Brings the saved memory back.
            pub fn restore(&mut self) {
                match self {
                    Law::Stop(law) => law.restore(),
                    $(Law::$law(law) => law.restore()),*
                }
            }

            /// Writes the internal variables.
            pub fn store(&self, at: &State<'_>, out: &mut [f64]) {
                match self {
                    Law::Stop(law) => law.store(at, out),
                    $(Law::$law(law) => law.store(at, out)),*
                }
            }

            /// Takes up stored internal variables.
            pub fn load(&mut self, stored: &[f64]) {
                match self {
                    Law::Stop(law) => law.load(stored),
                    $(Law::$law(law) => law.load(stored)),*
                }
            }
        }
    };
}

laws![
    "FLAMBAGE": buckling, Buckling from BucklingSpec;
    "DIS_VISC": zener, Zener from ZenerSpec;
    "DIS_ECRO_TRAC": plastic_link, PlasticLink from PlasticLinkSpec;
    "CHOC_ELAS_TRAC": elastic_shock, ElasticShock from ElasticShockSpec;
    "ANTI_SISM": seismic_device, SeismicDevice from SeismicDeviceSpec;
    "RELA_EFFO_DEPL" | "RELA_EFFO_VITE": force_relation, ForceRelation from ForceRelationSpec;
    "ROTOR_FISS": cracked_rotor, CrackedRotor from CrackedRotorSpec;
];
