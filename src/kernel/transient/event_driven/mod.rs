//! EVENEMENT: contacts with Coulomb's law integrated exactly between located events.

mod resolve;
mod rising;
mod roots;
mod scheme;
mod series;
mod step;
#[cfg(test)]
mod tests;
mod turning;
mod workspace;

pub use scheme::EventOptions;
pub use workspace::EventStepper;
