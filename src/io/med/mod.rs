//! MED files (`.med`, `.mmed`, `.rmed`: HDF5 with a fixed layout): meshes of versions 2, 3 and 4 read, fields of versions 3 and 4
//! read ([`Fields`]), both written ([`Document`]).
//!
//! ```text
//! /ENS_MAA/<mesh>/<step>/NOE/COO             all x, then all y, then all z; attribute NBR: number of nodes
//!                       /NOE/FAM, NOM        family of each node, name of each (16 characters)
//!                       /MAI/<type>/NOD      first nodes of all cells, then second nodes ..., from 1
//!                       /MAI/<type>/FAM, NOM
//! /FAS/<mesh>/NOEUD/<family>, ELEME/<family> attribute NUM; GRO/NOM: names of its groups (80 characters each)
//! ```
//!
//! Version 2 has no computing steps: NOE and MAI are in the mesh itself, the families of nodes and of cells are side by side in
//! `/FAS/<mesh>`.
//!
//! A node or a cell is in every group of its family; family 0 is none. Nodes are numbered in the order of COO,
//! cells type by type, in the order of [`shapes`]. Numbers the file gives them (NUM) do not matter.

mod container;
mod entities;
mod families;
mod fields;
mod file;
mod old_layouts;
mod reader;
mod shapes;
#[cfg(test)]
mod tests;
mod write;

pub use fields::{Fields, StepRead, StoredField, Values};
pub use file::{mesh_names, read};
pub use shapes::Shape;
pub use write::{Document, Family, Localisation, Part, Refusal, Step, Support, Version};
