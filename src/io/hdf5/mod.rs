//! HDF5 files written in memory: groups that keep the order in which their members were made, arrays of one dimension, scalar
//! attributes.
//!
//! Superblock 2, object headers 2, sums by lookup3, contiguous data without filters, numbers of 8 bytes with the low byte first. Links
//! have an order of creation, in messages or, in groups of more than eight members, in a fractal heap of one block with two B-trees
//! of one leaf each: reading stays linear in the number of members. The same tree gives the same bytes.

mod attributes;
mod blocks;
mod checksum;
mod dense;
mod encode;
#[cfg(test)]
mod tests;
mod tree;

pub use blocks::Oversize;
pub use encode::{MOST_MEMBERS, encode};
pub use tree::{Array, Data, Group, Value};
