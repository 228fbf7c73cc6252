//! `stickslip repl --json`: a session for programs. Requests come as one JSON object per line, answers and events leave so.

mod answers;
mod converse;
mod names;
mod queue;
mod requests;
mod voice;

pub use converse::{Manner, converse};
