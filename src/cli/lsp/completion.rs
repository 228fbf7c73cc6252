//! Completion: what the language service offers, with the range that each item replaces.

use serde_json::{Value, json};

use super::convert;
use super::state::{Asked, State};
use crate::language::{Word, call_at, complete, frame, statement, topic};

pub fn items(server: &State, asked: &Asked<'_>, params: &Value) -> Value {
    let before = &asked.document().text()[..asked.offset];
    // A blank asks for keywords behind a comma, for modules behind `from` and `import`, and for nothing elsewhere.
    let asks = before.trim_end().ends_with(',') || before.ends_with("from ") || before.ends_with("import ");
    if params["context"]["triggerCharacter"] == " " && !asks {
        return json!({ "isIncomplete": false, "items": [] });
    }
    let names = server.names(&asked.path);
    let text = statement(before);
    let (start, mut words) = complete(text, &names);
    words.splice(..0, frame(asked.document().text()));
    let start = asked.offset - text.len() + start;
    let range = convert::range(&asked.document().source, start, asked.offset, server.can.encoding);
    let in_quotes = asked.document().text()[..start].ends_with(['\'', '"']);
    let call = call_at(text);
    let item = |(rank, word): (usize, &Word)| {
        let plain = word.text.trim_end_matches(['=', '(']).trim_matches(['\'', '"']);
        let kind = match () {
            () if word.text.ends_with('=') => 10,
            () if word.text.starts_with(['\'', '"']) || in_quotes => 20,
            () if word.text.ends_with('(') => 3,
            () if word.text.ends_with(')') => 15,
            () => 6,
        };
        let mut item = json!({
            "label": plain,
            "kind": kind,
            "filterText": plain,
            "sortText": format!("{rank:05}"),
            "textEdit": { "range": range, "newText": word.text },
        });
        if let Some(snippet) = word.snippet.as_ref().filter(|_| server.can.snippets) {
            item["textEdit"]["newText"] = snippet.clone().into();
            item["insertTextFormat"] = 2.into();
        }
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
