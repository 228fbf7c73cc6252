//! Meshes in MED files (`.med`, `.mmed`: HDF5 with a fixed layout), versions 2, 3 and 4.
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
//! cells type by type, in the order of [`entities`]. Numbers the file gives them (NUM) do not matter.

mod container;
mod entities;
mod families;
mod file;
mod old_layouts;
mod reader;
#[cfg(test)]
mod tests;

pub use file::read;
