//! One step.

use super::workspace::ItmiStepper;
use crate::schemes::Advance;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;

impl Stepper for ItmiStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        self.prepare(h);
        let n = state.q.len();
        for i in 0..n {
            self.v[i] = state.v[i] + h * state.a[i];
            self.q[i] = state.q[i] + h * self.v[i];
        }
        let t = state.t + h;
        self.f1.copy_from_slice(&state.f);
        dynamics.save();
        dynamics.force(t, h, &self.q, &self.v, &mut state.f)?;
        dynamics.restore();
        for (i, p) in self.propagators.iter().enumerate() {
            (state.q[i], state.v[i]) = p.advance(state.q[i], state.v[i], self.f1[i], state.f[i]);
        }
        dynamics.acceleration(t, h, &state.q, &state.v, &mut state.f, &mut state.a)?;
        state.t = t;
        Ok(Advance::constant(h))
    }
}
