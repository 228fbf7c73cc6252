//! Built-in functions over sequences.

use std::cmp::Ordering;
use std::sync::{Arc, Mutex};

use crate::python::core::compare::{order_of, truth};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, Named};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration::Items;
use crate::python::core::value::{Range, Scope, Value, hold};
use crate::python::core::{access, iteration, room};
use crate::python::objects::lists;
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

pub(crate) fn junction(_: &mut Interpreter<'_>, arguments: Arguments, name: &str, stop_at: bool) -> Result<Value> {
    let [items] = arguments.by_place(name)?.exactly(name, ["iterable"])?;
    let Some(items) = Items::of(&items)? else { return Ok(Value::Unknown) };
    for item in items {
        match truth(&item)? {
            Some(t) if t == stop_at => return Ok(Value::Logical(stop_at)),
            Some(_) => {}
            None => return Ok(Value::Unknown),
        }
    }
    Ok(Value::Logical(!stop_at))
}

pub(crate) fn enumerate(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, start] = arguments.take("enumerate", ["iterable", "start"], 1)?;
    let Some(items) = iteration::collect(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let start = match start {
        None => 0,
        Some(Value::Unknown) => return Ok(Value::Unknown),
        Some(start) => start
            .as_index()
            .ok_or_else(|| Fault::type_error(format!("enumerate() starts at an integer, not at {}", start.a_type())))?,
    };
    let pair = |(i, item)| Value::tuple(vec![Value::Integer(start.wrapping_add(i as i64)), item]);
    Ok(Value::iterator(items.into_iter().enumerate().map(pair).collect()))
}

pub(crate) fn filter(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span;
    let [function, items] = arguments.by_place("filter")?.exactly("filter", ["function", "iterable"])?;
    let Some(items) = Items::of(&items)? else { return Ok(Value::Unknown) };
    let mut out = Vec::new();
    for item in items {
        let keep = match &function {
            Value::None => item.clone(),
            f => interpreter.call_value(f, Arguments { positional: vec![item.clone()], named: vec![], span }, scope)?,
        };
        match truth(&keep)? {
            Some(true) => out.push(item),
            Some(false) => {}
            None => return Ok(Value::Unknown),
        }
    }
    Ok(Value::iterator(out))
}

pub(crate) fn sequence(arguments: Arguments, name: &str, make: fn(Vec<Value>) -> Value) -> Result<Value> {
    let [items] = arguments.by_place(name)?.take(name, ["iterable"], 0)?;
    Ok(match items {
        None => make(Vec::new()),
        Some(items) => iteration::collect(&items)?.map_or(Value::Unknown, make),
    })
}

pub(crate) fn map(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let span = arguments.span;
    let mut positional = arguments.by_place("map")?.positional.into_iter();
    let function = positional.next().ok_or_else(|| Fault::type_error("map() expects a function and sequences"))?;
    let Some(mut lists) = positional.map(|v| Items::unlimited(&v)).collect::<Result<Option<Vec<Items>>>>()? else {
        return Ok(Value::Unknown);
    };
    if lists.is_empty() {
        return Err(Fault::type_error("map() expects at least one sequence"));
    }
    let mut out = Vec::new();
    while let Some(positional) = lists.iter_mut().map(Iterator::next).collect::<Option<Vec<Value>>>() {
        room::for_growth(out.len())?;
        out.push(interpreter.call_value(&function, Arguments { positional, named: Vec::new(), span }, scope)?);
    }
    Ok(Value::iterator(out))
}

pub(crate) fn extreme(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments,
    scope: &Arc<Scope>,
    name: &str,
    wanted: Ordering,
) -> Result<Value> {
    let span = arguments.span;
    let (mut key, mut default) = (None, None);
    for Named { name: option, value } in arguments.named {
        match &*option {
            "key" => key = (!matches!(value, Value::None)).then_some(value),
            "default" => default = Some(value),
            other => return Err(Fault::type_error(format!("{name}() has no argument '{other}'"))),
        }
    }
    let items = match arguments.positional.as_slice() {
        [] => return Err(Fault::type_error(format!("{name}() takes a sequence, or two values or more"))),
        [_, _, ..] if default.is_some() => {
            return Err(Fault::type_error(format!("{name}() takes a default only for a sequence")));
        }
        [one] => match iteration::collect(one)? {
            Some(items) => items,
            None => return Ok(Value::Unknown),
        },
        many => many.to_vec(),
    };
    let mut best: Option<(Value, Value)> = None;
    for item in items {
        if item.is_unknown() {
            return Ok(Value::Unknown);
        }
        let rank = match &key {
            Some(f) => {
                interpreter.call_value(f, Arguments { positional: vec![item.clone()], named: vec![], span }, scope)?
            }
            None => item.clone(),
        };
        let better = match &best {
            Some((_, rank_of_best)) => order_of(&rank, rank_of_best)? == Some(wanted),
            None => true,
        };
        if better {
            best = Some((item, rank));
        }
    }
    best.map(|(item, _)| item).or(default).ok_or_else(|| Fault::value_error(format!("{name}() of nothing")))
}

pub(crate) fn next(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, default] = arguments.by_place("next")?.take("next", ["iterator", "default"], 1)?;
    match items {
        Some(Value::Unknown) => Ok(Value::Unknown),
        Some(Value::Iterator(items)) => {
            hold(&items).pop().or(default).ok_or_else(|| Fault::new("StopIteration", "no item is left"))
        }
        _ => Err(Fault::type_error("next() expects an iterator")),
    }
}

pub(crate) fn range(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    if arguments.positional.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let [a, b, c] = arguments.by_place("range")?.take("range", ["start", "stop", "step"], 1)?;
    let integer = |v: Option<Value>| match v {
        None => Ok(None),
        Some(v) => match v.as_index() {
            Some(i) => Ok(Some(i)),
            None => Err(Fault::type_error(format!("range() expects integers, not {}", v.a_type()))),
        },
    };
    let (start, stop) = match (integer(a)?, integer(b)?) {
        (Some(start), Some(stop)) => (start, stop),
        (first, _) => (0, first.unwrap_or(0)),
    };
    match integer(c)?.unwrap_or(1) {
        0 => Err(Fault::value_error("the step of range() cannot be zero")),
        step if start.checked_sub(stop).is_none() || step == i64::MIN => {
            Err(Fault::new("OverflowError", "range() beyond 64 bits"))
        }
        step => Ok(Value::Range(Range { start, stop, step })),
    }
}

pub(crate) fn reversed(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.by_place("reversed")?.exactly("reversed", ["sequence"])?;
    if matches!(items, Value::Set(_)) {
        return Err(Fault::type_error("reversed() expects a sequence; a set has no order"));
    }
    let Some(items) = iteration::collect(&items)? else { return Ok(Value::Unknown) };
    Ok(Value::Iterator(Arc::new(Mutex::new(items))))
}

pub(crate) fn set(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.by_place("set")?.take("set", ["iterable"], 0)?;
    match items {
        None => access::set_of(Vec::new()),
        Some(items) => iteration::collect(&items)?.map_or(Ok(Value::Unknown), access::set_of),
    }
}

pub(crate) fn sorted(interpreter: &mut Interpreter<'_>, arguments: Arguments, scope: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.positional.as_slice() else {
        return Err(Fault::type_error("sorted() expects a sequence, and 'key' and 'reverse' by their names"));
    };
    let Some(items) = iteration::collect(items)? else { return Ok(Value::Unknown) };
    Ok(lists::sort(interpreter, items, arguments.named, scope)?.map_or(Value::Unknown, Value::list))
}

pub(crate) fn sum(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items, start] = arguments.take("sum", ["iterable", "start"], 1)?;
    let Some(items) = Items::of(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let mut total = start.unwrap_or(Value::Integer(0));
    if matches!(total, Value::Text(_)) {
        return Err(Fault::type_error("sum() does not join texts: ''.join(texts) does"));
    }
    for item in items {
        interpreter.pause()?;
        total = binary(BinaryOperator::Add, &total, &item)?;
    }
    Ok(total)
}

pub(crate) fn zip(interpreter: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let strict = match arguments.named.as_slice() {
        [] => false,
        [Named { name, value }] if &**name == "strict" => truth(value)?.unwrap_or(false),
        named => {
            let other = named.iter().find(|n| &*n.name != "strict").unwrap_or(&named[0]);
            return Err(Fault::type_error(format!("zip() has no argument '{}'", other.name)));
        }
    };
    let lists = arguments.positional.iter().map(Items::unlimited).collect::<Result<Option<Vec<Items>>>>()?;
    let Some(mut lists) = lists else { return Ok(Value::Unknown) };
    let mut out = Vec::new();
    if !lists.is_empty() {
        while let Some(items) = row_of(&mut lists, strict)? {
            interpreter.tick()?;
            room::for_growth(out.len())?;
            out.push(Value::tuple(items));
        }
    }
    Ok(Value::iterator(out))
}

/// The next item of each; `None` when one has ended, which is an error where all must be of one length.
fn row_of(lists: &mut [Items], strict: bool) -> Result<Option<Vec<Value>>> {
    let mut row = Vec::with_capacity(lists.len());
    for rank in 0..lists.len() {
        match lists[rank].next() {
            Some(item) => row.push(item),
            None if strict && (rank > 0 || lists.iter_mut().skip(1).any(|list| list.next().is_some())) => {
                return Err(Fault::value_error("zip(strict=True) found sequences of different lengths"));
            }
            None => return Ok(None),
        }
    }
    Ok(Some(row))
}
