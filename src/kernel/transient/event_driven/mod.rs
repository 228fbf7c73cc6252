//! EVENEMENT: contacts with Coulomb's law integrated exactly between located events.

mod from_rest;
mod heading;
mod impact;
mod reactions;
mod resolve;
mod rising;
mod roots;
mod round_contacts;
mod scheme;
mod search;
mod series;
mod step;
#[cfg(test)]
mod tests;
mod transit;
mod turning;
mod workspace;

pub use scheme::EventOptions;
pub use workspace::EventStepper;
