//! `stickslip lsp`: the language service for editors, over standard input and output.

mod actions;
mod capabilities;
mod client;
mod command;
mod commands;
mod completion;
mod convert;
mod edits;
mod elsewhere;
mod features;
mod files;
#[cfg(test)]
mod growth;
mod jobs;
mod links;
mod log;
mod marks;
mod publish;
mod requests;
mod running;
mod runs;
mod server;
mod state;
mod sync;
mod texts;
mod wire;
mod worker;

pub use command::{Lsp, lsp};
