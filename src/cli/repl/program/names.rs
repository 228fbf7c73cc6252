//! The names of a session: those that a study gave, with their types.

use serde_json::{Value as Json, json};

use crate::answers::kind;
use crate::api::Session;
use crate::language::{brief, is_own, sizes};
use crate::python::Value;

/// Names and values, without those that the language gives.
pub fn own(session: &Session<'_>) -> Vec<(String, Value)> {
    let names = session.values().into_iter().filter(|(name, value)| is_own(name, value));
    names.map(|(name, value)| (name.to_string(), value)).collect()
}

/// The value of a name, `_` included.
pub fn find(session: &Session<'_>, name: &str) -> Option<Value> {
    session.values().into_iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
}

/// Each name with its type.
pub fn listed(session: &Session<'_>) -> Json {
    own(session).iter().map(|(name, value)| json!([name, kind(value)])).collect()
}

/// Each name with its type and its size.
pub fn described(session: &Session<'_>) -> Json {
    let size = |value: &Value| match value {
        Value::Concept(handle) => handle.get().map_or("not computed".to_string(), sizes),
        other => brief(other),
    };
    own(session).iter().map(|(name, value)| json!([name, kind(value), size(value)])).collect()
}
