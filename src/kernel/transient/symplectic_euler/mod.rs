//! DIFF_CENTRE (formerly EULER): the semi-implicit Euler scheme.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use workspace::SymplecticEulerStepper;
