//! What a scheme sees: the state, the equation of motion, and what one step gives back.

use super::exact::Exchange;
use super::excitation::Excitation;
use super::fault::TransientFault;
use super::matrix::Square;
use super::system::System;
use crate::interaction::InteractionSet;
use crate::lanes::{LaneWork, Lanes, Plain, run};
use crate::schemes::Advance;

/// State at time `t` (s): what is archived, and the total force of the last evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct ModalState {
    pub t: f64,
    pub q: Vec<f64>,
    pub v: Vec<f64>,
    pub a: Vec<f64>,
    pub f: Vec<f64>,
}

impl ModalState {
    /// Zeros for `size` coordinates at time `t` (s).
    pub fn at_rest(t: f64, size: usize) -> Self {
        let zero = || vec![0.0; size];
        ModalState { t, q: zero(), v: zero(), a: zero(), f: zero() }
    }
}

/// `M a + C v + K q = f(t, q, v, z)`: matrices, prescribed forces and local nonlinearities.
#[derive(Clone, Debug)]
pub struct Dynamics {
    pub system: System,
    pub excitation: Excitation,
    pub interactions: InteractionSet,
    /// Force evaluations made so far.
    pub evaluations: u64,
    /// Exchanges of contacts in an exact scheme; empty for the others.
    pub exchange: Exchange,
    /// `Φᵀ M`, to the modes in which schemes measure their errors while closed contacts are in the matrices.
    pub measure: Option<Square>,
    interacting: bool,
}

impl Dynamics {
    /// The equation of motion of these parts.
    pub fn new(system: System, excitation: Excitation, interactions: InteractionSet) -> Self {
        let interacting = !interactions.is_empty();
        Dynamics {
            system,
            excitation,
            interactions,
            evaluations: 0,
            exchange: Exchange::default(),
            measure: None,
            interacting,
        }
    }

    /// Total force at time `t` in state (`q`, `v`); advances the memory of the interactions. `step` is
    /// the length that rate-type laws integrate over. Fails where an excitation has no value or an interaction fails.
    #[inline(always)]
    pub fn force(&mut self, t: f64, step: f64, q: &[f64], v: &[f64], force: &mut [f64]) -> Result<(), TransientFault> {
        if let ([q], [v], [force]) = (q, v, &mut *force) {
            *force = self.force_of_one(t, step, *q, *v)?;
            return Ok(());
        }
        self.force_of_many(t, step, q, v, force)
    }

    #[inline(never)]
    fn force_of_many(
        &mut self,
        t: f64,
        step: f64,
        q: &[f64],
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), TransientFault> {
        run(TotalForce { dynamics: self, t, step, q, v, force })
    }

    /// [`Dynamics::force`] for several coordinates, with the registers of a caller that has looked them up. Fails as it does.
    #[inline(always)]
    pub fn force_with<L: Lanes>(
        &mut self,
        lanes: L,
        (t, step): (f64, f64),
        q: &[f64],
        v: &[f64],
        force: &mut [f64],
    ) -> Result<(), TransientFault> {
        self.evaluations += 1;
        self.excitation.evaluate_after(lanes, t, step, force)?;
        if self.interacting {
            self.interactions.evaluate_with(lanes, (t, step), q, v, force)?;
        }
        Ok(())
    }

    /// Force for one coordinate: numbers instead of arrays. Fails as [`Dynamics::force`] does.
    #[inline(never)]
    fn force_of_one(&mut self, t: f64, step: f64, q: f64, v: f64) -> Result<f64, TransientFault> {
        self.evaluations += 1;
        let mut force = [0.0];
        self.excitation.evaluate_after(Plain, t, step, &mut force)?;
        if !self.interacting {
            return Ok(force[0]);
        }
        if self.interactions.is_plain_of_one() {
            return Ok(self.interactions.evaluate_one(t, step, q, v, force[0])?);
        }
        self.interactions.evaluate(t, step, &[q], &[v], &mut force)?;
        Ok(force[0])
    }

    /// Force, then acceleration. Fails as [`Dynamics::force`] does.
    #[inline(always)]
    pub fn acceleration(
        &mut self,
        t: f64,
        step: f64,
        q: &[f64],
        v: &[f64],
        force: &mut [f64],
        a: &mut [f64],
    ) -> Result<(), TransientFault> {
        self.force(t, step, q, v, force)?;
        self.system.acceleration(q, v, force, a);
        Ok(())
    }

    /// True where there are interactions, and the state is not zero everywhere.
    pub fn is_moved(&self, state: &ModalState) -> bool {
        self.interacting && state.q.iter().chain(&state.v).any(|x| *x != 0.0)
    }

    /// Remembers the internal variables at the start of a step that may be attempted again.
    #[inline]
    pub fn save(&mut self) {
        if self.interacting {
            self.interactions.save();
        }
    }

    /// Brings the saved internal variables back.
    #[inline]
    pub fn restore(&mut self) {
        if self.interacting {
            self.interactions.restore();
        }
    }
}

/// Excitation and interactions for the same registers, which are looked up once.
struct TotalForce<'a> {
    dynamics: &'a mut Dynamics,
    t: f64,
    step: f64,
    q: &'a [f64],
    v: &'a [f64],
    force: &'a mut [f64],
}

impl LaneWork for TotalForce<'_> {
    type Output = Result<(), TransientFault>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let TotalForce { dynamics, t, step, q, v, force } = self;
        dynamics.force_with(lanes, (t, step), q, v, force)
    }
}

/// One integration scheme with its workspace.
pub trait Stepper {
    /// Makes one accepted step from `state.t` with the proposed length `h`, and updates `state`.
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault>;

    /// [`Stepper::go_on`] may make steps.
    const GOES_ON: bool = false;

    /// Makes steps of length `h` as [`Stepper::step`] does and as long as that is short work: at most `most` of them, each from an
    /// instant up to `latest`, none after one whose acceleration is not finite. Returns their number.
    fn go_on(&mut self, _: &mut Dynamics, _: &mut ModalState, _h: f64, _most: u64, _latest: f64) -> u64 {
        0
    }

    /// Writes what a kept state needs beside `state`: called before a state is kept.
    #[inline]
    fn describe(&self, _dynamics: &mut Dynamics, _state: &ModalState) {}

    /// Remembers what the scheme carries from step to step; [`Stepper::go_back`] returns to it.
    fn keep(&mut self) {}

    fn go_back(&mut self) {}

    /// Shortest step that the scheme makes of itself (s); 0 where it does not control its step.
    fn minimum(&self) -> f64 {
        0.0
    }

    /// Mode that contributed most to the last error, where the scheme estimates one.
    fn culprit(&self) -> Option<usize> {
        None
    }

    /// Adds the names of the kept slips (`diag::SLIPS`) that changed the run.
    fn slips(&self, _seen: &mut Vec<&'static str>) {}
}

/// The first value that is not finite, as a fault.
#[cold]
pub(super) fn diverged(time: f64, step: f64, values: &[f64]) -> TransientFault {
    let mode = values.iter().position(|x| !x.is_finite()).unwrap_or(0);
    TransientFault::Diverged { time, step, mode }
}
