//! The language service: what an editor, the REPL, a notebook or a page shows of a study that is being written. Functions
//! from values to values: no protocol, no terminal, no thread, no clock.

mod call;
mod complete;
mod offered;

pub use complete::{complete, starting_with};
pub use offered::{COMPONENTS, Name, Word, own_names};
