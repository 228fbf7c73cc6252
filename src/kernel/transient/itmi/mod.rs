//! ITMI: exact integration of each mode for a force that is linear over the step.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use workspace::{ItmiStepper, Propagator};
