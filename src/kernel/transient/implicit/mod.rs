//! Implicit treatment of contacts, around any scheme.

mod held_modes;
mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use held_modes::HeldModes;
pub use workspace::{ImplicitStepper, make_ready};
