//! Centrifugal stiffness: the part of the forces of a steady rotation that grows with the displacement.
//!
//! A point at `u` from its place is thrown outwards by `ω² u` in the plane of rotation: with `W = |ω|² I - ω ωᵀ`,
//!
//! ```text
//! K_c = - ∫ ρ A Nᵀ W N dx
//! ```
//!
//! `N` interpolates the translations as the consistent mass does: linear along x, cubic with its shear terms across. There is no
//! rotary inertia, and the section is the equivalent constant one.

use super::Beam;
use super::integrals::integral;
use crate::elements::SquareMatrix;

impl Beam {
    /// In local axes (12 × 12); `speed` is the rotation vector (rad/s) in local axes.
    pub fn centrifugal_stiffness(&self, speed: [f64; 3]) -> SquareMatrix {
        let square: f64 = speed.iter().map(|w| w * w).sum();
        let coefficient = |i: usize, j: usize| if i == j { square - speed[i] * speed[j] } else { -speed[i] * speed[j] };
        let mass = self.material.density * self.equivalent().area * self.length;
        let ratios = self.shear_ratios().map(|phi| phi.unwrap_or(0.0));
        let mut matrix = SquareMatrix::zeros(12);
        for row in 0..12 {
            for column in 0..=row {
                let (Some(i), Some(j)) = (direction(row), direction(column)) else { continue };
                let product = integral(|s| shape(row, s, self.length, ratios) * shape(column, s, self.length, ratios));
                matrix.set_symmetric(row, column, -mass * coefficient(i, j) * product);
            }
        }
        matrix
    }
}

/// The translation that an unknown moves: 0 for `u`, 1 for `v` and `θz`, 2 for `w` and `θy`; torsion moves none.
fn direction(unknown: usize) -> Option<usize> {
    [Some(0), Some(1), Some(2), None, Some(2), Some(1)][unknown % 6]
}

/// The translation at `s` (0 to 1) under a unit value of an unknown, along its direction. `ratios` are those of shear to
/// bending flexibility in the planes xy and xz.
fn shape(unknown: usize, s: f64, length: f64, ratios: [f64; 2]) -> f64 {
    let second = unknown >= 6;
    let phi = ratios[usize::from(direction(unknown) == Some(2))];
    let hermite = match (unknown % 6, second) {
        (0, false) => return 1.0 - s,
        (0, true) => return s,
        (1 | 2, false) => 1.0 + phi - phi * s - 3.0 * s * s + 2.0 * s * s * s,
        (1 | 2, true) => phi * s + 3.0 * s * s - 2.0 * s * s * s,
        (_, false) => length * ((1.0 + 0.5 * phi) * s - (2.0 + 0.5 * phi) * s * s + s * s * s),
        (_, true) => length * (-0.5 * phi * s + (0.5 * phi - 1.0) * s * s + s * s * s),
    };
    // θy = -dw/dx.
    let sign = if unknown % 6 == 4 { -1.0 } else { 1.0 };
    sign * hermite / (1.0 + phi)
}
