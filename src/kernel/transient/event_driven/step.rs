//! One step: pieces and events up to its end, then the state there.

use super::scheme::{MOST_EVENTS, MOST_IDLE};
use super::workspace::{EventStepper, Tangential};
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::exact::Obstruction;
use crate::transient::exact::exchange::{TOTALS, VARIABLES};
use crate::transient::fault::TransientFault;

/// Turn (rad) of the fastest mode in a step of MOREAU, where events are not located.
const STEP_TURN: f64 = 0.1;

impl EventStepper {
    /// Takes up a state, decides what contacts do, and writes accelerations and variables.
    pub fn take_up(&mut self, dynamics: &mut Dynamics, state: &mut ModalState) -> Result<(), TransientFault> {
        let n = self.contacts.size;
        self.start = state.t;
        self.length = 0.0;
        self.happenings.clear();
        self.q[..n].copy_from_slice(&state.q);
        self.v[..n].copy_from_slice(&state.v);
        let until = self.expand_forces(dynamics, self.nominal)?;
        self.turn(true);
        self.tracks.iter_mut().for_each(|track| track.rising = None);
        self.classify(dynamics).map_err(|source| TransientFault::Obstruction { time: state.t, source })?;
        self.started = true;
        self.piece(dynamics, until);
        self.write(dynamics, state, state.t);
        Ok(())
    }

    /// Computes the piece that starts at `start` from the coefficients of order 0, forces being expanded.
    pub(super) fn piece(&mut self, dynamics: &mut Dynamics, until: f64) {
        self.head();
        self.gather(dynamics);
        self.project();
        if !self.leap(dynamics, until) {
            self.length = self.expand_motion(dynamics).min(until);
            self.search(None);
        }
    }

    /// Goes on to the next piece, through the events at the end of this one.
    pub(super) fn next(&mut self, dynamics: &mut Dynamics) -> Result<(), TransientFault> {
        let n = self.contacts.size;
        let x = self.length;
        if x > 0.0 {
            for i in 0..self.tracks.len() {
                let mut totals = [0.0; TOTALS];
                self.totals_at(i, x, &mut totals);
                self.totals[TOTALS * i..TOTALS * (i + 1)].copy_from_slice(&totals);
            }
            let (mut q, mut v, mut a) = (std::mem::take(&mut self.a), std::mem::take(&mut self.b), Vec::new());
            std::mem::swap(&mut a, &mut self.spare);
            self.state_at(x, &mut q, &mut v, &mut a);
            self.q[..n].copy_from_slice(&q);
            self.v[..n].copy_from_slice(&v);
            (self.a, self.b, self.spare) = (q, v, a);
            self.start += x;
        }
        let until = self.expand_forces(dynamics, self.nominal)?;
        self.turn(false);
        self.tracks.iter_mut().for_each(|track| track.rising = None);
        if !self.happenings.is_empty() {
            self.transit(dynamics);
            // The length is that of the piece before while contacts change.
            self.happenings.clear();
        } else {
            for i in 0..self.tracks.len() {
                let touches = self.tracks[i].fresh[0] && self.grazes(i);
                self.tracks[i].fresh = [touches, false];
            }
        }
        self.piece(dynamics, until);
        Ok(())
    }

    /// State, totals and variables at time `t` of the present piece.
    pub(crate) fn write(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, t: f64) {
        let x = t - self.start;
        self.state_at(x, &mut state.q, &mut state.v, &mut state.a);
        let supports = self.contacts.supports;
        let (mut depl, mut velo) = (std::mem::take(&mut self.support_now[0]), std::mem::take(&mut self.support_now[1]));
        for s in 0..supports {
            let sum = |c: &[f64]| c.iter().skip(s).step_by(supports).rev().fold(0.0, |sum, c| sum * x + c);
            (depl[s], velo[s]) = (sum(&self.support_depl), sum(&self.support_velo));
        }
        let exchange = &mut dynamics.exchange;
        for (i, track) in self.tracks.iter().enumerate() {
            self.totals_at(i, x, &mut exchange.totals[TOTALS * i..TOTALS * (i + 1)]);
            let out = &mut exchange.variables[VARIABLES * i..VARIABLES * (i + 1)];
            let sticks = track.tangential == Tangential::Stick;
            let closed = track.touches().then_some((track.sign, sticks));
            self.contacts.describe(i, &state.q, &state.v, (&depl, &velo), closed, out);
            if track.touches() {
                let swings = self.swings.as_deref().filter(|swings| swings.is_long());
                let swing = swings.map_or(0.0, |s| s.at(i, x, |part| part.force));
                out[0] = (super::roots::value(&track.force, x) + swing).max(0.0);
                let r = [0, 1].map(|k| {
                    let acts = self.contacts.points[i].along[k] && track.tangential != Tangential::Free;
                    let swing = swings.map_or(0.0, |s| s.at(i, x, |part| part.friction[k]));
                    if acts { super::roots::value(&track.friction[k], x) + swing } else { 0.0 }
                });
                [out[1], out[2]] = self.contacts.tangents(i, track.sign, r);
            }
        }
        self.support_now = [depl, velo];
        state.t = t;
    }

    /// Makes the rest of a step by MOREAU, after too many events.
    fn fall_back(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, end: f64) -> Result<(), TransientFault> {
        let statistics = &mut dynamics.exchange.statistics;
        statistics.fallbacks += 1;
        statistics.first_fallback = statistics.first_fallback.or(Some(self.start));
        let start = self.start.max(state.t);
        self.write(dynamics, state, start);
        // Enough of them for the fastest mode, and no fewer than 64.
        let turns = ((end - start) * self.fastest / STEP_TURN).ceil();
        let parts = if turns < 1e6 { (turns as u32).max(64) } else { 1_000_000 };
        let h = (end - start) / f64::from(parts);
        for part in 1..=parts {
            self.fallback.step(dynamics, state, h)?;
            state.t = if part == parts { end } else { start + f64::from(part) * h };
        }
        self.totals.copy_from_slice(&dynamics.exchange.totals);
        self.take_up(dynamics, state)
    }
}

impl Stepper for EventStepper {
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        let end = state.t + h;
        for track in &mut self.tracks {
            track.count = 0;
        }
        let (mut pieces, mut idle): (u64, u32) = (0, 0);
        while self.start + self.length < end {
            self.next(dynamics)?;
            pieces += 1;
            idle = if self.length > 0.0 { 0 } else { idle + 1 };
            let many = self.tracks.iter().any(|t| t.count > MOST_EVENTS) || idle > MOST_IDLE;
            if many || pieces > 2_000_000 {
                self.fall_back(dynamics, state, end)?;
                return Ok(Advance::constant(h));
            }
            if !(self.length >= 0.0) || !crate::transient::matrix::all_finite(&self.v[..self.contacts.size]) {
                let mode = self.v.iter().position(|v| !v.is_finite()).unwrap_or(0) % self.contacts.size;
                return Err(TransientFault::Diverged { time: self.start, step: h, mode });
            }
        }
        self.write(dynamics, state, end);
        Ok(Advance::constant(h))
    }
}

impl From<Obstruction> for TransientFault {
    fn from(source: Obstruction) -> Self {
        TransientFault::Obstruction { time: f64::NAN, source }
    }
}
