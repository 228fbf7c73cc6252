//! `stickslip lsp`: the language service for editors, over standard input and output.

mod actions;
mod capabilities;
mod command;
mod completion;
mod convert;
mod elsewhere;
mod jobs;
mod log;
mod profiles;
mod requests;
mod server;
mod state;
mod texts;
mod wire;
mod worker;

pub use command::{Lsp, lsp};
