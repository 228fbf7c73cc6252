//! A rotor whose speed varies: `C(t) = C + Omega(t) G`, `K(t) = K + Omega'(t) G_k`.
//!
//! `G` is the gyroscopic matrix, `G_k` the stiffness that goes with the angular acceleration. The
//! functions are taken at the instant at the start of a step and hold during the step.

use super::matrix::Square;
use crate::signal::{Signal, SignalFault};

/// Speed (rad/s) and angular acceleration (rad/s²) as functions of time, and the matrices they scale.
#[derive(Clone, Debug)]
pub struct Rotation {
    speed: Signal,
    acceleration: Option<Signal>,
    gyroscopic: Square,
    stiffness: Option<Square>,
    /// Damping and stiffness at rest.
    rest: (Square, Square),
    cursors: [usize; 2],
}

impl Rotation {
    /// The matrices of a rotor of speed `speed` (rad/s) and acceleration (rad/s²).
    pub fn new(speed: Signal, acceleration: Option<Signal>, gyroscopic: Square, stiffness: Option<Square>) -> Self {
        let rest = (Square::zero(0), Square::zero(0));
        Rotation { speed, acceleration, gyroscopic, stiffness, rest, cursors: [0; 2] }
    }

    pub(super) fn set_rest(&mut self, damping: Square, stiffness: Square) {
        self.rest = (damping, stiffness);
    }

    pub(super) fn apply(&mut self, t: f64, damping: &mut Square, stiffness: &mut Square) -> Result<(), SignalFault> {
        let speed = self.speed.evaluate(t, &mut self.cursors[0])?;
        add_scaled(&self.rest.0, speed, &self.gyroscopic, damping);
        if let (Some(signal), Some(matrix)) = (&self.acceleration, &self.stiffness) {
            let acceleration = signal.evaluate(t, &mut self.cursors[1])?;
            add_scaled(&self.rest.1, acceleration, matrix, stiffness);
        }
        Ok(())
    }
}

fn add_scaled(base: &Square, factor: f64, matrix: &Square, out: &mut Square) {
    for ((out, base), x) in out.values_mut().iter_mut().zip(base.values()).zip(matrix.values()) {
        *out = base + factor * x;
    }
}
