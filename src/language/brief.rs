//! A value in a few words.

use crate::python::{Value, read, represent};

/// A value in a few words, as a debugger shows it; of long ones the beginning and the number of items.
pub fn brief(value: &Value) -> String {
    let mut text = String::new();
    begin(value, &mut text);
    if let Some((end, _)) = text.char_indices().nth(BRIEF) {
        text.truncate(end);
        text.push_str(" ...");
    }
    let n = match value {
        Value::List(items) => read(items).len(),
        Value::Tuple(items) => items.len(),
        Value::Dictionary(items) => read(items).len(),
        Value::Array(array) => read(array).len(),
        Value::Table(table) => {
            let table = read(table);
            return format!("{} rows, {} columns", table.rows.len(), table.columns.len());
        }
        _ => 0,
    };
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.ends_with(" ...") && n > 0 { format!("{text} ({n} items)") } else { text }
}

/// Letters of a value that are shown.
const BRIEF: usize = 80;

/// Writes the beginning of a value, and no more of a long one than is shown.
fn begin(value: &Value, out: &mut String) {
    let mut all = |open: &str, items: &[Value], close: &str| {
        out.push_str(open);
        for (rank, item) in items.iter().enumerate() {
            if out.len() > BRIEF {
                return;
            }
            out.push_str(if rank == 0 { "" } else { ", " });
            begin(item, out);
        }
        out.push_str(close);
    };
    match value {
        Value::List(items) => all("[", &read(items), "]"),
        Value::Tuple(items) => all("(", items, if items.len() == 1 { ",)" } else { ")" }),
        Value::Unknown => out.push_str("known after a run"),
        other => out.push_str(&represent(other)),
    }
}
