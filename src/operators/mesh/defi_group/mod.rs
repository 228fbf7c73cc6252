//! DEFI_GROUP: names groups of nodes and of cells, from lists, other groups, or geometry.
//!
//! ```python
//! MESH = DEFI_GROUP(reuse=MESH, MAILLAGE=MESH, CREA_GROUP_NO=_F(NOM="ENDS", UNION=("LEFT", "RIGHT")))
//! ```
//!
//! Groups of nodes and groups of cells have separate names. Occurrences are taken in order, deletions first;
//! a later one may use the group an earlier one made.

mod cells;
mod commands;
mod lines;
mod members;
mod nodes;
mod regions;
#[cfg(test)]
mod tests;

pub use commands::{DEFI_GROUP, is_taken};
