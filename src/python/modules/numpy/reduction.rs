//! `sum`, `max`, `mean` ...: over all the items of an array, or along an axis of a matrix.
//!
//! Sums are taken in the order of the items, whatever their number.

use std::cmp::Ordering;

use super::totals::{marks, running, total};
use super::{ordering, totals};
use crate::python::core::compare::order_of;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::value::{Array, Data, Value};
use crate::python::objects::array;
use crate::python::objects::operations::binary;
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
        (2, 0 | -2) => array.transposed(),
        (2, 1 | -1) => array.clone(),
        (n, _) => return Err(Fault::value_error(format!("axis {axis} of an array of {n} dimension(s)"))),
    };
    if matches!(name, "nonzero" | "argwhere") {
        return Err(Fault::type_error(format!("{name}() takes no axis")));
    }
    let values = (0..lines.shape[0]).map(|i| whole(name, &lines.row(i))).collect::<Result<Vec<Value>>>()?;
    Ok(match array::from_value(&Value::list(values))? {
        // `cumsum` gives a line for each line.
        Some(made) if made.shape.len() == 2 && matches!(axis, 0 | -2) => made.transposed().value(),
        made => made.map_or(Value::Unknown, Array::value),
    })
}

fn whole(name: &str, array: &Array) -> Result<Value> {
    Fault::if_told()?;
    if let Some(plain) = name.strip_prefix("nan") {
        return among_numbers(plain, array);
    }
    let count = Value::Integer(array.len() as i64);
    let sized = ["mean", "median", "std", "var", "max", "amax", "min", "amin", "ptp", "argmax", "argmin"];
    if array.is_empty() && sized.contains(&name) {
        return Err(Fault::value_error(format!("{name}() of an empty array")));
    }
    let extreme = |wanted: Ordering| extreme(array, wanted);
    Ok(match name {
        "sum" => total(array, BinaryOperator::Add)?,
        "prod" => total(array, BinaryOperator::Multiply)?,
        "mean" => binary(BinaryOperator::Divide, &total(array, BinaryOperator::Add)?, &count)?,
        "var" => Value::Real(totals::variance(array)?),
        "std" => Value::Real(totals::variance(array)?.sqrt()),
        "median" => median(array)?,
        "max" | "amax" => array.at(extreme(Ordering::Greater)?),
        "min" | "amin" => array.at(extreme(Ordering::Less)?),
        "ptp" => {
            let (most, least) = (extreme(Ordering::Greater)?, extreme(Ordering::Less)?);
            binary(BinaryOperator::Subtract, &array.at(most), &array.at(least))?
        }
        "argmax" => Value::Integer(extreme(Ordering::Greater)? as i64),
        "argmin" => Value::Integer(extreme(Ordering::Less)? as i64),
        "cumsum" => running(array, BinaryOperator::Add)?,
        "cumprod" => running(array, BinaryOperator::Multiply)?,
        "any" => Value::Logical(marks(array)?.contains(&true)),
        "all" => Value::Logical(!marks(array)?.contains(&false)),
        "count_nonzero" => Value::Integer(marks(array)?.iter().filter(|mark| **mark).count() as i64),
        "nonzero" | "argwhere" => {
            let marks = marks(array)?;
            let ranks = || (0..marks.len()).filter(|i| marks[*i]);
            match array.shape[..] {
                [_, columns] => {
                    let (rows, columns) = (ranks().map(|i| i / columns), ranks().map(|i| i % columns));
                    Value::tuple(vec![Array::ranks(rows).value(), Array::ranks(columns).value()])
                }
                _ => Value::tuple(vec![Array::ranks(ranks()).value()]),
            }
        }
        other => return Err(Fault::new("AttributeError", format!("arrays have no '{other}'"))),
    })
}

/// `nanmax` ...: over the items that are numbers. Ranks are those of the whole array.
fn among_numbers(name: &str, array: &Array) -> Result<Value> {
    let data = array.data();
    let reals = match &*data {
        Data::Real(items) => array.part(items),
        _ => return whole(name, array),
    };
    let ranks: Vec<usize> = (0..reals.len()).filter(|i| !reals[*i].is_nan()).collect();
    if ranks.is_empty() && !reals.is_empty() && !matches!(name, "sum" | "prod") {
        return match name {
            "argmax" | "argmin" => Err(Fault::value_error(format!("nan{name}() of an array without a number"))),
            _ => Ok(Value::Real(f64::NAN)),
        };
    }
    let found = whole(name, &Array::reals(ranks.iter().map(|i| reals[*i])))?;
    Ok(match (name, found) {
        ("argmax" | "argmin", Value::Integer(rank)) => Value::Integer(ranks[rank as usize] as i64),
        (_, found) => found,
    })
}

/// Rank of the greatest or least item; of the first that is not a number where there is one, as in numpy.
fn extreme(array: &Array, wanted: Ordering) -> Result<usize> {
    fn best<T: Copy>(items: &[T], better: impl Fn(T, T) -> bool) -> usize {
        let mut best = 0;
        for (i, x) in items.iter().enumerate() {
            if better(*x, items[best]) {
                best = i;
            }
        }
        best
    }
    let greatest = wanted == Ordering::Greater;
    let data = array.data();
    if let Some(items) = array.as_integers(&data) {
        return Ok(best(&items, |x, y| if greatest { x > y } else { x < y }));
    }
    if let Some(items) = array.as_reals(&data) {
        if let Some(not_a_number) = items.iter().position(|x| x.is_nan()) {
            return Ok(not_a_number);
        }
        return Ok(best(&items, |x, y| if greatest { x > y } else { x < y }));
    }
    let items = array.values();
    let mut best = 0;
    for (i, x) in items.iter().enumerate() {
        if order_of(x, &items[best])? == Some(wanted) {
            best = i;
        }
    }
    Ok(best)
}

fn median(array: &Array) -> Result<Value> {
    let flat = array.reshaped(vec![array.len()]);
    let Some(sorted) = array::from_value(&ordering::ordered("sort", &flat)?)? else {
        return Ok(Value::Unknown);
    };
    let (middle, last) = (sorted.len() / 2, sorted.at(sorted.len() - 1));
    if matches!(last, Value::Real(x) if x.is_nan()) {
        return Ok(last);
    }
    if sorted.len() % 2 == 1 {
        return binary(BinaryOperator::Divide, &sorted.at(middle), &Value::Integer(1));
    }
    let sum = binary(BinaryOperator::Add, &sorted.at(middle - 1), &sorted.at(middle))?;
    binary(BinaryOperator::Divide, &sum, &Value::Integer(2))
}
