//! Arrays put together, repeated, chosen from and integrated: `concatenate`, `vstack`, `where`, `interp`, `trapz` ...

use std::sync::Arc;

use super::arguments::{given, listed, reals};
use super::reduction;
use super::totals::marks;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Array, Data, Range, Scope, Value};
use crate::python::core::{iteration, room};
use crate::python::objects::array;
use crate::syntax::BinaryOperator;

/// `concatenate((a, b), axis)`, `hstack`: along the first axis, or the columns of matrices.
pub fn concatenate(name: &'static str, arguments: Arguments, axis: Option<i64>) -> Result<Value> {
    let [parts, chosen] = arguments.take(name, ["arrays", "axis"], 1)?;
    let Some(parts) = parts_of(parts)? else { return Ok(Value::Unknown) };
    room::for_numbers(parts.iter().map(Array::len).sum())?;
    let axis = chosen.and_then(|a| a.as_index()).or(axis).unwrap_or(0);
    let flat = parts.iter().all(|p| p.shape.len() == 1);
    if flat {
        return Ok(Array::flat(joined(&parts)).value());
    }
    let different = |what: &str| Fault::value_error(format!("{name}() expects matrices of as many {what}"));
    if axis == 0 {
        let width = parts.iter().find_map(|p| p.shape.get(1).copied()).unwrap_or(0);
        if parts.iter().any(|p| p.shape.len() != 2 || p.shape[1] != width) {
            return Err(different("columns"));
        }
        let height = parts.iter().map(|p| p.shape[0]).sum();
        return Ok(Array::new(joined(&parts), vec![height, width]).value());
    }
    let height = parts.first().map_or(0, |p| p.shape[0]);
    if parts.iter().any(|p| p.shape.len() != 2 || p.shape[0] != height) {
        return Err(different("rows"));
    }
    let width = parts.iter().map(|p| p.shape[1]).sum();
    let columns: Vec<Array> = parts.iter().map(Array::transposed).collect();
    Ok(Array::new(joined(&columns), vec![width, height]).transposed().value())
}

/// `vstack`, `column_stack`: rows, or columns, of a matrix.
pub fn stack(name: &'static str, arguments: Arguments, columns: bool) -> Result<Value> {
    let [parts] = arguments.exactly(name, ["arrays"])?;
    let Some(parts) = parts_of(Some(parts))? else { return Ok(Value::Unknown) };
    room::for_numbers(parts.iter().map(Array::len).sum())?;
    let line = |part: &Array| match part.shape.len() {
        1 => part.reshaped(vec![1, part.len()]),
        _ if columns => part.transposed(),
        _ => part.clone(),
    };
    let lines: Vec<Array> = parts.iter().map(line).collect();
    let width = lines.first().map_or(0, |p| p.shape[1]);
    if lines.iter().any(|p| p.shape[1] != width) {
        return Err(Fault::value_error("the rows of an array have the same length"));
    }
    let made = Array::new(joined(&lines), vec![lines.iter().map(|p| p.shape[0]).sum(), width]);
    Ok(if columns { made.transposed().value() } else { made.value() })
}

fn parts_of(parts: Option<Value>) -> Result<Option<Vec<Array>>> {
    let parts = parts.unwrap_or(Value::None);
    let Some(parts) = iteration::collect(&parts)? else { return Ok(None) };
    parts.iter().map(array::from_value).collect()
}

/// The items of arrays one after the other, of the widest kind among them.
fn joined(parts: &[Array]) -> Data {
    let widest = parts.iter().filter(|part| !part.is_empty()).map(|part| part.data().kind()).max();
    let Some(kind) = widest else { return Data::Real(Vec::new()) };
    let mut parts = parts.iter().filter(|part| !part.is_empty()).map(|part| part.dense().widened(kind));
    let Some(mut all) = parts.next() else { return Data::Real(Vec::new()) };
    for part in parts {
        match (&mut all, part) {
            (Data::Logical(all), Data::Logical(part)) => all.extend(part),
            (Data::Integer(all), Data::Integer(part)) => all.extend(part),
            (Data::Real(all), Data::Real(part)) => all.extend(part),
            (Data::Complex(all), Data::Complex(part)) => all.extend(part),
            (Data::Mixed(all), Data::Mixed(part)) => all.extend(part),
            _ => {}
        }
    }
    if let Data::Mixed(items) = all { Data::of(items) } else { all }
}

/// `append(a, more)`
pub fn append(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, more] = arguments.exactly("append", ["arr", "values"])?;
    let (Some(items), Some(more)) = (array::from_value(&items)?, array::from_value(&more)?) else {
        return Ok(Value::Unknown);
    };
    Ok(Array::flat(joined(&[items, more])).value())
}

/// `tile(a, n)` and `repeat(a, n)`
pub fn repeated(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, times] = arguments.exactly(name, ["a", "repeats"])?;
    let Some(items) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let times = times.as_index().and_then(|n| usize::try_from(n).ok());
    let times = times.ok_or_else(|| Fault::type_error(format!("{name}() expects how many times")))?;
    room::for_table(items.len(), times)?;
    let count = items.len();
    let places = (0..count * times).map(|i| if name == "tile" { i % count } else { i / times });
    Ok(Array::flat(items.dense().pick(places)).value())
}

/// `where(condition)`: ranks; `where(condition, a, b)`: the items of one or of the other.
pub fn choose(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [condition, yes, no] = arguments.take("where", ["condition", "x", "y"], 1)?;
    let Some(condition) = given(condition)? else { return Ok(Value::Unknown) };
    let (yes, no) = match (yes, no) {
        (None, None) => return reduction::reduce("nonzero", &condition, None),
        (Some(yes), Some(no)) => (array::from_value(&yes)?, array::from_value(&no)?),
        _ => return Err(Fault::type_error("where() expects a condition, or a condition and two arrays")),
    };
    let (Some(yes), Some(no)) = (yes, no) else { return Ok(Value::Unknown) };
    let count = condition.len();
    let fits = |a: &Array| a.len() == 1 || a.len() == count;
    if !fits(&yes) || !fits(&no) {
        return Err(Fault::value_error("where() expects arrays of the size of the condition"));
    }
    let kind = yes.data().kind().max(no.data().kind());
    let (yes, no) = (yes.dense().widened(kind), no.dense().widened(kind));
    let chosen = marks(&condition)?;
    let made = match (yes, no) {
        (Data::Logical(yes), Data::Logical(no)) => Data::Logical(picked(&chosen, &yes, &no)),
        (Data::Integer(yes), Data::Integer(no)) => Data::Integer(picked(&chosen, &yes, &no)),
        (Data::Real(yes), Data::Real(no)) => Data::Real(picked(&chosen, &yes, &no)),
        (Data::Complex(yes), Data::Complex(no)) => Data::Complex(picked(&chosen, &yes, &no)),
        (Data::Mixed(yes), Data::Mixed(no)) => Data::of(picked(&chosen, &yes, &no)),
        _ => return Ok(Value::Unknown),
    };
    Ok(Array::new(made, condition.shape).value())
}

fn picked<T: Clone>(chosen: &[bool], yes: &[T], no: &[T]) -> Vec<T> {
    let from = |items: &[T], i: usize| if items.len() == 1 { items[0].clone() } else { items[i].clone() };
    chosen.iter().enumerate().map(|(i, test)| from(if *test { yes } else { no }, i)).collect()
}

/// `diff(a)`: differences of neighbours.
pub fn differences(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.exactly("diff", ["a"])?;
    let Some(items) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let row = items.reshaped(vec![items.len()]);
    let part = |start: i64, stop: i64| row.along(0, Range { start, stop, step: 1 }).value();
    let count = row.len() as i64;
    array::binary(BinaryOperator::Subtract, &part(1.min(count), count), &part(0, (count - 1).max(0)))
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
        return Err(Fault::value_error(format!("{name}() expects as many abscissae as values")));
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
        return Err(Fault::value_error("interp() expects as many abscissae as values, at least one"));
    }
    let last = x.len() - 1;
    let value = |at: f64| match x.partition_point(|x| *x <= at) {
        0 => y[0],
        after if after > last => y[last],
        i => {
            let slope = (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
            slope * (at - x[i - 1]) + y[i - 1]
        }
    };
    let all = |at: &[f64]| Some(Data::Real(at.iter().map(|at| value(*at)).collect()));
    array::map_reals(&listed(at)?, &all, &mut |at| match at.as_real() {
        Some(at) => Ok(Value::Real(value(at))),
        None => Err(Fault::type_error("interp() expects numbers")),
    })
}
