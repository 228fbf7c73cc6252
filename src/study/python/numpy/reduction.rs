//! `sum`, `max`, `mean` ...: over all the items of an array, or along an axis of a matrix.

use std::cmp::Ordering;

use super::super::arithmetic::binary;
use super::super::array::{self, Array};
use super::super::compare::{order_of, truth};
use super::super::fault::{Fault, Result};
use super::super::function::Arguments;
use super::super::value::Value;
use crate::syntax::BinaryOperator;

/// `name(a, axis)`
pub fn call(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, axis] = arguments.take(name, ["a", "axis"], 1)?;
    match array::from_value(&items.unwrap_or(Value::None))? {
        Some(array) => reduce(name, &array, axis.as_ref()),
        None => Ok(Value::Unknown),
    }
}

/// `array.name(axis)`
pub fn method(name: &str, array: &Array, arguments: Arguments) -> Result<Value> {
    let [axis] = arguments.take(name, ["axis"], 0)?;
    reduce(name, array, axis.as_ref())
}

/// Over all items; along the columns (axis 0) or the rows (axis 1) of a matrix.
pub fn reduce(name: &str, array: &Array, axis: Option<&Value>) -> Result<Value> {
    let axis = match axis {
        None | Some(Value::None) => return whole(name, array),
        Some(axis) => axis.as_index().ok_or_else(|| Fault::type_error("an axis is an integer"))?,
    };
    let lines = match (array.shape.len(), axis) {
        (1, 0 | -1) => return whole(name, array),
        (2, 0 | -2) => array::transposed(array),
        (2, 1 | -1) => array.clone(),
        (n, _) => return Err(Fault::value_error(format!("axis {axis} of an array of {n} dimension(s)"))),
    };
    let width = lines.shape[1].max(1);
    let line = |items: &[Value]| whole(name, &Array::flat(items.to_vec()));
    let values = lines.items.chunks(width).map(line).collect::<Result<Vec<Value>>>()?;
    Ok(match array::from_value(&Value::list(values))? {
        // `cumsum` gives a line for each line.
        Some(made) if made.shape.len() == 2 && matches!(axis, 0 | -2) => array::transposed(&made).value(),
        made => made.map_or(Value::Unknown, Array::value),
    })
}

fn whole(name: &str, array: &Array) -> Result<Value> {
    let items = &array.items;
    let count = Value::Integer(items.len() as i64);
    let total = |items: &[Value], operator: BinaryOperator, start: i64| {
        items.iter().try_fold(Value::Integer(start), |total, x| binary(operator, &total, x))
    };
    let running = |operator: BinaryOperator, start: i64| -> Result<Value> {
        let mut sum = Value::Integer(start);
        let mut out = Vec::with_capacity(items.len());
        for x in items {
            sum = binary(operator, &sum, x)?;
            out.push(sum.clone());
        }
        Ok(Array::flat(out).value())
    };
    let extreme = |wanted: Ordering| -> Result<usize> {
        let mut best = 0;
        for (i, x) in items.iter().enumerate() {
            if order_of(x, &items[best])? == Some(wanted) {
                best = i;
            }
        }
        Ok(best)
    };
    let sized = ["mean", "median", "std", "var", "max", "amax", "min", "amin", "ptp", "argmax", "argmin"];
    if items.is_empty() && sized.contains(&name) {
        return Err(Fault::value_error(format!("{name}() of an empty array")));
    }
    Ok(match name {
        "sum" => total(items, BinaryOperator::Add, 0)?,
        "prod" => total(items, BinaryOperator::Multiply, 1)?,
        "mean" => binary(BinaryOperator::Divide, &total(items, BinaryOperator::Add, 0)?, &count)?,
        "var" => Value::Real(variance(items)?),
        "std" => Value::Real(variance(items)?.sqrt()),
        "median" => {
            let Value::Array(sorted) = super::joining::ordered("sort", array)? else { return Ok(Value::Unknown) };
            let sorted = super::super::value::read(&sorted).items.clone();
            let middle = sorted.len() / 2;
            if sorted.len() % 2 == 1 {
                binary(BinaryOperator::Divide, &sorted[middle], &Value::Integer(1))?
            } else {
                let sum = binary(BinaryOperator::Add, &sorted[middle - 1], &sorted[middle])?;
                binary(BinaryOperator::Divide, &sum, &Value::Integer(2))?
            }
        }
        "max" | "amax" => items[extreme(Ordering::Greater)?].clone(),
        "min" | "amin" => items[extreme(Ordering::Less)?].clone(),
        "ptp" => {
            let (most, least) = (extreme(Ordering::Greater)?, extreme(Ordering::Less)?);
            binary(BinaryOperator::Subtract, &items[most], &items[least])?
        }
        "argmax" => Value::Integer(extreme(Ordering::Greater)? as i64),
        "argmin" => Value::Integer(extreme(Ordering::Less)? as i64),
        "cumsum" => running(BinaryOperator::Add, 0)?,
        "cumprod" => running(BinaryOperator::Multiply, 1)?,
        "any" | "all" => {
            let wanted = name == "any";
            for x in items {
                if truth(x)? == Some(wanted) {
                    return Ok(Value::Logical(wanted));
                }
            }
            Value::Logical(!wanted)
        }
        "nonzero" | "count_nonzero" | "argwhere" => {
            let mut ranks = Vec::new();
            for (i, x) in items.iter().enumerate() {
                if truth(x)? == Some(true) {
                    ranks.push(i);
                }
            }
            let integers = |f: &dyn Fn(usize) -> usize| {
                Array::flat(ranks.iter().map(|i| Value::Integer(f(*i) as i64)).collect()).value()
            };
            match (name, array.shape.as_slice()) {
                ("count_nonzero", _) => Value::Integer(ranks.len() as i64),
                (_, [_, columns]) => Value::tuple(vec![integers(&|i| i / columns), integers(&|i| i % columns)]),
                _ => Value::tuple(vec![integers(&|i| i)]),
            }
        }
        other => return Err(Fault::new("AttributeError", format!("arrays have no '{other}'"))),
    })
}

/// Mean of the squared distances to the mean.
fn variance(items: &[Value]) -> Result<f64> {
    let numbers: Option<Vec<_>> = items.iter().map(Value::as_complex).collect();
    let Some(numbers) = numbers else { return Err(Fault::type_error("an array of numbers is wanted")) };
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<num_complex::Complex64>() / count;
    Ok(numbers.iter().map(|z| (z - mean).norm_sqr()).sum::<f64>() / count)
}
