//! Titles and rows of tables.

use crate::catalogue::Call;
use crate::concepts::{Cell, Table};

pub(super) fn titled(call: &Call, mut table: Table) -> Table {
    if let Some(title) = call.text_if_given("TITRE") {
        table.title = title.to_string();
    }
    table
}

pub(super) fn reals<const N: usize>(cells: [f64; N]) -> Vec<Cell> {
    cells.into_iter().map(Cell::Real).collect()
}
