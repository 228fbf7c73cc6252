//! Faults that stop a run.

/// Why a run stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SlidingFault {
    #[error("mode {mode} of body {body} is not finite at step {step}")]
    Diverged { step: u64, body: usize, mode: usize },
    #[error("the multipliers of step {step} leave a residual of {residual} m")]
    Multipliers { step: u64, residual: f64 },
    #[error("stopped on request at step {step}")]
    Cancelled { step: u64 },
}
