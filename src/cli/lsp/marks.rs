//! What stands beside the text: lenses above the beginning and the assertions, hints behind numbers.

use std::path::Path;

use serde_json::{Value, json};

use super::convert;
use super::edits::{Range, of_change};
use super::state::{Open, Refusal, State};
use super::texts::is_profile;
use crate::language::{Change, Document, Mark, beginning, hints};

/// The verdicts of a text, at their places in it.
pub fn verdicts(server: &State, path: &Path, document: &Document) -> Vec<Mark> {
    let study = server.study_of(path);
    let Some(results) = server.studies.get(&study).and_then(|study| study.results.as_ref()) else { return Vec::new() };
    let texts = server.texts_of(&study);
    let all: Vec<&Document> = texts.iter().map(|(_, document)| &**document).collect();
    results.marks(document, &all)
}

pub fn lenses(server: &State, params: &Value) -> Result<Value, Refusal> {
    let (path, open) = server.text(params)?;
    if is_profile(&path) {
        return Ok(json!([]));
    }
    let document = &open.document;
    let lens = |span: crate::source::Span, title: String, command: &str, arguments: Value| {
        let command = json!({ "title": title, "command": command, "arguments": arguments });
        json!({ "range": convert::range_of(document, span, server.can.encoding), "command": command })
    };
    let mut found = Vec::new();
    let study = server.study(&path);
    let first = study.and_then(|study| study.rehearsal.project.as_ref()).and_then(|project| project.commands.first());
    let begins = first.is_none_or(|first| super::texts::plain(first) == path);
    if let Some(span) = beginning(document).filter(|_| begins) {
        let uri = json!([open.uri]);
        match study.and_then(|study| study.run.as_ref()) {
            Some(run) => found.push(lens(span, format!("stop ({})", run.state()), "stickslip.stop", uri)),
            None => {
                found.push(lens(span, "run".into(), "stickslip.run", uri.clone()));
                if server.can.asks {
                    found.push(lens(span, "run with ...".into(), "stickslip.runWith", uri.clone()));
                }
                found.push(lens(span, "graph".into(), "stickslip.graph", uri.clone()));
                if study.is_some_and(|study| !study.charts.is_empty()) {
                    found.push(lens(span, "charts".into(), "stickslip.chart", uri));
                }
            }
        }
    }
    for mark in verdicts(server, &path, document) {
        let line = document.position(mark.span.start as usize, server.can.encoding).line;
        let asked = json!([{ "uri": open.uri, "line": line }]);
        found.push(lens(mark.span, mark.title, "stickslip.explain", asked));
    }
    Ok(Value::Array(found))
}

pub fn inlay_hints(server: &State, params: &Value) -> Result<Value, Refusal> {
    let (path, open) = server.text(params)?;
    let document = &open.document;
    let asked = Range::of(&params["range"]);
    let wanted = server.can.hints;
    let mut found: Vec<(usize, String, &str)> = Vec::new();
    if wanted.found {
        for mark in verdicts(server, &path, document).into_iter().filter(|mark| !mark.stale) {
            let hint =
                |(span, value): (crate::source::Span, String)| (span.end as usize, format!("found {value}"), FOUND);
            found.extend(mark.found.into_iter().map(hint));
        }
    }
    let meant = hints(document, &server.names(&path), wanted);
    found.extend(meant.into_iter().map(|hint| (hint.at, hint.label, hint.tooltip)));
    found.sort();
    let hint = |(at, label, tooltip): (usize, String, &str)| {
        let at = convert::range(&document.source, at, at, server.can.encoding);
        let hint = json!({ "position": at["start"], "label": label, "tooltip": tooltip, "paddingLeft": true });
        asked.touches(&at).then_some(hint)
    };
    Ok(found.into_iter().filter_map(hint).collect())
}

const FOUND: &str = "value found by the last run";

/// An action that writes what a run found as the value of a non-regression test.
pub fn write_found(server: &State, path: &Path, open: &Open, asked: Range) -> Vec<Value> {
    let document = &open.document;
    let mut found = Vec::new();
    for mark in verdicts(server, path, document).into_iter().filter(|mark| !mark.stale && mark.passed != Some(true)) {
        for (span, value) in mark.found {
            let near = asked.touches(&convert::range_of(document, span, server.can.encoding));
            let keyword = document.text()[..span.start as usize].trim_end().trim_end_matches('=').trim_end();
            if near && keyword.ends_with("VALE_CALC") {
                let title = format!("write the found value as VALE_CALC: {value}");
                let change = Change { title, edits: vec![(span.range(), value)] };
                found.push(of_change(&change, "quickfix", open, server));
            }
        }
    }
    found
}
