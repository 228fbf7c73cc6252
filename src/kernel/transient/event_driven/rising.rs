//! The start of a slip in two directions: its first order and its load.

/// Acceleration of slip that counts as none, over what friction gives.
pub(super) const CONTINUOUS: f64 = 1e-9;

/// Start of a slip in two directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rising {
    /// First order of the slip velocity: 1 or 2.
    pub order: usize,
    /// `s_0`, where it is 1.
    pub speed: f64,
    /// The normal force at the start (N).
    pub load: f64,
}

impl Rising {
    /// From the acceleration of slip, what friction contributes to it, and the normal force.
    pub fn new(acceleration: f64, friction: f64, load: f64) -> Rising {
        let order = if acceleration > CONTINUOUS * friction.abs() { 1 } else { 2 };
        Rising { order, speed: acceleration, load }
    }

    /// True where the direction of order k acts back on the motion of order k.
    pub fn loaded(&self) -> bool {
        self.load > 0.0
    }
}
