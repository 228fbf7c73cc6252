//! Implicit treatment of contacts, around any scheme.

mod contact_modes;
mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use contact_modes::ContactModes;
pub use workspace::{ImplicitStepper, make_ready};
