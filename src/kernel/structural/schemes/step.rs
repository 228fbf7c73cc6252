//! The contract of a scheme with the time loop.

use crate::schemes::Advance;
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

/// Outcome of one step.
pub(in crate::structural) type Made = Result<Advance, StructuralFault>;

/// One scheme with its factors and its room, at work on one stretch.
pub(in crate::structural) trait Step {
    /// Makes one accepted step from `state`, at most to the instant `to`, which schemes of constant step reach exactly.
    fn step(&mut self, system: &StructuralSystem, loads: &mut Loads<'_>, state: &mut NodalState, to: f64) -> Made;

    /// Velocity kept with the last state of the run in place of its own.
    fn last_velocity(&self) -> Option<&[f64]> {
        None
    }
}
