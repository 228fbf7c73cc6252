//! Concepts asked for with `CO("name")`: once a call has made one, it stands for what was made, wherever it is kept.

use super::value::{Asked, Keyword, Value, read};

impl Value {
    /// What a concept that was asked for has become; any other value as it is.
    pub fn settled(self) -> Value {
        match &self {
            Value::New(asked) => asked.made().unwrap_or(self),
            _ => self,
        }
    }
}

/// The concepts that the keywords of a call ask for, in their order.
pub fn asked_in(arguments: &[Keyword]) -> Vec<Asked> {
    fn look(value: &Value, depth: usize, out: &mut Vec<Asked>) {
        match value {
            _ if depth == 0 => {}
            Value::New(asked) => out.push(asked.clone()),
            Value::Factor(factor) => read(&factor.items).values().for_each(|(_, v)| look(v, depth - 1, out)),
            Value::Tuple(items) => items.iter().for_each(|v| look(v, depth - 1, out)),
            Value::List(items) => read(items).iter().for_each(|v| look(v, depth - 1, out)),
            Value::Dictionary(items) => read(items).values().for_each(|(_, v)| look(v, depth - 1, out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    arguments.iter().for_each(|k| look(&k.value, 10, &mut out));
    out
}
