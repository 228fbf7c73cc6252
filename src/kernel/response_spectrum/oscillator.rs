//! One mode as an oscillator.

use std::f64::consts::TAU;

/// One mode as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oscillator {
    /// Hz
    pub frequency: f64,
    /// Fraction of critical damping.
    pub damping: f64,
}

impl Oscillator {
    /// rad/s
    pub fn pulsation(&self) -> f64 {
        TAU * self.frequency
    }
}
