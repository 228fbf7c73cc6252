//! The operation graph of a study as a drawing, for Graphviz, or as data.

mod layout;
mod node;
mod svg;
mod text;

pub use node::Family;
pub use svg::{marked, svg};
pub use text::{data, dot};
