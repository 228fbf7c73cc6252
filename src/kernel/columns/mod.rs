//! Rows of numbers kept by column; a column that never changes is kept as one number.
//!
//! The internal variables of a run are such rows, one per state: most of them are the same in all states
//! (components that no mode moves, forces of contacts that stay open). Rows wait until there are some dozens of
//! them, and are then sorted into columns together.

mod column;
mod kept;
mod store;
#[cfg(test)]
mod tests;

pub use column::Column;
pub use store::Columns;
