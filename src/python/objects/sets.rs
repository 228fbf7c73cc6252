//! Methods of sets.

use std::sync::{Arc, RwLock};

use crate::python::core::access::key;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration;
use crate::python::core::methods::{Call, Methods, clear};
use crate::python::core::value::{Key, Shared, Value, read, write};

type Members = indexmap::IndexMap<Key, Value>;

/// Methods of sets.
pub const METHODS: Methods<Shared<Members>> = &[
    ("add", |_, items, call| {
        let Some(item) = operand(call)? else { return Ok(Value::Unknown) };
        write(items).entry(key(&item)?).or_insert(item);
        Ok(Value::None)
    }),
    ("clear", clear),
    ("copy", |_, items, call| {
        call.by_place()?.alone()?;
        Ok(of(read(items).clone()))
    }),
    ("difference", combined),
    ("discard", |_, items, call| {
        let Some(item) = operand(call)? else { return Ok(Value::Unknown) };
        write(items).shift_remove(&key(&item)?);
        Ok(Value::None)
    }),
    ("intersection", combined),
    ("isdisjoint", |_, items, call| related(items, call, |mine, more| mine.keys().all(|k| !more.contains_key(k)))),
    ("issubset", |_, items, call| related(items, call, |mine, more| mine.keys().all(|k| more.contains_key(k)))),
    ("issuperset", |_, items, call| related(items, call, |mine, more| more.keys().all(|k| mine.contains_key(k)))),
    ("pop", |_, items, call| {
        call.by_place()?.alone()?;
        let first = write(items).shift_remove_index(0).map(|(_, item)| item);
        first.ok_or_else(|| Fault::new("KeyError", "'pop from an empty set'"))
    }),
    ("remove", |_, items, call| {
        let Some(item) = operand(call)? else { return Ok(Value::Unknown) };
        match write(items).shift_remove(&key(&item)?) {
            Some(_) => Ok(Value::None),
            None => Err(Fault::key_error(&item)),
        }
    }),
    ("symmetric_difference", |_, items, call| {
        let Some(other) = operand(call)? else { return Ok(Value::Unknown) };
        let (mine, more) = (read(items).clone(), members(&other)?);
        let alone = more.iter().filter(|(k, _)| !mine.contains_key(*k)).map(|(k, v)| (k.clone(), v.clone()));
        let alone: Members = alone.collect();
        let rest = mine.into_iter().filter(|(k, _)| !more.contains_key(k));
        Ok(of(rest.chain(alone).collect()))
    }),
    ("union", combined),
    ("update", combined),
];

fn of(members: Members) -> Value {
    Value::Set(Arc::new(RwLock::new(members)))
}

/// The only argument; `None` when it is unknown.
fn operand(call: Call) -> Result<Option<Value>> {
    let call = call.by_place()?;
    if call.arguments.positional.iter().any(Value::is_unknown) {
        return Ok(None);
    }
    call.exactly(["value"]).map(|[value]| Some(value))
}

fn related(items: &Shared<Members>, call: Call, holds: fn(&Members, &Members) -> bool) -> Result<Value> {
    let Some(other) = operand(call)? else { return Ok(Value::Unknown) };
    Ok(Value::Logical(holds(&read(items).clone(), &members(&other)?)))
}

fn members(items: &Value) -> Result<Members> {
    let mut members = Members::new();
    for item in iteration::collect(items)?.unwrap_or_default() {
        members.insert(key(&item)?, item);
    }
    Ok(members)
}

/// The set together with others, each in its turn.
fn combined(_: &mut Interpreter<'_>, items: &Shared<Members>, call: Call) -> Result<Value> {
    let call = call.by_place()?;
    let (name, others) = (call.name, &call.arguments.positional);
    if others.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let mut result = read(items).clone();
    for other in others {
        let more = members(other)?;
        result = match name {
            "difference" => result.into_iter().filter(|(k, _)| !more.contains_key(k)).collect(),
            "intersection" => result.into_iter().filter(|(k, _)| more.contains_key(k)).collect(),
            _ => result.into_iter().chain(more).collect(),
        };
    }
    if name == "update" {
        *write(items) = result;
        return Ok(Value::None);
    }
    Ok(of(result))
}
