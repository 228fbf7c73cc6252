//! A scheme on physical unknowns with its options, and its start.

use super::adaptive::{Adaptive, AdaptiveOptions};
use super::central::Central;
use super::newmark::Newmark;
use super::step::Step;
use super::wilson::Wilson;
use crate::structural::loading::Loads;
use crate::structural::system::{NodalState, StructuralFault, StructuralSystem};

/// A scheme on physical unknowns, with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum StructuralScheme {
    Newmark {
        beta: f64,
        gamma: f64,
    },
    Wilson {
        theta: f64,
    },
    /// With a check of the step against the stiffest unknown when asked for; the last velocity kept may be that of
    /// half a step before (slip of the reference when velocities are left out).
    Central {
        checked: bool,
        half_step_last: bool,
    },
    Adaptive(AdaptiveOptions),
}

impl StructuralScheme {
    /// The scheme at the start of a stretch of steps of length `h` (s); `imposed` tells whether some motion is imposed.
    /// Fails where a matrix is singular, a step too long, or the constraints are not for this scheme.
    pub(in crate::structural) fn begin(
        &self,
        system: &StructuralSystem,
        h: f64,
        imposed: bool,
        state: &NodalState,
        loads: &mut Loads<'_>,
    ) -> Result<Box<dyn Step>, StructuralFault> {
        Ok(match self {
            StructuralScheme::Newmark { beta, gamma } => Box::new(Newmark::new(system, *beta, *gamma, h, imposed)?),
            StructuralScheme::Wilson { theta } => Box::new(Wilson::new(system, *theta, h, state, loads)?),
            StructuralScheme::Central { checked, half_step_last } => {
                Box::new(Central::new(system, h, *checked, *half_step_last, state)?)
            }
            StructuralScheme::Adaptive(options) => Box::new(Adaptive::new(system, options.clone(), h, state)?),
        })
    }
}
