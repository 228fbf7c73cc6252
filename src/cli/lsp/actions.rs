//! Code actions: the fixes of the diagnostics at a place, and all sure ones at once.

use serde_json::{Value, json};

use super::convert;
use super::state::{Refusal, State};
use super::texts::plain;
use crate::diag::Fix;
use crate::source::SourceMap;

pub fn actions(server: &State, params: &Value) -> Result<Value, Refusal> {
    let (path, open) = server.text(params)?;
    let document = &open.document;
    let wanted = |kind: &str| {
        let only = params["context"]["only"].as_array();
        only.is_none_or(|only| only.iter().filter_map(Value::as_str).any(|asked| kind.starts_with(asked)))
    };
    let Some(study) = server.studies.get(&server.study_of(&path)) else { return Ok(json!([])) };
    let sources = &study.rehearsal.sources;
    let file = sources.iter().find(|(_, file)| file.path.as_deref().map(plain).as_ref() == Some(&path));
    // What was found in another text has no place in this one.
    let Some((id, _)) = file.filter(|(_, file)| file.text == document.text()) else { return Ok(json!([])) };
    let at = |end: &str| document.offset(convert::position_of(&params["range"][end]), server.encoding);
    let (start, end) = (at("start"), at("end"));
    let mut found = Vec::new();
    let mut sure = Vec::new();
    for diagnostic in study.rehearsal.diagnostics.iter().filter(|d| d.span.is_some_and(|span| span.file == id)) {
        for fix in diagnostic.placed_fixes(sources) {
            let touched = diagnostic.span.is_some_and(|s| s.start as usize <= end && start <= s.end as usize);
            if touched && wanted("quickfix") {
                found.push(json!({
                    "title": fix.title,
                    "kind": "quickfix",
                    "isPreferred": fix.preferred,
                    "diagnostics": [convert::diagnostic(diagnostic, sources, &document.source, server.encoding)],
                    "edit": edit(&[&fix], sources, server),
                }));
            }
            sure.extend(Some(fix).filter(|fix| fix.sure));
        }
    }
    if !sure.is_empty() && wanted("source.fixAll") {
        let all: Vec<&Fix> = sure.iter().collect();
        let edit = edit(&all, sources, server);
        found.push(json!({ "title": "apply all sure fixes", "kind": "source.fixAll", "edit": edit }));
    }
    Ok(Value::Array(found))
}

fn edit(fixes: &[&Fix], sources: &SourceMap, server: &State) -> Value {
    let mut changes = serde_json::Map::new();
    for (span, text) in fixes.iter().flat_map(|fix| &fix.edits) {
        let Some(file) = sources.get(span.file) else { continue };
        let Some(path) = file.path.as_deref().map(plain) else { continue };
        let uri = server.open.get(&path).map_or_else(|| convert::uri_of(&path), |open| open.uri.clone());
        let range = convert::range(file, span.start as usize, span.end as usize, server.encoding);
        let list = changes.entry(uri).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(json!({ "range": range, "newText": text }));
        }
    }
    json!({ "changes": changes })
}
