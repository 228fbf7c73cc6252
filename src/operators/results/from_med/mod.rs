//! Fields of MED files on the meshes and models of a study: by number of the node, or of the cell among those of its type.

mod cells;
mod columns;
mod laid;
mod nodes;
mod reader;
mod source;

pub(super) use columns::Columns;
pub(super) use reader::{Reader, Value};
pub(super) use source::Source;
