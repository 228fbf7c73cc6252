//! Arguments of the functions of `numpy`: those given, numbers, lists.

use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Value};
use crate::python::objects::array;

/// The array of an argument; `None` when it is unknown.
pub(super) fn given(value: Option<Value>) -> Result<Option<Array>> {
    array::from_value(&value.unwrap_or(Value::None))
}

/// The numbers of an argument; `None` when they are unknown.
pub(super) fn reals(name: &str, value: Option<Value>) -> Result<Option<Vec<f64>>> {
    let Some(array) = given(value)? else { return Ok(None) };
    let data = array.data();
    match array.as_reals(&data) {
        Some(items) => Ok(Some(items.into_owned())),
        None => Err(Fault::type_error(format!("{name}() expects real numbers"))),
    }
}

/// A list or tuple as an array; a number stays one.
pub(super) fn listed(value: Value) -> Result<Value> {
    match value {
        Value::List(_) | Value::Tuple(_) => Ok(array::from_value(&value)?.map_or(Value::Unknown, Array::value)),
        other => Ok(other),
    }
}
