//! Meshes in Ideas universal files (`.msup`, `.unv`).
//!
//! Data sets stand between lines that hold `-1`; the first line of each starts with its number, and what follows the number is
//! ignored. Read:
//!
//! | data set | what it holds, a record being a line |
//! |---|---|
//! | 15 | nodes: label, two systems of coordinates, colour, x, y, z |
//! | 781, 2411 | nodes: label, two systems of coordinates, colour; x, y, z |
//! | 71, 780, 2412 | elements: label, type, ..., colour, number of nodes; a record of three numbers for beams; nodes |
//! | 82 | trace lines: label, number of nodes, colour; a title; nodes, 0 where the pen is lifted |
//! | 752, 2417, 2429, 2430, 2432 | groups: ..., number of members; name; pairs (kind, label) |
//! | 2435, 2452, 2467, 2477 | groups: the same, but two more numbers follow each pair |
//!
//! Trace lines are cells of two nodes, numbered after the elements. Elements of the data set 2431 are left out with a warning: its
//! layout is not known here. All other sets are passed over. In groups kind 7 is a node and kind 8 an element; others do not matter, and
//! members that the file lacks are left out with a warning. Names of groups are
//! cut to 8 characters and where they stop being identifiers, with a warning; groups named COUL_ are left out. Nodes and
//! cells are numbered in the order of the file, and named `N` and `M` with their label.

mod contents;
mod data_at_nodes;
mod data_sets;
mod file;
mod labels;
mod shapes;
#[cfg(test)]
mod tests;
mod trace_lines;

pub use data_at_nodes::{DataAtNodes, read_data, write_data};
pub use file::read;
