//! Nodes, cells and groups.

mod cell_kind;
mod definition;
mod designation;
mod groups;
mod label;
mod naming;
mod shares;
pub mod vector;

pub use cell_kind::CellKind;
pub use definition::{Cell, CellNodes, Mesh, Node};
pub use groups::without_repetition;
pub use label::Label;
pub use naming::Naming;
