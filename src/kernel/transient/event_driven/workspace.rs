//! State of the contacts between events, series of the present piece, room for what a piece needs.

use super::rising::Rising;
use super::scheme::{EventOptions, TERMS};
use super::turning::Turning;
use crate::signal::SignalExpander;
use crate::transient::contact_problem::{ContactProblem, Elimination};
use crate::transient::dynamics::{Dynamics, ModalState};
use crate::transient::exact::contacts::Point;
use crate::transient::exact::{Contacts, Exchange, Obstruction};
use crate::transient::moreau::{MoreauOptions, MoreauStepper};

/// Normal state of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Normal {
    Open,
    /// A linear stop that pushes.
    Pressing,
    /// A linear stop whose dashpot would pull: in contact, without force.
    Adrift,
    /// A rigid contact.
    Closed,
}

/// Tangential state of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Tangential {
    /// No friction: open, or smooth.
    Free,
    Stick,
    /// Slip along the one direction there is, with its sign.
    Slip(f64),
    /// Slip in two directions.
    Slide,
}

/// One contact with its series.
#[derive(Clone, Debug)]
pub(super) struct Track {
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
    pub rising: Option<Rising>,
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
    pub turning: Option<Box<Turning>>,
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
pub(super) enum Happening {
    /// The gap closes; sign of the normal of the surface reached.
    Closing(f64),
    /// The normal force vanishes, or comes back where a dashpot pulled.
    ForceEnds,
    ForceReturns,
    /// The gap opens where there is no force.
    Opening,
    SlipEnds,
    /// The friction reaches its bound.
    StickEnds,
}

/// The scheme with everything it remembers.
#[derive(Clone, Debug)]
pub struct EventStepper {
    pub(super) options: EventOptions,
    pub(super) contacts: Contacts,
    pub(super) tracks: Vec<Track>,
    /// Start of the present piece (s) and how far its series hold (s).
    pub(super) start: f64,
    pub(super) length: f64,
    /// Contacts with the events at its end.
    pub(super) happenings: Vec<(usize, Happening)>,
    /// Series of the coordinates and velocities, `n` numbers per order.
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) force: Vec<f64>,
    pub(super) support_depl: Vec<f64>,
    pub(super) support_velo: Vec<f64>,
    pub(super) expanders: Vec<SignalExpander>,
    pub(super) support_expanders: Vec<[SignalExpander; 2]>,
    /// Contacts whose series have more than their first term.
    pub(super) at_work: Vec<usize>,
    /// Unknown reactions: point and row.
    pub(super) unknowns: Vec<(usize, usize)>,
    pub(super) factors: Elimination,
    /// Directions of their forces, times the inverse of the mass, where they are not rows.
    pub(super) oblique: Vec<f64>,
    pub(super) reactions: Vec<f64>,
    pub(super) problem: ContactProblem,
    /// Contacts of the reduced problem under way.
    pub(super) involved: Vec<usize>,
    /// Totals at the start of the piece.
    pub(super) totals: Vec<f64>,
    /// Work rooms, one number per coordinate.
    pub(super) a: Vec<f64>,
    pub(super) b: Vec<f64>,
    pub(super) spare: Vec<f64>,
    /// Displacements and velocities of the supports at the end of a step.
    pub(super) support_now: [Vec<f64>; 2],
    /// Nominal step (s).
    pub(super) nominal: f64,
    pub(super) fastest: f64,
    pub(super) fallback: Box<MoreauStepper>,
    pub(super) started: bool,
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
        let (n, count) = (contacts.size, contacts.points.len());
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
            support_velo: vec![0.0; TERMS * supports],
            expanders: dynamics.excitation.expanders(),
            support_expanders: vec![Default::default(); supports],
            at_work: Vec::with_capacity(count),
            unknowns: Vec::with_capacity(3 * count),
            factors: Elimination::default(),
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
            contacts,
        })
    }
}
