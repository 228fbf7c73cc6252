//! `stickslip repl`: a study that is typed. Inputs are evaluated one after the other by the evaluator of `run`; those
//! that start with a colon are commands of the REPL itself.
//!
//! From a terminal, lines are edited and completed; from a pipe they are read as they come, without prompt, and the
//! exit code is the one `run` would give.

mod arguments;
mod asked;
mod command;
mod commands;
mod habits;
mod input;
mod plot_words;
mod program;
mod prompt;
mod save;
mod show;
mod tab;
mod talk;
mod terminal;
mod terminal_chart;
mod voice;

pub use arguments::Repl;
pub use command::{goes_on, repl};
