//! What programs are told, as JSON: events on the standard output, one per line, and values.

mod forms;
mod lines;

pub use forms::{form, kind, values};
pub use lines::{Wire, send};
