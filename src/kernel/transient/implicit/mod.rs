//! Implicit treatment of contacts, around a scheme that is implicit for its matrices.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::ImplicitScheme;
pub use workspace::ImplicitStepper;
