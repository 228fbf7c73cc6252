//! Methods and attributes of arrays.

use super::elementwise::{clipped, rounded};
use super::ordering::ordered;
use super::reduction;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::{Call, Methods};
use crate::python::core::value::{Array, Data, Shared, Value, read};
use crate::python::core::{access, iteration};
use crate::python::objects::array::{cast, dot, fill_view, from_value, replace};

/// Methods of arrays.
pub const METHODS: Methods<Shared<Array>> = &[
    ("all", reduced),
    ("any", reduced),
    ("argmax", reduced),
    ("argmin", reduced),
    ("argsort", |_, array, call| ordered(call.name, &read(array).clone())),
    ("astype", |_, array, call| {
        let [kind] = call.exactly(["dtype"])?;
        cast(&read(array).clone(), &kind)
    }),
    ("clip", |_, array, call| {
        let [low, high] = call.take(["min", "max"], 1)?;
        let array = read(array).clone().value();
        clipped(&array, &low.unwrap_or(Value::None), &high.unwrap_or(Value::None))
    }),
    ("conj", |_, array, _| conjugated(&read(array).clone())),
    ("conjugate", |_, array, _| conjugated(&read(array).clone())),
    ("copy", |_, array, _| Ok(read(array).copy().value())),
    ("cumprod", reduced),
    ("cumsum", reduced),
    ("dot", |_, array, call| {
        let [other] = call.exactly(["other"])?;
        dot(&read(array).clone().value(), &other)
    }),
    ("fill", |_, array, call| {
        let [value] = call.exactly(["value"])?;
        fill_view(&read(array).clone(), &value)?;
        Ok(Value::None)
    }),
    ("flatten", |_, array, _| Ok(Array::flat(read(array).dense()).value())),
    ("item", |_, array, call| {
        let [rank] = call.take(["rank"], 0)?;
        let array = read(array).clone();
        let rank = access::rank(&rank.unwrap_or(Value::Integer(0)), array.len(), "array")?;
        Ok(array.at(rank))
    }),
    ("max", reduced),
    ("mean", reduced),
    ("min", reduced),
    ("nonzero", reduced),
    ("prod", reduced),
    ("ptp", reduced),
    ("ravel", |_, array, _| {
        let array = read(array).clone();
        Ok(array.reshaped(vec![array.len()]).value())
    }),
    ("reshape", |_, array, call| {
        let array = read(array).clone();
        let sizes = match call.arguments.positional.as_slice() {
            [one @ (Value::Tuple(_) | Value::List(_))] => iteration::collect(one)?.unwrap_or_default(),
            many => many.to_vec(),
        };
        match reshaped(&sizes, array.len()) {
            Some(shape) => Ok(array.reshaped(shape).value()),
            None => Err(Fault::value_error(format!("an array of {} items cannot take that shape", array.len()))),
        }
    }),
    ("round", |_, array, call| {
        let [digits] = call.take(["decimals"], 0)?;
        let digits = digits.unwrap_or(Value::Integer(0));
        rounded(&read(array).clone().value(), Some(&digits))
    }),
    ("sort", |_, array, call| {
        let array = read(array).clone();
        let Some(sorted) = from_value(&ordered(call.name, &array)?)? else { return Ok(Value::Unknown) };
        replace(&array, &sorted)?;
        Ok(Value::None)
    }),
    ("std", reduced),
    ("sum", reduced),
    ("tolist", |_, array, _| Ok(read(array).clone().to_list())),
    ("transpose", |_, array, _| Ok(read(array).transposed().value())),
    ("var", reduced),
];

/// Attributes of arrays, `dtype` with them.
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
        _ => return None,
    })
}

fn reduced(_: &mut Interpreter<'_>, array: &Shared<Array>, call: Call) -> Result<Value> {
    reduction::method(call.name, &read(array).clone(), call.arguments)
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
