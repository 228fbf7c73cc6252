//! What programs are told, as JSON: events on the standard output, one per line.

mod lines;

pub use lines::{Wire, send};
