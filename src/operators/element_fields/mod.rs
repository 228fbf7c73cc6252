//! Fields on elements.

mod elements;
mod energies;
mod states;

pub use elements::Element;
pub use energies::{kinetic_energy, potential_energy};
pub use states::Source;
