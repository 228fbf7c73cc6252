//! What is not known while a study is only checked: looked for in nested values, and spread over them.

use std::collections::BTreeSet;

use super::value::{Value, hold, read, write};

/// Whether a value is unknown or holds something unknown. Deep structures are followed to a limit.
pub fn holds_unknown(value: &Value, depth: usize) -> bool {
    unknown_within(value, depth, &mut Seen::default())
}

/// Objects gone through; kept once there are many, so that one that is held many times over is gone through once.
#[derive(Default)]
struct Seen {
    count: usize,
    addresses: BTreeSet<usize>,
}

impl Seen {
    fn is_new(&mut self, value: &Value) -> bool {
        const MANY: usize = 10_000;
        let Some(address) = value.address() else { return true };
        self.count += 1;
        self.count < MANY || self.addresses.insert(address)
    }
}

fn unknown_within(value: &Value, depth: usize, seen: &mut Seen) -> bool {
    if depth == 0 || !seen.is_new(value) {
        return false;
    }
    let mut any = |v: &Value| unknown_within(v, depth - 1, seen);
    match value {
        Value::Unknown => true,
        Value::List(items) => read(items).iter().any(any),
        Value::Tuple(items) => items.iter().any(any),
        Value::Dictionary(items) => read(items).values().any(|(_, v)| any(v)),
        Value::Factor(factor) => read(&factor.items).values().any(|(_, v)| any(v)),
        Value::Iterator(items) => hold(items).iter().any(any),
        _ => false,
    }
}

/// Makes what a list or a dictionary holds unknown, for all the names that hold it. Deep structures are followed to a
/// limit.
pub fn forget(value: &Value, depth: usize) {
    if depth == 0 {
        return;
    }
    let held: Vec<Value> = match value {
        Value::List(items) => write(items).iter_mut().map(|v| std::mem::replace(v, Value::Unknown)).collect(),
        Value::Dictionary(items) => {
            write(items).values_mut().map(|(_, v)| std::mem::replace(v, Value::Unknown)).collect()
        }
        Value::Factor(factor) => {
            write(&factor.items).values_mut().map(|(_, v)| std::mem::replace(v, Value::Unknown)).collect()
        }
        _ => return,
    };
    for value in held {
        forget(&value, depth - 1);
    }
}
