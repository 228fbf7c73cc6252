//! Why a transient stops before its end.

use super::matrix::Singular;
use crate::interaction::InteractionFault;
use crate::signal::SignalFault;

/// A fault of a run, with the numbers needed to understand it. Times and steps in s, ranks from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TransientFault {
    #[error("mode {mode} is not finite at t = {time} (step {step})")]
    Diverged { time: f64, step: f64, mode: usize },
    #[error("the step {step} fell below its minimum {minimum} at t = {time}")]
    StepTooSmall {
        time: f64,
        step: f64,
        minimum: f64,
        /// Estimated error divided by the tolerance.
        error: f64,
        /// Mode that contributes most to the error.
        mode: usize,
    },
    #[error("a step of {step} leaves the time t = {time} where it is: it is below its rounding")]
    StepLost { time: f64, step: f64 },
    #[error("steps of {step} at t = {time}: {left:.0e} of them are left to the end")]
    StepsCollapsed {
        time: f64,
        /// Mean of the last steps.
        step: f64,
        /// Number of such steps to the end.
        left: f64,
        /// Mode that contributed most to the last error, where the scheme tells.
        mode: Option<usize>,
    },
    #[error("excitation {term} at t = {time}: {source}")]
    Excitation { term: usize, time: f64, source: SignalFault },
    #[error("rotation at t = {time}: {source}")]
    Rotation { time: f64, source: SignalFault },
    #[error(transparent)]
    Interaction(#[from] InteractionFault),
    #[error("{matrix}: {source}")]
    Singular { matrix: &'static str, source: Singular },
    #[error("an exact scheme cannot start from the contacts at t = {time}: {source}")]
    Obstruction { time: f64, source: super::exact::Obstruction },
    #[error("{states} states are kept at t = {time}: no more are")]
    Full { time: f64, states: usize },
    #[error("the state of the contacts changes again in each of {attempts} shorter steps at t = {time}")]
    ContactStates { time: f64, attempts: u32 },
    #[error("stopped on request at t = {time}")]
    Cancelled { time: f64 },
}
