//! Which values are the same object, the same key of a dictionary.

use std::sync::Arc;

use super::value::{Key, Value};

impl Value {
    /// Whether two names hold the same object.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Logical(a), Value::Logical(b)) => a == b,
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Concept(a), Value::Concept(b)) => a.id == b.id,
            (Value::ExceptionKind(a), Value::ExceptionKind(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a.name == b.name,
            _ => self.address().is_some_and(|a| other.address() == Some(a)),
        }
    }

    pub fn address(&self) -> Option<usize> {
        Some(match self {
            Value::List(x) => Arc::as_ptr(x).addr(),
            Value::Tuple(x) => Arc::as_ptr(x).cast::<()>().addr(),
            Value::Dictionary(x) => Arc::as_ptr(x).addr(),
            Value::Set(x) => Arc::as_ptr(x).addr(),
            Value::Iterator(x) => Arc::as_ptr(x).addr(),
            Value::Array(x) => Arc::as_ptr(x).addr(),
            Value::Function(x) => Arc::as_ptr(x).addr(),
            Value::Module(x) => Arc::as_ptr(x).addr(),
            Value::Exception(x) => Arc::as_ptr(x).addr(),
            Value::File(x) => Arc::as_ptr(x).addr(),
            Value::Factor(x) => Arc::as_ptr(x).addr(),
            Value::Table(x) => Arc::as_ptr(x).addr(),
            Value::Column(x) => Arc::as_ptr(x).addr(),
            Value::New(x) => x.address(),
            _ => return None,
        })
    }

    /// The key of a dictionary or set; `None` when the value may change and cannot be one.
    pub fn key(&self) -> Option<Key> {
        self.key_within(&mut MOST_OF_A_KEY.clone())
    }

    fn key_within(&self, left: &mut usize) -> Option<Key> {
        *left = left.checked_sub(1)?;
        Some(match self {
            Value::None => Key::None,
            Value::Logical(b) => Key::Integer(i64::from(*b)),
            Value::Integer(i) => Key::Integer(*i),
            Value::Real(x) => real_key(*x),
            Value::Complex(z) if z.im == 0.0 => real_key(z.re),
            Value::Complex(z) => Key::Complex(z.re.to_bits(), z.im.to_bits()),
            Value::Text(t) => Key::Text(t.clone()),
            Value::Tuple(items) => Key::Tuple(items.iter().map(|v| v.key_within(left)).collect::<Option<_>>()?),
            Value::Concept(handle) => Key::Concept(handle.id),
            Value::Command(name) => Key::Text(format!("command {name}").into()),
            Value::Builtin(b) => Key::Text(format!("builtin {}", b.name).into()),
            Value::ExceptionKind(kind) => Key::Text(format!("kind {kind}").into()),
            Value::Function(_) | Value::Module(_) | Value::File(_) | Value::Exception(_) => {
                Key::Object(self.address()?)
            }
            _ => return None,
        })
    }
}

/// Items of nested tuples that make one key.
const MOST_OF_A_KEY: usize = 1_000_000;

fn real_key(x: f64) -> Key {
    // 2^63 is the first real no i64 holds.
    if x.fract() == 0.0 && (-9.223372036854775808e18..9.223372036854775808e18).contains(&x) {
        Key::Integer(x as i64)
    } else {
        Key::Real(x.to_bits())
    }
}
