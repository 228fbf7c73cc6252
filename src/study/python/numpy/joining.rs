//! Arrays put together, repeated, sorted and searched: `concatenate`, `vstack`, `sort`, `where`, `interp` ...

use std::cmp::Ordering;
use std::sync::Arc;

use super::super::arithmetic::binary;
use super::super::array::{self, Array};
use super::super::compare::{are_equal, order_of, truth};
use super::super::fault::{Fault, Result};
use super::super::function::Arguments;
use super::super::interpreter::Interpreter;
use super::super::iteration;
use super::super::room;
use super::super::scope::Scope;
use super::super::value::Value;
use super::{given, reals};
use crate::syntax::BinaryOperator;

/// `concatenate((a, b), axis)`, `hstack`: along the first axis, or the columns of matrices.
pub fn concatenate(name: &'static str, arguments: Arguments, axis: Option<i64>) -> Result<Value> {
    let [parts, chosen] = arguments.take(name, ["arrays", "axis"], 1)?;
    let Some(parts) = parts_of(parts)? else { return Ok(Value::Unknown) };
    room::for_items(parts.iter().map(|part| part.items.len()).sum())?;
    let axis = chosen.and_then(|a| a.as_index()).or(axis).unwrap_or(0);
    let flat = parts.iter().all(|p| p.shape.len() == 1);
    if flat || axis == 0 {
        return rows(parts.iter().flat_map(Array::rows).collect());
    }
    let height = parts.first().map_or(0, |p| p.shape[0]);
    if parts.iter().any(|p| p.shape.len() != 2 || p.shape[0] != height) {
        return Err(Fault::value_error(format!("{name}() wants matrices of as many rows")));
    }
    let mut items = Vec::new();
    for row in 0..height {
        for part in &parts {
            items.extend_from_slice(&part.items[row * part.shape[1]..(row + 1) * part.shape[1]]);
        }
    }
    let width = parts.iter().map(|p| p.shape[1]).sum();
    Ok(Array { items: array::alike(items), shape: vec![height, width] }.value())
}

/// `vstack`, `column_stack`: rows, or columns, of a matrix.
pub fn stack(name: &'static str, arguments: Arguments, columns: bool) -> Result<Value> {
    let [parts] = arguments.exactly(name, ["arrays"])?;
    let Some(parts) = parts_of(Some(parts))? else { return Ok(Value::Unknown) };
    room::for_items(parts.iter().map(|part| part.items.len()).sum())?;
    let mut lines = Vec::new();
    for part in parts {
        match part.shape.len() {
            1 => lines.push(part.value()),
            _ if columns => lines.extend(array::transposed(&part).rows()),
            _ => lines.extend(part.rows()),
        }
    }
    let Some(made) = array::from_value(&Value::list(lines))? else { return Ok(Value::Unknown) };
    Ok(if columns { array::transposed(&made).value() } else { made.value() })
}

fn parts_of(parts: Option<Value>) -> Result<Option<Vec<Array>>> {
    let Some(parts) = iteration::collect(&parts.unwrap_or(Value::None))? else { return Ok(None) };
    parts.iter().map(array::from_value).collect()
}

fn rows(items: Vec<Value>) -> Result<Value> {
    Ok(array::from_value(&Value::list(items))?.map_or(Value::Unknown, Array::value))
}

/// `append(a, more)`
pub fn append(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, more] = arguments.exactly("append", ["arr", "values"])?;
    let (Some(items), Some(more)) = (array::from_value(&items)?, array::from_value(&more)?) else {
        return Ok(Value::Unknown);
    };
    Ok(Array::flat(items.items.into_iter().chain(more.items).collect()).value())
}

/// `tile(a, n)` and `repeat(a, n)`
pub fn repeated(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, times] = arguments.exactly(name, ["a", "repeats"])?;
    let Some(items) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let times = times.as_index().and_then(|n| usize::try_from(n).ok());
    let times = times.ok_or_else(|| Fault::type_error(format!("{name}() wants how many times")))?;
    room::for_table(items.items.len(), times)?;
    let mut out = Vec::with_capacity(items.items.len() * times);
    if name == "tile" {
        (0..times).for_each(|_| out.extend_from_slice(&items.items));
    } else {
        items.items.iter().for_each(|x| out.extend(std::iter::repeat_n(x.clone(), times)));
    }
    Ok(Array::flat(out).value())
}

/// `sort`, `argsort`, `unique`, `flip` of a row.
pub fn ordered(name: &str, array: &Array) -> Result<Value> {
    let mut ranks: Vec<usize> = (0..array.items.len()).collect();
    if matches!(name, "flip" | "flipud") {
        return rows(array.rows().into_iter().rev().collect());
    }
    if array.shape.len() == 2 && name == "sort" {
        let sorted: Result<Vec<Value>> = array
            .rows()
            .iter()
            .map(|row| match array::from_value(row)? {
                Some(row) => ordered(name, &row),
                None => Ok(Value::Unknown),
            })
            .collect();
        return rows(sorted?);
    }
    let mut fault = None;
    ranks.sort_by(|a, b| match order_of(&array.items[*a], &array.items[*b]) {
        Ok(order) => order.unwrap_or(Ordering::Equal),
        Err(why) => {
            fault.get_or_insert(why);
            Ordering::Equal
        }
    });
    if let Some(fault) = fault {
        return Err(fault);
    }
    if name == "argsort" {
        return Ok(Array::flat(ranks.into_iter().map(|i| Value::Integer(i as i64)).collect()).value());
    }
    let mut items: Vec<Value> = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let item = &array.items[rank];
        let same = match items.last() {
            Some(last) => name == "unique" && are_equal(last, item)?,
            None => false,
        };
        if !same {
            items.push(item.clone());
        }
    }
    Ok(Array::flat(items).value())
}

/// `where(condition)`: ranks; `where(condition, a, b)`: the items of one or of the other.
pub fn choose(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [condition, yes, no] = arguments.take("where", ["condition", "x", "y"], 1)?;
    let Some(condition) = given(condition)? else { return Ok(Value::Unknown) };
    let (yes, no) = match (yes, no) {
        (None, None) => return super::reduction::reduce("nonzero", &condition, None),
        (Some(yes), Some(no)) => (array::from_value(&yes)?, array::from_value(&no)?),
        _ => return Err(Fault::type_error("where() wants a condition, or a condition and two arrays")),
    };
    let (Some(yes), Some(no)) = (yes, no) else { return Ok(Value::Unknown) };
    let count = condition.items.len();
    let fits = |a: &Array| a.items.len() == 1 || a.items.len() == count;
    if !fits(&yes) || !fits(&no) {
        return Err(Fault::value_error("where() wants arrays of the size of the condition"));
    }
    let mut items = Vec::with_capacity(count);
    for (i, test) in condition.items.iter().enumerate() {
        let from = if truth(test)? == Some(true) { &yes } else { &no };
        items.push(from.items[i % from.items.len()].clone());
    }
    Ok(Array { items: array::alike(items), shape: condition.shape }.value())
}

/// `diff(a)`: differences of neighbours.
pub fn differences(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.exactly("diff", ["a"])?;
    let Some(array) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let pairs = array.items.windows(2).map(|w| binary(BinaryOperator::Subtract, &w[1], &w[0]));
    Ok(Array::flat(pairs.collect::<Result<_>>()?).value())
}

/// `trapz(y, x)`: integral by trapezoids.
pub fn trapezoid(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [y, x, dx] = arguments.take(name, ["y", "x", "dx"], 1)?;
    let Some(y) = reals(name, y)? else { return Ok(Value::Unknown) };
    let step = dx.and_then(|d| d.as_real()).unwrap_or(1.0);
    let x = match x {
        None | Some(Value::None) => (0..y.len()).map(|i| i as f64 * step).collect(),
        given => match reals(name, given)? {
            Some(x) => x,
            None => return Ok(Value::Unknown),
        },
    };
    if x.len() != y.len() {
        return Err(Fault::value_error(format!("{name}() wants as many abscissae as values")));
    }
    let slices = x.windows(2).zip(y.windows(2));
    Ok(Value::Real(slices.fold(0.0, |sum, (x, y)| sum + (x[1] - x[0]) * (y[0] + y[1]) / 2.0)))
}

/// `interp(x, xp, fp)`: linear between points, constant outside.
pub fn interpolate(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [at, x, y] = arguments.exactly("interp", ["x", "xp", "fp"])?;
    let (Some(x), Some(y)) = (reals("interp", Some(x))?, reals("interp", Some(y))?) else {
        return Ok(Value::Unknown);
    };
    if x.is_empty() || x.len() != y.len() {
        return Err(Fault::value_error("interp() wants as many abscissae as values, at least one"));
    }
    array::map(&listed(at)?, &mut |at| {
        let Some(at) = at.as_real() else { return Err(Fault::type_error("interp() wants numbers")) };
        let last = x.len() - 1;
        let after = x.partition_point(|x| *x <= at);
        Ok(Value::Real(match after {
            0 => y[0],
            _ if after > last => y[last],
            i => {
                let slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
                slope * (at - x[i - 1]) + y[i - 1]
            }
        }))
    })
}

/// `searchsorted(a, v)`: where values would go in a sorted row.
pub fn search(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [sorted, values, side] = arguments.take("searchsorted", ["a", "v", "side"], 2)?;
    let Some(sorted) = reals("searchsorted", sorted)? else { return Ok(Value::Unknown) };
    let right = matches!(side, Some(Value::Text(side)) if &*side == "right");
    array::map(&listed(values.unwrap_or(Value::None))?, &mut |value| {
        let Some(value) = value.as_real() else { return Err(Fault::type_error("searchsorted() wants numbers")) };
        let at = sorted.partition_point(|x| if right { *x <= value } else { *x < value });
        Ok(Value::Integer(at as i64))
    })
}

/// A list or tuple as an array; a number stays one.
fn listed(value: Value) -> Result<Value> {
    match value {
        Value::List(_) | Value::Tuple(_) => Ok(array::from_value(&value)?.map_or(Value::Unknown, Array::value)),
        other => Ok(other),
    }
}
