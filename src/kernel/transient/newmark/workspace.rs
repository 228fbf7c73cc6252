//! Factors of the effective mass, kept while the step and the matrices stay the same.

use super::scheme::NewmarkOptions;
use crate::schemes::{AccelerationForm, NewmarkParameters};
use crate::transient::matrix::Factors;
use crate::transient::system::System;

/// Effective mass of a diagonal problem, or its factors.
#[derive(Clone, Debug)]
pub(super) enum EffectiveMass {
    Diagonal(Vec<f64>),
    Full(Factors),
}

/// Stepper with its effective mass `M + gamma h C + beta h^2 K`.
#[derive(Clone, Debug)]
pub struct NewmarkStepper {
    pub(super) options: NewmarkOptions,
    /// Step and version of the matrices that the effective mass is for.
    pub(super) key: Option<(f64, u64)>,
    pub(super) effective: EffectiveMass,
    pub(super) form: AccelerationForm,
    /// The next step is the very first: nonlinear forces see the coordinates at zero.
    pub(super) blind: bool,
    /// The first step saw another state than the one it started from.
    pub(super) misled: bool,
    pub(super) part: Vec<f64>,
}

impl NewmarkStepper {
    /// `fresh`: the run does not continue another.
    pub fn new(options: NewmarkOptions, system: &System, fresh: bool) -> Self {
        let size = system.size();
        let NewmarkOptions { beta, gamma, .. } = options;
        NewmarkStepper {
            options,
            key: None,
            effective: match system.is_diagonal() {
                true => EffectiveMass::Diagonal(vec![0.0; size]),
                false => EffectiveMass::Full(Factors::identity(size)),
            },
            form: AccelerationForm::new(NewmarkParameters { beta, gamma }, size),
            blind: fresh,
            misled: false,
            part: vec![0.0; size],
        }
    }
}
