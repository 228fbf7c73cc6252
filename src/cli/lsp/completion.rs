//! Completion: what the language service offers, with the range that each item replaces.

use serde_json::{Value, json};

use super::convert;
use super::state::{Asked, State};
use crate::catalogue::command;
use crate::language::{Word, call_at, complete, topic};

/// The end of a text, from the last line on that surely begins a statement: what stands above may have brackets that are
/// not closed.
pub fn statement(before: &str) -> &str {
    let begins = |at: &usize| {
        let line = before[*at..].split('\n').next().unwrap_or("");
        let called = line.split_once('=').map_or(line, |(_, right)| right);
        [line, called].into_iter().any(|text| {
            let name = text.trim_start().split('(').next().unwrap_or("");
            line.starts_with(char::is_alphabetic) && text.contains('(') && command(name).is_some()
        })
    };
    let starts = before.match_indices('\n').map(|(at, _)| at + 1).chain([0]);
    let last = starts.filter(begins).max();
    last.map_or(before, |at| &before[at..])
}

pub fn items(server: &State, asked: &Asked<'_>) -> Value {
    let names = server.names(&asked.path);
    let before = &asked.document().text()[..asked.offset];
    let text = statement(before);
    let (start, words) = complete(text, &names);
    let start = asked.offset - text.len() + start;
    let range = convert::range(&asked.document().source, start, asked.offset, server.encoding);
    let call = call_at(text);
    let item = |(rank, word): (usize, &Word)| {
        let plain = word.text.trim_end_matches(['=', '(']).trim_matches(['\'', '"']);
        let kind = match () {
            () if word.text.ends_with('=') => 10,
            () if word.text.starts_with(['\'', '"']) => 20,
            () if word.text.ends_with('(') => 3,
            () => 6,
        };
        let mut item = json!({
            "label": plain,
            "kind": kind,
            "filterText": plain,
            "sortText": format!("{rank:05}"),
            "textEdit": { "range": range, "newText": word.text },
        });
        if !word.gloss.is_empty() {
            item["detail"] = word.gloss.clone().into();
        }
        let page = match (kind, &call) {
            (10, Some((operator, None))) => Some(format!("{operator}.{plain}")),
            (10, Some((operator, Some(factor)))) => Some(format!("{operator}.{factor}.{plain}")),
            (3, _) => Some(plain.to_string()),
            _ => None,
        };
        if let Some(page) = page {
            item["data"] = page.into();
        }
        item
    };
    let items: Vec<Value> = words.iter().enumerate().map(item).collect();
    json!({ "isIncomplete": false, "items": items })
}

/// An item with the manual entry of what it offers.
pub fn resolved(item: &Value) -> Value {
    let mut item = item.clone();
    if let Some(text) = item["data"].as_str().and_then(topic) {
        item["documentation"] = json!({ "kind": "markdown", "value": text });
    }
    item
}
