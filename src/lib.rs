//! `stickslip` reads a study (a command file), checks it against a catalogue of operators, turns it
//! into an operation graph, runs that graph against a numerical kernel and reports the verdict of the
//! assertions embedded in it. `ARCHITECTURE.md` has the map.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod answers;
pub mod api;
#[cfg(feature = "program")]
pub mod cli;
pub mod language;
pub mod script;
pub mod study;
#[cfg(feature = "program")]
pub mod sweep;

pub use stickslip_base::{catalogue, concepts, diag, former, io, source, syntax, verdict};
pub use stickslip_kernel as kernel;
pub use stickslip_operators::operators;
pub use stickslip_python::python;
