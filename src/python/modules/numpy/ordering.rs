//! Arrays sorted and searched: `sort`, `argsort`, `unique`, `flip`, `searchsorted`.

use std::cmp::Ordering;
use std::sync::Arc;

use num_complex::Complex64;

use super::arguments::{given, listed, reals};
use crate::python::core::compare::{are_equal, order_of};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Array, Data, Range, Scope, Value};
use crate::python::objects::array;

pub fn call(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, ..] = arguments.take(name, ["a", "axis", "kind"], 1)?;
    // Every kind of sort gives what the stable one gives.
    match given(items)? {
        Some(array) => ordered(name, &array),
        None => Ok(Value::Unknown),
    }
}

/// `sort`, `argsort`, `unique`, `flip` of a row; what is not a number comes last.
pub fn ordered(name: &str, array: &Array) -> Result<Value> {
    if matches!(name, "flip" | "flipud") {
        let backwards = Range { start: array.shape[0] as i64 - 1, stop: -1, step: -1 };
        return Ok(array.along(0, backwards).value());
    }
    if array.shape.len() == 2 && name == "sort" {
        let sorted: Result<Vec<Value>> = (0..array.shape[0]).map(|i| ordered(name, &array.row(i))).collect();
        return Ok(array::from_value(&Value::list(sorted?))?.map_or(Value::Unknown, Array::value));
    }
    Fault::if_told()?;
    let data = array.data();
    if let Some(items) = array.as_integers(&data)
        && !matches!(*data, Data::Logical(_))
    {
        return Ok(Array::flat(of_numbers(name, &items, i64::cmp, Data::Integer)).value());
    }
    if let Data::Real(_) = &*data
        && let Some(items) = array.as_reals(&data)
    {
        return Ok(Array::flat(of_numbers(name, &items, numbers_first, Data::Real)).value());
    }
    if let Data::Complex(_) = &*data
        && let Some(items) = array.as_complexes(&data)
    {
        return Ok(Array::flat(of_numbers(name, &items, real_part_first, Data::Complex)).value());
    }
    of_values(name, &array.values())
}

/// The order of complex numbers in numpy: by the real part, then by the imaginary one.
fn real_part_first(a: &Complex64, b: &Complex64) -> Ordering {
    numbers_first(&a.re, &b.re).then(numbers_first(&a.im, &b.im))
}

/// The order of reals, with what is not a number after all of them.
fn numbers_first(a: &f64, b: &f64) -> Ordering {
    a.partial_cmp(b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

fn of_numbers<T: Copy>(name: &str, items: &[T], order: fn(&T, &T) -> Ordering, data: fn(Vec<T>) -> Data) -> Data {
    if name == "argsort" {
        let mut ranks: Vec<i64> = (0..items.len() as i64).collect();
        ranks.sort_by(|i, j| order(&items[*i as usize], &items[*j as usize]));
        return Data::Integer(ranks);
    }
    let mut items = items.to_vec();
    items.sort_by(order);
    if name == "unique" {
        items.dedup_by(|a, b| order(a, b) == Ordering::Equal);
    }
    data(items)
}

fn of_values(name: &str, items: &[Value]) -> Result<Value> {
    let mut ranks: Vec<usize> = (0..items.len()).collect();
    let mut fault = None;
    ranks.sort_by(|a, b| match order_of(&items[*a], &items[*b]) {
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
        return Ok(Array::ranks(ranks).value());
    }
    let mut sorted: Vec<Value> = Vec::with_capacity(ranks.len());
    for rank in ranks {
        let item = &items[rank];
        let same = match sorted.last() {
            Some(last) => name == "unique" && are_equal(last, item)?,
            None => false,
        };
        if !same {
            sorted.push(item.clone());
        }
    }
    Ok(Array::flat(Data::of(sorted)).value())
}

/// `searchsorted(a, v)`: where values would go in a sorted row.
pub fn search(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [sorted, values, side] = arguments.take("searchsorted", ["a", "v", "side"], 2)?;
    let Some(sorted) = reals("searchsorted", sorted)? else { return Ok(Value::Unknown) };
    let right = matches!(side, Some(Value::Text(side)) if &*side == "right");
    let place = |value: f64| sorted.partition_point(|x| if right { *x <= value } else { *x < value }) as i64;
    let all = |values: &[f64]| Some(Data::Integer(values.iter().map(|x| place(*x)).collect()));
    array::map_reals(&listed(values.unwrap_or(Value::None))?, &all, &mut |value| {
        let Some(value) = value.as_real() else { return Err(Fault::type_error("searchsorted() expects numbers")) };
        Ok(Value::Integer(place(value)))
    })
}
