//! What designates items: ranks, slices, keys; what a dictionary or a set is made of.

use std::sync::{Arc, RwLock};

use indexmap::IndexMap;

use super::fault::{Fault, Result, with_article};
use super::iteration;
use super::value::{Dictionary, Key, Range, Value, read};

/// The key made of a value.
pub fn key(value: &Value) -> Result<Key> {
    Fault::if_told()?;
    value.key().ok_or_else(|| Fault::type_error(format!("{} cannot be a key", value.a_type())))
}

/// A dictionary, or an `_F` seen as one; a copy.
pub fn as_dictionary(value: &Value) -> Option<Dictionary> {
    match value {
        Value::Dictionary(items) => Some(read(items).clone()),
        Value::Factor(factor) => Some(read(&factor.items).clone()),
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

/// Ranks a slice `[start:stop:step]` designates.
pub fn slice_ranks(bounds: &[Value; 3], length: usize) -> Result<Vec<usize>> {
    Ok(slice_range(bounds, length)?.iter().map(|i| i as usize).collect())
}

/// Range of the ranks that a slice `[start:stop:step]` designates, all of which are there.
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

/// The set of some items, each once.
pub fn set_of(items: Vec<Value>) -> Result<Value> {
    if items.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let mut out = IndexMap::new();
    for item in items {
        out.entry(key(&item)?).or_insert(item);
    }
    Ok(Value::Set(Arc::new(RwLock::new(out))))
}

/// The items of a dictionary, or of a sequence of pairs; `None` when they are not known.
pub fn pairs(source: &Value) -> Result<Option<Dictionary>> {
    if let Some(items) = as_dictionary(source) {
        return Ok(Some(items));
    }
    let Some(pairs) = iteration::collect(source)? else { return Ok(None) };
    let mut out = Dictionary::new();
    for pair in pairs {
        match iteration::collect(&pair)?.as_deref() {
            Some([k, _]) if k.is_unknown() => return Ok(None),
            Some([k, value]) => {
                out.insert(key(k)?, (k.clone(), value.clone()));
            }
            None => return Ok(None),
            Some(_) => return Err(Fault::value_error("a dictionary is made of pairs of a key and a value")),
        }
    }
    Ok(Some(out))
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
