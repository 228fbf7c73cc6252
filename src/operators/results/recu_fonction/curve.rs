//! Points taken from a result, before they become a function.

use num_complex::Complex64;

/// A function just extracted.
pub(super) struct Curve {
    /// NOM_PARA and NOM_RESU.
    pub(super) parameter: String,
    pub(super) result: String,
    pub(super) abscissae: Vec<f64>,
    pub(super) ordinates: Ordinates,
}

pub(super) enum Ordinates {
    Real(Vec<f64>),
    Complex(Vec<Complex64>),
}
