//! NEWMARK: implicit for the linear part, explicit for the local nonlinearities.

mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::NewmarkOptions;
pub use workspace::NewmarkStepper;
