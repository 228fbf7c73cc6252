//! The object of `lint --format json`.

use serde_json::{Value as Json, json};

use super::schema::versioned;
use crate::diag::Diagnostic;
use crate::language::Rehearsal;

/// One study that was looked at, and the lints found in it.
pub fn linted(path: &str, rehearsal: &Rehearsal, found: &[Diagnostic]) -> Json {
    let sources = &rehearsal.sources;
    let lints: Vec<Json> = found.iter().map(|lint| lint.json(sources)).collect();
    let errors: Vec<Json> = rehearsal.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.json(sources)).collect();
    json!({ "study": path, "errors": errors, "lints": lints })
}

/// The object of several studies.
pub fn lint(studies: Vec<Json>) -> Json {
    versioned(json!({ "studies": studies }))
}
