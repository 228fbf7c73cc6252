//! What the variables of a study were at some moment, lists and other things that change included, so that an
//! input that fails half-way leaves nothing behind.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use indexmap::IndexMap;

use super::value::{Array, Asked, Data, Dictionary, Key, Scope, Shared, TableView, Value, hold, read, write};

pub struct Snapshot {
    names: Vec<(Arc<str>, Value)>,
    contents: Vec<Content>,
}

/// An object that can change, and what it held.
enum Content {
    List(Shared<Vec<Value>>, Vec<Value>),
    Dictionary(Shared<Dictionary>, Dictionary),
    Set(Shared<IndexMap<Key, Value>>, IndexMap<Key, Value>),
    Array(Shared<Array>, Array, Arc<Data>),
    Table(Shared<TableView>, TableView),
    Iterator(Arc<Mutex<Vec<Value>>>, Vec<Value>),
    Asked(Asked, Option<Value>),
}

impl Snapshot {
    /// The names of a module and all that can be reached from them through containers.
    pub fn of(scope: &Arc<Scope>) -> Self {
        let names = scope.entries();
        let mut contents = Vec::new();
        let mut seen = BTreeSet::new();
        let mut left: Vec<Value> = names.iter().map(|(_, value)| value.clone()).collect();
        while let Some(value) = left.pop() {
            if value.address().is_none_or(|address| !seen.insert(address)) {
                continue;
            }
            match &value {
                Value::List(items) => {
                    let held = read(items).clone();
                    left.extend(held.iter().cloned());
                    contents.push(Content::List(items.clone(), held));
                }
                Value::Tuple(items) => left.extend(items.iter().cloned()),
                Value::Dictionary(items) => {
                    let held = read(items).clone();
                    left.extend(held.values().map(|(_, item)| item.clone()));
                    contents.push(Content::Dictionary(items.clone(), held));
                }
                Value::Factor(factor) => {
                    let held = read(&factor.items).clone();
                    left.extend(held.values().map(|(_, item)| item.clone()));
                    contents.push(Content::Dictionary(factor.items.clone(), held));
                }
                Value::Set(items) => contents.push(Content::Set(items.clone(), read(items).clone())),
                Value::Array(array) => {
                    let held = read(array).clone();
                    let data = held.data();
                    contents.push(Content::Array(array.clone(), held, data));
                }
                Value::Table(table) => contents.push(Content::Table(table.clone(), read(table).clone())),
                Value::New(asked) => contents.push(Content::Asked(asked.clone(), asked.made())),
                Value::Iterator(items) => contents.push(Content::Iterator(items.clone(), hold(items).clone())),
                Value::Module(module) => {
                    left.extend(module.scope.entries().into_iter().map(|(_, value)| value));
                }
                _ => {}
            }
        }
        Snapshot { names, contents }
    }

    /// Whether all variables are what they were, except one.
    pub fn is_still(&self, scope: &Scope, except: &str) -> bool {
        let now = scope.entries();
        let kept = |names: &[(Arc<str>, Value)]| names.iter().filter(|(name, _)| **name != *except).count();
        let was = |name: &str| self.names.iter().find(|(known, _)| **known == *name).map(|(_, value)| value);
        let same =
            |(name, value): &(Arc<str>, Value)| **name == *except || was(name).is_some_and(|was| is_one(was, value));
        kept(&now) == kept(&self.names) && now.iter().all(same) && self.contents.iter().all(Content::is_still)
    }

    /// Puts everything back.
    pub fn restore(self, scope: &Scope) {
        for content in self.contents {
            match content {
                Content::List(object, held) => *write(&object) = held,
                Content::Dictionary(object, held) => *write(&object) = held,
                Content::Set(object, held) => *write(&object) = held,
                Content::Array(object, held, data) => {
                    held.put_back(data);
                    *write(&object) = held;
                }
                Content::Table(object, held) => *write(&object) = held,
                Content::Iterator(object, held) => *hold(&object) = held,
                Content::Asked(object, made) => object.set_made(made),
            }
        }
        scope.replace(self.names);
    }
}

impl Content {
    /// Whether the object holds what it held.
    fn is_still(&self) -> bool {
        match self {
            Content::List(object, held) => are_one(&read(object), held),
            Content::Dictionary(object, held) => {
                let now = read(object);
                let same = |(a, b): (&(Value, Value), &(Value, Value))| is_one(&a.0, &b.0) && is_one(&a.1, &b.1);
                now.len() == held.len() && now.keys().eq(held.keys()) && now.values().zip(held.values()).all(same)
            }
            Content::Set(object, held) => read(object).keys().eq(held.keys()),
            Content::Array(object, held, data) => {
                let now = read(object);
                let window = |array: &Array| (array.offset, array.shape.clone(), array.strides);
                Arc::ptr_eq(&now.cell, &held.cell) && window(&now) == window(held) && Arc::ptr_eq(&now.data(), data)
            }
            Content::Table(object, held) => {
                let now = read(object);
                let rows = || now.rows.iter().zip(&held.rows).all(|(a, b)| are_one(a, b));
                let columns =
                    |table: &TableView| table.columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
                (now.rows.len(), &now.title) == (held.rows.len(), &held.title)
                    && columns(&now) == columns(held)
                    && rows()
            }
            Content::Iterator(object, held) => hold(object).len() == held.len(),
            Content::Asked(object, held) => match (object.made(), held) {
                (None, None) => true,
                (Some(now), Some(held)) => is_one(&now, held),
                _ => false,
            },
        }
    }
}

fn are_one(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_one(a, b))
}

/// Whether a name that held one value and now holds the other was not given anything new.
fn is_one(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
        (Value::Complex(a), Value::Complex(b)) => a.re.to_bits() == b.re.to_bits() && a.im.to_bits() == b.im.to_bits(),
        (Value::Range(a), Value::Range(b)) => a == b,
        (Value::New(a), Value::New(b)) => a.name == b.name,
        (Value::Nothing(a), Value::Nothing(b)) | (Value::Command(a), Value::Command(b)) => a == b,
        (Value::Method(a), Value::Method(b)) => Arc::ptr_eq(a, b),
        (Value::Slice(a), Value::Slice(b)) => Arc::ptr_eq(a, b),
        (Value::Unknown, Value::Unknown) => true,
        _ => a.is_same(b),
    }
}
