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
