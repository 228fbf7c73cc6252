//! `stickslip` reads a study (a command file), checks it against a catalogue of operators, turns it
//! into an operation graph, runs that graph against a numerical kernel and reports the verdict of the
//! assertions embedded in it. `ARCHITECTURE.md` has the map; modules are listed bottom to top.

// Tests compare with tolerances: functions of the platform serve there.
#![cfg_attr(test, allow(clippy::disallowed_methods))]

pub mod answers;
pub mod api;
pub mod catalogue;
#[cfg(feature = "program")]
pub mod cli;
pub mod concepts;
pub mod diag;
pub mod former;
pub mod io;
pub mod language;
pub mod operators;
pub mod python;
pub mod script;
pub mod source;
pub mod study;
#[cfg(feature = "program")]
pub mod sweep;
pub mod syntax;
pub mod verdict;

pub use stickslip_kernel as kernel;
