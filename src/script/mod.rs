//! Macro-commands written in rhai.
//!
//! A script `NAME.rhai` makes a command `NAME`. Its function `describe()` declares the keywords, in the form of
//! the catalogue; its function `run(k)` gets the checked keywords and calls operators as functions of a map:
//!
//! ```rhai
//! fn describe() {
//!     #{ gloss: "Frequencies of a model.", result: "mode_meca",
//!        keywords: #{ MATR_RIGI: #{ status: "mandatory", type: "matr_asse_depl_r" }, ... } }
//! }
//! fn run(k) { CALC_MODES(#{ MATR_RIGI: k.MATR_RIGI, MATR_MASS: k.MATR_MASS }) }
//! ```
//!
//! Calls become nodes of the operation graph as if the study had written them. Scripts see neither files nor
//! the clock, and are held to limits ([`engine`]).

mod describe;
mod embedded;
mod engine;
mod link;
mod macros;
#[cfg(test)]
mod tests;
mod values;

pub use macros::{LoadError, ScriptMacros};
