//! The return map: the flow of the event-driven scheme over a period or from one event to the next of its kind, and its derivative.
//!
//! Beside the state the map carries `X = dx/dx(0)`, a column for each displacement and velocity, and a column for the parameter. On a
//! piece they follow the recurrence of the scheme ([`Variation`]); at events they jump (`saltation`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::entry::Entry;
use super::forcing::Forcing;
use super::jump::Jump;
use super::parameter::{Parameter, Rates};
use super::saltation::Crossing;
use super::witness::Witness;
use crate::interaction::InteractionSet;
use crate::transient::event_driven::{ContactMode, EventOptions, EventStepper, Happening, Tangential, Variation};
use crate::transient::exact::contacts::Point;
use crate::transient::exact::{EventKind, FrictionEvent, Obstruction};
use crate::transient::{Dynamics, ModalState, System, TransientFault};

/// Events in one return beyond which it is given up.
const MOST_EVENTS: usize = 2000;
/// Pieces without length one after another beyond which events are no longer told apart.
const MOST_IDLE: u32 = 200;
/// Pieces between two looks at a request to stop.
const LOOK: u32 = 64;

/// A state with its contacts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// Displacements, then velocities.
    pub x: Vec<f64>,
    pub modes: Vec<ContactMode>,
}

/// End of a return.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Until {
    /// So long after the start (s).
    Time(f64),
    /// The event of this contact and kind, when it has come so often; given up after `latest` (s).
    Event { contact: usize, kind: EventKind, count: u32, latest: f64 },
}

/// Reasons why a return has no end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReturnFault {
    #[error(transparent)]
    Flow(#[from] TransientFault),
    #[error("more than {MOST_EVENTS} events in one return, the last at {time} s")]
    TooManyEvents { time: f64 },
    #[error("events at {time} s follow each other without time between")]
    Storm { time: f64 },
    /// The event did not come again; the last event that there was.
    #[error("no return within {latest} s")]
    NoReturn { latest: f64, last: Option<FrictionEvent> },
    #[error("stopped on request")]
    Stopped,
}

/// Outcome of a return.
#[derive(Clone, Debug, Default)]
pub struct Landing {
    pub x: Vec<f64>,
    pub modes: Vec<ContactMode>,
    /// Length of the return (s).
    pub duration: f64,
    /// Derivative of `x` with the start, column after column. At an event the time is free.
    pub derivative: Vec<f64>,
    /// Derivative of `x` with the parameter.
    pub parameter: Vec<f64>,
    /// Velocities and accelerations at the end.
    pub speed: Vec<f64>,
    /// The derivative is one-sided: two events at one instant whose order matters, an impact at speed 0, or one whose contacts are between
    /// two states.
    pub one_sided: bool,
    /// Contacts have events at one instant, which disturbances part.
    pub(super) simultaneous: bool,
    /// Slowest approach of an impact over the largest velocity so far.
    pub slowest: f64,
}

/// Parts of a map.
#[derive(Clone, Debug)]
pub struct Equations {
    pub system: System,
    pub interactions: InteractionSet,
    pub forcing: Forcing,
    /// Of the forcing (Hz); 0 without forcing.
    pub frequency: f64,
    /// Forcing periods of a cycle.
    pub periods: u32,
    /// Half a cycle is followed, and its end reversed.
    pub symmetric: bool,
    pub parameter: Option<Parameter>,
}

/// The map with everything it remembers.
#[derive(Clone, Debug)]
pub struct ReturnMap {
    pub dynamics: Dynamics,
    pub stepper: EventStepper,
    pub forcing: Forcing,
    pub frequency: f64,
    pub periods: u32,
    pub symmetric: bool,
    pub parameter: Option<Parameter>,
    /// Not 0 once there is a reason to stop.
    pub stop: Option<Arc<AtomicU8>>,
    pub landing: Landing,
    pub(super) variation: Variation,
    pub(super) rates: Rates,
    surfaces: Vec<[f64; 2]>,
    /// Columns of the derivative, that of the parameter last.
    columns: Vec<f64>,
    crossing: Crossing,
    jump: Jump,
    entry: Entry,
    happenings: Vec<(usize, Happening)>,
    fastest: f64,
    /// Outcomes of events at one instant, together and in another order.
    pub(super) orders: [Landing; 2],
}

impl ReturnMap {
    /// From its equations. Fails where an interaction is no contact that the scheme treats.
    pub fn new(equations: Equations) -> Result<ReturnMap, Obstruction> {
        let Equations { system, interactions, forcing, frequency, periods, symmetric, parameter } = equations;
        let n = system.size();
        let excitation = forcing.at(n, frequency);
        let slowest = system.pulsation.iter().copied().filter(|w| *w > 0.0).fold(f64::INFINITY, f64::min);
        // Free masses have no period of their own: a second, the scheme shortens and lengthens its pieces itself.
        let own = if slowest.is_finite() { std::f64::consts::TAU / slowest } else { 1.0 };
        let period = if frequency > 0.0 { 1.0 / frequency } else { own };
        let mut dynamics = Dynamics::new(system, excitation, interactions);
        let options = EventOptions { tolerance: 1e-12 };
        let state = ModalState::at_rest(0.0, n);
        let mut stepper = EventStepper::new(options, period / 64.0, &mut dynamics, &state)?;
        stepper.follow_impacts();
        dynamics.exchange.events.reserve(MOST_EVENTS + 64);
        let variation = Variation::new(&stepper);
        let count = stepper.tracks.len();
        let surfaces = (0..count).map(|i| [1, 2].map(|k| stepper.contacts.surface_velocity(i, k))).collect();
        let mut map = ReturnMap {
            dynamics,
            forcing,
            frequency,
            periods,
            symmetric,
            parameter,
            stop: None,
            landing: Landing::default(),
            variation,
            rates: Rates::default(),
            surfaces,
            columns: vec![0.0; (2 * n + 1) * 2 * n],
            crossing: Crossing::new(n, count),
            jump: Jump::default(),
            entry: Entry::default(),
            happenings: Vec::with_capacity(2 * count + 2),
            fastest: 0.0,
            orders: Default::default(),
            stepper,
        };
        map.refresh();
        Ok(map)
    }

    /// Number of coordinates.
    pub fn size(&self) -> usize {
        self.stepper.contacts.size
    }

    /// Length of a return of a forced cycle (s).
    pub fn span(&self) -> f64 {
        f64::from(self.periods) / self.frequency * if self.symmetric { 0.5 } else { 1.0 }
    }

    /// The contact points, in order.
    pub fn points(&self) -> &[Point] {
        &self.stepper.contacts.points
    }

    /// States of the contacts along their surfaces, in the last piece followed.
    pub fn tangential_states(&self) -> Vec<Tangential> {
        self.stepper.tracks.iter().map(|track| track.tangential).collect()
    }

    /// Velocities of the surfaces as they were given, along rows 1 and 2 of each contact.
    pub fn surfaces(&self) -> &[[f64; 2]] {
        &self.surfaces
    }

    /// Gives the parameter a value.
    pub fn set(&mut self, value: f64) {
        let Some(parameter) = self.parameter.clone() else { return };
        let ReturnMap { dynamics, stepper, variation, forcing, frequency, surfaces, .. } = self;
        parameter.set(value, forcing, frequency, (dynamics, stepper), surfaces);
        for (own, point) in variation.stepper.contacts.points.iter_mut().zip(&stepper.contacts.points) {
            (own.mu_static, own.mu_dynamic) = (point.mu_static, point.mu_dynamic);
            (own.stiffness, own.restitution) = (point.stiffness, point.restitution);
        }
        self.refresh();
    }

    fn refresh(&mut self) {
        let Some(parameter) = &self.parameter else { return };
        let parts = (&self.dynamics, &self.stepper);
        self.rates = parameter.rates(&self.forcing, self.frequency, parts, &self.surfaces);
    }

    /// Follows the flow from a state; the outcome is [`ReturnMap::landing`], with its derivative where `derive`. Fails where there is
    /// no end.
    pub fn travel(
        &mut self,
        start: &Start,
        time: f64,
        until: Until,
        derive: bool,
        witness: &mut impl Witness,
    ) -> Result<(), ReturnFault> {
        self.follow(start, time, until, derive, witness)?;
        if derive && self.landing.simultaneous {
            self.compare_orders(start, time, until);
        }
        Ok(())
    }

    /// Follows the flow, with events of several contacts at one instant taken in the order of the scheme.
    pub(super) fn follow(
        &mut self,
        start: &Start,
        time: f64,
        until: Until,
        derive: bool,
        witness: &mut impl Witness,
    ) -> Result<(), ReturnFault> {
        let n = self.size();
        let (q, v) = start.x.split_at(n);
        let exchange = &mut self.dynamics.exchange;
        exchange.events.clear();
        (self.landing.one_sided, self.landing.simultaneous) = (false, false);
        self.landing.slowest = f64::INFINITY;
        self.fastest = v.iter().fold(0.0, |a: f64, v| a.max(v.abs()));
        self.stepper.resume(&mut self.dynamics, time, (q, v), &start.modes)?;
        if derive {
            self.entry.begin(&mut self.stepper, &self.rates, &mut self.columns);
            self.crossing.begin();
        }
        let end = match until {
            Until::Time(span) => time + span,
            Until::Event { .. } => f64::INFINITY,
        };
        let (mut pieces, mut idle, mut left) =
            (0_u32, 0, if let Until::Event { count, .. } = until { count } else { 0 });
        loop {
            if pieces.is_multiple_of(LOOK) && self.is_stopped() {
                return Err(ReturnFault::Stopped);
            }
            pieces = pieces.wrapping_add(1);
            let stepper = &self.stepper;
            if !(stepper.length >= 0.0) || !stepper.v[..n].iter().all(|v| v.is_finite()) {
                let mode = stepper.v[..n].iter().position(|v| !v.is_finite()).unwrap_or(0);
                return Err(TransientFault::Diverged { time: stepper.start, step: stepper.length, mode }.into());
            }
            let ends = stepper.start + stepper.length >= end;
            let x = if ends { (end - stepper.start).max(0.0) } else { stepper.length };
            self.happenings.clear();
            if !ends {
                self.happenings.extend_from_slice(&stepper.happenings);
            }
            witness.piece(&mut self.stepper, &mut self.dynamics, x, !self.happenings.is_empty());
            let stepper = &self.stepper;
            self.fastest = stepper.v[..n].iter().fold(self.fastest, |a, v| a.max(v.abs()));
            self.crossing.meet(stepper, &self.happenings, x);
            if derive {
                let parts = (&mut self.variation, &mut self.dynamics, &mut self.rates);
                self.crossing.carry(&self.stepper, parts, (x, ends), &mut self.columns, &self.happenings);
            }
            if ends {
                break;
            }
            if !self.happenings.is_empty() {
                witness.events(&self.stepper, x, &self.happenings);
            }
            let before = self.dynamics.exchange.events.len();
            self.stepper.advance(&mut self.dynamics)?;
            let events = &self.dynamics.exchange.events;
            if events.len() > MOST_EVENTS {
                return Err(ReturnFault::TooManyEvents { time: self.stepper.start });
            }
            // Pieces below the rounding of the time are none.
            let moves = self.stepper.start + self.stepper.length > self.stepper.start;
            idle = if moves { 0 } else { idle + 1 };
            if idle > MOST_IDLE {
                return Err(ReturnFault::Storm { time: self.stepper.start });
            }
            let mut arrived = false;
            if let Until::Event { contact, kind, latest, .. } = until {
                if events[before..].iter().any(|e| e.contact == contact && e.kind == kind) {
                    left -= 1;
                    arrived = left == 0;
                }
                if !arrived && self.stepper.start - time > latest {
                    return Err(ReturnFault::NoReturn { latest, last: events.last().copied() });
                }
            }
            if !self.happenings.is_empty() {
                self.note_impacts();
                if derive {
                    self.landing.one_sided |= self.crossing.is_doubtful(self.fastest);
                    self.landing.simultaneous |= self.crossing.parts();
                    self.crossing.shift(&mut self.columns);
                    let impulses = self.stepper.impulses.as_deref().unwrap_or_default();
                    self.jump.apply(&self.stepper, impulses, &self.rates, &mut self.columns);
                    if !arrived {
                        self.crossing.shift_back(&self.stepper, &mut self.columns);
                    }
                }
                witness.after(&self.stepper);
            }
            if arrived {
                break;
            }
        }
        self.land(time, end, derive);
        Ok(())
    }

    fn note_impacts(&mut self) {
        let impulses = self.stepper.impulses.as_deref().unwrap_or_default();
        let approaches = impulses.iter().map(|i| i.approach.abs()).filter(|v| *v > 0.0);
        self.landing.slowest = approaches.fold(self.landing.slowest, f64::min);
        self.landing.one_sided |= impulses.iter().any(|impulse| impulse.between);
    }

    fn land(&mut self, time: f64, end: f64, derive: bool) {
        let n = self.size();
        let (landing, stepper) = (&mut self.landing, &self.stepper);
        landing.x.resize(2 * n, 0.0);
        landing.speed.resize(2 * n, 0.0);
        let x = if end.is_finite() { (end - stepper.start).max(0.0) } else { 0.0 };
        let (q, v) = landing.x.split_at_mut(n);
        let (speed, a) = landing.speed.split_at_mut(n);
        stepper.state_at(x, q, v, a);
        speed.copy_from_slice(v);
        stepper.modes(&mut landing.modes);
        if x > 0.0 {
            // Within a piece nothing is fresh.
            landing.modes.iter_mut().for_each(|mode| mode.fresh = [false; 2]);
        }
        landing.duration = stepper.start + x - time;
        if derive {
            landing.derivative.clear();
            landing.derivative.extend_from_slice(&self.columns[..4 * n * n]);
            landing.parameter.clear();
            landing.parameter.extend_from_slice(&self.columns[4 * n * n..]);
            if end.is_finite() && self.rates.period != 0.0 {
                let lengthening = self.rates.period * landing.duration;
                landing.parameter.iter_mut().zip(&landing.speed).for_each(|(p, f)| *p += lengthening * f);
            }
        }
        if self.symmetric {
            self.reverse(derive);
        }
    }

    /// The end of half a cycle reversed.
    fn reverse(&mut self, derive: bool) {
        let landing = &mut self.landing;
        landing.x.iter_mut().for_each(|x| *x = -*x);
        for (mode, point) in landing.modes.iter_mut().zip(&self.stepper.contacts.points) {
            if point.moves {
                mode.sign = -mode.sign;
            }
            if let Tangential::Slip(sign) = mode.tangential {
                mode.tangential = Tangential::Slip(-sign);
            }
        }
        if derive {
            landing.derivative.iter_mut().chain(&mut landing.parameter).for_each(|x| *x = -*x);
        }
    }

    /// Events of the last return.
    pub fn events(&self) -> &[FrictionEvent] {
        &self.dynamics.exchange.events
    }

    /// True once there is a reason to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed) != 0)
    }

    /// Column of the parameter, and its rates.
    pub fn has_parameter(&self) -> bool {
        self.parameter.is_some()
    }
}
