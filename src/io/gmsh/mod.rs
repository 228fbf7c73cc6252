//! Meshes in gmsh's text format, versions 1 and 2 (`.msh`), and fields on them.
//!
//! ```text
//! $MeshFormat     2.2 0 8                                   version, 0 for text
//! $PhysicalNames  dimension tag "name"                      one per line, after their number
//! $Nodes          label x y z
//! $Elements       label type number-of-tags tags... nodes   the first tag is the physical entity
//! ```
//!
//! Cells of the physical entity `n` make the group `GMn`, and the group of its name when it has one, of cells and
//! of their nodes. Nodes and cells are numbered in the order of the file.

mod kinds;
mod reader;
mod write;

pub use reader::read;
pub use write::write;
