//! Arrangement of the tubes of a bundle.

use std::f64::consts::PI;

/// Arrangement of the tubes of a bundle behind each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pitch {
    /// CARRE_LIGN
    Square,
    /// TRIA_LIGN
    Triangular,
}

impl Pitch {
    /// Number of the arrangement in a file of coefficients.
    pub fn number(self) -> i64 {
        match self {
            Pitch::Square => 1,
            Pitch::Triangular => 2,
        }
    }
}

/// Coefficient of added mass of a tube in a bundle, from the pitch over the diameter (Pettigrew 1989).
pub fn added_mass(pitch: Pitch, ratio: f64) -> f64 {
    let equivalent = match pitch {
        Pitch::Triangular => (0.96 + 0.5 * ratio) * ratio,
        Pitch::Square => (1.07 + 0.56 * ratio) * ratio,
    };
    let square = equivalent * equivalent;
    PI * (square + 1.0) / (2.0 * (square - 1.0))
}
