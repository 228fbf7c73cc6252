//! Ends of a run before its last step: a motion that is not finite, a run that is cancelled.

use super::fault::SlidingFault;
use super::modes::{BeamState, Modes};

/// Steps between two looks at whether to go on.
pub(super) const BETWEEN_REPORTS: u64 = 4096;

/// The first mode that is not finite, if there is one.
pub(super) fn diverged(modes: &Modes, state: &BeamState, step: u64) -> Option<SlidingFault> {
    let sum = state.d.iter().fold(0.0, |s, d| s + d);
    if sum.is_finite() {
        return None;
    }
    let place = state.d.iter().position(|d| !d.is_finite()).unwrap_or(0);
    let body = usize::from(place >= modes.first[1]);
    Some(SlidingFault::Diverged { step, body, mode: place - modes.first[body] })
}
