//! The object of `run --json`.

use serde_json::{Value as Json, json};

use super::study_report::StudyReport;
use crate::api::{Failure, Report};

/// What is said of a study without assertions.
pub const NO_ASSERTION: &str = "no assertion in the study";

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every assertion holds.
    Held,
    /// An assertion fails.
    Failed,
    /// The study was not run to its end.
    Wrong,
}

impl Outcome {
    pub fn of(report: &Report) -> Outcome {
        if report.error().is_some() {
            Outcome::Wrong
        } else if report.failed_assertions() > 0 {
            Outcome::Failed
        } else {
            Outcome::Held
        }
    }
}

/// Whether a run that went well verified nothing: no assertion, or all of them skipped.
pub fn is_unverified(report: &Report) -> bool {
    report.error().is_none() && report.verdicts.iter().all(|v| v.passed.is_none())
}

/// The report of a study that ran, its assertions empty: [`StudyReport`] has them as records.
pub fn fields_of(report: &Report) -> Json {
    let status = match Outcome::of(report) {
        Outcome::Held => "ok",
        Outcome::Failed => "failed",
        Outcome::Wrong => "error",
    };
    let mut json = json!({
        "study": report.study,
        "status": status,
        "error": report.error().map(|d| d.json(&report.sources)),
        "wall_s": report.wall_s,
        "tests": [],
        "not_run": report.not_run(),
        "files": report.files.iter().map(|(path, bytes)| json!({"path": path, "bytes": bytes})).collect::<Vec<_>>(),
        "diagnostics": report.diagnostics.iter().map(|d| d.json(&report.sources)).collect::<Vec<_>>(),
    });
    if is_unverified(report) {
        let note = match report.verdicts.as_slice() {
            [] => format!("nothing was verified: {NO_ASSERTION}"),
            all => format!("nothing was verified: none of {} was compared (VALE_CALC=0)", all.len()),
        };
        json["note"] = note.into();
    }
    json
}

/// The report of a study that cannot be opened.
pub fn unopened(study: &str, failure: &Failure) -> StudyReport {
    let error = failure.diagnostic.json(&failure.sources);
    let json = json!({"study": study, "status": "error", "error": error, "wall_s": 0.0, "tests": []});
    StudyReport::new(json, Vec::new())
}
