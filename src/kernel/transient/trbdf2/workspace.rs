//! Factors of the tangent matrix, kept while the step and the matrices stay the same.

use crate::transient::matrix::Factors;
use crate::transient::system::System;

/// Stepper with its matrix `Kt = (4/h2^2) M + (2/h2) C + K`.
#[derive(Clone, Debug)]
pub struct Trbdf2Stepper {
    pub(super) key: Option<(f64, u64)>,
    pub(super) diagonal: Vec<f64>,
    pub(super) factors: Option<Factors>,
    /// The next step is the very first: nonlinear forces see the coordinates at zero.
    pub(super) blind: bool,
    /// The first step saw another state than the one it started from.
    pub(super) misled: bool,
    /// Damping per unit mass stands for the damping of masses that are not 1.
    pub(super) scaled_damping: bool,
    pub(super) zero: Vec<f64>,
    pub(super) a_stage: Vec<f64>,
    pub(super) increment: Vec<f64>,
    pub(super) e1: Vec<f64>,
    pub(super) e2: Vec<f64>,
    pub(super) part: Vec<f64>,
}

impl Trbdf2Stepper {
    /// `fresh`: the run does not continue another.
    pub fn new(system: &System, fresh: bool) -> Self {
        let size = system.size();
        let zero = || vec![0.0; size];
        Trbdf2Stepper {
            key: None,
            diagonal: zero(),
            factors: if system.is_diagonal() { None } else { Some(Factors::identity(size)) },
            blind: fresh,
            misled: false,
            scaled_damping: system.has_scaled_damping(),
            zero: zero(),
            a_stage: zero(),
            increment: zero(),
            e1: zero(),
            e2: zero(),
            part: zero(),
        }
    }
}
