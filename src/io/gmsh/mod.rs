//! Meshes in gmsh's formats (`.msh`), and fields on them. Read: versions 1, 2, 4.0 and 4.1 as text, 2 and 4.1 as bytes of either order.
//!
//! ```text
//! $MeshFormat     4.1 0 8                                   version, 0 for text, bytes of a number; binary: the number 1 follows
//! $PhysicalNames  dimension tag "name"                      one per line, after their number; text in all files
//! $Entities       tag, place or box, physical tags ...      from version 4 on
//! $Nodes          label x y z                               in version 4 blocks, one for each entity
//! $Elements       label type number-of-tags tags... nodes   the first tag is the physical entity; in version 4 blocks
//! ```
//!
//! Cells of the physical entity `n` make the group `GMn`, and the group of its name when it has one, of cells and
//! of their nodes. Nodes and cells are numbered in the order of the file. Other sections are passed over.

mod kinds;
mod mesh;
mod reader;
mod source;
#[cfg(test)]
mod tests;
mod version_2;
mod version_4;
mod write;

pub use reader::read;
pub use write::write;
