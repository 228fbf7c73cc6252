//! Items, slices and keys of any container: reading, writing, deleting.

use super::array;
use crate::python::core::access::{key, rank, slice_ranks};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::iteration;
use crate::python::core::value::{Dictionary, Shared, Value, read, write};

/// `object[index]`
pub fn item(object: &Value, index: &Value) -> Result<Value> {
    if index.is_unknown() {
        return Ok(Value::Unknown);
    }
    if let Value::Slice(bounds) = index {
        return slice(object, bounds);
    }
    Ok(match object {
        Value::Unknown => Value::Unknown,
        Value::List(items) => {
            let items = read(items);
            items[rank(index, items.len(), "list")?].clone()
        }
        Value::Tuple(items) => items[rank(index, items.len(), "tuple")?].clone(),
        Value::Range(range) => Value::Integer(range.get(rank(index, range.len(), "range")?)),
        Value::Text(text) => {
            let at = rank(index, text.chars().count(), "text")?;
            Value::text(text.chars().nth(at).map(String::from).unwrap_or_default())
        }
        Value::Column(column) => column.values[rank(index, column.values.len(), "column")?].clone(),
        Value::Array(array) => return array::item(&read(array), index),
        Value::Table(table) => return read(table).item(index),
        Value::Dictionary(items) => {
            let found = read(items).get(&key(index)?).map(|(_, v)| v.clone());
            return found.ok_or_else(|| Fault::key_error(index));
        }
        // A keyword that was not given is None.
        Value::Factor(factor) => read(&factor.items).get(&key(index)?).map_or(Value::None, |(_, v)| v.clone()),
        other => return Err(Fault::type_error(format!("a value of type {} has no items", other.type_name()))),
    })
}

/// `object[start:stop:step]`
pub fn slice(object: &Value, bounds: &[Value; 3]) -> Result<Value> {
    if object.is_unknown() || bounds.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let pick = |items: &[Value]| -> Result<Vec<Value>> {
        Ok(slice_ranks(bounds, items.len())?.into_iter().map(|i| items[i].clone()).collect())
    };
    Ok(match object {
        Value::List(items) => Value::list(pick(&read(items))?),
        Value::Tuple(items) => Value::tuple(pick(items)?),
        Value::Column(column) => Value::list(pick(&column.values)?),
        Value::Range(_) => Value::list(pick(&iteration::collect(object)?.unwrap_or_default())?),
        Value::Array(array) => return array::slice(&read(array), bounds),
        Value::Text(text) => {
            let chars: Vec<char> = text.chars().collect();
            Value::text(slice_ranks(bounds, chars.len())?.into_iter().map(|i| chars[i]).collect::<String>())
        }
        other => return Err(Fault::type_error(format!("a value of type {} has no slices", other.type_name()))),
    })
}

/// `object[index] = value`
pub fn set_item(object: &Value, index: &Value, value: Value) -> Result<()> {
    if let Value::Slice(bounds) = index {
        return set_slice(object, bounds, &value);
    }
    match object {
        Value::List(items) => {
            if !index.is_unknown() {
                let length = read(items).len();
                let at = rank(index, length, "list")?;
                if let Some(slot) = write(items).get_mut(at) {
                    *slot = value;
                }
            }
        }
        Value::Dictionary(items) => set_entry(items, index, value)?,
        Value::Factor(factor) => set_entry(&factor.items, index, value)?,
        Value::Array(array) => return array::set_item(&read(array).clone(), index, &value),
        Value::Unknown => {}
        other => return Err(Fault::type_error(format!("items of {} cannot be assigned", other.a_type()))),
    }
    Ok(())
}

fn set_entry(items: &Shared<Dictionary>, index: &Value, value: Value) -> Result<()> {
    if index.is_unknown() {
        return Ok(());
    }
    let key = key(index)?;
    let mut items = write(items);
    match items.get_mut(&key) {
        Some((_, slot)) => *slot = value,
        None => {
            items.insert(key, (index.clone(), value));
        }
    }
    Ok(())
}

fn delete_entry(items: &Shared<Dictionary>, index: &Value) -> Result<()> {
    match write(items).shift_remove(&key(index)?) {
        Some(_) => Ok(()),
        None => Err(Fault::key_error(index)),
    }
}

/// `object[start:stop:step] = value`
pub fn set_slice(object: &Value, bounds: &[Value; 3], value: &Value) -> Result<()> {
    if object.is_unknown() || bounds.iter().any(Value::is_unknown) {
        return Ok(());
    }
    if let Value::Array(array) = object {
        return array::set_slice(&read(array).clone(), bounds, value);
    }
    let Value::List(items) = object else {
        return Err(Fault::type_error(format!("slices of {} cannot be assigned", object.a_type())));
    };
    let Some(new) = iteration::collect(value)? else { return Ok(()) };
    let mut items = write(items);
    let ranks = slice_ranks(bounds, items.len())?;
    if matches!(bounds[2], Value::None) || bounds[2].as_index() == Some(1) {
        let start = match ranks.first() {
            Some(first) => *first,
            // An empty slice still has a place.
            None => bounds[0].as_index().map_or(0, |i| {
                let i = if i < 0 { i.saturating_add(items.len() as i64) } else { i };
                i.clamp(0, items.len() as i64) as usize
            }),
        };
        items.splice(start..start + ranks.len(), new);
        return Ok(());
    }
    if ranks.len() != new.len() {
        let message = format!("{} values for a slice of {} items", new.len(), ranks.len());
        return Err(Fault::value_error(message));
    }
    for (i, value) in ranks.into_iter().zip(new) {
        items[i] = value;
    }
    Ok(())
}

/// `del object[index]`
pub fn delete_item(object: &Value, index: &Value) -> Result<()> {
    match (object, index) {
        (Value::Unknown, _) | (_, Value::Unknown) => Ok(()),
        (Value::List(items), Value::Slice(bounds)) => {
            let mut items = write(items);
            let gone = slice_ranks(bounds, items.len())?;
            let mut rank = 0;
            items.retain(|_| {
                rank += 1;
                !gone.contains(&(rank - 1))
            });
            Ok(())
        }
        (Value::List(items), _) => {
            let mut items = write(items);
            let at = rank(index, items.len(), "list")?;
            items.remove(at);
            Ok(())
        }
        (Value::Dictionary(items), _) => delete_entry(items, index),
        (Value::Factor(factor), _) => delete_entry(&factor.items, index),
        _ => Err(Fault::type_error(format!("items of {} cannot be deleted", object.a_type()))),
    }
}
