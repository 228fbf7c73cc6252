//! The JSON report of a run that may be ended by force: where it goes, and what stands in it so far.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;

use super::formats::versioned;
use crate::cli::streams::to_stdout;
use crate::diag::Diagnostic;
use crate::source::{SourceMap, World};
use crate::verdict::Record;

/// The JSON report of a run that may be ended by force: where it goes, and what stands in it so far.
static REPORT: Mutex<Option<Pending>> = Mutex::new(None);

struct Pending {
    path: PathBuf,
    study: String,
    start: Instant,
    tests: Vec<Record>,
    /// Reports of the studies run before, where there are several.
    before: Vec<serde_json::Value>,
    several: bool,
}

/// A study begins whose report goes to `path`, after the reports of `before`.
pub fn begin(path: PathBuf, study: String, before: Vec<serde_json::Value>, several: bool) {
    let pending = Pending { path, study, start: Instant::now(), tests: Vec::new(), before, several };
    *REPORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(pending);
}

/// The study wrote its report itself; false when that was done for it because the program ends.
pub fn end() -> bool {
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
}

/// Adds an assertion that was judged.
pub fn note_verdict(record: &Record) {
    if let Some(pending) = REPORT.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        pending.tests.push(record.clone());
    }
}

/// The report of a run that is ended by force.
pub fn write_last_words(code: &'static str, why: &str, place: Option<(String, usize)>, world: &dyn World) {
    // A thread that is stopped may hold it.
    let Ok(mut report) = REPORT.try_lock() else { return };
    let Some(Pending { path, study, start, tests, mut before, several }) = report.take() else { return };
    let mut error = Diagnostic::error(code, why).json(&SourceMap::default());
    if let Some((file, line)) = place {
        (error["file"], error["line"]) = (file.into(), line.into());
    }
    let wall = start.elapsed().as_secs_f64();
    let tests: Vec<_> = tests.iter().map(Record::json).collect();
    let json = versioned(json!({"study": study, "status": "error", "error": error, "wall_s": wall, "tests": tests}));
    before.push(json);
    let text = text_of(&before, several);
    // Nothing more can be done when this fails.
    if path == Path::new("-") {
        crate::cli::streams::without_waiting(move || {
            let _ = to_stdout(&text);
        });
    } else {
        let _ = world.write(&path, text.as_bytes());
    }
}

/// The report of one study, or of several in one object.
pub(super) fn text_of(reports: &[serde_json::Value], several: bool) -> String {
    match reports {
        [report] if !several => format!("{report:#}\n"),
        all => format!("{:#}\n", versioned(json!({ "studies": all }))),
    }
}
