//! One step.

use super::SymplecticEulerStepper;
use crate::kernel::transient::dynamics::{Advance, Dynamics, State, Stepper};
use crate::kernel::transient::fault::TransientFault;

impl Stepper for SymplecticEulerStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut State, h: f64) -> Result<Advance, TransientFault> {
        let n = state.q.len();
        let (q, v, a) = (&mut state.q[..n], &mut state.v[..n], &state.a[..n]);
        for i in 0..n {
            v[i] += h * a[i];
            q[i] += h * v[i];
        }
        let t = state.t + h;
        dynamics.acceleration(t, h, &state.q, &state.v, &mut state.f, &mut state.a)?;
        state.t = t;
        Ok(Advance::constant(h))
    }
}
