//! When a value is the one that a rule or condition names.

use crate::catalogue::raw::RawValue;
use crate::catalogue::schema::Constant;
use crate::catalogue::values::Value;

pub(super) fn same_raw(raw: &RawValue, constant: &Constant) -> bool {
    match (raw, constant) {
        (RawValue::Text(a), Constant::Text(b)) => a.trim_end() == b.trim_end(),
        (RawValue::Integer(a), Constant::Integer(b)) => a == b,
        (RawValue::Integer(a), Constant::Real(b)) => *a as f64 == *b,
        (RawValue::Real(a), Constant::Integer(b)) => *a == *b as f64,
        (RawValue::Real(a), Constant::Real(b)) => a == b,
        (RawValue::Complex(a), Constant::Complex(re, im)) => a.re == *re && a.im == *im,
        (RawValue::Logical(a), Constant::Logical(b)) => a == b,
        _ => false,
    }
}

pub(super) fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => a.trim_end() == b.trim_end(),
        (Value::Logical(a), Value::Logical(b)) => a == b,
        (Value::Concept(a), Value::Concept(b)) => a.id == b.id,
        (Value::Text(_) | Value::Logical(_), _) => false,
        (a, b) => a.as_complex().is_some() && a.as_complex() == b.as_complex(),
    }
}
