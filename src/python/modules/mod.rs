//! Functions known without import, and the modules a study can import.

pub mod builtins;
mod conversions;
pub mod environment;
pub mod files;
pub mod glosses;
pub mod json;
pub mod mathematics;
pub mod numpy;
pub mod register;
pub mod sequences;
pub mod small_modules;
pub mod unit_checks;
