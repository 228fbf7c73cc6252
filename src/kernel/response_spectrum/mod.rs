//! Response spectra: combination of the largest modal responses over modes, supports and directions.

mod correlation;
mod directions;
mod modes;
mod oscillator;

pub use crate::response_spectrum::oscillator::Oscillator;
pub use directions::{Cumulation, DirectionRule, newmark_cases};
pub use modes::{CombinationFault, ModeCombination, ModeRule};
