//! Ranges that a client asks about, and changes of one text as it takes them.

use serde_json::{Value, json};

use super::convert;
use super::state::{Open, State};
use crate::language::Change;

/// A range that a client asks about, in lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    start: (u64, u64),
    end: (u64, u64),
}

impl Range {
    pub fn of(json: &Value) -> Range {
        let place = |end: &str| {
            let number = |name: &str| json[end][name].as_u64().unwrap_or(0);
            (number("line"), number("character"))
        };
        Range { start: place("start"), end: place("end") }
    }

    pub fn touches(self, json: &Value) -> bool {
        let other = Range::of(json);
        self.start <= other.end && other.start <= self.end
    }
}

/// The action of a change of one text.
pub fn of_change(change: &Change, kind: &str, open: &Open, server: &State) -> Value {
    let source = &open.document.source;
    let edit = |(range, text): &(std::ops::Range<usize>, String)| {
        let range = convert::range(source, range.start, range.end, server.can.encoding);
        json!({ "range": range, "newText": text })
    };
    let edits: Vec<Value> = change.edits.iter().map(edit).collect();
    json!({ "title": change.title, "kind": kind, "edit": { "changes": { open.uri.clone(): edits } } })
}
