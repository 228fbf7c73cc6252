//! Responses of physical unknowns, integrated step by step.

mod load_assembly;

pub use load_assembly::LoadAssembly;
