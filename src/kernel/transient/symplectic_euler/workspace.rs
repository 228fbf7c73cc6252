//! The scheme needs nothing beyond the state.

/// Stepper without memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct SymplecticEulerStepper;
