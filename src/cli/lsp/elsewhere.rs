//! Definitions, references and renames, across the files of a study.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::convert;
use super::state::{Asked, FAILED, Refusal, State};
use super::texts::plain;
use crate::language::{
    Document, Occurrence, Role, group_at, line_of_group, line_of_unit, places, refusal, renamable, units,
};
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
    for (path, document) in server.texts_of(&server.study_of(&asked.path)) {
        if path != asked.path {
            found.push(Other { uri: server.uri(&path), path, document });
        }
    }
    // A file that only an included unit names: the study that includes it need not be open.
    if found.len() == 1 {
        for (path, text) in server.files.with_included(&asked.path) {
            let document = Arc::new(Document::new(&path, text));
            found.push(Other { uri: server.uri(&path), path, document });
        }
    }
    found
}

fn location(uri: &str, document: &Document, span: Span, server: &State) -> Value {
    json!({ "uri": uri, "range": convert::range_of(document, span, server.can.encoding) })
}

/// A whole line of a file that is no text of the language.
fn line_of(server: &State, path: &Path, line: usize) -> Value {
    let start = json!({ "line": line, "character": 0 });
    json!({ "uri": server.uri(path), "range": { "start": start, "end": start } })
}

pub fn definition(server: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    Ok(of_name(server, asked, false).or_else(|| outside(server, asked, false)).unwrap_or(Value::Null))
}

/// The call that first made a concept; the file of a unit.
pub fn type_definition(server: &State, asked: &Asked<'_>) -> Result<Value, Refusal> {
    Ok(of_name(server, asked, true).or_else(|| outside(server, asked, true)).unwrap_or(Value::Null))
}

/// The definition of a name that holds at its place, or the very first one.
fn of_name(server: &State, asked: &Asked<'_>, first: bool) -> Option<Value> {
    let document = asked.document();
    let found = document.names.at(asked.offset)?;
    let own = match first {
        false => document.names.definition(found),
        true => document.names.same(found).find(|other| other.role == Role::Defines),
    };
    if let Some(own) = own {
        return Some(location(&asked.open.uri, document, own.span, server));
    }
    for other in files(server, asked).iter().skip(1) {
        let defines = |o: &&Occurrence| o.name == found.name && o.scope == 0 && o.role == Role::Defines;
        if let Some(own) = other.document.names.occurrences.iter().find(defines) {
            return Some(location(&other.uri, &other.document, own.span, server));
        }
    }
    None
}

/// The line of the profile that binds a unit, or its file; the line of a mesh file that begins a group.
fn outside(server: &State, asked: &Asked<'_>, whole: bool) -> Option<Value> {
    let study = server.study(&asked.path)?;
    let project = study.rehearsal.project.as_ref()?;
    let document = asked.document();
    let here = |span: Span| (span.start as usize..=span.end as usize).contains(&asked.offset);
    if let Some((_, unit)) = units(document).into_iter().find(|(span, _)| here(*span)) {
        let file = project.units.get(&unit)?;
        let profile = project.profile.as_ref().filter(|_| !whole);
        let line = profile.and_then(|profile| {
            let text = server.files.read(profile, profile)?;
            Some(line_of(server, &plain(profile), line_of_unit(&text, unit)?))
        });
        return Some(line.unwrap_or_else(|| line_of(server, &plain(file), 0)));
    }
    let (group, _) = group_at(document, asked.offset)?;
    let beside = project.folder.join(format!("{}.mail", project.name));
    let mut meshes: Vec<&PathBuf> = project.units.values().collect();
    meshes.push(&beside);
    meshes.into_iter().find_map(|mesh| {
        let line = line_of_group(&server.files.read(mesh, &asked.path)?, &group)?;
        Some(line_of(server, &plain(mesh), line))
    })
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
            if declared || !file.document.names.starting_at(span.start).any(defines) {
                locations.push(location(&file.uri, &file.document, span, server));
            }
        }
    }
    Ok(Value::Array(locations))
}

pub fn rename(server: &State, asked: &Asked<'_>, params: &Value) -> Result<Value, Refusal> {
    let refused = |why: String| Refusal(FAILED, why);
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
            let range = convert::range_of(&file.document, span, server.can.encoding);
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
