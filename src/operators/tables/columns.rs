//! Columns that a keyword names, and new ones.

use std::sync::Arc;

use super::unknown_column;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Column, ColumnType, Table};

pub(super) fn add_column(table: &mut Table, name: &str, kind: ColumnType) {
    table.columns.push(Column { name: name.to_string(), kind });
    table.rows.add_empty_column();
}

/// Ranks of the columns a keyword names.
pub(super) fn columns(keywords: &Keywords, keyword: &str, table: &Table) -> Result<Vec<usize>, CallError> {
    let find = |name: Arc<str>| table.column(&name).ok_or_else(|| unknown_column(keywords, keyword, &name, table));
    keywords.texts(keyword).into_iter().map(find).collect()
}
