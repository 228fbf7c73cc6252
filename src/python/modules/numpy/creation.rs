//! Arrays made from nothing or from sequences: `array`, `arange`, `linspace`, `zeros` ...

use std::sync::Arc;

use num_complex::Complex64;

use super::arguments::given;
use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::room;
use crate::python::core::unknown::holds_unknown;
use crate::python::core::value::{Array, Data, Range, Scope, Value};
use crate::python::objects::array;
use crate::python::objects::array::Kind;

pub fn arange(_: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    arguments.named.retain(|n| &*n.name != "dtype");
    if arguments.positional.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let [a, b, c] = arguments.take("arange", ["start", "stop", "step"], 1)?;
    let step = c.unwrap_or(Value::Integer(1));
    let (start, stop) = match (a, b) {
        (Some(a), Some(b)) => (a, b),
        (a, _) => (Value::Integer(0), a.unwrap_or(Value::Integer(0))),
    };
    if let (Some(start), Some(stop), Some(step)) = (start.as_index(), stop.as_index(), step.as_index()) {
        if step == 0 {
            return Err(Fault::new("ZeroDivisionError", "the step of arange() cannot be zero"));
        }
        let range = Range { start, stop, step };
        check_size(range.len() as f64)?;
        return Ok(Array::integers(range.iter()).value());
    }
    let number = |v: &Value| v.as_real().ok_or_else(|| Fault::type_error("arange() expects numbers"));
    let (start, stop, step) = (number(&start)?, number(&stop)?, number(&step)?);
    if step == 0.0 {
        return Err(Fault::new("ZeroDivisionError", "the step of arange() cannot be zero"));
    }
    let count = ((stop - start) / step).ceil().max(0.0);
    check_size(count)?;
    Ok(Array::reals((0..count as usize).map(|i| start + i as f64 * step)).value())
}

fn check_size(count: f64) -> Result<()> {
    // What is no number is refused as too many are.
    room::for_numbers(if count >= 0.0 { count as usize } else { usize::MAX })
}

pub fn array_of(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, kind] = arguments.take("array", ["object", "dtype"], 1)?;
    let Some(array) = array::from_value(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    array::cast(&array, &kind.unwrap_or(Value::None))
}

/// `asarray(x)`: what is an array already stays the same object.
pub fn as_array(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    match (arguments.positional.as_slice(), arguments.named.as_slice()) {
        ([same @ Value::Array(_)], []) => Ok(same.clone()),
        _ => array_of(interpreter, arguments, scope),
    }
}

pub fn constant(name: &'static str, arguments: Arguments, x: f64) -> Result<Value> {
    let [shape, kind] = arguments.take(name, ["shape", "dtype"], 1)?;
    filled(name, &shape.unwrap_or(Value::None), &kind.unwrap_or(Value::None), x)
}

fn filled(name: &str, shape: &Value, kind: &Value, x: f64) -> Result<Value> {
    if holds_unknown(shape, 3) {
        return Ok(Value::Unknown);
    }
    let sizes = shape.as_sequence().unwrap_or_else(|| vec![shape.clone()]);
    let sizes: Option<Vec<usize>> = sizes.iter().map(|s| s.as_index().and_then(|i| usize::try_from(i).ok())).collect();
    let shape = sizes
        .filter(|s| (1..=2).contains(&s.len()))
        .ok_or_else(|| Fault::value_error(format!("{name}() expects one or two sizes that are not negative")))?;
    check_size(shape.iter().map(|n| *n as f64).product())?;
    let made = Array::new(Data::Real(vec![x; shape.iter().product()]), shape);
    if matches!(kind, Value::None) { Ok(made.value()) } else { array::cast(&made, kind) }
}

pub fn linspace(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    if arguments.positional.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let [start, stop, count, endpoint] = arguments.take("linspace", ["start", "stop", "num", "endpoint"], 2)?;
    let number =
        |v: Option<Value>| v.and_then(|v| v.as_real()).ok_or_else(|| Fault::type_error("linspace() expects numbers"));
    let (start, stop) = (number(start)?, number(stop)?);
    let count = count.map_or(Ok(50.0), |c| number(Some(c)))?;
    if count < 0.0 {
        return Err(Fault::value_error("linspace() expects a number of values that is not negative"));
    }
    check_size(count)?;
    let count = count as usize;
    let closed = truth(&endpoint.unwrap_or(Value::Logical(true)))?.unwrap_or(true);
    let intervals = if closed { count.saturating_sub(1) } else { count };
    let step = if intervals > 0 { (stop - start) / intervals as f64 } else { 0.0 };
    // numpy computes rank * step + start, then sets the last value.
    let mut values: Vec<f64> = (0..count).map(|i| i as f64 * step + start).collect();
    if closed && count > 1 {
        values[count - 1] = stop;
    }
    Ok(Array::reals(values).value())
}

/// `full(shape, value)`
pub fn full(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [shape, value, kind] = arguments.take("full", ["shape", "fill_value", "dtype"], 2)?;
    let made = filled("full", &shape.unwrap_or(Value::None), &Value::None, 0.0)?;
    let (Some(made), Some(value)) = (array::from_value(&made)?, value) else { return Ok(Value::Unknown) };
    let made = Array::new(Data::repeated(&value, made.len()), made.shape);
    array::cast(&made, &kind.unwrap_or(Value::None))
}

/// `zeros_like(a)`, `ones_like(a)`: of the shape and kind of another.
pub fn alike(name: &'static str, arguments: Arguments, x: i64) -> Result<Value> {
    let [like, kind] = arguments.take(name, ["a", "dtype"], 1)?;
    let Some(like) = given(like)? else { return Ok(Value::Unknown) };
    let value = match like.data().kind() {
        Kind::Logical => Value::Logical(x != 0),
        Kind::Integer => Value::Integer(x),
        Kind::Complex => Value::Complex(Complex64::new(x as f64, 0.0)),
        Kind::Real | Kind::Mixed => Value::Real(x as f64),
    };
    let made = Array::new(Data::repeated(&value, like.len()), like.shape);
    array::cast(&made, &kind.unwrap_or(Value::None))
}

/// `eye(n)`, `identity(n)`
pub fn identity(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [size, kind] = arguments.take(name, ["n", "dtype"], 1)?;
    let size = size.unwrap_or(Value::None);
    let square = filled(name, &Value::tuple(vec![size.clone(), size]), &Value::None, 0.0)?;
    let Some(made) = array::from_value(&square)? else { return Ok(Value::Unknown) };
    let (size, mut items) = (made.shape[0], vec![0.0; made.len()]);
    (0..size).for_each(|i| items[i * (size + 1)] = 1.0);
    array::cast(&Array::new(Data::Real(items), made.shape), &kind.unwrap_or(Value::None))
}

/// `diag(v)`: the matrix of a diagonal, or the diagonal of a matrix.
pub fn diagonal(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.exactly("diag", ["v"])?;
    let Some(from) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    if let [rows, columns] = from.shape[..] {
        let picked = from.dense().pick((0..rows.min(columns)).map(|i| i * (columns + 1)));
        return Ok(Array::flat(picked).value());
    }
    let size = from.len();
    check_size((size * size) as f64)?;
    let mut items = vec![Value::Integer(0); size * size];
    for (i, x) in from.values().into_iter().enumerate() {
        items[i * (size + 1)] = x;
    }
    Ok(Array::of(items, vec![size, size]).value())
}

/// `logspace(start, stop, num)`: powers of ten, evenly spaced in the exponent.
pub fn logspace(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    array::map(&linspace(interpreter, arguments, scope)?, &mut |x| {
        Ok(x.as_real().map_or(Value::Unknown, |x| Value::Real(libm::pow(10.0, x))))
    })
}
