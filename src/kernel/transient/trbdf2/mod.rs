//! TRBDF2: trapezoidal rule, then backward differences, in one step.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use workspace::Trbdf2Stepper;
