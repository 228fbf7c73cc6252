//! Eigenmodes: the real symmetric problem, normalisation, modal parameters.

mod clusters;
mod definite;
mod normalisation;
mod parameters;
mod problem;
mod selection;
#[cfg(test)]
mod tests;

pub use normalisation::{Norm, flip_to, largest_component, scale_factor};
pub use parameters::{ModalParameters, Participation, translations};
pub use problem::{EigenFault, EigenProblem, Eigenpair, Spectrum};
pub use selection::{Interval, Selection};
