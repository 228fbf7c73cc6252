//! Columns that a keyword names, and new ones.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Column, ColumnType, Table};
use crate::diag::did_you_mean;

pub(super) fn add_column(table: &mut Table, name: &str, kind: ColumnType) {
    table.columns.push(Column { name: name.to_string(), kind });
    table.rows.add_empty_column();
}

/// Ranks of the columns a keyword names; the errors of all of them.
pub(in crate::operators) fn columns(
    keywords: &Keywords,
    keyword: &str,
    table: &Table,
) -> Result<Vec<usize>, CallError> {
    let names = keywords.texts(keyword);
    let unknown: Vec<&str> = names.iter().map(|name| &**name).filter(|name| table.column(name).is_none()).collect();
    match unknown.as_slice() {
        [] => Ok(names.iter().filter_map(|name| table.column(name)).collect()),
        unknown => Err(unknown_column(keywords, keyword, unknown, table)),
    }
}

/// The error of columns that are not there.
pub(super) fn unknown_column(keywords: &Keywords, keyword: &str, unknown: &[&str], table: &Table) -> CallError {
    let names: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
    let several = unknown.len() > 1;
    let meant = unknown.iter().filter_map(|name| {
        let nearest = names.iter().map(|n| (strsim::jaro_winkler(n, name), *n)).max_by(|a, b| a.0.total_cmp(&b.0));
        let (_, near) = nearest.filter(|(score, _)| *score > 0.8)?;
        Some(if several {
            format!("{} ", did_you_mean(&format!("{near} for {name}")))
        } else {
            format!("{} ", did_you_mean(near))
        })
    });
    let meant: String = meant.collect();
    let plural = if several { "s" } else { "" };
    let message = format!("the table has no column{plural} {}", unknown.join(", "));
    Box::new(keywords.error(keyword, "R601", message).help(format!("{meant}its columns are {}", names.join(", "))))
}
