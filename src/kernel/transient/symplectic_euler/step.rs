//! One step.

use super::SymplecticEulerStepper;
use crate::lanes::{LaneWork, Lanes, run};
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;

impl Stepper for SymplecticEulerStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        match state.q.len() {
            1 => {
                advance(1, state, h);
                let ModalState { q, v, a, f, .. } = state;
                dynamics.acceleration(state.t, h, q, v, f, a)?;
            }
            _ => run(Step { dynamics, state, h })?,
        }
        Ok(Advance::constant(h))
    }
}

/// The step of several coordinates: one choice of registers for all of it.
struct Step<'a> {
    dynamics: &'a mut Dynamics,
    state: &'a mut ModalState,
    h: f64,
}

impl LaneWork for Step<'_> {
    type Output = Result<(), TransientFault>;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let Step { dynamics, state, h } = self;
        advance(state.q.len(), state, h);
        let ModalState { t, q, v, a, f } = state;
        dynamics.force_with(lanes, (*t, h), q, v, f)?;
        dynamics.system.acceleration(q, v, f, a);
        Ok(())
    }
}

/// Velocities, then displacements at the end of the step. Compiled once for one coordinate and once for any number.
#[inline(always)]
fn advance(n: usize, state: &mut ModalState, h: f64) {
    let (q, v, a) = (&mut state.q[..n], &mut state.v[..n], &state.a[..n]);
    for i in 0..n {
        v[i] += h * a[i];
        q[i] += h * v[i];
    }
    state.t += h;
}
