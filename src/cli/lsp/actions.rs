//! Code actions: fixes of the diagnostics at a place, all sure ones at once, today's forms, changes that an author asks for.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::edits::{Range, of_change};
use super::state::{Open, Refusal, State, Study};
use super::texts::{Texts, plain};
use super::{convert, marks};
use crate::cli::sandbox;
use crate::diag::Fix;
use crate::former::upgrade::upgrade;
use crate::language::{Change, Document, add_mandatory, extract};
use crate::source::{FileId, SourceFile, SourceMap};
use crate::study::{Options, StudyPlaces};
use crate::syntax::decode;

pub fn actions(server: &State, params: &Value) -> Result<Value, Refusal> {
    let (path, open) = server.text(params)?;
    let wanted = |kind: &str| {
        let only = params["context"]["only"].as_array();
        only.is_none_or(|only| only.iter().filter_map(Value::as_str).any(|asked| kind.starts_with(asked)))
    };
    let asked = Range::of(&params["range"]);
    let mut found = Vec::new();
    if let Some(study) = server.study(&path) {
        let file =
            study.rehearsal.sources.iter().find(|(_, file)| file.path.as_deref().map(plain).as_ref() == Some(&path));
        // What was found in another text has no place in this one.
        if let Some((id, file)) = file.filter(|(_, file)| file.text == decode(open.document.text().as_bytes())) {
            fixes(server, study, (id, file), open, asked, &wanted, &mut found);
            let touched = |span| asked.touches(&server.reading(&path).range(file, span));
            let forms = study.rehearsal.forms.iter().filter(|form| form.span.file == id);
            let is_near = forms.clone().any(|form| touched(form.span)) && wanted("quickfix");
            // Today's forms take a check of their own: they are looked for where somebody asks.
            let is_asked = params["context"]["only"].is_array() && wanted("source.organize");
            if forms.count() > 0 && (is_near || is_asked) {
                found.extend(todays(server, study, open, asked, is_asked));
            }
        }
    }
    if wanted("quickfix") {
        found.extend(marks::write_found(server, &path, open, asked));
        let at = open.document.offset(convert::position_of(&params["range"]["start"]), server.can.encoding);
        let change = add_mandatory(&open.document, at, &server.names(&path));
        found.extend(change.map(|change| of_change(&change, "quickfix", open, server)));
    }
    if wanted("refactor.extract") {
        let at = open.document.offset(convert::position_of(&params["range"]["start"]), server.can.encoding);
        found.extend(extract(&open.document, at).map(|change| of_change(&change, "refactor.extract", open, server)));
    }
    Ok(Value::Array(found))
}

fn fixes(
    server: &State,
    study: &Study,
    (id, file): (FileId, &SourceFile),
    open: &Open,
    asked: Range,
    wanted: &dyn Fn(&str) -> bool,
    found: &mut Vec<Value>,
) {
    let sources = &study.rehearsal.sources;
    let path = file.path.as_deref().map(plain).unwrap_or_default();
    let reading = server.reading(&path);
    let mut sure = Vec::new();
    let mut codes: Vec<&str> = Vec::new();
    for diagnostic in study.rehearsal.diagnostics.iter().filter(|d| d.span.is_some_and(|span| span.file == id)) {
        let is_near = diagnostic.span.is_some_and(|span| asked.touches(&reading.range(file, span)));
        let json = || convert::diagnostic(diagnostic, sources, file, reading);
        for fix in diagnostic.placed_fixes(sources) {
            if is_near && wanted("quickfix") {
                found.push(json!({
                    "title": fix.title,
                    "kind": "quickfix",
                    "isPreferred": fix.preferred,
                    "diagnostics": [json()],
                    "edit": edit(&[&fix], sources, server),
                }));
            }
            sure.extend(Some(fix).filter(|fix| fix.sure));
        }
        if is_near && wanted("quickfix") && !codes.contains(&diagnostic.code) {
            codes.push(diagnostic.code);
        }
    }
    if !sure.is_empty() && wanted("source.fixAll") {
        let all: Vec<&Fix> = sure.iter().collect();
        let edit = edit(&all, sources, server);
        found.push(json!({ "title": "apply all sure fixes", "kind": "source.fixAll", "edit": edit }));
    }
    for code in codes {
        let title = format!("explain {code}");
        let command = json!({ "title": title, "command": "stickslip.explain", "arguments": [code] });
        found.push(json!({ "title": title, "kind": "quickfix", "command": command }));
    }
    let _ = open;
}

fn edit(fixes: &[&Fix], sources: &SourceMap, server: &State) -> Value {
    let mut changes = Map::new();
    // Several fixes may have a part in common.
    let mut met = BTreeSet::new();
    for (span, text) in fixes.iter().flat_map(|fix| &fix.edits).filter(|edit| met.insert(*edit)) {
        let Some(file) = sources.get(span.file) else { continue };
        let Some(path) = file.path.as_deref().map(plain) else { continue };
        let list = changes.entry(server.uri(&path)).or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.push(json!({ "range": server.reading(&path).range(file, *span), "newText": text }));
        }
    }
    json!({ "changes": changes })
}

/// The statement at a place, or the whole text, in today's syntax.
fn todays(server: &State, study: &Study, open: &Open, asked: Range, whole: bool) -> Vec<Value> {
    let Some(project) = &study.rehearsal.project else { return Vec::new() };
    let document = &open.document;
    let path = document.source.path.clone().unwrap_or_default();
    let texts = server.open.iter().map(|(path, open)| (path.clone(), open.document.text().into())).collect();
    let texts = Texts::new(&*server.files.disk, texts, Default::default());
    let world = sandbox::of_study(&path, None, &[], &texts);
    let places = StudyPlaces::of(project, &Options::default(), &world);
    let new = upgrade(&document.source.name, document.text(), &places);
    if new.text == document.text() {
        return Vec::new();
    }
    if whole {
        let change = Change {
            title: "write this text in today's syntax".to_string(),
            edits: vec![(0..document.text().len(), new.text)],
        };
        return vec![of_change(&change, "source.organize", open, server)];
    }
    // What holds together is not written for one call alone.
    if !new.joint.is_empty() {
        return Vec::new();
    }
    let new = Document::new(&path, new.text);
    let (before, after) = (&document.parsed().statements, &new.parsed().statements);
    let near = before.iter().zip(after).filter(|(old, _)| {
        before.len() == after.len() && asked.touches(&convert::range_of(document, old.span, server.can.encoding))
    });
    near.filter_map(|(old, now)| {
        let text = new.text().get(now.span.range())?;
        let changed = document.text().get(old.span.range())? != text;
        let change =
            Change { title: "write this call in today's forms".into(), edits: vec![(old.span.range(), text.into())] };
        changed.then(|| of_change(&change, "quickfix", open, server))
    })
    .collect()
}
