//! DEVOGE: the Devogelaere-Fu scheme of order 4, with step control.

mod control;
mod scheme;
mod step;
#[cfg(test)]
mod tests;
mod workspace;

pub use scheme::DevogelaereOptions;
pub use workspace::DevogelaereStepper;
