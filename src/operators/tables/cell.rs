//! Cells from values of keywords.

use num_complex::Complex64;

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

/// The cell that holds a value of a field, and whether the field is complex.
pub fn of_field(value: Option<(Complex64, bool)>) -> Cell {
    match value {
        None => Cell::Empty,
        Some((z, true)) => Cell::Complex(z),
        Some((z, false)) => Cell::Real(z.re),
    }
}
