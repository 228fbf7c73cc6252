//! `stickslip graph`: the operation graph of a study as a drawing, for Graphviz, or as data.

mod command;
mod formats;
mod layout;
mod node;
mod svg;

pub use command::graph;
pub use formats::{Format, drawing, drawn};
pub use node::Family;
pub use svg::marked;
