//! The module `numpy`, as far as studies use it: arrays of one or two dimensions of numbers.

mod arguments;
mod creation;
mod elementwise;
mod joining;
mod linear;
pub mod methods;
mod ordering;
mod reading;
mod reduction;
mod spectra;
mod table;
mod totals;
mod writing;

pub use spectra::FUNCTIONS as SPECTRA;
pub use table::{ELEMENTARY, FUNCTIONS, LINEAR, REDUCTIONS};
