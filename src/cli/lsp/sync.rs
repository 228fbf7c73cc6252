//! Texts as the client has them: opened, changed, saved, closed, renamed, deleted; and the checks that follow.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use super::convert;
use super::jobs::Job;
use super::server::Server;
use super::state::{CANCELLED, Open, Refusal};
use super::texts::is_profile;
use crate::language::{Document, Encoding, offset};
use crate::source::SourceFile;

impl Server<'_> {
    pub fn notification(&mut self, method: &str, params: &Value) {
        let path = convert::path_of(params["textDocument"]["uri"].as_str().unwrap_or(""));
        match method {
            "initialized" => self.client.watch_files(),
            "textDocument/didOpen" => self.open(&path, &params["textDocument"]),
            "textDocument/didChange" => self.change(&path, params),
            "textDocument/didSave" => {
                if is_profile(&path) {
                    return self.look_again();
                }
                self.state.look_for_profiles();
                self.tidy();
                self.check(&path, true);
            }
            "textDocument/didClose" => self.close(&path),
            "workspace/didChangeWatchedFiles" => {
                // Deleted: 3.
                let changes = params["changes"].as_array().into_iter().flatten();
                let gone = changes.filter(|change| change["type"] == 3).map(|change| change["uri"].clone());
                self.forget(gone.collect());
                self.look_again();
            }
            "workspace/didRenameFiles" => {
                let files = params["files"].as_array().into_iter().flatten();
                self.forget(files.map(|file| file["oldUri"].clone()).collect());
                self.look_again();
            }
            "workspace/didDeleteFiles" => {
                let files = params["files"].as_array().into_iter().flatten();
                self.forget(files.map(|file| file["uri"].clone()).collect());
                self.look_again();
            }
            "workspace/didChangeConfiguration" => {
                self.state.can.wish(&params["settings"]["stickslip"]);
                self.client.can = self.state.can;
                self.client.refresh_marks();
            }
            "$/cancelRequest" => self.cancel(&params["id"]),
            "window/workDoneProgress/cancel" => {
                self.cancel_run(|run| run.token.as_ref() == Some(&params["token"]));
            }
            // Shows that an error of the program in a notification does not end the server; only in programs made for tests.
            #[cfg(debug_assertions)]
            "stickslip/panicNow" => panic!("asked for"),
            _ => {}
        }
    }

    fn open(&mut self, path: &Path, text: &Value) {
        let uri = text["uri"].as_str().unwrap_or("").to_string();
        let document = Arc::new(Document::new(path, text["text"].as_str().unwrap_or("").to_string()));
        let version = text["version"].as_i64().unwrap_or(0);
        self.state.open.insert(path.to_path_buf(), Open { uri, version, document });
        self.state.look_for_profiles();
        self.tidy();
        self.check(path, true);
    }

    fn change(&mut self, path: &Path, params: &Value) {
        let Some(mut open) = self.state.open.remove(path) else { return };
        let mut text = open.document.text().to_string();
        for change in params["contentChanges"].as_array().into_iter().flatten() {
            text = changed(text, change, self.state.can.encoding);
        }
        open.version = params["textDocument"]["version"].as_i64().unwrap_or(open.version + 1);
        let document = match Arc::try_unwrap(open.document) {
            Ok(before) => before.changed(text),
            Err(_) => Document::new(path, text),
        };
        self.state.open.insert(path.to_path_buf(), Open { document: Arc::new(document), ..open });
        self.give_up(path);
        self.check(path, false);
    }

    /// Asks for a check of the study that a file belongs to.
    pub fn check(&mut self, path: &Path, now: bool) {
        let study = self.state.study_of(path);
        let open = self.state.open.iter();
        let texts = open.clone().map(|(path, open)| (path.clone(), Arc::from(open.document.text()))).collect();
        let versions = open.map(|(path, open)| (path.clone(), open.version)).collect();
        let known = self.state.studies.entry(study.clone()).or_default();
        known.old.store(true, Ordering::Relaxed);
        // What a run met stood in the texts that were run.
        let met = std::mem::take(&mut known.met);
        if !known.slow || now {
            known.waits = true;
            known.old = Arc::new(AtomicBool::new(false));
            let job = Job { study: study.clone(), texts, versions, old: known.old.clone(), now };
            if self.threads.jobs.send(job).is_err() {
                self.client.log.line("the thread that checks has ended");
            }
        }
        self.publish_all(&study, met.into_keys().collect());
    }

    /// Files may have changed: profiles, meshes, included texts.
    fn look_again(&mut self) {
        self.state.included.clear();
        self.state.look_for_profiles();
        self.tidy();
        let open: Vec<PathBuf> = self.state.open.keys().cloned().collect();
        let mut studies: Vec<PathBuf> = open.iter().map(|path| self.state.study_of(path)).collect();
        studies.sort();
        studies.dedup();
        // A study is checked under the name of one of its files.
        for study in studies {
            if let Some(path) = open.iter().find(|path| self.state.study_of(path) == study) {
                self.check(path, true);
            }
        }
    }

    /// Ends what is asked for under this number and has not been answered.
    fn cancel(&mut self, id: &Value) {
        self.cancel_run(|run| run.id == *id);
        if let Some(rank) = self.waiting.iter().position(|waiting| waiting.id == *id) {
            let waiting = self.waiting.remove(rank);
            self.client.answer(&waiting.id, Err(Refusal(CANCELLED, "cancelled".into())));
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
