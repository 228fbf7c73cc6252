//! Methods of dictionaries.

use std::sync::{Arc, RwLock};

use crate::python::core::access::{key, pairs};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration;
use crate::python::core::methods::{Call, Methods, clear};
use crate::python::core::value::{Dictionary, Shared, Value, read, write};

/// Methods of dictionaries.
pub const METHODS: Methods<Shared<Dictionary>> = &[
    ("clear", clear),
    ("copy", |_, items, call| {
        call.by_place()?.alone()?;
        Ok(Value::Dictionary(Arc::new(RwLock::new(read(items).clone()))))
    }),
    ("get", |_, items, call| {
        let [k, default] = call.by_place()?.take(["key", "default"], 1)?;
        Ok(found(items, &k.unwrap_or(Value::None))?.or(default).unwrap_or(Value::None))
    }),
    ("items", |_, items, call| listed(items, call, |k, v| Value::tuple(vec![k.clone(), v.clone()]))),
    ("keys", |_, items, call| listed(items, call, |k, _| k.clone())),
    ("pop", |_, items, call| {
        let [k, default] = call.by_place()?.take(["key", "default"], 1)?;
        let k = k.unwrap_or(Value::None);
        let taken = write(items).shift_remove(&key(&k)?).map(|(_, v)| v);
        taken.or(default).ok_or_else(|| Fault::key_error(&k))
    }),
    ("popitem", |_, items, call| {
        call.by_place()?.alone()?;
        match write(items).pop() {
            Some((_, (key, value))) => Ok(Value::tuple(vec![key, value])),
            None => Err(Fault::new("KeyError", "'popitem(): the dictionary is empty'")),
        }
    }),
    ("setdefault", |_, items, call| {
        let [k, default] = call.by_place()?.take(["key", "default"], 1)?;
        let k = k.unwrap_or(Value::None);
        match found(items, &k)? {
            Some(value) => Ok(value),
            None => {
                let value = default.unwrap_or(Value::None);
                write(items).insert(key(&k)?, (k, value.clone()));
                Ok(value)
            }
        }
    }),
    ("update", updated),
    ("values", |_, items, call| listed(items, call, |_, v| v.clone())),
    // Of the Python of former releases.
    ("has_key", |_, items, call| {
        let [k] = call.by_place()?.exactly(["key"])?;
        Ok(Value::Logical(found(items, &k)?.is_some()))
    }),
];

/// The value of a key; unknown where the key is.
fn found(items: &Shared<Dictionary>, k: &Value) -> Result<Option<Value>> {
    if k.is_unknown() {
        return Ok(Some(Value::Unknown));
    }
    Ok(read(items).get(&key(k)?).map(|(_, v)| v.clone()))
}

fn listed(items: &Shared<Dictionary>, call: Call, shown: fn(&Value, &Value) -> Value) -> Result<Value> {
    call.by_place()?.alone()?;
    Ok(Value::list(read(items).values().map(|(k, v)| shown(k, v)).collect()))
}

fn updated(_: &mut Interpreter<'_>, items: &Shared<Dictionary>, call: Call) -> Result<Value> {
    if call.arguments.positional.len() > 1 {
        return Err(Fault::type_error("update() takes one value without name"));
    }
    for source in &call.arguments.positional {
        if let Some(more) = pairs(source)? {
            write(items).extend(more);
        }
    }
    for named in call.arguments.named {
        let k = Value::Text(named.name);
        write(items).insert(key(&k)?, (k, named.value));
    }
    Ok(Value::None)
}

/// `dict.fromkeys(keys, value)`
pub fn from_keys(arguments: Arguments) -> Result<Value> {
    let [keys, value] = arguments.by_place("fromkeys")?.take("fromkeys", ["iterable", "value"], 1)?;
    let Some(keys) = iteration::collect(&keys.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let value = value.unwrap_or(Value::None);
    let mut items = Dictionary::new();
    for k in keys {
        items.insert(key(&k)?, (k, value.clone()));
    }
    Ok(Value::Dictionary(Arc::new(RwLock::new(items))))
}
