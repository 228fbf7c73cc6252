//! Explicit schemes of nonlinear dynamics: central differences and the scheme of Tchamwa and Wielgosz.
//!
//! * central: `u = u0 + h v0 + h² a0/2`, `v = v0 + h a0/2`, and after the solution `v += h a/2`;
//! * Tchamwa: `u = u0 + h v0 + phi h² a0`, `v = v0 + h a0`.
//!
//! `M a + Bᵀl = f - F(u, v) - C v - Fmod(v0)`, `B a = d - B u`. On a basis of modes (PROJ_MODAL) the acceleration is
//! `a = P (Pᵀ M P)⁻¹ Pᵀ (f - F ...)`.

use super::fault::{Convergence, StepFailure};
use super::options::Dynamics;
use super::step::Newton;
use crate::laws::Ask;
use crate::linalg::dot;

impl Newton<'_> {
    /// One explicit step to `time`; the loads are those of that instant. Fails where a law fails or the mass is singular.
    pub fn explicit_step(&mut self, time: f64) -> Result<Convergence, StepFailure> {
        let Dynamics::Explicit(scheme) = &self.options.dynamics else { return Err(StepFailure::NotFinite) };
        let h = time - self.before.time;
        self.records.clear();
        self.now.take(&self.before);
        self.now.time = time;
        let half = if scheme.central { 0.5 } else { 1.0 };
        for ((u, v), a) in self.now.u.iter_mut().zip(&mut self.now.v).zip(&self.now.a) {
            *u += h * *v + scheme.phi * h * h * a;
            *v += half * h * a;
        }
        self.forces(Ask::Forces, 1)?;
        self.acceleration()?;
        if scheme.central {
            for (v, a) in self.now.v.iter_mut().zip(&self.now.a) {
                *v += 0.5 * h * a;
            }
        }
        match self.now.u.iter().chain(&self.now.a).all(|x| x.is_finite()) {
            true => Ok(Convergence { evaluations: 1, ..Convergence::default() }),
            false => Err(StepFailure::NotFinite),
        }
    }

    /// `a` of the tried state from the balance of forces; modal damping acts at the velocity of the start of the step.
    fn acceleration(&mut self) -> Result<(), StepFailure> {
        self.take_following()?;
        self.balance_of_motion(true);
        if let Dynamics::Explicit(scheme) = &self.options.dynamics
            && !scheme.modes.is_empty()
        {
            self.now.a.fill(0.0);
            for mode in &scheme.modes {
                let q = dot(&mode.shape, self.unbalanced()) / mode.generalised_mass;
                self.now.a.iter_mut().zip(&mode.shape).for_each(|(a, phi)| *a += q * phi);
            }
            return Ok(());
        }
        self.solve_mass(true)
    }
}
