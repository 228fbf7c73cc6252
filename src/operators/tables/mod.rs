//! Tables: made from lists, functions and fields (CREA_TABLE, POST_RELEVE_T), transformed (CALC_TABLE), and what printing does to
//! their rows and columns.

mod calc_table;
mod cell;
mod columns;
mod crea_table;
mod extr_table;
mod extremes;
mod fields;
pub(in crate::operators) mod filter;
mod join;
mod lire_table;
mod listing;
mod post_releve_t;
mod select;
mod states;
mod summaries;
#[cfg(test)]
mod tests;

pub(super) use calc_table::CALC_TABLE;
pub(super) use columns::columns;
pub(super) use crea_table::CREA_TABLE;
pub(super) use extr_table::EXTR_TABLE;
pub(super) use lire_table::LIRE_TABLE;
pub(super) use listing::listing;
pub(super) use post_releve_t::POST_RELEVE_T;
pub(super) use select::{extracted, filtered, sorted, without};
pub(super) use states::{StoredField, is_at_nodes_of_cells, not_stored, stored_fields};
