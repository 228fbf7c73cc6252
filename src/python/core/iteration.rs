//! Going through the items of a value.

use std::sync::Arc;

use super::fault::{Fault, Result};
use super::room;
use super::value::{Array, Range, Shared, Value, hold, read};

/// Items of a value one by one. A list that grows while it is gone through gives its new items, as in
/// Python.
pub enum Items {
    List(Shared<Vec<Value>>, usize),
    Range(Range, usize),
    Tuple(Arc<[Value]>, usize),
    Own(std::vec::IntoIter<Value>),
    /// Items of an array, or its rows.
    Array(Array, usize),
    /// Keys of a dictionary or members of a set, and how many there were.
    Keys(Value, usize, usize),
    Iterator(Arc<std::sync::Mutex<Vec<Value>>>),
}

impl Items {
    /// `None` when the value is unknown. Ranges are limited to what can be gone through at once.
    pub fn of(value: &Value) -> Result<Option<Items>> {
        match value {
            Value::Range(range) => room::for_items(range.len()).and_then(|()| Items::unlimited(value)),
            Value::Text(text) => room::for_items(text.len()).and_then(|()| Items::unlimited(value)),
            other => Items::unlimited(other),
        }
    }

    /// An error where what is gone through has got more or fewer keys meanwhile.
    pub fn check_unchanged(&self) -> Result<()> {
        let Items::Keys(holder, _, size) = self else { return Ok(()) };
        let (now, what) = match holder {
            Value::Dictionary(items) => (read(items).len(), "dictionary"),
            Value::Set(items) => (read(items).len(), "set"),
            _ => return Ok(()),
        };
        if now == *size {
            return Ok(());
        }
        Err(Fault::new("RuntimeError", format!("the {what} changed its size while it was gone through")))
    }

    /// Items without a limit on their number, for loops that the user can stop at each of them. `None` when the value is unknown.
    pub fn unlimited(value: &Value) -> Result<Option<Items>> {
        let own = |items: Vec<Value>| Items::Own(items.into_iter());
        Ok(Some(match value {
            Value::List(items) => Items::List(items.clone(), 0),
            Value::Tuple(items) => Items::Tuple(items.clone(), 0),
            Value::Range(range) => Items::Range(*range, 0),
            Value::Iterator(items) => Items::Iterator(items.clone()),
            Value::Text(text) => own(room::gathered(text.chars().map(|c| Value::text(c.to_string())))?),
            Value::Dictionary(items) => Items::Keys(value.clone(), 0, read(items).len()),
            Value::Set(items) => Items::Keys(value.clone(), 0, read(items).len()),
            Value::Array(array) => Items::Array(read(array).clone(), 0),
            Value::Column(column) => own(column.values.clone()),
            Value::Table(table) => own(read(table).row_values()),
            Value::Factor(factor) => own(read(&factor.items).values().map(|(key, _)| key.clone()).collect()),
            Value::File(file) => own(hold(file).lines()),
            Value::Unknown => return Ok(None),
            Value::Method(method) => {
                let name = &method.1;
                return Err(Fault::type_error(format!("the method {name} is not called: write {name}()")));
            }
            other => {
                return Err(Fault::type_error(format!(
                    "a value of type {} has no items to go through",
                    other.type_name()
                )));
            }
        }))
    }
}

impl Iterator for Items {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            Items::List(items, i) => {
                let item = read(items).get(*i).cloned();
                *i += 1;
                item
            }
            Items::Tuple(items, i) => {
                *i += 1;
                items.get(*i - 1).cloned()
            }
            Items::Range(range, i) => {
                *i += 1;
                (*i <= range.len()).then(|| Value::Integer(range.get(*i - 1)))
            }
            Items::Own(items) => items.next(),
            Items::Array(array, i) => {
                *i += 1;
                (*i <= array.shape[0]).then(|| array.entry(*i - 1))
            }
            Items::Keys(holder, i, _) => {
                *i += 1;
                match holder {
                    Value::Dictionary(items) => read(items).get_index(*i - 1).map(|(_, (key, _))| key.clone()),
                    Value::Set(items) => read(items).get_index(*i - 1).map(|(_, item)| item.clone()),
                    _ => None,
                }
            }
            Items::Iterator(items) => hold(items).pop(),
        }
    }
}

/// All items; `None` when the value is unknown.
pub fn collect(value: &Value) -> Result<Option<Vec<Value>>> {
    let Some(items) = Items::of(value)? else { return Ok(None) };
    room::gathered(items).map(Some)
}
