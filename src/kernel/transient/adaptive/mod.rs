//! ADAPT_ORDRE1 and ADAPT_ORDRE2: explicit schemes whose step follows the apparent frequency.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::{AdaptiveOptions, AdaptiveOrder, ReferenceVelocity};
pub use workspace::AdaptiveStepper;
