//! Methods and attributes of arrays.

use super::assign::{fill_view, replace};
use super::data::{Data, Kind};
use super::make::from_value;
use super::product::dot;
use super::view::Array;
use crate::python::core::access;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::iteration;
use crate::python::core::value::{Shared, Value, read};
use crate::python::modules::builtins::Builtin;
use crate::python::modules::numpy;

pub const METHODS: &[&str] = &[
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "astype",
    "clip",
    "conj",
    "conjugate",
    "copy",
    "cumprod",
    "cumsum",
    "dot",
    "fill",
    "flatten",
    "item",
    "max",
    "mean",
    "min",
    "nonzero",
    "prod",
    "ptp",
    "ravel",
    "reshape",
    "round",
    "sort",
    "std",
    "sum",
    "tolist",
    "transpose",
    "var",
];

pub const ATTRIBUTES: &[&str] = &["T", "dtype", "imag", "ndim", "real", "shape", "size"];

pub fn attribute(array: &Array, name: &str) -> Option<Value> {
    let integer = |n: usize| Value::Integer(n as i64);
    Some(match name {
        "shape" => Value::tuple(array.shape.iter().map(|n| integer(*n)).collect()),
        "size" => integer(array.len()),
        "ndim" => integer(array.shape.len()),
        "T" => array.transposed().value(),
        "real" | "imag" => {
            let data = array.data();
            let part = match &*data {
                Data::Complex(items) => {
                    let items = array.part(items);
                    Data::Real(items.iter().map(|z| if name == "real" { z.re } else { z.im }).collect())
                }
                _ if name == "real" => return Some(array.clone().value()),
                Data::Real(_) => Data::Real(vec![0.0; array.len()]),
                Data::Integer(_) => Data::Integer(vec![0; array.len()]),
                Data::Logical(_) => Data::Logical(vec![false; array.len()]),
                Data::Mixed(_) => Data::Mixed(vec![Value::Unknown; array.len()]),
            };
            Array::new(part, array.shape.clone()).value()
        }
        "dtype" => return Builtin::find(array.data().kind().name()),
        _ => return None,
    })
}

pub fn method(shared: &Shared<Array>, name: &str, arguments: Arguments) -> Result<Value> {
    let array = read(shared).clone();
    match name {
        "tolist" => Ok(array.to_list()),
        "copy" => Ok(array.copy().value()),
        "transpose" => Ok(array.transposed().value()),
        "flatten" => Ok(Array::flat(array.dense()).value()),
        "ravel" => Ok(array.reshaped(vec![array.len()]).value()),
        "dot" => {
            let [other] = arguments.exactly(name, ["other"])?;
            dot(&array.value(), &other)
        }
        "astype" => {
            let [kind] = arguments.exactly(name, ["dtype"])?;
            cast(&array, &kind)
        }
        "argsort" => numpy::ordered(name, &array),
        "sort" => {
            let Some(sorted) = from_value(&numpy::ordered(name, &array)?)? else { return Ok(Value::Unknown) };
            replace(&array, &sorted)?;
            Ok(Value::None)
        }
        "fill" => {
            let [value] = arguments.exactly(name, ["value"])?;
            fill_view(&array, &value)?;
            Ok(Value::None)
        }
        "item" => {
            let [rank] = arguments.take(name, ["rank"], 0)?;
            let rank = access::rank(&rank.unwrap_or(Value::Integer(0)), array.len(), "array")?;
            Ok(array.at(rank))
        }
        "conj" | "conjugate" => conjugated(&array),
        "clip" => {
            let [low, high] = arguments.take(name, ["min", "max"], 1)?;
            numpy::clipped(&array.value(), &low.unwrap_or(Value::None), &high.unwrap_or(Value::None))
        }
        "round" => {
            let [digits] = arguments.take(name, ["decimals"], 0)?;
            let digits = digits.unwrap_or(Value::Integer(0));
            numpy::rounded(&array.value(), Some(&digits))
        }
        "reshape" => {
            let sizes = match arguments.positional.as_slice() {
                [one @ (Value::Tuple(_) | Value::List(_))] => iteration::collect(one)?.unwrap_or_default(),
                many => many.to_vec(),
            };
            match reshaped(&sizes, array.len()) {
                Some(shape) => Ok(array.reshaped(shape).value()),
                None => Err(Fault::value_error(format!("an array of {} items cannot take that shape", array.len()))),
            }
        }
        _ => numpy::reduction_method(name, &array, arguments),
    }
}

fn conjugated(array: &Array) -> Result<Value> {
    match array.dense() {
        Data::Complex(mut items) => {
            items.iter_mut().for_each(|z| *z = z.conj());
            Ok(Array::new(Data::Complex(items), array.shape.clone()).value())
        }
        other => Ok(Array::new(other, array.shape.clone()).value()),
    }
}

/// The shape asked for; one size may be -1, which is what is left.
fn reshaped(asked: &[Value], count: usize) -> Option<Vec<usize>> {
    let sizes: Vec<Option<usize>> =
        asked.iter().map(|s| s.as_index().map(|i| usize::try_from(i).ok())).collect::<Option<_>>()?;
    let known: usize = sizes.iter().flatten().product();
    let free = sizes.iter().filter(|s| s.is_none()).count();
    let rest = if free == 1 && known > 0 { count / known } else { 0 };
    let shape: Vec<usize> = sizes.iter().map(|s| s.unwrap_or(rest)).collect();
    ((1..=2).contains(&shape.len()) && free <= 1 && shape.iter().product::<usize>() == count).then_some(shape)
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
