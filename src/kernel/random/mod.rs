//! Stationary random vibration: matrices of spectral densities, the response of modes to them, what follows from a density.
//!
//! A density S(f) is in unit²/Hz, f in Hz. A matrix is Hermitian at each frequency. Sources: Crandall and Mark, *Random Vibration
//! in Mechanical Systems* (1963); Vanmarcke, *J. Appl. Mech.* 42 (1975), for peak factors.

mod congruence;
mod densities;
mod estimate;
mod fragility;
mod grid;
mod moments;
mod positive;
mod response;
mod spectra;
mod steps;
#[cfg(test)]
mod tests;

pub use densities::{KanaiTajimi, frequencies};
pub use estimate::{Windows, estimate};
pub use fragility::{Fragility, likelihood, normal_distribution, regression};
pub use grid::{AroundModes, equal_steps};
pub use moments::{PeakFactor, Statistics, moment, moment_complex};
pub use positive::{NotPositive, first_not_positive};
pub use response::{Motion, Oscillator, modal_response};
pub use spectra::Spectra;
pub use steps::{Signals, forward, length, to_time};
