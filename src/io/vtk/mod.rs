//! Files for ParaView: an unstructured grid with its fields (`.vtu`), and the list of those of a series (`.pvd`).
//!
//! The XML formats of VTK, version 1.0: one piece, arrays in line as base64 of a length (8 bytes) and the values, little
//! endian, not compressed. Cells keep the order of their nodes, except the middle nodes of solids, which VTK numbers bottom,
//! top, sides.

mod grid_file;
mod series;

pub use grid_file::{grid, has};
pub use series::series;
