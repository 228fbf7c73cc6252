//! The list of laws: one enumeration for those in use, one for what defines them, and what each does at every call of
//! the set.

use super::buckling::{Buckling, BucklingSpec};
use super::cracked_rotor::{CrackedRotor, CrackedRotorSpec};
use super::elastic_shock::{ElasticShock, ElasticShockSpec};
use super::force_relation::{ForceRelation, ForceRelationSpec};
use super::plastic_link::{PlasticLink, PlasticLinkSpec};
use super::seismic_device::{SeismicDevice, SeismicDeviceSpec};
use super::stop::{ContactSpec, Stop};
use super::zener::{Zener, ZenerSpec};
use crate::interaction::fault::{LawFault, SpecFault};
use crate::interaction::law::LocalLaw;
use crate::interaction::motion::State;
use crate::interaction::shapes::Shapes;

/// Writes the enumerations and what asks each law in turn.
macro_rules! laws {
    ($($law:ident from $spec:ident),* $(,)?) => {
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
    Buckling from BucklingSpec,
    Zener from ZenerSpec,
    PlasticLink from PlasticLinkSpec,
    ElasticShock from ElasticShockSpec,
    SeismicDevice from SeismicDeviceSpec,
    ForceRelation from ForceRelationSpec,
    CrackedRotor from CrackedRotorSpec,
];
