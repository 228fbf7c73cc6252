//! `stickslip graph`: the operation graph of a study, written where it is asked for.

mod command;
mod formats;

pub use command::graph;
pub use formats::{Format, drawing, drawn};
