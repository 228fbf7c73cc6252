//! One step, cut where the set of closed contacts changes.

use super::workspace::ImplicitStepper;
use crate::kernel::interaction::Standing;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper};
use crate::kernel::transient::fault::TransientFault;

/// Attempts made of one step at most, all its parts together.
const ATTEMPTS: u32 = 100;
/// A step is not cut beyond this fraction, nor to less than this length (s).
const LATE: f64 = 0.99;
const SHORTEST: f64 = 1e-10;
/// A contact that changes before this fraction of the step changes at its start.
const AT_ONCE: f64 = 1e-6;

impl<S: Stepper> Stepper for ImplicitStepper<S> {
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        if !self.started {
            self.started = true;
            self.look(dynamics, state)?;
            self.adopt(dynamics, state)?;
        }
        let (start, mut attempts, mut rejected) = (state.t, 0, 0);
        let mut length = h;
        loop {
            attempts += 1;
            self.keep(state);
            dynamics.save();
            std::mem::swap(&mut self.before, &mut self.after);
            self.scheme.step(dynamics, state, length)?;
            self.look(dynamics, state)?;
            if attempts < ATTEMPTS
                && let Some(fraction) = self.first_change()
                && fraction < LATE
            {
                let at_once = fraction < AT_ONCE || fraction * length <= SHORTEST;
                if !at_once || self.assume_at_once(fraction) {
                    self.go_back(dynamics, state);
                    std::mem::swap(&mut self.before, &mut self.after);
                    rejected += 1;
                    if at_once {
                        self.settle(dynamics, state)?;
                    } else {
                        length *= fraction;
                    }
                    continue;
                }
            }
            self.adopt(dynamics, state)?;
            let rest = h - (state.t - start);
            if rest <= SHORTEST.min(1e-9 * h) {
                state.t = start + h;
                return Ok(Advance { length: h, next: h, rejected, forced: false });
            }
            length = rest;
        }
    }
}

impl<S> ImplicitStepper<S> {
    /// Forces in the present state, so that the memory of the interactions and the standings are those of it.
    fn look(&mut self, dynamics: &mut Dynamics, state: &State) -> Result<(), TransientFault> {
        dynamics.force(state.t, 0.0, &state.q, &state.v, &mut self.force)?;
        dynamics.interactions.standings(&state.v, &mut self.after);
        Ok(())
    }

    /// Fraction of the attempt at which the first contact leaves what was assumed of it.
    fn first_change(&self) -> Option<f64> {
        let contacts = self.assumed.iter().zip(&self.before).zip(&self.after);
        let changes = contacts.filter(|((assumed, _), after)| **assumed != after.is_closed());
        changes.map(|((assumed, before), after)| fraction(*assumed, before, after)).reduce(f64::min)
    }

    /// Takes the contacts that change at the start of the attempt into the assumed set; whether any did.
    fn assume_at_once(&mut self, first: f64) -> bool {
        let mut changed = false;
        for ((assumed, before), after) in self.assumed.iter_mut().zip(&self.before).zip(&self.after) {
            if *assumed != after.is_closed() && fraction(*assumed, before, after) <= first.max(AT_ONCE) {
                *assumed = after.is_closed();
                changed = true;
            }
        }
        changed
    }

    /// The set found at the end of an attempt is that of the next.
    fn adopt(&mut self, dynamics: &mut Dynamics, state: &mut State) -> Result<(), TransientFault> {
        let mut changed = false;
        for (assumed, after) in self.assumed.iter_mut().zip(&self.after) {
            changed |= *assumed != after.is_closed();
            *assumed = after.is_closed();
        }
        if changed {
            return self.settle(dynamics, state);
        }
        self.linearise(dynamics, state);
        Ok(())
    }

    /// The matrices and the acceleration of a changed set: a dashpot that acts at once changes the acceleration at once.
    fn settle(&mut self, dynamics: &mut Dynamics, state: &mut State) -> Result<(), TransientFault> {
        self.linearise(dynamics, state);
        dynamics.acceleration(state.t, 0.0, &state.q, &state.v, &mut self.force, &mut state.a)
    }

    /// The matrices for the assumed set, about the state of the last evaluation.
    fn linearise(&mut self, dynamics: &mut Dynamics, state: &State) {
        let Dynamics { system, interactions, .. } = dynamics;
        let (Some(stiffness), Some(damping)) = (&mut system.full_stiffness, &mut system.full_damping) else { return };
        stiffness.values_mut().copy_from_slice(self.stiffness.values());
        damping.values_mut().copy_from_slice(self.damping.values());
        interactions.linearise(&self.assumed, &state.v, stiffness.values_mut(), damping.values_mut());
        system.version += 1;
    }

    fn keep(&mut self, state: &State) {
        self.saved.t = state.t;
        for (to, from) in [(&mut self.saved.q, &state.q), (&mut self.saved.v, &state.v), (&mut self.saved.a, &state.a)]
        {
            to.copy_from_slice(from);
        }
        self.saved.f.copy_from_slice(&state.f);
    }

    fn go_back(&mut self, dynamics: &mut Dynamics, state: &mut State) {
        dynamics.restore();
        state.t = self.saved.t;
        for (to, from) in [(&mut state.q, &self.saved.q), (&mut state.v, &self.saved.v), (&mut state.a, &self.saved.a)]
        {
            to.copy_from_slice(from);
        }
        state.f.copy_from_slice(&self.saved.f);
    }
}

/// Where, between two standings, a contact stops being as assumed: its gap vanishes, or its force. One that has only just closed, and
/// still moves in, does not open there (nor the other way round): half the attempt, where a straight line says at once.
fn fraction(assumed: bool, before: &Standing, after: &Standing) -> f64 {
    let crossing = |x0: f64, x1: f64| if (x0 > 0.0) == (x1 > 0.0) { 0.0 } else { x0 / (x0 - x1) };
    let by_gap = if assumed { after.gap > 0.0 && after.force > 0.0 } else { before.gap > 0.0 };
    let found = if by_gap { crossing(before.gap, after.gap) } else { crossing(before.force, after.force) };
    let found = if found.is_finite() { found.clamp(0.0, 1.0) } else { 0.0 };
    let goes_on = if assumed { before.velocity < 0.0 } else { before.velocity > 0.0 };
    if found < 0.01 && goes_on { 0.5 } else { found }
}
