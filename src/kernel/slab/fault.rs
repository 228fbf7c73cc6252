//! Reasons why the motion of the slab cannot go on.

use crate::signal::SignalFault;

/// Faults of the motion of a slab.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SlabFault {
    /// A function of the study has no value.
    #[error("{keyword} at {at}: {fault}")]
    Data { keyword: &'static str, at: f64, fault: SignalFault },
    #[error("the pressure is {pressure} Pa at t = {time} s")]
    NegativePressure { time: f64, pressure: f64 },
    #[error("the friction law has no value at a slip speed of {speed} m/s, at t = {time} s")]
    NoCoefficient { time: f64, speed: f64 },
    #[error("the motion is not finite at t = {time} s")]
    NotFinite { time: f64 },
    /// The step of a meshed scheme admits several slip speeds.
    #[error("the step {step} s exceeds {bound} s at t = {time} s, where the pressure is {pressure} Pa")]
    Uniqueness { time: f64, pressure: f64, step: f64, bound: f64 },
}

impl SlabFault {
    /// Names the keyword and the instant or height of a function without value.
    pub fn data(keyword: &'static str, at: f64) -> impl Fn(SignalFault) -> SlabFault {
        move |fault| SlabFault::Data { keyword, at, fault }
    }

    /// Instant at which the run stopped (s).
    pub fn time(&self) -> f64 {
        match self {
            SlabFault::Data { at, .. } => *at,
            SlabFault::NegativePressure { time, .. }
            | SlabFault::NoCoefficient { time, .. }
            | SlabFault::NotFinite { time }
            | SlabFault::Uniqueness { time, .. } => *time,
        }
    }
}
