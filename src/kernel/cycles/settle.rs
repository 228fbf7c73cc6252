//! Where a search begins: the contacts of a given state, a transient by the same flow, and of an autonomous motion the event that
//! begins its cycle.

use super::newton::{Scales, Section};
use super::return_map::{ReturnFault, ReturnMap, Start, Until};
use super::witness::{Nobody, Witness};
use crate::transient::event_driven::{EventStepper, Happening};
use crate::transient::exact::{EventKind, FrictionEvent};
use crate::transient::{Dynamics, ModalState};

/// Order in which kinds of events are chosen to begin a cycle.
const CHOICE: [EventKind; 5] =
    [EventKind::Slip, EventKind::Impact, EventKind::Separation, EventKind::Reversal, EventKind::Stick];
/// Most returns to the section in a cycle.
const MOST_RETURNS: usize = 16;
/// Part of the scale up to which a state is said to have come back.
const NEAR: f64 = 1e-3;

/// Largest displacement and velocity of a motion.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    pub q: f64,
    pub v: f64,
    /// Displacements, velocities and accelerations at one instant.
    seen: [Vec<f64>; 3],
}

impl Witness for Extent {
    fn piece(&mut self, flow: &mut EventStepper, _: &mut Dynamics, x: f64, _: bool) {
        let n = flow.contacts.size;
        let [q, v, a] = &mut self.seen;
        [&mut *q, &mut *v, &mut *a].into_iter().for_each(|x| x.resize(n, 0.0));
        for part in 0..=4 {
            flow.state_at(0.25 * f64::from(part) * x, q, v, a);
            self.q = q.iter().fold(self.q, |m, q| m.max(q.abs()));
            self.v = v.iter().fold(self.v, |m, v| m.max(v.abs()));
        }
    }

    fn events(&mut self, _: &EventStepper, _: f64, _: &[(usize, Happening)]) {}

    fn after(&mut self, _: &EventStepper) {}
}

/// Reasons why an autonomous motion has no cycle.
#[derive(Clone, Debug, PartialEq)]
pub enum Rest {
    /// No event in so long (s), the last one before it.
    NoEvents {
        time: f64,
        last: Option<FrictionEvent>,
    },
    Fault(ReturnFault),
}

impl From<ReturnFault> for Rest {
    fn from(fault: ReturnFault) -> Rest {
        Rest::Fault(fault)
    }
}

impl ReturnMap {
    /// The contacts of a state at phase 0, and the state after the impacts that it begins with. Fails where a force has no value or
    /// a point is beyond its surface.
    pub fn take_up(&mut self, q: &[f64], v: &[f64]) -> Result<Start, ReturnFault> {
        let n = self.size();
        let mut state = ModalState::at_rest(0.0, n);
        state.q.copy_from_slice(q);
        state.v.copy_from_slice(v);
        self.stepper.started = false;
        self.dynamics.exchange.events.clear();
        self.stepper.take_up(&mut self.dynamics, &mut state)?;
        let mut start = Start { x: [&self.stepper.q[..n], &self.stepper.v[..n]].concat(), modes: Vec::new() };
        self.stepper.modes(&mut start.modes);
        Ok(start)
    }

    /// The state at phase 0 that follows one at time `time` (s) of the forcing. Fails where it is not reached.
    pub fn wait_for_phase_0(&mut self, start: Start, time: f64) -> Result<Start, ReturnFault> {
        let period = 1.0 / self.frequency;
        let phase = time - period * (time / period).floor();
        if phase <= 1e-12 * period || period - phase <= 1e-12 * period {
            return Ok(start);
        }
        let symmetric = std::mem::take(&mut self.symmetric);
        let outcome = self.travel(&start, phase, Until::Time(period - phase), false, &mut Nobody);
        self.symmetric = symmetric;
        outcome?;
        Ok(Start { x: self.landing.x.clone(), modes: self.landing.modes.clone() })
    }

    /// A transient of so many returns of a forced cycle. Fails where one has no end.
    pub fn settle(&mut self, start: Start, returns: u32) -> Result<Start, ReturnFault> {
        let mut start = start;
        for _ in 0..returns {
            self.go(&start, None, false)?;
            start = Start { x: self.landing.x.clone(), modes: self.landing.modes.clone() };
        }
        Ok(start)
    }

    /// Scales of a motion over one return. Fails where it has no end.
    pub fn scales(&mut self, start: &Start, section: Option<&Section>) -> Result<Scales, ReturnFault> {
        let (mut extent, until) = (Extent::default(), self.until(section));
        self.travel(start, 0.0, until, false, &mut extent)?;
        let known = |x: f64| if x > 0.0 { x } else { 1.0 };
        Ok(Scales { q: known(extent.q), v: known(extent.v) })
    }

    /// A transient of length `duration` (s) of an autonomous motion, then the event that begins its cycle: of several in a cycle
    /// the one with the largest `observation`. Fails where nothing comes back.
    pub fn settle_on_section(
        &mut self,
        start: Start,
        duration: f64,
        observation: &[f64],
    ) -> Result<(Start, Section), Rest> {
        let mut start = start;
        let mut last = None;
        for span in [duration, duration] {
            if span > 0.0 {
                self.travel(&start, 0.0, Until::Time(span), false, &mut Nobody)?;
                last = self.events().last().copied().or(last);
                start = Start { x: self.landing.x.clone(), modes: self.landing.modes.clone() };
            }
        }
        let (kind, contact) = self.first_event().ok_or(Rest::NoEvents { time: duration, last })?;
        let section = Section { contact, kind, count: 1, latest: 10.0 * duration };
        let mut states: Vec<Start> = Vec::new();
        let mut extent = Extent::default();
        for _ in 0..=MOST_RETURNS {
            let until = self.until(Some(&section));
            self.travel(&start, 0.0, until, false, &mut extent)?;
            start = Start { x: self.landing.x.clone(), modes: self.landing.modes.clone() };
            states.push(start.clone());
        }
        let n = self.size();
        let scales = Scales { q: extent.q.max(f64::MIN_POSITIVE), v: extent.v.max(f64::MIN_POSITIVE) };
        let end = states.len() - 1;
        let distance = |r: usize| {
            let pairs = states[end].x.iter().zip(&states[end - r].x).enumerate();
            pairs.map(|(i, (a, b))| (a - b).abs() / scales.of(i, n)).fold(0.0, f64::max)
        };
        let distances: Vec<f64> = (1..=MOST_RETURNS).map(distance).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let count = 1 + distances.iter().position(|d| *d <= NEAR.max(2.0 * least)).unwrap_or(0);
        let seen = |s: &Start| s.x.iter().zip(observation).map(|(x, o)| x * o).sum::<f64>();
        let best = (end + 1 - count..=end).rev().fold(end, |best, i| {
            let ahead = seen(&states[i]) > seen(&states[best]) + 1e-6 * scales.q;
            if ahead { i } else { best }
        });
        Ok((states[best].clone(), Section { count: count as u32, ..section }))
    }

    /// The event of the last return that begins a cycle.
    fn first_event(&self) -> Option<(EventKind, usize)> {
        let contact = self.events().iter().map(|e| e.contact).min()?;
        let own = |kind: &EventKind| self.events().iter().any(|e| e.contact == contact && e.kind == *kind);
        CHOICE.into_iter().find(own).map(|kind| (kind, contact))
    }
}
