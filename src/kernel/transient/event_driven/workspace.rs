//! State of the contacts between events, series of the present piece, room for what a piece needs.

use super::rising::Rising;
use super::scheme::{EventOptions, TERMS};
use super::swings::Swings;
use super::turning::Turning;
use crate::linalg::SmallSystem;
use crate::signal::SignalExpander;
use crate::transient::contact_problem::ContactProblem;
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::exact::contacts::Point;
use crate::transient::exact::{Contacts, Exchange, Obstruction};
use crate::transient::moreau::{MoreauOptions, MoreauStepper};

pub use super::contact_states::{Normal, Tangential};

/// One contact with its series.
#[derive(Clone, Debug)]
pub struct Track {
    pub normal: Normal,
    pub tangential: Tangential,
    /// Sign of the normal along row 0.
    pub sign: f64,
    /// A quantity that starts at 0: gap or normal force; slip velocity or reserve of stick.
    pub fresh: [bool; 2],
    /// Events in the present step.
    pub count: u32,
    /// Last separation (s).
    pub left: f64,
    /// Direction of slip when it starts from rest in two directions.
    pub direction: [f64; 2],
    /// Start of that slip, during its first piece.
    pub(super) rising: Option<Rising>,
    /// Series: displacement along row 0, normal force, slip velocities, friction forces, `N |v|`.
    pub u: [f64; TERMS],
    pub force: [f64; TERMS],
    pub slip: [[f64; TERMS]; 2],
    pub friction: [[f64; TERMS]; 2],
    pub wear: [f64; 2 * TERMS],
    pub wear_terms: usize,
    /// Speed and direction of slip in two directions.
    pub speed: [f64; TERMS],
    pub heading: [[f64; TERMS]; 2],
    /// Of a circle: series of the normal that turns.
    pub(super) turning: Option<Box<Turning>>,
}

impl Track {
    fn new(point: &Point) -> Track {
        let zero = [0.0; TERMS];
        Track {
            normal: Normal::Open,
            tangential: Tangential::Free,
            sign: 1.0,
            fresh: [false; 2],
            count: 0,
            left: f64::NEG_INFINITY,
            direction: [0.0; 2],
            rising: None,
            u: zero,
            force: zero,
            slip: [zero; 2],
            friction: [zero; 2],
            wear: [0.0; 2 * TERMS],
            wear_terms: 0,
            speed: zero,
            heading: [zero; 2],
            turning: point.round.map(|_| Box::new(Turning::new())),
        }
    }

    /// True in contact.
    pub fn touches(&self) -> bool {
        matches!(self.normal, Normal::Pressing | Normal::Closed)
    }
}

/// Event that ends a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// The gap closes; sign of the normal of the surface reached.
    Closing(f64),
    /// The normal force vanishes.
    ForceEnds,
    /// The normal force comes back where a dashpot pulled.
    ForceReturns,
    /// The gap opens where there is no force.
    Opening,
    /// The slip velocity vanishes.
    SlipEnds,
    /// The friction reaches its bound.
    StickEnds,
}

/// One contact of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impulse {
    pub contact: usize,
    /// Restitution that was used.
    pub restitution: f64,
    /// Outcome: it pushes, it sticks.
    pub pushes: bool,
    pub sticks: bool,
    /// The outcome is between two: it barely pushes, barely sticks, or just so does not.
    pub between: bool,
    /// Impulses along normal and tangents (N s).
    pub impulse: [f64; 3],
    /// Velocity along the normal before, negative on the way in (m/s).
    pub approach: f64,
}

/// Contact whose events come first where several have events at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {
    First,
    Last,
}

/// The scheme with everything it remembers.
#[derive(Clone, Debug)]
pub struct EventStepper {
    pub(crate) options: EventOptions,
    pub(crate) contacts: Contacts,
    pub(crate) tracks: Vec<Track>,
    /// Start of the present piece (s) and how far its series hold (s).
    pub(crate) start: f64,
    pub(crate) length: f64,
    /// Contacts with the events at its end.
    pub(crate) happenings: Vec<(usize, Happening)>,
    /// Series of the coordinates and velocities, `n` numbers per order.
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) force: Vec<f64>,
    pub(crate) support_depl: Vec<f64>,
    pub(crate) support_velo: Vec<f64>,
    pub(crate) expanders: Vec<SignalExpander>,
    pub(crate) support_expanders: Vec<[SignalExpander; 2]>,
    /// Contacts whose series have more than their first term.
    pub(crate) at_work: Vec<usize>,
    /// Unknown reactions: point and row.
    pub(crate) unknowns: Vec<(usize, usize)>,
    pub(crate) factors: SmallSystem,
    /// Directions of their forces, times the inverse of the mass, where they are not rows.
    pub(crate) oblique: Vec<f64>,
    pub(crate) reactions: Vec<f64>,
    pub(crate) problem: ContactProblem,
    /// Contacts of the reduced problem under way.
    pub(crate) involved: Vec<usize>,
    /// Totals at the start of the piece.
    pub(crate) totals: Vec<f64>,
    /// Work rooms, one number per coordinate.
    pub(crate) a: Vec<f64>,
    pub(crate) b: Vec<f64>,
    pub(crate) spare: Vec<f64>,
    /// Displacements and velocities of the supports at the end of a step.
    pub(crate) support_now: [Vec<f64>; 2],
    /// Nominal step (s).
    pub(crate) nominal: f64,
    pub(crate) fastest: f64,
    pub(crate) fallback: Box<MoreauStepper>,
    pub(crate) started: bool,
    /// The last impact, where someone follows it.
    pub(crate) impulses: Option<Vec<Impulse>>,
    /// Contacts with events at one instant are taken one by one.
    pub(crate) alone: Option<Alone>,
    /// Fast modes that are followed apart from the others, where they may be.
    pub(super) swings: Option<Box<Swings>>,
}

impl EventStepper {
    /// From a state, with the nominal step (s). Fails where an interaction is no
    /// contact that the scheme treats, or a circle has no radius.
    pub fn new(
        options: EventOptions,
        nominal: f64,
        dynamics: &mut Dynamics,
        state: &ModalState,
    ) -> Result<EventStepper, Obstruction> {
        let points = dynamics.interactions.contact_points().map_err(|rank| Obstruction::NotAContact { rank })?;
        let supports = dynamics.interactions.support_motions().len();
        let contacts = Contacts::new(points, supports, &mut dynamics.system)?;
        let (n, count, supports) = (contacts.size, contacts.points.len(), contacts.supports);
        let mut support_velo = vec![0.0; TERMS * supports];
        if let Some(belt) = contacts.belt {
            support_velo[supports - 1] = belt;
        }
        dynamics.exchange = Exchange::new(count);
        let moreau = MoreauOptions::default();
        let fallback = Box::new(MoreauStepper::with_contacts(moreau, nominal, contacts.clone(), dynamics));
        let system = &dynamics.system;
        let fastest = (0..n).map(|i| system.pulsation[i].max(system.damping[i].abs())).fold(0.0, f64::max);
        let series = || vec![0.0; (TERMS + 1) * n];
        Ok(EventStepper {
            options,
            tracks: contacts.points.iter().map(Track::new).collect(),
            start: state.t,
            length: 0.0,
            happenings: Vec::with_capacity(2 * count + 2),
            q: series(),
            v: series(),
            force: vec![0.0; TERMS * n],
            support_depl: vec![0.0; TERMS * supports],
            support_velo,
            expanders: dynamics.excitation.expanders(),
            support_expanders: vec![Default::default(); supports],
            at_work: Vec::with_capacity(count),
            unknowns: Vec::with_capacity(3 * count),
            factors: SmallSystem::default(),
            oblique: vec![0.0; 3 * count * n],
            reactions: Vec::with_capacity(3 * count),
            problem: ContactProblem::default(),
            involved: Vec::with_capacity(count),
            totals: dynamics.exchange.totals.clone(),
            a: vec![0.0; n],
            b: vec![0.0; n],
            spare: vec![0.0; n],
            support_now: [vec![0.0; supports], vec![0.0; supports]],
            nominal,
            fastest,
            fallback,
            started: false,
            impulses: None,
            alone: None,
            swings: None,
            contacts,
        })
    }
}
