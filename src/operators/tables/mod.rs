//! Tables: made from lists, functions and fields (CREA_TABLE, POST_RELEVE_T), transformed (CALC_TABLE), and what printing does to
//! their rows and columns.

mod calculate;
mod create;
mod fields;
mod join;
mod listing;
mod readings;
mod select;
mod states;
#[cfg(test)]
mod tests;

pub(super) use calculate::CALC_TABLE;
pub(super) use create::CREA_TABLE;
pub(super) use listing::listing;
pub(super) use readings::POST_RELEVE_T;
pub(super) use select::{extracted, filtered, sorted, unknown_column, without};

use crate::catalogue::Value;
use crate::concepts::{Cell, ColumnType};

/// The cell that holds a value of a keyword.
fn cell(value: &Value) -> Cell {
    match value {
        Value::Integer(i) => Cell::Integer(*i),
        Value::Real(x) => Cell::Real(*x),
        Value::Complex(z) => Cell::Complex(*z),
        Value::Text(text) => Cell::Text(text.trim_end().to_string()),
        Value::Logical(truth) => Cell::Integer(i64::from(*truth)),
        Value::Concept(handle) => Cell::Concept(handle.name().to_string()),
        Value::New(new) => Cell::Concept(new.name.to_string()),
    }
}

/// The type of a column that holds these cells: texts before complex numbers, reals, whole numbers.
fn column_type<'a>(cells: impl Iterator<Item = &'a Cell>) -> ColumnType {
    let mut kind = ColumnType::Integer;
    for cell in cells {
        kind = match (cell, kind) {
            (Cell::Text(text) | Cell::Concept(text), kind) => {
                let known = if let ColumnType::Text(length) = kind { length } else { 8 };
                ColumnType::Text(known.max(text_size(text.chars().count())))
            }
            (_, ColumnType::Text(length)) => ColumnType::Text(length),
            (Cell::Complex(_), _) | (_, ColumnType::Complex) => ColumnType::Complex,
            (Cell::Real(_), _) => ColumnType::Real,
            (_, kind) => kind,
        };
    }
    kind
}

/// The smallest text type that holds so many characters.
fn text_size(length: usize) -> usize {
    [8, 16, 24, 32].into_iter().find(|size| length <= *size).unwrap_or(80)
}
