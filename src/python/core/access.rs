//! Items, slices and keys of containers: reading, writing, deleting.

use super::fault::{Fault, Result, with_article};
use super::iteration;
use super::value::{Dictionary, Key, Range, Value, read, write};
use crate::python::objects::array;

/// The key made of a value.
pub fn key(value: &Value) -> Result<Key> {
    Fault::if_told()?;
    value.key().ok_or_else(|| Fault::type_error(format!("{} cannot be a key", value.a_type())))
}

/// A dictionary, or an `_F` seen as one; a copy.
pub fn as_dictionary(value: &Value) -> Option<Dictionary> {
    match value {
        Value::Dictionary(items) => Some(read(items).clone()),
        Value::Factor(factor) => Some(
            factor
                .arguments
                .iter()
                .map(|k| (Key::Text(k.name.clone()), (Value::Text(k.name.clone()), k.value.clone())))
                .collect(),
        ),
        _ => None,
    }
}

/// Rank of an index in a sequence of `length` items; negative indices count from the end.
pub fn rank(index: &Value, length: usize, what: &str) -> Result<usize> {
    let Some(i) = index.as_index() else {
        return Err(Fault::type_error(format!(
            "the index of {} is an integer, not {}",
            with_article(what),
            index.a_type()
        )));
    };
    let rank = if i < 0 { i + length as i64 } else { i };
    match usize::try_from(rank) {
        Ok(rank) if rank < length => Ok(rank),
        _ => Err(Fault::new(
            "IndexError",
            format!("index {i} of {} of {length} item{}", with_article(what), if length == 1 { "" } else { "s" }),
        )),
    }
}

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
        Value::Dictionary(_) | Value::Factor(_) => {
            let key = key(index)?;
            let found = match object {
                Value::Dictionary(items) => read(items).get(&key).map(|(_, v)| v.clone()),
                _ => as_dictionary(object).and_then(|d| d.get(&key).map(|(_, v)| v.clone())),
            };
            return found.ok_or_else(|| Fault::key_error(index));
        }
        other => return Err(Fault::type_error(format!("a value of type {} has no items", other.type_name()))),
    })
}

/// Ranks a slice `[start:stop:step]` designates.
pub fn slice_ranks(bounds: &[Value; 3], length: usize) -> Result<Vec<usize>> {
    Ok(slice_range(bounds, length)?.iter().map(|i| i as usize).collect())
}

/// The same as a range of ranks that are all there.
pub fn slice_range(bounds: &[Value; 3], length: usize) -> Result<Range> {
    let bound = |v: &Value| match v {
        Value::None => Ok(None),
        v => v.as_index().map(Some).ok_or_else(|| Fault::type_error("the bounds of a slice are integers")),
    };
    let step = bound(&bounds[2])?.unwrap_or(1);
    if step == 0 {
        return Err(Fault::value_error("the step of a slice cannot be zero"));
    }
    let n = length as i64;
    let clamp = |i: i64, low: i64, high: i64| if i < 0 { (i.saturating_add(n)).max(low) } else { i.min(high) };
    let (start, stop) = if step > 0 {
        (bound(&bounds[0])?.map_or(0, |i| clamp(i, 0, n)), bound(&bounds[1])?.map_or(n, |i| clamp(i, 0, n)))
    } else {
        (
            bound(&bounds[0])?.map_or(n - 1, |i| clamp(i, -1, n - 1)),
            bound(&bounds[1])?.map_or(-1, |i| clamp(i, -1, n - 1)),
        )
    };
    Ok(Range { start, stop, step: step.clamp(-n - 1, n + 1) })
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
        Value::Dictionary(items) => {
            if !index.is_unknown() {
                let key = key(index)?;
                let mut items = write(items);
                match items.get_mut(&key) {
                    Some((_, slot)) => *slot = value,
                    None => {
                        items.insert(key, (index.clone(), value));
                    }
                }
            }
        }
        Value::Array(array) => return array::set_item(&read(array).clone(), index, &value),
        Value::Unknown => {}
        other => return Err(Fault::type_error(format!("items of {} cannot be assigned", other.a_type()))),
    }
    Ok(())
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
/// Ranks from and to of a search in `length` items, as in Python: negative from the end, cut at both ends; `None` when it
/// starts past the end.
pub fn bounds(name: &str, start: Option<Value>, end: Option<Value>, length: usize) -> Result<Option<(usize, usize)>> {
    let size = length as i64;
    let rank = |v: Option<Value>, default: i64| match v {
        None | Some(Value::None) => Ok(default),
        Some(v) => match v.as_index() {
            Some(i) if i < 0 => Ok(i.saturating_add(size).max(0)),
            Some(i) => Ok(i),
            None => Err(Fault::type_error(format!("{name}() searches between integers, not {}", v.a_type()))),
        },
    };
    let (from, to) = (rank(start, 0)?, rank(end, size)?.min(size));
    Ok((from <= size).then_some((from as usize, to as usize)))
}

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
        (Value::Dictionary(items), _) => match write(items).shift_remove(&key(index)?) {
            Some(_) => Ok(()),
            None => Err(Fault::key_error(index)),
        },
        _ => Err(Fault::type_error(format!("items of {} cannot be deleted", object.a_type()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_follow_python() {
        let int = |i: Option<i64>| i.map_or(Value::None, Value::Integer);
        let ranks = |a, b, c| slice_ranks(&[int(a), int(b), int(c)], 5).unwrap();
        assert_eq!(ranks(None, None, None), [0, 1, 2, 3, 4]);
        assert_eq!(ranks(Some(1), Some(-1), None), [1, 2, 3]);
        assert_eq!(ranks(None, None, Some(-1)), [4, 3, 2, 1, 0]);
        assert_eq!(ranks(Some(-2), None, None), [3, 4]);
        assert_eq!(ranks(Some(10), None, Some(-2)), [4, 2, 0]);
        assert_eq!(ranks(Some(3), Some(1), None), [0usize; 0]);
    }
}
