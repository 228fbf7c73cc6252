//! Operators between any two values: arrays and columns item by item, tables by their rows, the rest as numbers, texts and
//! sequences are.

use super::{array, table_methods};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::Value;
use crate::python::core::{arithmetic, compare as plain};
use crate::syntax::{BinaryOperator, CompareOperator, UnaryOperator};

/// Whether operators work item by item on a value.
fn has_items(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Column(_))
}

/// `a operator b`
pub fn binary(operator: BinaryOperator, a: &Value, b: &Value) -> Result<Value> {
    let known = !a.is_unknown() && !b.is_unknown();
    let template = matches!((operator, a), (BinaryOperator::Modulo, Value::Text(_)));
    if known && !template && (has_items(a) || has_items(b)) {
        Fault::if_told()?;
        return array::binary(operator, a, b);
    }
    match (operator, a, b) {
        (BinaryOperator::Both | BinaryOperator::Either, Value::Table(x), Value::Table(y)) => {
            Fault::if_told()?;
            table_methods::combine(operator == BinaryOperator::Both, x, y)
        }
        _ => arithmetic::binary(operator, a, b),
    }
}

/// `operator value`
pub fn unary(operator: UnaryOperator, value: &Value) -> Result<Value> {
    match has_items(value) && operator != UnaryOperator::Not {
        true => array::negate_or_keep(operator, value),
        false => arithmetic::unary(operator, value),
    }
}

/// One comparison of a chain; of arrays an array, of a column the rows of its table that satisfy it.
pub fn compare(operator: CompareOperator, a: &Value, b: &Value) -> Result<Value> {
    use CompareOperator::*;
    let item_by_item = matches!(operator, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual);
    if item_by_item && !a.is_unknown() && !b.is_unknown() {
        match (a, b) {
            (Value::Array(_), _) | (_, Value::Array(_)) => return array::compare(operator, a, b),
            (Value::Column(_), Value::Column(_)) => {}
            (Value::Column(column), _) => return column.filter(operator, b).map(|table| table.value()),
            _ => {}
        }
    }
    plain::compare(operator, a, b)
}
