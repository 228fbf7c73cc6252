//! Methods of dictionaries and sets.

use std::sync::{Arc, RwLock};

use crate::python::core::access::key;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::iteration;
use crate::python::core::value::{Dictionary, Key, Shared, Value, read, write};

pub(crate) fn dictionary_method(items: &Shared<Dictionary>, name: &str, arguments: Arguments) -> Result<Value> {
    let arguments = if name == "update" { arguments } else { arguments.by_place(name)? };
    let arguments = match ["clear", "copy", "items", "keys", "popitem", "values"].contains(&name) {
        true => arguments.exactly(name, []).map(|[]| Arguments::default())?,
        false => arguments,
    };
    let found = |k: &Value| -> Result<Option<Value>> {
        if k.is_unknown() {
            return Ok(Some(Value::Unknown));
        }
        Ok(read(items).get(&key(k)?).map(|(_, v)| v.clone()))
    };
    Ok(match name {
        "keys" => Value::list(read(items).values().map(|(k, _)| k.clone()).collect()),
        "values" => Value::list(read(items).values().map(|(_, v)| v.clone()).collect()),
        "items" => Value::list(read(items).values().map(|(k, v)| Value::tuple(vec![k.clone(), v.clone()])).collect()),
        "get" => {
            let [k, default] = arguments.take(name, ["key", "default"], 1)?;
            found(&k.unwrap_or(Value::None))?.or(default).unwrap_or(Value::None)
        }
        "has_key" => {
            let [k] = arguments.exactly(name, ["key"])?;
            Value::Logical(found(&k)?.is_some())
        }
        "pop" => {
            let [k, default] = arguments.take(name, ["key", "default"], 1)?;
            let k = k.unwrap_or(Value::None);
            let taken = write(items).shift_remove(&key(&k)?).map(|(_, v)| v);
            taken.or(default).ok_or_else(|| Fault::key_error(&k))?
        }
        "popitem" => match write(items).pop() {
            Some((_, (key, value))) => Value::tuple(vec![key, value]),
            None => return Err(Fault::new("KeyError", "'popitem(): the dictionary is empty'")),
        },
        "setdefault" => {
            let [k, default] = arguments.take(name, ["key", "default"], 1)?;
            let k = k.unwrap_or(Value::None);
            match found(&k)? {
                Some(value) => value,
                None => {
                    let value = default.unwrap_or(Value::None);
                    write(items).insert(key(&k)?, (k, value.clone()));
                    value
                }
            }
        }
        "update" => {
            if arguments.positional.len() > 1 {
                return Err(Fault::type_error("update() takes one value without name"));
            }
            for source in &arguments.positional {
                if let Some(more) = crate::python::modules::builtins::pairs(source)? {
                    write(items).extend(more);
                }
            }
            for named in arguments.named {
                let k = Value::Text(named.name);
                write(items).insert(key(&k)?, (k, named.value));
            }
            Value::None
        }
        "copy" => Value::Dictionary(Arc::new(RwLock::new(read(items).clone()))),
        _ => {
            write(items).clear();
            Value::None
        }
    })
}

pub(crate) fn set_method(items: &Shared<Members>, name: &str, arguments: Arguments) -> Result<Value> {
    let arguments = arguments.by_place(name)?;
    if ["clear", "copy", "pop"].contains(&name) {
        let [] = arguments.exactly(name, [])?;
        return match name {
            "clear" => {
                write(items).clear();
                Ok(Value::None)
            }
            "copy" => Ok(Value::Set(Arc::new(RwLock::new(read(items).clone())))),
            _ => write(items)
                .shift_remove_index(0)
                .map(|(_, item)| item)
                .ok_or_else(|| Fault::new("KeyError", "'pop from an empty set'")),
        };
    }
    if arguments.positional.iter().any(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    if ["union", "intersection", "difference", "update"].contains(&name) {
        return combined(items, name, &arguments.positional);
    }
    let [other] = arguments.exactly(name, ["value"])?;
    match name {
        "add" => {
            write(items).entry(key(&other)?).or_insert(other);
            return Ok(Value::None);
        }
        "discard" | "remove" => {
            let gone = write(items).shift_remove(&key(&other)?);
            return match gone {
                None if name == "remove" => Err(Fault::key_error(&other)),
                _ => Ok(Value::None),
            };
        }
        _ => {}
    }
    let (mine, more) = (read(items).clone(), members(&other)?);
    Ok(match name {
        "issubset" => Value::Logical(mine.keys().all(|k| more.contains_key(k))),
        "issuperset" => Value::Logical(more.keys().all(|k| mine.contains_key(k))),
        "isdisjoint" => Value::Logical(mine.keys().all(|k| !more.contains_key(k))),
        _ => {
            let alone = more.iter().filter(|(k, _)| !mine.contains_key(*k)).map(|(k, v)| (k.clone(), v.clone()));
            let alone: Members = alone.collect();
            let rest = mine.into_iter().filter(|(k, _)| !more.contains_key(k));
            Value::Set(Arc::new(RwLock::new(rest.chain(alone).collect())))
        }
    })
}

type Members = indexmap::IndexMap<Key, Value>;

fn members(items: &Value) -> Result<Members> {
    let mut members = Members::new();
    for item in iteration::collect(items)?.unwrap_or_default() {
        members.insert(key(&item)?, item);
    }
    Ok(members)
}

/// The set together with others, each in its turn.
fn combined(items: &Shared<Members>, name: &str, others: &[Value]) -> Result<Value> {
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
    Ok(Value::Set(Arc::new(RwLock::new(result))))
}

/// `dict.fromkeys(keys, value)`
pub(crate) fn from_keys(arguments: Arguments) -> Result<Value> {
    let [keys, value] = arguments.by_place("fromkeys")?.take("fromkeys", ["iterable", "value"], 1)?;
    let Some(keys) = iteration::collect(&keys.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let value = value.unwrap_or(Value::None);
    let mut items = Dictionary::new();
    for k in keys {
        items.insert(key(&k)?, (k, value.clone()));
    }
    Ok(Value::Dictionary(Arc::new(RwLock::new(items))))
}
