//! Schemes on physical unknowns, one per file.

mod adaptive;
mod central;
mod newmark;
mod reduced;
mod scheme;
mod step;
mod wilson;

pub use adaptive::AdaptiveOptions;
pub use scheme::StructuralScheme;
