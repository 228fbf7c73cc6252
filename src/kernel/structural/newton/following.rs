//! Loads that follow the motion of the structure.

use super::state::NonlinearState;
use crate::structural::Interrupted;

/// Forces that are evaluated anew at each tried state.
pub trait FollowingLoading {
    /// Adds the forces (one value per unknown) at a tried state. Fails where one has no value.
    fn add(&mut self, state: &NonlinearState, force: &mut [f64]) -> Result<(), Interrupted>;
}
