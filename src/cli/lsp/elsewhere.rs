//! Definitions, references and renames, across the files of a study.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::convert;
use super::state::{Asked, Refusal, State};
use super::texts::plain;
use crate::language::{Document, Occurrence, Role, places, refusal, renamable};
use crate::source::Span;

/// A file of the study: open, or read by the last check.
struct Other {
    path: PathBuf,
    uri: String,
    document: Arc<Document>,
}

/// The files of the study that a text belongs to, itself first.
fn files(server: &State, asked: &Asked<'_>) -> Vec<Other> {
    let own = asked.open.document.clone();
    let mut found = vec![Other { path: asked.path.clone(), uri: asked.open.uri.clone(), document: own }];
    let Some(study) = server.studies.get(&server.study_of(&asked.path)) else { return found };
    for (_, file) in study.rehearsal.sources.iter() {
        let Some(path) = file.path.as_deref().map(plain) else { continue };
        if found.iter().any(|other| other.path == path) {
            continue;
        }
        let (uri, document) = match server.open.get(&path) {
            Some(open) => (open.uri.clone(), open.document.clone()),
            None => (convert::uri_of(&path), Arc::new(Document::new(&path, file.text.clone()))),
        };
        found.push(Other { path, uri, document });
    }
    found
}

fn location(uri: &str, document: &Document, span: Span, server: &State) -> Value {
    json!({ "uri": uri, "range": convert::range_of(document, span, server.encoding) })
}

pub fn definition(server: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    let document = asked.document();
    let Some(found) = document.names.at(asked.offset) else { return Ok(Value::Null) };
    if let Some(own) = document.names.definition(found) {
        return Ok(location(&asked.open.uri, document, own.span, server));
    }
    for other in files(server, asked).iter().skip(1) {
        let defines = |o: &&Occurrence| o.name == found.name && o.scope == 0 && o.role == Role::Defines;
        if let Some(own) = other.document.names.occurrences.iter().find(defines) {
            return Ok(location(&other.uri, &other.document, own.span, server));
        }
    }
    Ok(Value::Null)
}

/// Places of a name in all files of the study: uri, document, spans.
fn everywhere(server: &State, asked: &Asked<'_>, found: &Occurrence) -> Vec<(Other, Vec<Span>)> {
    let mut all = Vec::new();
    for (rank, file) in files(server, asked).into_iter().enumerate() {
        let spans = match rank {
            0 => places(&file.document, &found.name, Some(found)),
            // A name of a function stays in its file.
            _ if found.scope != 0 => Vec::new(),
            _ => places(&file.document, &found.name, None),
        };
        if !spans.is_empty() {
            all.push((file, spans));
        }
    }
    all
}

pub fn references(server: &State, asked: &Asked<'_>, params: &Value) -> Result<Value, Refusal> {
    let document = asked.document();
    let Some(found) = document.names.at(asked.offset) else { return Ok(json!([])) };
    let declared = params["context"]["includeDeclaration"].as_bool().unwrap_or(true);
    let mut locations = Vec::new();
    for (file, spans) in everywhere(server, asked, found) {
        for span in spans {
            let defines = |o: &Occurrence| o.span == span && o.role == Role::Defines;
            if declared || !file.document.names.occurrences.iter().any(defines) {
                locations.push(location(&file.uri, &file.document, span, server));
            }
        }
    }
    Ok(Value::Array(locations))
}

pub fn rename(server: &State, asked: &Asked<'_>, params: &Value) -> Result<Value, Refusal> {
    let refused = |why: String| Refusal(-32803, why);
    let document = asked.document();
    let found = renamable(document, asked.offset).map_err(refused)?;
    let new = params["newName"].as_str().unwrap_or("");
    let files = everywhere(server, asked, found);
    for (file, _) in &files {
        if let Some(why) = refusal(&file.document, new) {
            return Err(refused(format!("{}{why}", beside(&file.path, &asked.path))));
        }
    }
    let mut changes = Map::new();
    for (file, spans) in files {
        let edit = |span: Span| {
            let range = convert::range_of(&file.document, span, server.encoding);
            json!({ "range": range, "newText": new })
        };
        changes.insert(file.uri.clone(), spans.into_iter().map(edit).collect());
    }
    Ok(json!({ "changes": changes }))
}

/// The name of another file, before a sentence about it.
fn beside(file: &Path, own: &Path) -> String {
    if file == own {
        return String::new();
    }
    format!("{}: ", file.file_name().unwrap_or_default().to_string_lossy())
}
