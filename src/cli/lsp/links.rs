//! Links: files that a profile names, files of the units of a study, pictures that it wrote.

use std::path::Path;

use serde_json::{Value, json};

use super::convert;
use super::state::{Refusal, State};
use super::texts::{is_profile, plain};
use crate::language::{files_of_profile, named_files, units};

pub fn links(server: &State, params: &Value) -> Result<Value, Refusal> {
    let (path, open) = server.text(params)?;
    let source = &open.document.source;
    let folder = path.parent().unwrap_or(Path::new(""));
    let link = |range: std::ops::Range<usize>, file: &Path, tooltip: String| {
        let range = convert::range(source, range.start, range.end, server.can.encoding);
        json!({ "range": range, "target": convert::uri_of(&plain(file)), "tooltip": tooltip })
    };
    let mut found = Vec::new();
    if is_profile(&path) {
        for (range, name) in files_of_profile(open.document.text()) {
            found.push(link(range, &folder.join(&name), name));
        }
        return Ok(Value::Array(found));
    }
    let Some(study) = server.study(&path) else { return Ok(json!([])) };
    if let Some(project) = &study.rehearsal.project {
        for (span, unit) in units(&open.document) {
            if let Some(file) = project.units.get(&unit) {
                found.push(link(span.range(), file, format!("unit {unit}: {}", file.display())));
            }
        }
    }
    let written = |name: &str| study.charts.iter().any(|chart| *chart == plain(&folder.join(name)));
    for (span, name) in named_files(&open.document, &written) {
        found.push(link(span.range(), &folder.join(&name), "written by the last run".to_string()));
    }
    Ok(Value::Array(found))
}
