//! The server: the loop over messages and checks.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use serde_json::{Value, json};

use super::jobs::{Checked, Event, Job};
use super::log::Log;
use super::state::{Open, Refusal, State};
use super::wire::{Incoming, write};
use super::{capabilities, convert, requests, texts};
use crate::language::{Document, Encoding, offset};
use crate::source::SourceFile;

/// State of the server.
pub struct Server<'o> {
    output: &'o mut dyn Write,
    jobs: Sender<Job>,
    log: Log,
    state: State,
    asked_to_end: bool,
    initialized: bool,
}

impl<'o> Server<'o> {
    pub fn new(output: &'o mut dyn Write, jobs: Sender<Job>, log: Log) -> Self {
        Server { output, jobs, log, state: State::default(), asked_to_end: false, initialized: false }
    }

    /// Answers until the client ends the server; the exit code.
    pub fn run(&mut self, events: &Receiver<Event>) -> u8 {
        while let Ok(event) = events.recv() {
            match event {
                Event::Checked(checked) => self.checked(*checked),
                Event::Incoming(Incoming::Malformed(why)) => {
                    self.log.line(&format!("a message that is no JSON: {why}"));
                    self.send(&json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32700, "message": why } }));
                }
                Event::Incoming(Incoming::End(Ok(()))) => return u8::from(!self.asked_to_end),
                Event::Incoming(Incoming::End(Err(why))) => {
                    self.log.line(&format!("the input ends: {why}"));
                    return 1;
                }
                Event::Incoming(Incoming::Message(message)) => {
                    if message["method"] == "exit" {
                        return u8::from(!self.asked_to_end);
                    }
                    self.message(&message);
                }
            }
        }
        1
    }

    fn send(&mut self, message: &Value) {
        if let Err(error) = write(self.output, message) {
            self.log.line(&format!("a message cannot be sent: {error}"));
        }
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.log.line(&format!("-> {method}"));
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn message(&mut self, message: &Value) {
        let Some(method) = message["method"].as_str() else {
            // An answer to something that was not asked.
            return;
        };
        self.log.line(&format!("<- {method}"));
        let id = message.get("id").cloned();
        let params = &message["params"];
        let work = || match id {
            Some(_) => self.request(method, params).map(Some),
            None => {
                self.notification(method, params);
                Ok(None)
            }
        };
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let answer = done.unwrap_or_else(|_| {
            let why = format!("{method} failed by an error of the program; the server goes on");
            Err(Refusal(-32603, why))
        });
        let Some(id) = id else { return };
        let answer = match answer {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result.unwrap_or(Value::Null) }),
            Err(Refusal(code, why)) => {
                self.log.line(&format!("{method}: {why}"));
                json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } })
            }
        };
        self.send(&answer);
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Refusal> {
        if self.asked_to_end {
            return Err(Refusal(-32600, "the server was asked to end".into()));
        }
        if method == "initialize" {
            let offered = params["capabilities"]["general"]["positionEncodings"].as_array();
            let known = |name: &Value| match name.as_str() {
                Some("utf-8") => Some(Encoding::Utf8),
                Some("utf-16") => Some(Encoding::Utf16),
                _ => None,
            };
            self.state.encoding = offered.and_then(|names| names.iter().find_map(known)).unwrap_or_default();
            self.initialized = true;
            return Ok(capabilities::capabilities(self.state.encoding));
        }
        if !self.initialized {
            return Err(Refusal(-32002, "the first request is `initialize`".into()));
        }
        if method == "shutdown" {
            self.asked_to_end = true;
            return Ok(Value::Null);
        }
        requests::answer(&self.state, method, params)
    }

    fn notification(&mut self, method: &str, params: &Value) {
        let path = convert::path_of(params["textDocument"]["uri"].as_str().unwrap_or(""));
        match method {
            "textDocument/didOpen" => {
                let text = &params["textDocument"];
                let uri = text["uri"].as_str().unwrap_or("").to_string();
                let document = Arc::new(Document::new(&path, text["text"].as_str().unwrap_or("").to_string()));
                let version = text["version"].as_i64().unwrap_or(0);
                self.state.open.insert(path.clone(), Open { uri, version, document });
                self.check(&path, true);
            }
            "textDocument/didChange" => {
                let Some(open) = self.state.open.get_mut(&path) else { return };
                let mut text = open.document.text().to_string();
                for change in params["contentChanges"].as_array().into_iter().flatten() {
                    text = changed(text, change, self.state.encoding);
                }
                open.version = params["textDocument"]["version"].as_i64().unwrap_or(open.version + 1);
                open.document = Arc::new(Document::new(&path, text));
                self.check(&path, false);
            }
            "textDocument/didSave" => self.check(&path, true),
            "textDocument/didClose" => self.close(&path),
            "workspace/didChangeWatchedFiles" => {
                let studies: Vec<PathBuf> = self.state.open.keys().cloned().collect();
                studies.iter().for_each(|path| self.check(path, true));
            }
            _ => {}
        }
    }

    /// Asks for a check of the study that a file belongs to.
    fn check(&mut self, path: &Path, now: bool) {
        let study = self.state.study_of(path);
        let texts =
            self.state.open.iter().map(|(path, open)| (path.clone(), Arc::from(open.document.text()))).collect();
        let versions = self.state.open.iter().map(|(path, open)| (path.clone(), open.version)).collect();
        let known = self.state.studies.entry(study.clone()).or_default();
        known.old.store(true, Ordering::Relaxed);
        if known.slow && !now {
            return;
        }
        known.old = Arc::new(AtomicBool::new(false));
        let job = Job { study, texts, versions, old: known.old.clone(), now };
        if self.jobs.send(job).is_err() {
            self.log.line("the thread that checks has ended");
        }
    }

    /// Shows what a check found, unless the texts have changed since.
    fn checked(&mut self, checked: Checked) {
        self.log.line(&format!("checked {} in {:.0} ms", checked.study.display(), checked.seconds * 1e3));
        let same = checked
            .versions
            .iter()
            .all(|(path, version)| self.state.open.get(path).is_none_or(|open| open.version == *version));
        let Some(study) = self.state.studies.get_mut(&checked.study) else { return };
        if checked.seconds >= texts::LONGEST.as_secs_f64() && !study.slow {
            study.slow = true;
            self.log.line("this check takes long: it is made again when the study is saved");
        }
        if checked.old || !same {
            return;
        }
        study.rehearsal = checked.rehearsal;
        let mut by_file: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        let sources = &study.rehearsal.sources;
        for (_, file) in sources.iter() {
            if let Some(path) = &file.path {
                let path = texts::plain(path);
                if path != checked.study && self.state.open.contains_key(&path) {
                    self.state.included.insert(path.clone(), checked.study.clone());
                }
                by_file.entry(path).or_default();
            }
        }
        let own = self.state.open.contains_key(&checked.study).then(|| checked.study.clone());
        for found in &study.rehearsal.diagnostics {
            let file = found.span.and_then(|span| sources.get(span.file));
            let file = file.or_else(|| sources.iter().map(|(_, file)| file).find(|file| file.path.is_some()));
            let path = file.and_then(|file| file.path.as_deref()).map(texts::plain).or(own.clone());
            let Some(path) = path else { continue };
            let json = match (file, self.state.open.get(&path)) {
                (Some(file), _) => convert::diagnostic(found, sources, file, self.state.encoding),
                (None, Some(open)) => convert::diagnostic(found, sources, &open.document.source, self.state.encoding),
                (None, None) => continue,
            };
            by_file.entry(path).or_default().push(json);
        }
        let shown: BTreeSet<PathBuf> = by_file.keys().cloned().collect();
        for gone in std::mem::replace(&mut study.shown, shown) {
            by_file.entry(gone).or_default();
        }
        for (path, diagnostics) in by_file {
            self.publish(&path, diagnostics);
        }
    }

    fn publish(&mut self, path: &Path, diagnostics: Vec<Value>) {
        let open = self.state.open.get(path);
        let uri = open.map_or_else(|| convert::uri_of(path), |open| open.uri.clone());
        let mut params = json!({ "uri": uri, "diagnostics": diagnostics });
        if let Some(open) = open {
            params["version"] = open.version.into();
        }
        self.notify("textDocument/publishDiagnostics", params);
    }

    /// Forgets a text, and what was shown for the studies that nothing open belongs to any more.
    fn close(&mut self, path: &Path) {
        let study = self.state.study_of(path);
        let Some(closed) = self.state.open.remove(path) else { return };
        self.state.included.remove(path);
        self.notify("textDocument/publishDiagnostics", json!({ "uri": closed.uri, "diagnostics": [] }));
        let used = self.state.open.keys().any(|other| self.state.study_of(other) == study);
        if used {
            let other = self.state.open.keys().find(|other| self.state.study_of(other) == study).cloned();
            other.iter().for_each(|other| self.check(other, true));
        } else if let Some(gone) = self.state.studies.remove(&study) {
            gone.old.store(true, Ordering::Relaxed);
            for file in gone.shown.iter().filter(|file| *file != path) {
                self.publish(file, Vec::new());
            }
        }
    }
}

/// A text after a change: of a range, or of all of it.
fn changed(text: String, change: &Value, encoding: Encoding) -> String {
    let new = change["text"].as_str().unwrap_or("");
    let Some(range) = change.get("range").filter(|range| range.is_object()) else { return new.to_string() };
    let source = SourceFile::new("", None, text);
    let at = |end: &str| offset(&source, convert::position_of(&range[end]), encoding);
    let (start, end) = (at("start"), at("end"));
    format!("{}{new}{}", &source.text[..start], &source.text[end.max(start)..])
}
