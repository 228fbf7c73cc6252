//! Arrays made of what a study has: numbers, lists, lists of lists.

use super::data::{Gathering, Kind};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Value, read};
use crate::python::core::{iteration, room};

/// An array made of any sequence (`numpy.array`); `None` when it is unknown. What is an array stays the same view.
pub fn from_value(value: &Value) -> Result<Option<Array>> {
    match value {
        Value::Unknown => return Ok(None),
        Value::Array(array) => return Ok(Some(read(array).clone())),
        Value::List(items) => return of_items(&read(items).clone()),
        Value::Tuple(items) => return of_items(items),
        Value::Column(column) => return of_items(&column.values),
        _ => {}
    }
    if value.as_complex().is_some() {
        return Ok(Some(Array::of(vec![value.clone()], vec![1])));
    }
    match iteration::collect(value)? {
        Some(items) => of_items(&items),
        None => Ok(None),
    }
}

fn of_items(items: &[Value]) -> Result<Option<Array>> {
    let is_row = |v: &Value| matches!(v, Value::List(_) | Value::Tuple(_) | Value::Array(_) | Value::Column(_));
    if !items.first().is_some_and(is_row) {
        check_numbers(items)?;
        if items.iter().any(Value::is_unknown) {
            return Ok(None);
        }
        let mut gathering = Gathering::with_room(items.len());
        items.iter().for_each(|item| gathering.push(item.clone()));
        return Ok(Some(Array::flat(gathering.data())));
    }
    let mut out = Gathering::with_room(0);
    let (mut width, mut count) = (None, 0);
    for item in items {
        let Some(row) = iteration::collect(item)? else { return Ok(None) };
        if *width.get_or_insert(row.len()) != row.len() {
            return Err(Fault::value_error("the rows of an array have the same length"));
        }
        count += row.len();
        room::for_items(count)?;
        check_numbers(&row)?;
        row.into_iter().for_each(|item| out.push(item));
    }
    Ok(Some(Array::new(out.data(), vec![items.len(), width.unwrap_or(0)])))
}

fn check_numbers(items: &[Value]) -> Result<()> {
    match items.iter().find(|v| v.as_complex().is_none() && !matches!(v, Value::Unknown | Value::Text(_))) {
        Some(v) => Err(Fault::type_error(format!("an array holds numbers, not {}", v.a_type()))),
        None => Ok(()),
    }
}

/// The only item of an array of one.
pub fn single(value: &Value) -> Option<Value> {
    match value {
        Value::Array(array) => {
            let array = read(array);
            (array.len() == 1).then(|| array.at(0))
        }
        _ => None,
    }
}

/// `astype(int)`, `array(x, float)` ...: a copy.
pub fn cast(array: &Array, kind: &Value) -> Result<Value> {
    let name = match kind {
        Value::Builtin(b) => b.name,
        Value::Text(text) => text,
        Value::None => return Ok(array.copy().value()),
        _ => "",
    };
    let kind = match name {
        "int" | "int32" | "int64" | "i" => Kind::Integer,
        "float" | "float64" | "f" | "d" => Kind::Real,
        "complex" | "complex128" => Kind::Complex,
        "bool" => Kind::Logical,
        _ => return Err(Fault::type_error("unknown type of array")),
    };
    Ok(Array::new(array.dense().converted(kind)?, array.shape.clone()).value())
}
