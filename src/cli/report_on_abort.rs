//! The JSON report of a run that may be ended by force: where it goes, and what stands in it so far.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;

use super::sandbox;
use crate::answers::{StudyReport, write_event, write_text};
use crate::cli::streams::stream_to_stdout;
use crate::diag::Diagnostic;
use crate::source::{SourceMap, World};
use crate::verdict::Record;

/// The JSON report of a run that may be ended by force: where it goes, and what stands in it so far.
static REPORT: Mutex<Option<Pending>> = Mutex::new(None);

struct Pending {
    path: PathBuf,
    study: String,
    start: Instant,
    tests: Vec<Arc<Record>>,
    /// Reports of the studies run before, where there are several.
    before: Vec<StudyReport>,
    form: Form,
}

/// How the report is written.
#[derive(Clone, Copy)]
pub struct Form {
    /// There are several studies.
    pub several: bool,
    /// As the last line of the events.
    pub events: bool,
}

/// A study begins whose report goes to `path`, after the reports of `before`.
pub fn begin(path: PathBuf, study: String, before: Vec<StudyReport>, form: Form) {
    let pending = Pending { path, study, start: Instant::now(), tests: Vec::new(), before, form };
    *REPORT.lock().unwrap_or_else(PoisonError::into_inner) = Some(pending);
}

/// The study wrote its report itself; false when that was done for it because the program ends.
pub fn end() -> bool {
    REPORT.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
}

/// Adds an assertion that was judged.
pub fn note_verdict(record: &Arc<Record>) {
    if let Some(pending) = REPORT.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        pending.tests.push(record.clone());
    }
}

/// The report of a run that is ended by force.
pub fn write_report_on_abort(code: &'static str, why: &str, place: Option<(String, usize)>, world: &dyn World) {
    // A thread that is stopped may hold it.
    let Ok(mut report) = REPORT.try_lock() else { return };
    let Some(Pending { path, study, start, tests, mut before, form }) = report.take() else { return };
    let mut error = Diagnostic::error(code, why).json(&SourceMap::default());
    if let Some((file, line)) = place {
        (error["file"], error["line"]) = (file.into(), line.into());
    }
    let wall = start.elapsed().as_secs_f64();
    let json = json!({"study": study, "status": "error", "error": error, "wall_s": wall, "tests": []});
    let own = StudyReport::new(json, tests);
    if form.events {
        return crate::cli::streams::without_waiting(move || {
            let _ = stream_to_stdout(|out| write_event(out, &own));
        });
    }
    before.push(own);
    let several = form.several;
    // Nothing more can be done when this fails.
    if path == Path::new("-") {
        crate::cli::streams::without_waiting(move || {
            let _ = stream_to_stdout(|out| write_text(out, &before, several));
        });
    } else {
        let _ = sandbox::beside(&path, world).write_pieces(&path, &mut |out| write_text(out, &before, several));
    }
}
