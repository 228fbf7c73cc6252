//! Descriptions of commands as data: from the JSON of `grammar/commands/` and `grammar/fragments/` (and of macro-commands)
//! to [`Command`], and the compact form in which the program carries them. `build.rs` is made of the same files.
//!
//! [`Command`]: super::schema::Command

mod clauses;
#[allow(dead_code, reason = "build.rs writes what the program reads")]
pub mod compact;
mod constants;
mod format;
pub mod later;
mod read;
mod records;
#[allow(dead_code, reason = "for build.rs, and for the test that compares")]
pub mod shared;
#[allow(dead_code, reason = "for build.rs, and for the test that compares")]
pub mod values;

#[allow(unused_imports, reason = "build.rs includes what several commands share")]
pub use read::command;
