//! Methods of lists and tuples.

use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::Arc;

use crate::python::core::access;
use crate::python::core::compare::{are_equal, order_of};
use crate::python::core::display::represent;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, Named};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::{Call, Methods, clear};
use crate::python::core::unknown::holds_unknown;
use crate::python::core::value::{Scope, Shared, Value, read, write};
use crate::python::core::{iteration, room};

/// Methods of lists.
pub const METHODS: Methods<Shared<Vec<Value>>> = &[
    ("append", |_, items, call| {
        let [value] = call.by_place()?.exactly(["value"])?;
        let mut items = write(items);
        room::for_growth(items.len())?;
        items.push(value);
        Ok(Value::None)
    }),
    ("clear", clear),
    ("copy", |_, items, call| {
        call.by_place()?.alone()?;
        Ok(Value::list(read(items).clone()))
    }),
    ("count", |_, items, call| search(&read(items).clone(), call)),
    ("extend", |_, items, call| {
        let [more] = call.by_place()?.exactly(["iterable"])?;
        let more = iteration::collect(&more)?.unwrap_or_else(|| vec![Value::Unknown]);
        let mut items = write(items);
        room::for_items(items.len() + more.len())?;
        items.extend(more);
        Ok(Value::None)
    }),
    ("index", |_, items, call| search(&read(items).clone(), call)),
    ("insert", |_, items, call| {
        let [at, value] = call.by_place()?.exactly(["index", "value"])?;
        let at = at.as_index().ok_or_else(|| Fault::type_error("insert() expects an integer rank"))?;
        let mut items = write(items);
        let length = items.len() as i64;
        let at = if at < 0 { at.saturating_add(length).max(0) } else { at.min(length) };
        items.insert(at as usize, value);
        Ok(Value::None)
    }),
    ("pop", |_, items, call| {
        let [at] = call.by_place()?.take(["index"], 0)?;
        let mut items = write(items);
        if items.is_empty() {
            return Err(Fault::new("IndexError", "pop from an empty list"));
        }
        let at = access::rank(&at.unwrap_or(Value::Integer(-1)), items.len(), "list")?;
        Ok(items.remove(at))
    }),
    ("remove", |_, items, call| {
        let [value] = call.by_place()?.exactly(["value"])?;
        let copy = read(items).clone();
        match position(&copy, &value)? {
            Some(at) => {
                write(items).remove(at);
                Ok(Value::None)
            }
            None => Err(Fault::value_error(format!("{} is not in the list", represent(&value)))),
        }
    }),
    ("reverse", |_, items, call| {
        call.by_place()?.alone()?;
        write(items).reverse();
        Ok(Value::None)
    }),
    ("sort", |interpreter, items, call| {
        if !call.arguments.positional.is_empty() {
            return Err(Fault::type_error("sort() takes 'key' and 'reverse' by their names"));
        }
        let copy = read(items).clone();
        if let Some(sorted) = sort(interpreter, copy, call.arguments.named, &Scope::module())? {
            *write(items) = sorted;
        }
        Ok(Value::None)
    }),
];

/// Methods of tuples.
pub const TUPLE: Methods<Arc<[Value]>> =
    &[("count", |_, items, call| search(items, call)), ("index", |_, items, call| search(items, call))];

/// `index` and `count`
fn search(items: &[Value], call: Call) -> Result<Value> {
    let name = call.name;
    let [value, start, end] = call.by_place()?.take(["value", "start", "end"], 1)?;
    let value = value.unwrap_or(Value::None);
    if value.is_unknown() {
        return Ok(Value::Unknown);
    }
    if name == "count" {
        if start.is_some() {
            return Err(Fault::type_error("count() takes one value"));
        }
        let mut count = 0;
        for item in items {
            count += i64::from(are_equal(item, &value)?);
        }
        return Ok(Value::Integer(count));
    }
    let (from, to) = access::bounds(name, start, end, items.len())?.unwrap_or((0, 0));
    match position(&items[from..to.max(from)], &value)? {
        Some(at) => Ok(Value::Integer((from + at) as i64)),
        None => Err(Fault::value_error(format!("{} is not in the sequence", represent(&value)))),
    }
}

/// Rank of an item in a list.
pub fn position(items: &[Value], wanted: &Value) -> Result<Option<usize>> {
    for (i, item) in items.iter().enumerate() {
        if are_equal(item, wanted)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// Nesting in which an unknown value is looked for.
const NESTED: usize = 20;

/// Sorts by `key` and `reverse`, keeping the order of equal items; `None` when an item is unknown, or decides and is.
pub fn sort(
    interpreter: &mut Interpreter<'_>,
    items: Vec<Value>,
    options: Vec<Named>,
    scope: &Arc<Scope>,
) -> Result<Option<Vec<Value>>> {
    let (mut key, mut reverse) = (None, false);
    for Named { name, value } in options {
        match &*name {
            "key" => key = (!matches!(value, Value::None)).then_some(value),
            "reverse" => match value.as_index() {
                Some(i) => reverse = i != 0,
                None if value.is_unknown() => return Ok(None),
                None => {
                    let message = format!("'reverse' is a logical or an integer, not {}", value.a_type());
                    return Err(Fault::type_error(message));
                }
            },
            other => return Err(Fault::type_error(format!("sort has no argument '{other}'"))),
        }
    }
    let mut ranked = Vec::with_capacity(items.len());
    for item in items {
        let rank = match &key {
            Some(f) => {
                let arguments = Arguments { positional: vec![item.clone()], ..Arguments::default() };
                interpreter.call_value(f, arguments, scope)?
            }
            None => item.clone(),
        };
        if rank.is_unknown() {
            return Ok(None);
        }
        ranked.push((rank, item));
    }
    let unknown = Cell::new(false);
    let sorted = merge_sort(ranked, &|(a, _), (b, _)| {
        // A NaN has no order in Python; any fixed place will do.
        let order = match order_of(a, b) {
            // What is not known decides where the rest is equal.
            Err(Fault::Raised(_)) if holds_unknown(a, NESTED) || holds_unknown(b, NESTED) => {
                unknown.set(true);
                Ordering::Equal
            }
            order => order?.unwrap_or(Ordering::Equal),
        };
        Ok(if reverse { order.reverse() } else { order })
    })?;
    if unknown.get() {
        return Ok(None);
    }
    Ok(Some(sorted.into_iter().map(|(_, item)| item).collect()))
}

/// A stable sort whose comparison may fail, and need not be consistent.
fn merge_sort<T>(mut items: Vec<T>, order: &dyn Fn(&T, &T) -> Result<Ordering>) -> Result<Vec<T>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = merge_sort(items, order)?.into_iter().peekable();
    let mut right = merge_sort(right, order)?.into_iter().peekable();
    let mut out = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let from_right = order(a, b)? == Ordering::Greater;
        out.extend(if from_right { right.next() } else { left.next() });
    }
    out.extend(left);
    out.extend(right);
    Ok(out)
}
