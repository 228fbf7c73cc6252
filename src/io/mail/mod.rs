//! Meshes in the ASTER text format (`.mail`).
//!
//! ```text
//! file    = { block } "FIN"                    anything after FIN is ignored, % starts a comment
//! block   = "TITRE" lines "FINSF"
//!         | ("COOR_2D" | "COOR_3D") head { NAME x y [z] } "FINSF"
//!         | CELLTYPE head { NAME node... } "FINSF"
//!         | ("GROUP_NO" | "GROUP_MA") group { NAME } "FINSF"
//! head    = { KEY "=" value }                  ignored
//! group   = "NOM" "=" GROUPNAME | GROUPNAME
//! ```
//!
//! Words are separated by blanks and lines mean nothing but in titles. Blocks repeat and come in any
//! order, so names are looked up once the whole file is read: cells and groups are passed over first ([`blocks`]), and
//! read where they stand when all names are known ([`resolve`]). Nodes are numbered in the order of the COOR
//! lines, cells in the order of the cell blocks. Every error says file, line and column.

mod blocks;
mod names;
mod read;
mod resolve;
mod words;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
