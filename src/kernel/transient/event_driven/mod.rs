//! EVENEMENT: contacts with Coulomb's law integrated exactly between located events.

mod contact_states;
mod from_rest;
mod heading;
mod impact;
mod leap;
mod pieces;
mod reactions;
mod resolve;
mod rising;
mod roots;
mod round_contacts;
mod scheme;
mod search;
mod separation;
mod series;
mod step;
mod swings;
#[cfg(test)]
mod tests;
mod transit;
mod turning;
mod variation;
mod workspace;

pub use pieces::ContactMode;
pub(crate) use roots::{slope_at, value};
pub use scheme::EventOptions;
pub(crate) use scheme::{ORDER, TERMS};
pub(crate) use variation::Variation;
pub use workspace::{Alone, EventStepper, Happening, Impulse, Normal, Tangential, Track};
