//! RUNGE_KUTTA_32 and RUNGE_KUTTA_54: embedded pairs with step control.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::{Pair, RungeKuttaOptions};
pub use workspace::RungeKuttaStepper;
