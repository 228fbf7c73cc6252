//! Events as lines of JSON on the standard output, each with the request it belongs to.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value as Json, json};

use crate::answers::{media_type, show};
use crate::api::{Event, LAST, Observer};
use crate::cli::codes::WRONG;
use crate::cli::injected_faults::fault_if_asked;
use crate::cli::overall_progress::command;
use crate::cli::streams::to_stdout;
use crate::concepts::Handle;
use crate::diag::{Diagnostic, Style};
use crate::language::shown::described;
use crate::python::Value;
use crate::source::SourceMap;
use crate::verdict::Record;

/// Between two lines of progress.
const BETWEEN: Duration = Duration::from_millis(100);
/// Columns of messages.
const COLUMNS: usize = 100;
/// Rows of a value shown in its text.
const ROWS: usize = 10;

/// Writes events; one request is under way at a time.
#[derive(Default)]
pub struct Wire {
    state: Mutex<State>,
    /// Values are not shown.
    silent: AtomicBool,
}

#[derive(Default)]
struct State {
    /// What the client called the request under way.
    id: Json,
    titles: BTreeMap<usize, String>,
    told: Option<Instant>,
}

impl Wire {
    /// From here on events belong to this request.
    pub fn begin(&self, id: Json, silent: bool) {
        let mut state = self.state();
        (state.id, state.told) = (id, None);
        state.titles.clear();
        self.silent.store(silent, Ordering::Relaxed);
    }

    /// Sends an object as an event of the request under way.
    pub fn send(&self, fields: Json) {
        let id = self.state().id.clone();
        send(&id, fields);
    }

    /// Sends a diagnostic, with its picture in characters.
    pub fn diagnostic(&self, diagnostic: &Diagnostic, sources: &SourceMap) {
        let mut fields = json!({"event": "diagnostic"});
        let rendered = diagnostic.render(sources, Style::Plain, COLUMNS);
        extend(&mut fields, diagnostic.json(sources));
        fields["rendered"] = rendered.into();
        self.send(fields);
    }

    /// Sends a value that the text shows.
    fn value(&self, value: &Value, text: &str, last: bool) {
        if self.silent.load(Ordering::Relaxed) {
            return;
        }
        let (name, kind, text) = match value {
            Value::Concept(handle) => (own_name(handle), handle.kind.to_string(), described(handle, ROWS)),
            other => (LAST, other.type_name().to_string(), format!("{}\n", text.trim_end_matches('\n'))),
        };
        let mut fields = json!({"event": "value", "name": name, "type": kind, "text": text, "last": last});
        show(&mut fields, name, value);
        self.send(fields);
    }

    /// Sends a file that was written.
    pub fn file(&self, path: &Path, bytes: u64) {
        self.send(json!({"event": "file", "path": path, "bytes": bytes, "mime": media_type(path)}));
    }

    fn progress(&self, node: usize, fraction: f64, text: &str) {
        let mut state = self.state();
        if state.told.is_some_and(|told| told.elapsed() < BETWEEN) {
            return;
        }
        state.told = Some(Instant::now());
        drop(state);
        self.tell(node, if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 }, text);
    }

    fn tell(&self, node: usize, fraction: f64, text: &str) {
        let state = self.state();
        let title = state.titles.get(&node).cloned().unwrap_or_default();
        let id = state.id.clone();
        drop(state);
        send(&id, json!({"event": "progress", "node": node, "title": title, "fraction": fraction, "text": text}));
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Writes one line. Without a reader there is nothing left to do.
pub fn send(id: &Json, fields: Json) {
    let mut line = Map::new();
    if !id.is_null() {
        line.insert("id".to_string(), id.clone());
    }
    if let Json::Object(fields) = fields {
        line.extend(fields);
    }
    if !to_stdout(&Json::Object(line).to_string()) {
        crate::source::remove_temporaries();
        std::process::exit(i32::from(WRONG));
    }
}

/// Adds the fields of one object to another.
fn extend(object: &mut Json, more: Json) {
    if let (Json::Object(object), Json::Object(more)) = (object, more) {
        object.extend(more);
    }
}

fn own_name(handle: &Handle) -> &str {
    if handle.name().is_empty() { LAST } else { handle.name() }
}

/// The event of an assertion: its record as in a report, with the number `found` under that name too.
fn of_record(record: &Record) -> Json {
    let mut fields = json!({"event": "verdict"});
    extend(&mut fields, record.json());
    fields["found"] = fields["computed"].clone();
    fields
}

impl Observer for Wire {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.send(json!({"event": "text", "text": text})),
            Event::Value { value, text, last } => self.value(value, text, last),
            Event::Diagnostic(diagnostic, sources) => self.diagnostic(diagnostic, sources),
            Event::Verdict(record) => self.send(of_record(record)),
            Event::Planned(_) => {}
            Event::Started { node, title } => {
                fault_if_asked(command(title));
                self.state().titles.insert(node, title.to_string());
                self.tell(node, 0.0, "");
            }
            Event::Progress { node, fraction, text } => self.progress(node, fraction, text),
            Event::Ended { node } => {
                self.tell(node, 1.0, "");
                self.state().titles.remove(&node);
            }
        }
    }
}
