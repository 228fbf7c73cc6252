//! Diagnostics: what a check found, shown for each file of its study and taken back when it holds no more; pushed, or given
//! when they are asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use super::jobs::Checked;
use super::server::Server;
use super::state::{RETRY, Refusal, Waiting};
use super::{convert, texts};

impl Server<'_> {
    /// Shows what a check found, unless the texts have changed since.
    pub fn checked(&mut self, checked: Checked, changed: &dyn Fn(&str) -> bool) {
        self.client.log.line(&format!("checked {} in {:.0} ms", checked.study.display(), checked.seconds * 1e3));
        let same = checked.versions.iter().all(|(path, version)| {
            let open = self.state.open.get(path);
            open.is_none_or(|open| open.version == *version && !changed(&open.uri))
        });
        let Some(study) = self.state.studies.get_mut(&checked.study) else { return };
        if checked.slow && !study.slow {
            let name = checked.study.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let message = format!(
                "{name}: the check takes longer than {} s: what is underlined is found anew when the study is saved, \
                 no more while you type",
                texts::LONGEST.as_secs()
            );
            self.client.log.line(&message);
            self.client.notify("window/showMessage", json!({ "type": 3, "message": message }));
        }
        let Some(study) = self.state.studies.get_mut(&checked.study) else { return };
        if checked.slow || !checked.old {
            study.slow = checked.slow;
        }
        if checked.old || !same {
            return;
        }
        study.rehearsal = checked.rehearsal;
        study.waits = false;
        let (found, included) = self.by_file(&checked.study);
        for path in included {
            self.state.included.insert(path, checked.study.clone());
        }
        let Some(study) = self.state.studies.get_mut(&checked.study) else { return };
        let gone = std::mem::replace(&mut study.found, found).into_keys();
        let mut paths: BTreeSet<PathBuf> = gone.chain(std::mem::take(&mut study.shown)).collect();
        paths.extend(study.found.keys().cloned());
        study.shown = study.found.keys().cloned().collect();
        self.publish_all(&checked.study, paths.into_iter().collect());
        // Files that a study includes are no studies of their own any more.
        self.tidy();
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting: &Waiting| self.state.study_of(&waiting.path) == checked.study);
        self.waiting = waiting;
        for waiting in ready {
            let report = self.report(&waiting.path);
            self.client.answer(&waiting.id, Ok(report));
        }
    }

    /// Diagnostics of a study by file, and the open files that it includes.
    fn by_file(&self, study: &Path) -> (BTreeMap<PathBuf, Vec<Value>>, Vec<PathBuf>) {
        let mut found: BTreeMap<PathBuf, Vec<Value>> = BTreeMap::new();
        let mut included = Vec::new();
        let Some(rehearsal) = self.state.studies.get(study).map(|study| &study.rehearsal) else {
            return (found, included);
        };
        let sources = &rehearsal.sources;
        for (_, file) in sources.iter() {
            if let Some(path) = file.path.as_deref().map(texts::plain) {
                if path != study && self.state.open.contains_key(&path) {
                    included.push(path.clone());
                }
                found.entry(path).or_default();
            }
        }
        for diagnostic in &rehearsal.diagnostics {
            let file = diagnostic.span.and_then(|span| sources.get(span.file));
            let file = file.or_else(|| sources.iter().map(|(_, file)| file).find(|file| file.path.is_some()));
            let path = file.and_then(|file| file.path.as_deref()).map(texts::plain);
            let path = path.unwrap_or_else(|| study.to_path_buf());
            let reading = self.state.reading(&path);
            let json = match (file, self.state.open.get(&path)) {
                (Some(file), _) => convert::diagnostic(diagnostic, sources, file, reading),
                (None, Some(open)) => convert::diagnostic(diagnostic, sources, &open.document.source, reading),
                // A profile that cannot be read: told beside the command files that it names.
                (None, None) => {
                    let open = self.state.open.iter().find(|(path, _)| self.state.study_of(path) == study);
                    let Some((path, open)) = open else { continue };
                    let json = convert::diagnostic(diagnostic, sources, &open.document.source, reading);
                    found.entry(path.clone()).or_default().push(json);
                    continue;
                }
            };
            found.entry(path).or_default().push(json);
        }
        for form in &rehearsal.forms {
            let Some(file) = sources.get(form.span.file) else { continue };
            let Some(path) = file.path.as_deref().map(texts::plain) else { continue };
            let json = convert::form(form, file, self.state.reading(&path));
            found.entry(path).or_default().push(json);
        }
        (found, included)
    }

    /// What is shown for a file: what the check of its study found, and what its run met.
    fn all_of(&self, study: &Path, path: &Path) -> Vec<Value> {
        let Some(study) = self.state.studies.get(study) else { return Vec::new() };
        study.found.get(path).into_iter().chain(study.met.get(path)).flatten().cloned().collect()
    }

    /// Shows the diagnostics of some files of a study anew.
    pub fn publish_all(&mut self, study: &Path, paths: Vec<PathBuf>) {
        if paths.is_empty() {
            return;
        }
        if self.state.can.pulls {
            return self.client.refresh_diagnostics();
        }
        for path in paths {
            let diagnostics = self.all_of(study, &path);
            self.publish(&path, diagnostics);
        }
    }

    fn publish(&mut self, path: &Path, diagnostics: Vec<Value>) {
        if self.state.can.pulls {
            return;
        }
        let mut params = json!({ "uri": self.state.uri(path), "diagnostics": diagnostics });
        if let Some(open) = self.state.open.get(path) {
            params["version"] = open.version.into();
        }
        self.client.notify("textDocument/publishDiagnostics", params);
    }

    /// The answer to a request for diagnostics, unless a check is to come that will give it.
    pub fn pulled(&mut self, id: &Value, params: &Value) -> Result<Option<Value>, Refusal> {
        let (path, _) = self.state.text(params)?;
        if self.state.study(&path).is_none_or(|study| study.waits) {
            self.waiting.push(Waiting { id: id.clone(), path });
            return Ok(None);
        }
        Ok(Some(self.report(&path)))
    }

    /// All diagnostics of a file, with those of the other files of its study where the client takes them.
    fn report(&self, path: &Path) -> Value {
        let study = self.state.study_of(path);
        let full = |path: &Path| json!({ "kind": "full", "items": self.all_of(&study, path) });
        let mut report = full(path);
        if self.state.can.related {
            let others = self.state.studies.get(&study).map(|study| study.found.keys().filter(|other| *other != path));
            let others = others.into_iter().flatten().map(|other| (self.state.uri(other), full(other)));
            report["relatedDocuments"] = Value::Object(others.collect());
        }
        report
    }

    /// Requests for diagnostics of a text that has changed: the client asks again.
    pub fn give_up(&mut self, path: &Path) {
        let (gone, waiting) =
            std::mem::take(&mut self.waiting).into_iter().partition(|waiting: &Waiting| waiting.path == *path);
        self.waiting = waiting;
        for waiting in gone {
            self.client.answer(&waiting.id, Err(Refusal(RETRY, "the text has changed".into())));
        }
    }

    /// Forgets a text, and what was shown for the studies that nothing open belongs to any more.
    pub fn close(&mut self, path: &Path) {
        let study = self.state.study_of(path);
        let Some(closed) = self.state.open.remove(path) else { return };
        self.give_up(path);
        self.state.included.remove(path);
        self.state.named.remove(path);
        if !self.state.can.pulls {
            let params = json!({ "uri": closed.uri, "diagnostics": [] });
            self.client.notify("textDocument/publishDiagnostics", params);
        }
        self.tidy();
        let other = self.state.open.keys().find(|other| self.state.study_of(other) == study).cloned();
        other.iter().for_each(|other| self.check(other, true));
    }

    /// Files that are gone from the disk: nothing is shown for those that are not open.
    pub fn forget(&mut self, uris: Vec<Value>) {
        for path in uris.iter().filter_map(Value::as_str).map(convert::path_of) {
            self.state.included.remove(&path);
            let open = self.state.open.contains_key(&path);
            let mut was_shown = false;
            for study in self.state.studies.values_mut() {
                was_shown |= study.shown.remove(&path);
                study.found.remove(&path);
                study.met.remove(&path);
            }
            if was_shown && !open {
                self.publish(&path, Vec::new());
            }
        }
    }

    /// Drops the studies that nothing open belongs to, and takes back what was shown for them alone.
    pub fn tidy(&mut self) {
        let used: BTreeSet<PathBuf> = self.state.open.keys().map(|path| self.state.study_of(path)).collect();
        let gone: Vec<PathBuf> = self.state.studies.keys().filter(|study| !used.contains(*study)).cloned().collect();
        for study in gone {
            let Some(study) = self.state.studies.remove(&study) else { continue };
            study.old.store(true, Ordering::Relaxed);
            for file in study.shown {
                if !self.state.studies.values().any(|other| other.shown.contains(&file)) {
                    self.publish(&file, Vec::new());
                }
            }
        }
    }
}
