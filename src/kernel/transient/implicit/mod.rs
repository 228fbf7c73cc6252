//! Implicit treatment of contacts, around a scheme that is implicit for its matrices.

mod held_modes;
mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use held_modes::HeldModes;
pub use scheme::ImplicitScheme;
pub use workspace::ImplicitStepper;
