//! `_F(...)`: a dictionary that knows where its keywords were written.

use std::sync::{Arc, RwLock};

use super::value::{Factor, Key, Keyword, Value, read};
use crate::source::Span;

impl Factor {
    pub fn new(arguments: Vec<Keyword>, span: Span) -> Self {
        let item = |k: &Keyword| (Key::Text(k.name.clone()), (Value::Text(k.name.clone()), k.value.clone()));
        let items = Arc::new(RwLock::new(arguments.iter().map(item).collect()));
        let places = arguments.into_iter().map(|k| Keyword { value: Value::None, ..k }).collect();
        Factor { items, places, span }
    }

    /// Another with the same items and places, whose items change for themselves.
    pub fn copy(&self) -> Self {
        let items = Arc::new(RwLock::new(read(&self.items).clone()));
        Factor { items, places: self.places.clone(), span: self.span }
    }

    /// Its keywords as they are now; none when a key is no name.
    pub fn arguments(&self) -> Option<Vec<Keyword>> {
        let keyword = |(key, value): &(Value, Value)| {
            let Value::Text(name) = key else { return None };
            let value = value.clone();
            Some(match self.places.iter().find(|place| place.name == *name) {
                Some(place) => Keyword { value, ..place.clone() },
                None => {
                    Keyword { name: name.clone(), span: self.span, value, value_span: self.span, items: Vec::new() }
                }
            })
        };
        read(&self.items).values().map(keyword).collect()
    }
}
