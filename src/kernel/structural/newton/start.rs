//! Start of a dynamic analysis: damping, history of multi-step schemes, initial acceleration.
//!
//! `M a0 + Bᵀl = f(t0) - F(S0) - C v0`, `B a0 = d(t0) - B u0`; modal damping is left out.

use super::fault::StepFailure;
use super::step::Newton;
use crate::laws::Ask;

/// Initial acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceleration {
    Given,
    Computed,
}

impl Newton<'_> {
    /// Prepares a dynamic analysis whose loads at its start, those that follow included, are in `balance`; `next` is the end of the first step (s) and
    /// `continues` tells that the initial state is a later state of a result. Gives false where the mass is singular, and
    /// the acceleration therefore zero. Fails where a law fails.
    pub fn start(&mut self, acceleration: Acceleration, continues: bool, next: f64) -> Result<bool, StepFailure> {
        self.now.take(&self.before);
        self.now.time = next;
        self.new_matrix(Some(self.asked(Ask::Tangent, 1)))?;
        self.now.time = self.before.time;
        self.evaluation.driving.before.copy_from_slice(&self.evaluation.driving.now);
        self.evaluation.strains.before.copy_from_slice(&self.evaluation.strains.now);
        self.system.nodal_forces(&self.before.forces, &mut self.balance.internal);
        let mut regular = true;
        if acceleration == Acceleration::Computed {
            self.balance_of_motion(false);
            regular = self.solve_mass(false).is_ok() && self.now.a.iter().all(|a| a.is_finite());
            if !regular {
                self.now.a.fill(0.0);
            }
            self.before.a.copy_from_slice(&self.now.a);
            self.first_acceleration = Some(self.now.a.clone());
        }
        if continues {
            self.balance.remember(&self.matrices, &self.before);
            if acceleration == Acceleration::Given {
                self.balance.history.damping.fill(0.0);
            }
        }
        Ok(regular)
    }
}
