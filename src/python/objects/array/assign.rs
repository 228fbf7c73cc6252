//! Writing into an array: the kind of its items stays, all its views see what is written.

use std::sync::Arc;

use super::data::Kind;
use super::index::{Target, target};
use super::make::from_value;
use super::view::common_shape;
use crate::python::core::access;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::unknown::holds_unknown;
use crate::python::core::value::{Array, Data, Value, read, write};

/// `array[index] = value`
pub fn set_item(array: &Array, index: &Value, value: &Value) -> Result<()> {
    if holds_unknown(index, 3) {
        return Ok(());
    }
    match target(array, index)? {
        Target::Item(rank) => fill(array, &[rank], &[1], value),
        Target::View(view) if Arc::ptr_eq(&view.cell, &array.cell) => fill_view(&view, value),
        Target::View(_) => Err(Fault::new("IndexError", "a new axis with chosen items cannot be assigned")),
        Target::Items(ranks, shape) => fill(array, &ranks, &shape, value),
    }
}

/// `array[start:stop:step] = value`
pub fn set_slice(array: &Array, bounds: &[Value; 3], value: &Value) -> Result<()> {
    fill_view(&array.along(0, access::slice_range(bounds, array.shape[0])?), value)
}

/// `array += ...`: the result of an operation, of the same shape and of a kind the array holds.
pub fn replace(array: &Array, result: &Array) -> Result<()> {
    let (own, new) = (read(&array.cell).kind(), result.data().kind());
    if own != Kind::Mixed && own < new {
        let (own, new) = (own.name(), new.name());
        return Err(Fault::type_error(format!(
            "a result of type {new} does not go into an array of type {own}; write a = a + b for a new array"
        )));
    }
    if array.shape != result.shape {
        let message = format!("a result of sizes {:?} does not go into an array of {:?}", result.shape, array.shape);
        return Err(Fault::value_error(message));
    }
    let new = result.dense();
    put(array, &mut array.places(), new)
}

/// Writes into all items of a view.
pub fn fill_view(view: &Array, value: &Value) -> Result<()> {
    let Some(new) = values_for(value, &view.shape)? else { return Ok(()) };
    put(view, &mut view.places(), new)
}

fn fill(array: &Array, ranks: &[usize], shape: &[usize], value: &Value) -> Result<()> {
    let Some(new) = values_for(value, shape)? else { return Ok(()) };
    put(array, &mut array.places_of(ranks), new)
}

/// The items to write into a shape: one for all, or one for each; `None` where the value is unknown.
fn values_for(value: &Value, shape: &[usize]) -> Result<Option<Data>> {
    let Some(new) = from_value(value)? else { return Ok(None) };
    let count: usize = shape.iter().product();
    if new.len() == 1 || new.len() == count {
        return Ok(Some(new.dense()));
    }
    if common_shape(&new.shape, shape).is_some_and(|common| common == shape) {
        return Ok(Some(new.spread(shape).dense()));
    }
    Err(Fault::value_error(format!("{} values for {count} items of an array", new.len())))
}

/// Writes one item for all places, or one for each.
fn put(array: &Array, places: &mut dyn Iterator<Item = usize>, new: Data) -> Result<()> {
    fn copy<T: Clone>(into: &mut [T], places: &mut dyn Iterator<Item = usize>, new: &[T]) {
        match new {
            [one] => places.for_each(|at| into[at] = one.clone()),
            many => places.zip(many).for_each(|(at, item)| into[at] = item.clone()),
        }
    }
    let own = read(&array.cell).kind();
    let new = match (own, new) {
        (Kind::Logical | Kind::Integer | Kind::Real, Data::Complex(items)) if !items.is_empty() => {
            let message = format!("complex numbers do not go into an array of type {}", own.name());
            return Err(Fault::type_error(message));
        }
        (_, new @ Data::Mixed(_)) | (Kind::Mixed, new) => new.widened(Kind::Mixed),
        (own, new) => new.converted(own)?,
    };
    let mut held = write(&array.cell);
    if array.is_whole(&held) && new.len() == held.len() && new.kind() == own {
        *held = Arc::new(new);
        return Ok(());
    }
    let data = Arc::make_mut(&mut held);
    match (&mut *data, new) {
        (Data::Logical(into), Data::Logical(new)) => copy(into, places, &new),
        (Data::Integer(into), Data::Integer(new)) => copy(into, places, &new),
        (Data::Real(into), Data::Real(new)) => copy(into, places, &new),
        (Data::Complex(into), Data::Complex(new)) => copy(into, places, &new),
        (_, new) => {
            let Data::Mixed(new) = new.widened(Kind::Mixed) else { return Ok(()) };
            let mut items: Vec<Value> = (0..data.len()).map(|at| data.get(at)).collect();
            copy(&mut items, places, &new);
            *data = Data::of(items);
        }
    }
    Ok(())
}
