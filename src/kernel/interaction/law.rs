//! The laws of a set: one enumeration, and what each does at every call of the set.

use super::buckling::{self, Buckling};
use super::cracked_rotor::{self, CrackedRotor};
use super::elastic_shock::{self, ElasticShock};
use super::fault::LawFault;
use super::force_relation::{self, ForceRelation};
use super::motion::State;
use super::plastic_link::{self, PlasticLink};
use super::seismic_device::{self, SeismicDevice};
use super::stop::{self, Stop};
use super::taken::TakenContacts;
use super::zener::{self, Zener};

/// Stops are kept side by side: runs may have hundreds. The others are rarer and larger.
#[derive(Clone, Debug)]
pub(super) enum Law {
    Stop(Stop),
    Buckling(Box<Buckling>),
    ForceRelation(Box<ForceRelation>),
    ElasticShock(Box<ElasticShock>),
    Zener(Box<Zener>),
    PlasticLink(Box<PlasticLink>),
    SeismicDevice(Box<SeismicDevice>),
    CrackedRotor(Box<CrackedRotor>),
    /// What matrices have taken over of the stops; the last of the set.
    Taken(Box<TakenContacts>),
}

impl Law {
    pub fn width(&self) -> usize {
        match self {
            Law::Stop(_) => stop::WIDTH,
            Law::Buckling(_) => buckling::WIDTH,
            Law::ForceRelation(_) => force_relation::WIDTH,
            Law::ElasticShock(_) => elastic_shock::WIDTH,
            Law::Zener(_) => zener::WIDTH,
            Law::PlasticLink(_) => plastic_link::WIDTH,
            Law::SeismicDevice(_) => seismic_device::WIDTH,
            Law::CrackedRotor(_) => cracked_rotor::WIDTH,
            Law::Taken(_) => 0,
        }
    }

    #[inline]
    pub fn evaluate(&mut self, state: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        match self {
            Law::Stop(law) => law.evaluate(state, force),
            other => other.evaluate_other(state, force),
        }
    }

    /// Apart, so that the common case stays small.
    #[inline(never)]
    fn evaluate_other(&mut self, state: &State<'_>, force: &mut [f64]) -> Result<(), LawFault> {
        match self {
            Law::Stop(law) => law.evaluate(state, force),
            Law::Buckling(law) => law.evaluate(state, force),
            Law::ForceRelation(law) => law.evaluate(state, force),
            Law::ElasticShock(law) => law.evaluate(state, force),
            Law::Zener(law) => law.evaluate(state, force),
            Law::PlasticLink(law) => law.evaluate(state, force),
            Law::SeismicDevice(law) => law.evaluate(state, force),
            Law::CrackedRotor(law) => law.evaluate(state, force),
            Law::Taken(law) => {
                law.evaluate(state, force);
                Ok(())
            }
        }
    }

    pub fn save(&mut self) {
        match self {
            Law::Stop(law) => law.saved = law.state,
            Law::Buckling(law) => law.saved = law.state,
            Law::ElasticShock(law) => law.saved = law.stored,
            Law::Zener(law) => {
                law.saved = law.state;
                law.link.saved_kept = law.link.kept;
            }
            Law::PlasticLink(law) => {
                law.saved = law.state;
                law.link.saved_kept = law.link.kept;
            }
            Law::ForceRelation(_) | Law::SeismicDevice(_) | Law::CrackedRotor(_) | Law::Taken(_) => {}
        }
    }

    pub fn restore(&mut self) {
        match self {
            Law::Stop(law) => law.state = law.saved,
            Law::Buckling(law) => law.state = law.saved,
            Law::ElasticShock(law) => law.stored = law.saved,
            Law::Zener(law) => {
                law.state = law.saved;
                law.link.kept = law.link.saved_kept;
            }
            Law::PlasticLink(law) => {
                law.state = law.saved;
                law.link.kept = law.link.saved_kept;
            }
            Law::ForceRelation(_) | Law::SeismicDevice(_) | Law::CrackedRotor(_) | Law::Taken(_) => {}
        }
    }

    pub fn store(&self, state: &State<'_>, out: &mut [f64]) {
        if !matches!(self, Law::Stop(_)) {
            // A stop writes all of its variables.
            out.fill(0.0);
        }
        match self {
            Law::Stop(law) => law.store(state, out),
            Law::Buckling(law) => law.store(state, out),
            Law::ForceRelation(law) => law.store(out),
            Law::ElasticShock(law) => out.copy_from_slice(&law.stored),
            Law::Zener(law) => law.store(state, out),
            Law::PlasticLink(law) => law.store(state, out),
            Law::SeismicDevice(law) => law.store(state, out),
            Law::CrackedRotor(law) => law.store(out),
            Law::Taken(_) => {}
        }
    }

    pub fn load(&mut self, stored: &[f64]) {
        match self {
            Law::Stop(law) => law.load(stored),
            Law::Buckling(law) => law.load(stored),
            Law::ForceRelation(law) => law.load(stored),
            Law::ElasticShock(law) => law.stored = [stored[0], stored[1]],
            Law::Zener(law) => law.load(stored),
            Law::PlasticLink(law) => law.load(stored),
            Law::SeismicDevice(law) => law.load(stored),
            Law::CrackedRotor(law) => law.load(stored),
            Law::Taken(_) => {}
        }
    }

    pub fn crossed_at(&self) -> Option<f64> {
        match self {
            Law::Stop(law) => law.crossed_at(),
            _ => None,
        }
    }
}
