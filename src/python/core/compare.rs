//! Truth, equality, order and membership.

use std::cmp::Ordering;

use super::access::as_dictionary;
use super::fault::{Fault, Result};
use super::room::Walk;
use super::unknown::holds_unknown;
use super::value::{Value, hold, read};
use crate::syntax::CompareOperator;

/// Nesting followed before a comparison gives up; a list may hold itself.
const DEPTH: usize = 200;
/// Nesting in which an unknown value is looked for.
const NESTED: usize = 20;

/// Whether a value counts as true; `None` when it is unknown.
pub fn truth(value: &Value) -> Result<Option<bool>> {
    Ok(Some(match value {
        Value::Unknown => return Ok(None),
        Value::None | Value::Nothing(_) => false,
        Value::Logical(b) => *b,
        Value::Integer(i) => *i != 0,
        Value::Real(x) => *x != 0.0,
        Value::Complex(z) => z.re != 0.0 || z.im != 0.0,
        Value::Text(text) => !text.is_empty(),
        Value::List(items) => !read(items).is_empty(),
        Value::Tuple(items) => !items.is_empty(),
        Value::Dictionary(items) => !read(items).is_empty(),
        Value::Factor(factor) => !read(&factor.items).is_empty(),
        Value::Set(items) => !read(items).is_empty(),
        Value::Range(range) => range.len() > 0,
        Value::Column(column) => !column.values.is_empty(),
        Value::Table(table) => !read(table).rows.is_empty(),
        Value::Array(array) => {
            let array = read(array);
            match array.len() {
                1 => return truth(&array.at(0)),
                _ => return Err(Fault::value_error("the truth of an array of several items is not defined")),
            }
        }
        _ => true,
    }))
}

/// One comparison of a chain, where neither side is compared item by item.
pub fn compare(operator: CompareOperator, a: &Value, b: &Value) -> Result<Value> {
    use CompareOperator::*;
    if a.is_unknown() || b.is_unknown() {
        return Ok(Value::Unknown);
    }
    // A list that holds an unknown value may turn out equal or not.
    if !matches!(operator, Is | IsNot | In | NotIn) && (holds_unknown(a, NESTED) || holds_unknown(b, NESTED)) {
        return Ok(Value::Unknown);
    }
    let logical = match operator {
        Equal => are_equal(a, b)?,
        NotEqual => !are_equal(a, b)?,
        Is => a.is_same(b),
        IsNot => !a.is_same(b),
        In | NotIn => match contains(b, a)? {
            Some(found) => found == (operator == In),
            None => return Ok(Value::Unknown),
        },
        _ => {
            let order = order_of(a, b)?;
            match operator {
                Less => order == Some(Ordering::Less),
                LessEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
                Greater => order == Some(Ordering::Greater),
                _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            }
        }
    };
    Ok(Value::Logical(logical))
}

pub fn are_equal(a: &Value, b: &Value) -> Result<bool> {
    equal(a, b, DEPTH, &mut Walk::default())
}

fn equal(a: &Value, b: &Value, depth: usize, walk: &mut Walk) -> Result<bool> {
    walk.step(a)?;
    if depth == 0 {
        return Err(Fault::new("RecursionError", "comparison of values nested too deeply"));
    }
    let mut all = |x: &[Value], y: &[Value]| -> Result<bool> {
        if x.len() != y.len() {
            return Ok(false);
        }
        for (x, y) in x.iter().zip(y) {
            if !equal(x, y, depth - 1, walk)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    Ok(match (a, b) {
        (Value::Text(x), Value::Text(y)) => x == y,
        (Value::List(x), Value::List(y)) => std::sync::Arc::ptr_eq(x, y) || all(&read(x).clone(), &read(y).clone())?,
        (Value::Tuple(x), Value::Tuple(y)) => std::sync::Arc::ptr_eq(x, y) || all(x, y)?,
        (Value::Range(x), Value::Range(y)) => {
            let n = x.len();
            n == y.len() && (n == 0 || x.start == y.start) && (n < 2 || x.step == y.step)
        }
        (Value::Dictionary(_) | Value::Factor(_), Value::Dictionary(_) | Value::Factor(_)) => {
            let (Some(x), Some(y)) = (as_dictionary(a), as_dictionary(b)) else { return Ok(false) };
            if x.len() != y.len() {
                return Ok(false);
            }
            for (key, (_, value)) in &x {
                match y.get(key) {
                    Some((_, other)) if equal(value, other, depth - 1, walk)? => {}
                    _ => return Ok(false),
                }
            }
            true
        }
        (Value::Set(x), Value::Set(y)) => {
            let (x, y) = (read(x).clone(), read(y).clone());
            x.len() == y.len() && x.keys().all(|k| y.contains_key(k))
        }
        _ => match (a.as_index(), b.as_index()) {
            (Some(x), Some(y)) => x == y,
            _ => match (a.as_complex(), b.as_complex()) {
                (Some(x), Some(y)) => x == y,
                _ => a.is_same(b),
            },
        },
    })
}

/// The order of two values; `None` with a NaN.
pub fn order_of(a: &Value, b: &Value) -> Result<Option<Ordering>> {
    order(a, b, DEPTH, &mut Walk::default())
}

fn order(a: &Value, b: &Value, depth: usize, walk: &mut Walk) -> Result<Option<Ordering>> {
    walk.step(a)?;
    if depth == 0 {
        return Err(Fault::new("RecursionError", "comparison of values nested too deeply"));
    }
    if let (Value::Text(x), Value::Text(y)) = (a, b) {
        return Ok(Some(x.cmp(y)));
    }
    if let (Some(x), Some(y)) = (a.as_index(), b.as_index()) {
        return Ok(Some(x.cmp(&y)));
    }
    if let (Some(x), Some(y)) = (a.as_real(), b.as_real()) {
        return Ok(x.partial_cmp(&y));
    }
    let same_kind = matches!((a, b), (Value::List(_), Value::List(_)) | (Value::Tuple(_), Value::Tuple(_)));
    if let (true, Some(x), Some(y)) = (same_kind, a.as_sequence(), b.as_sequence()) {
        for (x, y) in x.iter().zip(&y) {
            if !equal(x, y, depth - 1, walk)? {
                return order(x, y, depth - 1, walk);
            }
        }
        return Ok(Some(x.len().cmp(&y.len())));
    }
    Err(Fault::type_error(format!("no order between {} and {}", a.type_name(), b.type_name())))
}

/// `item in container`; `None` when it cannot be known.
fn contains(container: &Value, item: &Value) -> Result<Option<bool>> {
    let any = |items: &[Value]| -> Result<Option<bool>> {
        let mut unknown = false;
        let walk = &mut Walk::default();
        for value in items {
            unknown |= value.is_unknown();
            if equal(value, item, DEPTH, walk)? {
                return Ok(Some(true));
            }
        }
        Ok(if unknown { None } else { Some(false) })
    };
    let key = || item.key().ok_or_else(|| Fault::type_error(format!("{} cannot be a key", item.a_type())));
    match container {
        Value::Text(text) => match item {
            Value::Text(part) => Ok(Some(text.contains(&**part))),
            other => Err(Fault::type_error(format!("a text holds texts, not {}", other.type_name()))),
        },
        Value::List(items) => any(&read(items).clone()),
        Value::Tuple(items) => any(items),
        Value::Column(column) => any(&column.values),
        Value::Array(array) => any(&read(array).values()),
        Value::Iterator(items) => any(&std::mem::take(&mut *hold(items))),
        Value::Dictionary(items) => Ok(Some(read(items).contains_key(&key()?))),
        Value::Set(items) => Ok(Some(read(items).contains_key(&key()?))),
        Value::Range(range) => Ok(Some(match item.as_real() {
            Some(x) if x.fract() == 0.0 && range.len() > 0 => {
                let (first, last) = (range.start, range.get(range.len() - 1));
                let (low, high) = (first.min(last) as f64, first.max(last) as f64);
                (low..=high).contains(&x) && (x as i64).wrapping_sub(first) % range.step == 0
            }
            _ => false,
        })),
        Value::Factor(factor) => Ok(Some(read(&factor.items).contains_key(&key()?))),
        other => Err(Fault::type_error(format!("'in' does not apply to {}", other.type_name()))),
    }
}
