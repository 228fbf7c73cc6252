//! The module `numpy`, as far as studies use it.

use std::cmp::Ordering;
use std::sync::Arc;

use super::arithmetic::{self, binary};
use super::array::{self, Array};
use super::builtins::Builtin;
use super::compare::{order_of, truth};
use super::fault::{Fault, Result};
use super::function::Arguments;
use super::interpreter::Interpreter;
use super::mathematics;
use super::scope::Scope;
use super::value::{Range, Value};
use crate::syntax::BinaryOperator;

const FUNCTIONS: &[Builtin] = &[
    entry("arange", arange),
    entry("arctan2", |_, a, _| pair("arctan2", a, libm::atan2)),
    entry("argmax", |_, a, _| reduction("argmax", a)),
    entry("argmin", |_, a, _| reduction("argmin", a)),
    entry("array", array_of),
    entry("asarray", array_of),
    entry("concatenate", concatenate),
    entry("cross", cross),
    entry("cumsum", |_, a, _| reduction("cumsum", a)),
    entry("dot", |_, a, _| a.exactly("dot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("floor", |_, a, _| a.exactly("floor", ["x"]).and_then(|[x]| real_map("floor", &x, f64::floor))),
    entry("ceil", |_, a, _| a.exactly("ceil", ["x"]).and_then(|[x]| real_map("ceil", &x, f64::ceil))),
    entry("hypot", |_, a, _| pair("hypot", a, libm::hypot)),
    entry("linspace", linspace),
    entry("max", |_, a, _| reduction("max", a)),
    entry("maximum", |_, a, _| pair("maximum", a, f64::max)),
    entry("mean", |_, a, _| reduction("mean", a)),
    entry("min", |_, a, _| reduction("min", a)),
    entry("minimum", |_, a, _| pair("minimum", a, f64::min)),
    entry("nonzero", |_, a, _| reduction("nonzero", a)),
    entry("ones", |_, a, _| constant("ones", a, 1.0)),
    entry("sum", |_, a, _| reduction("sum", a)),
    entry("transpose", |_, a, _| {
        let [x] = a.exactly("transpose", ["a"])?;
        Ok(array::from_value(&x)?.and_then(|x| array::attribute(&x, "T")).unwrap_or(Value::Unknown))
    }),
    entry("zeros", |_, a, _| constant("zeros", a, 0.0)),
];

const fn entry(name: &'static str, run: fn(&mut Interpreter<'_>, Arguments, &Arc<Scope>) -> Result<Value>) -> Builtin {
    Builtin { name, is_type: false, run }
}

/// Other names numpy gives to functions of `math`.
const ALIASES: &[(&str, &str)] =
    &[("arccos", "acos"), ("arcsin", "asin"), ("arctan", "atan"), ("deg2rad", "radians"), ("rad2deg", "degrees")];

pub fn fill(scope: &Arc<Scope>) {
    for builtin in FUNCTIONS {
        scope.set(builtin.name, Value::Builtin(*builtin));
    }
    for name in
        ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt", "log10", "log2", "radians", "degrees", "fabs"]
    {
        if let Some(builtin) = mathematics::elementary_builtin(name) {
            scope.set(name, Value::Builtin(builtin));
        }
    }
    for (name, other) in ALIASES {
        if let Some(builtin) = mathematics::elementary_builtin(other) {
            scope.set(name, Value::Builtin(builtin));
        }
    }
    for (name, builtin) in [("abs", "abs"), ("absolute", "abs"), ("round", "round"), ("log", "log")] {
        if let Some(value) = Builtin::find(builtin) {
            scope.set(name, value);
        }
    }
    for (name, value) in
        [("pi", std::f64::consts::PI), ("e", std::f64::consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN)]
    {
        scope.set(name, Value::Real(value));
    }
    for (name, kind) in [("float64", "float"), ("int64", "int"), ("int32", "int"), ("complex128", "complex")] {
        if let Some(value) = Builtin::find(kind) {
            scope.set(name, value);
        }
    }
}

fn arange(_: &mut Interpreter<'_>, mut arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
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
        return Ok(Array::flat(range.iter().map(Value::Integer).collect()).value());
    }
    let number = |v: &Value| v.as_real().ok_or_else(|| Fault::type_error("arange() wants numbers"));
    let (start, stop, step) = (number(&start)?, number(&stop)?, number(&step)?);
    if step == 0.0 {
        return Err(Fault::new("ZeroDivisionError", "the step of arange() cannot be zero"));
    }
    let count = ((stop - start) / step).ceil().max(0.0);
    check_size(count)?;
    Ok(Array::reals((0..count as usize).map(|i| start + i as f64 * step)).value())
}

fn check_size(count: f64) -> Result<()> {
    if count <= arithmetic::LONGEST as f64 {
        Ok(())
    } else {
        Err(Fault::new("OverflowError", "an array of too many items"))
    }
}

fn array_of(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, kind] = arguments.take("array", ["object", "dtype"], 1)?;
    let Some(array) = array::from_value(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    array::cast(array, &kind.unwrap_or(Value::None))
}

fn constant(name: &'static str, arguments: Arguments, x: f64) -> Result<Value> {
    let [shape, kind] = arguments.take(name, ["shape", "dtype"], 1)?;
    let shape = shape.unwrap_or(Value::None);
    if super::value::holds_unknown(&shape, 3) {
        return Ok(Value::Unknown);
    }
    let sizes = shape.as_sequence().unwrap_or_else(|| vec![shape]);
    let sizes: Option<Vec<usize>> = sizes.iter().map(|s| s.as_index().and_then(|i| usize::try_from(i).ok())).collect();
    let shape = sizes
        .filter(|s| (1..=2).contains(&s.len()))
        .ok_or_else(|| Fault::value_error(format!("{name}() wants one or two sizes that are not negative")))?;
    check_size(shape.iter().map(|n| *n as f64).product())?;
    let items = vec![Value::Real(x); shape.iter().product()];
    array::cast(Array { items, shape }, &kind.unwrap_or(Value::None))
}

fn concatenate(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [parts] = arguments.exactly("concatenate", ["arrays"])?;
    let Some(parts) = super::iteration::collect(&parts)? else { return Ok(Value::Unknown) };
    let mut items = Vec::new();
    for part in &parts {
        let Some(array) = array::from_value(part)? else { return Ok(Value::Unknown) };
        items.extend(array.rows());
    }
    Ok(array::from_value(&Value::list(items))?.map_or(Value::Unknown, Array::value))
}

fn cross(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [a, b] = arguments.exactly("cross", ["a", "b"])?;
    let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
    if a.items.len() != 3 || b.items.len() != 3 {
        return Err(Fault::value_error("cross() wants two vectors of three components"));
    }
    let component = |i: usize, j: usize| {
        let left = binary(BinaryOperator::Multiply, &a.items[i], &b.items[j])?;
        binary(BinaryOperator::Subtract, &left, &binary(BinaryOperator::Multiply, &a.items[j], &b.items[i])?)
    };
    Ok(Array::flat(vec![component(1, 2)?, component(2, 0)?, component(0, 1)?]).value())
}

fn linspace(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    if arguments.positional.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let [start, stop, count, endpoint] = arguments.take("linspace", ["start", "stop", "num", "endpoint"], 2)?;
    let number =
        |v: Option<Value>| v.and_then(|v| v.as_real()).ok_or_else(|| Fault::type_error("linspace() wants numbers"));
    let (start, stop) = (number(start)?, number(stop)?);
    let count = count.map_or(Ok(50.0), |c| number(Some(c)))?;
    if count < 0.0 {
        return Err(Fault::value_error("linspace() wants a number of values that is not negative"));
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

fn pair(name: &'static str, arguments: Arguments, f: fn(f64, f64) -> f64) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    let wants = || Fault::type_error(format!("{name}() wants real numbers"));
    let apply = |x: &Value, y: &Value| -> Result<Value> {
        Ok(Value::Real(f(x.as_real().ok_or_else(wants)?, y.as_real().ok_or_else(wants)?)))
    };
    let (Some(x), Some(y)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
    if a.as_real().is_some() && b.as_real().is_some() {
        return apply(&a, &b);
    }
    let count = x.items.len().max(y.items.len());
    if (x.items.len() != count && x.items.len() != 1) || (y.items.len() != count && y.items.len() != 1) {
        return Err(Fault::value_error(format!("{name}() wants arrays of one size")));
    }
    let items = (0..count).map(|i| apply(&x.items[i % x.items.len()], &y.items[i % y.items.len()]));
    Ok(Array::flat(items.collect::<Result<_>>()?).value())
}

fn real_map(name: &str, x: &Value, f: fn(f64) -> f64) -> Result<Value> {
    array::map(x, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        x => x.as_real().map(|x| Value::Real(f(x))).ok_or_else(|| Fault::type_error(format!("{name}() wants numbers"))),
    })
}

fn reduction(name: &'static str, mut arguments: Arguments) -> Result<Value> {
    arguments.named.retain(|n| &*n.name != "axis" || !matches!(n.value, Value::None));
    let [items] = arguments.exactly(name, ["a"])?;
    match array::from_value(&items)? {
        Some(array) => reduce(name, &array.value()),
        None => Ok(Value::Unknown),
    }
}

/// `sum`, `max` ... over all items of an array.
pub fn reduce(name: &str, array: &Value) -> Result<Value> {
    let Some(array) = array::from_value(array)? else { return Ok(Value::Unknown) };
    let empty = || Fault::value_error(format!("{name}() of an empty array"));
    let total =
        |items: &[Value]| items.iter().try_fold(Value::Integer(0), |total, x| binary(BinaryOperator::Add, &total, x));
    let extreme = |wanted: Ordering| -> Result<usize> {
        let mut best = 0;
        for (i, x) in array.items.iter().enumerate() {
            if order_of(x, &array.items[best])? == Some(wanted) {
                best = i;
            }
        }
        if array.items.is_empty() { Err(empty()) } else { Ok(best) }
    };
    Ok(match name {
        "sum" => total(&array.items)?,
        "mean" if array.items.is_empty() => return Err(empty()),
        "mean" => binary(BinaryOperator::Divide, &total(&array.items)?, &Value::Integer(array.items.len() as i64))?,
        "max" => array.items[extreme(Ordering::Greater)?].clone(),
        "min" => array.items[extreme(Ordering::Less)?].clone(),
        "argmax" => Value::Integer(extreme(Ordering::Greater)? as i64),
        "argmin" => Value::Integer(extreme(Ordering::Less)? as i64),
        "cumsum" => {
            let mut sum = Value::Integer(0);
            let mut out = Vec::with_capacity(array.items.len());
            for x in &array.items {
                sum = binary(BinaryOperator::Add, &sum, x)?;
                out.push(sum.clone());
            }
            Array::flat(out).value()
        }
        "nonzero" => {
            let mut ranks = Vec::new();
            for (i, x) in array.items.iter().enumerate() {
                if truth(x)? == Some(true) {
                    ranks.push(Value::Integer(i as i64));
                }
            }
            Value::tuple(vec![Array::flat(ranks).value()])
        }
        other => return Err(Fault::new("AttributeError", format!("arrays have no '{other}'"))),
    })
}
