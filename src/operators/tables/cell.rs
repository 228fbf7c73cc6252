//! Cells from values of keywords.

use crate::catalogue::Value;
use crate::concepts::{Cell, internal_name};

/// The cell that holds a value of a keyword.
pub fn cell(value: &Value) -> Cell {
    match value {
        Value::Integer(i) => Cell::Integer(*i),
        Value::Real(x) => Cell::Real(*x),
        Value::Complex(z) => Cell::Complex(*z),
        Value::Text(text) => Cell::Text(text.trim_end().to_string()),
        Value::Logical(truth) => Cell::Integer(i64::from(*truth)),
        Value::Concept(handle) => Cell::Concept(internal_name(handle)),
        Value::New(new) => Cell::Concept(internal_name(&new.handle)),
    }
}
