//! One step.

use super::SymplecticEulerStepper;
use crate::schemes::Advance;
use crate::simd::wide;
use crate::transient::dynamics::{Dynamics, ModalState, Stepper};
use crate::transient::fault::TransientFault;

impl Stepper for SymplecticEulerStepper {
    #[inline]
    fn step(&mut self, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<Advance, TransientFault> {
        match state.q.len() {
            1 => step_of(1, dynamics, state, h)?,
            n => wide(
                #[inline(always)]
                || step_of(n, dynamics, state, h),
            )?,
        }
        Ok(Advance::constant(h))
    }
}

/// Compiled once for one coordinate and once for any number.
#[inline(always)]
fn step_of(n: usize, dynamics: &mut Dynamics, state: &mut ModalState, h: f64) -> Result<(), TransientFault> {
    let (q, v, a, f) = (&mut state.q[..n], &mut state.v[..n], &mut state.a[..n], &mut state.f[..n]);
    for i in 0..n {
        v[i] += h * a[i];
        q[i] += h * v[i];
    }
    let t = state.t + h;
    dynamics.acceleration(t, h, q, v, f, a)?;
    state.t = t;
    Ok(())
}
