//! Circles: surfaces whose normals turn with the point that touches them.

use crate::interaction::Surface;

/// A circle in the local plane (y, z).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Distance from the centre where the point touches (m).
    pub radius: f64,
    /// `gap = side (r - radius)`: -1 inside, 1 outside.
    pub side: f64,
}

impl Round {
    pub(super) fn of(surface: &Surface) -> Option<Round> {
        match *surface {
            Surface::Inside { radius } => Some(Round { radius, side: -1.0 }),
            Surface::Outside { radius } => Some(Round { radius, side: 1.0 }),
            _ => None,
        }
    }

    /// Unit normal towards the free side, at a position from the centre; along -y at the centre itself.
    pub fn normal(&self, [y, z]: [f64; 2]) -> [f64; 2] {
        let r = (y * y + z * z).sqrt();
        if r == 0.0 { [-1.0, 0.0] } else { [self.side * y / r, self.side * z / r] }
    }

    /// Gap (m) at a position from the centre.
    pub fn gap(&self, [y, z]: [f64; 2]) -> f64 {
        self.side * ((y * y + z * z).sqrt() - self.radius)
    }
}
