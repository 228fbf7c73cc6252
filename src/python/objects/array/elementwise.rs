//! Operations item by item: on whole slices of numbers where there is a kernel, on values one by one elsewhere, which
//! also gives the message of an item that has no result.

use super::data::Gathering;
use super::kernels;
use super::make::from_value;
use super::product::dot;
use super::view::common_shape;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Data, Value};
use crate::python::core::{arithmetic, compare};
use crate::syntax::{BinaryOperator, CompareOperator, UnaryOperator};

/// Items between two looks at whether the run is to end.
const LOOK: usize = 1 << 10;

/// Applies `f` to a number, or to each item of an array or column.
pub fn map(value: &Value, f: &mut dyn FnMut(&Value) -> Result<Value>) -> Result<Value> {
    if !matches!(value, Value::Array(_) | Value::Column(_)) {
        return f(value);
    }
    let Some(array) = from_value(value)? else { return Ok(Value::Unknown) };
    let data = array.data();
    let mut out = Gathering::with_room(array.len());
    for (rank, at) in array.places().enumerate() {
        if rank % LOOK == 0 {
            Fault::if_told()?;
        }
        out.push(f(&data.get(at))?);
    }
    Ok(Array::new(out.data(), array.shape).value())
}

/// Applies `fast` to all reals of an array at once; `slow` does what `fast` refuses.
pub fn map_reals(
    value: &Value,
    fast: &dyn Fn(&[f64]) -> Option<Data>,
    slow: &mut dyn FnMut(&Value) -> Result<Value>,
) -> Result<Value> {
    if matches!(value, Value::Array(_) | Value::Column(_)) {
        Fault::if_told()?;
        let Some(array) = from_value(value)? else { return Ok(Value::Unknown) };
        let data = array.data();
        if let Data::Real(items) = &*data
            && let Some(made) = fast(&array.part(items))
        {
            return Ok(Array::new(made, array.shape).value());
        }
    }
    map(value, slow)
}

/// Combines item by item; a number, a row or one item stands for a whole array. `fast` works on both arrays, given the
/// number of items of the result; `slow` does what `fast` refuses.
pub fn zipped(
    a: &Value,
    b: &Value,
    fast: &dyn Fn(&Array, &Array, usize) -> Option<Data>,
    slow: &mut dyn FnMut(&Value, &Value) -> Result<Value>,
) -> Result<Value> {
    let (Some(a), Some(b)) = (from_value(a)?, from_value(b)?) else { return Ok(Value::Unknown) };
    let Some(shape) = common_shape(&a.shape, &b.shape) else {
        let message = format!("arrays of sizes {:?} and {:?} do not go together", a.shape, b.shape);
        return Err(Fault::value_error(message));
    };
    Fault::if_told()?;
    let count = shape.iter().product();
    // One item is the same for all; other shapes are seen as the common one.
    let seen = |array: &Array| if array.len() == 1 { array.clone() } else { array.spread(&shape) };
    if let Some(made) = fast(&seen(&a), &seen(&b), count) {
        return Ok(Array::new(made, shape).value());
    }
    let (a, b) = (a.spread(&shape), b.spread(&shape));
    let (left, right) = (a.data(), b.data());
    let mut out = Gathering::with_room(count);
    for (rank, (i, j)) in a.places().zip(b.places()).enumerate() {
        if rank % LOOK == 0 {
            Fault::if_told()?;
        }
        out.push(slow(&left.get(i), &right.get(j))?);
    }
    Ok(Array::new(out.data(), shape).value())
}

pub fn binary(operator: BinaryOperator, a: &Value, b: &Value) -> Result<Value> {
    if operator == BinaryOperator::MatrixMultiply {
        return dot(a, b);
    }
    // numpy gives inf or nan where Python stops; the study must know.
    zipped(a, b, &|a, b, count| kernels::binary(operator, a, b, count), &mut |x, y| arithmetic::binary(operator, x, y))
}

pub fn compare(operator: CompareOperator, a: &Value, b: &Value) -> Result<Value> {
    zipped(a, b, &|a, b, count| kernels::compare(operator, a, b, count), &mut |x, y| compare::compare(operator, x, y))
}

pub fn negate_or_keep(operator: UnaryOperator, value: &Value) -> Result<Value> {
    if let Some(array) = from_value(value)?
        && let Some(made) = kernels::unary(operator, array.dense())
    {
        return Ok(Array::new(made, array.shape).value());
    }
    map(value, &mut |x| match (operator, x) {
        (UnaryOperator::Invert, Value::Logical(b)) => Ok(Value::Logical(!b)),
        _ => arithmetic::unary(operator, x),
    })
}
