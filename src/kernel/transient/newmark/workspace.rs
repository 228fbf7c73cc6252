//! Factors of the effective mass, kept while the step and the matrices stay the same.

use super::scheme::NewmarkOptions;
use crate::kernel::transient::matrix::Factors;
use crate::kernel::transient::system::System;

/// Stepper with its effective mass `M + gamma h C + beta h^2 K`.
#[derive(Clone, Debug)]
pub struct NewmarkStepper {
    pub(super) options: NewmarkOptions,
    /// Step and version of the matrices that the effective mass is for.
    pub(super) key: Option<(f64, u64)>,
    /// Effective mass of a diagonal problem, or its factors.
    pub(super) diagonal: Vec<f64>,
    pub(super) factors: Option<Factors>,
    /// The next step is the very first: nonlinear forces see the coordinates at zero.
    pub(super) blind: bool,
    /// The first step saw another state than the one it started from.
    pub(super) misled: bool,
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
    pub(super) part: Vec<f64>,
}

impl NewmarkStepper {
    /// `fresh`: the run does not continue another.
    pub fn new(options: NewmarkOptions, system: &System, fresh: bool) -> Self {
        let size = system.size();
        let zero = || vec![0.0; size];
        NewmarkStepper {
            options,
            key: None,
            diagonal: zero(),
            factors: if system.is_diagonal() { None } else { Some(Factors::identity(size)) },
            blind: fresh,
            misled: false,
            q: zero(),
            v: zero(),
            part: zero(),
        }
    }
}
