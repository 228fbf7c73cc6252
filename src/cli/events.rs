//! `run --json - --events`: what happens during a run, one JSON object per line on the standard output, for programs that
//! follow it; the report is the last line. The standard error stays what it is without it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::console::Console;
use super::streams::{stream_to_stdout, to_stdout};
use super::study_report::{StudyReport, write_event};
use crate::api::{Event, Observer};
use crate::diag::Diagnostic;
use crate::source::SourceMap;

/// Between two lines on the progress of one node.
const BETWEEN: Duration = Duration::from_millis(50);

/// Writes the events of a run, and shows them on the console too.
pub struct Lines<'c> {
    console: &'c Console,
    running: Mutex<BTreeMap<usize, Running>>,
}

struct Running {
    title: String,
    /// When its progress was told last.
    told: Instant,
}

impl<'c> Lines<'c> {
    pub fn new(console: &'c Console) -> Self {
        Lines { console, running: Mutex::default() }
    }

    fn progress(&self, node: usize, fraction: f64, text: &str) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = running.get_mut(&node).filter(|state| state.told.elapsed() >= BETWEEN) else { return };
        state.told = Instant::now();
        let fraction = fraction.clamp(0.0, 1.0);
        say(json!({ "event": "progress", "node": node, "title": state.title, "fraction": fraction, "text": text }));
    }
}

fn say(line: Value) -> bool {
    to_stdout(&line.to_string())
}

impl Observer for Lines<'_> {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Text(text) => {
                say(json!({ "event": "text", "text": text }));
            }
            Event::Diagnostic(found, sources) => diagnostic(found, sources),
            Event::Verdict(record) => {
                let mut json = record.json();
                json["event"] = "verdict".into();
                say(json);
            }
            Event::Started { node, title } => {
                let state = Running { title: title.to_string(), told: Instant::now() };
                self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(node, state);
                say(json!({ "event": "progress", "node": node, "title": title, "fraction": 0.0, "text": "" }));
            }
            Event::Progress { node, fraction, text } => self.progress(node, fraction, text),
            Event::Ended { node } => {
                let ended = self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&node);
                let title = ended.map(|state| state.title).unwrap_or_default();
                say(json!({ "event": "progress", "node": node, "title": title, "fraction": 1.0, "text": "" }));
            }
            Event::Planned(_) | Event::Concept(_) => {}
        }
        self.console.see(event);
    }
}

/// The files that a run wrote.
pub fn files(files: &[(std::path::PathBuf, u64)]) {
    for (path, bytes) in files {
        say(json!({ "event": "file", "path": path, "bytes": bytes, "mime": mime(path) }));
    }
}

fn mime(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("csv") => "text/csv",
        Some("json") => "application/json",
        Some("vtu" | "pvd") => "application/xml",
        Some("txt" | "resu" | "mess" | "mail" | "dat") => "text/plain",
        _ => "application/octet-stream",
    }
}

/// What was found before anything ran.
pub fn diagnostics(found: &[Diagnostic], sources: &SourceMap) {
    found.iter().for_each(|found| diagnostic(found, sources));
}

fn diagnostic(found: &Diagnostic, sources: &SourceMap) {
    let mut json = found.json(sources);
    json["event"] = "diagnostic".into();
    say(json);
}

/// The last line of a study; whether somebody took it.
pub fn report(report: &StudyReport) -> bool {
    stream_to_stdout(|out| write_event(out, report))
}
