//! What the server knows: open texts, studies, which file belongs to which.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::convert;
use super::features::Features;
use super::files::Files;
use super::runs::Run;
use super::texts::{is_profile, plain};
use crate::language::{Document, Name, Rehearsal, Results, known};

/// Errors of the protocol that requests are answered with.
pub const WRONG_PARAMETERS: i64 = -32602;
pub const CANCELLED: i64 = -32800;
pub const CHANGED: i64 = -32801;
/// The server gave up; the client may ask again.
pub const RETRY: i64 = -32802;
/// The request is right and cannot be met.
pub const FAILED: i64 = -32803;

/// An open text.
pub struct Open {
    pub uri: String,
    pub version: i64,
    pub document: Arc<Document>,
}

/// A study that something open belongs to.
#[derive(Default)]
pub struct Study {
    pub rehearsal: Rehearsal,
    /// What the last check found, for each of its files.
    pub found: BTreeMap<PathBuf, Vec<Value>>,
    /// What the last run found that the check did not, while the texts are those that were run.
    pub met: BTreeMap<PathBuf, Vec<Value>>,
    /// Files that diagnostics were shown for.
    pub shown: BTreeSet<PathBuf>,
    /// Makes the check under way old.
    pub old: Arc<AtomicBool>,
    /// A check is to come or under way.
    pub waits: bool,
    /// A check took too long: it is made when the study is saved only.
    pub slow: bool,
    /// The run under way.
    pub run: Option<Run>,
    /// Verdicts of the last run.
    pub results: Option<Results>,
    /// Pictures that the last run wrote.
    pub charts: Vec<PathBuf>,
}

/// A request for diagnostics that a check will answer.
pub struct Waiting {
    pub id: Value,
    pub path: PathBuf,
}

/// An error of a request: its number in the protocol, and a sentence.
pub struct Refusal(pub i64, pub String);

/// An open text, and a place in it.
pub struct Asked<'s> {
    pub path: PathBuf,
    pub open: &'s Open,
    pub offset: usize,
}

impl Asked<'_> {
    pub fn document(&self) -> &Document {
        &self.open.document
    }
}

/// Texts and studies.
pub struct State {
    pub can: Features,
    pub files: Files,
    pub open: BTreeMap<PathBuf, Open>,
    pub studies: BTreeMap<PathBuf, Study>,
    /// Files that a study includes, by the study that was opened last.
    pub included: BTreeMap<PathBuf, PathBuf>,
    /// The study of each open file, by the profiles of its folder.
    pub named: BTreeMap<PathBuf, PathBuf>,
}

impl State {
    pub fn new(files: Files) -> State {
        State {
            can: Features::default(),
            files,
            open: BTreeMap::new(),
            studies: BTreeMap::new(),
            included: BTreeMap::new(),
            named: BTreeMap::new(),
        }
    }

    /// The open text that a request is about.
    pub fn text(&self, params: &Value) -> Result<(PathBuf, &Open), Refusal> {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or("");
        let path = convert::path_of(uri);
        match self.open.get(&path) {
            Some(open) => Ok((path, open)),
            None => Err(Refusal(WRONG_PARAMETERS, format!("{uri} is not open"))),
        }
    }

    /// The text and the place that a request is about.
    pub fn asked(&self, params: &Value) -> Result<Asked<'_>, Refusal> {
        let (path, open) = self.text(params)?;
        let offset = open.document.offset(convert::position_of(&params["position"]), self.can.encoding);
        Ok(Asked { path, open, offset })
    }

    /// The study that a file belongs to: the one that includes it, a profile that names it, or itself.
    pub fn study_of(&self, path: &Path) -> PathBuf {
        if let Some(study) = self.included.get(path).filter(|study| self.studies.contains_key(*study)) {
            return study.clone();
        }
        self.named.get(path).cloned().unwrap_or_else(|| path.to_path_buf())
    }

    /// The study of an open text, if it was checked.
    pub fn study(&self, path: &Path) -> Option<&Study> {
        self.studies.get(&self.study_of(path))
    }

    /// Looks which profile names each open file: profiles may have changed.
    pub fn look_for_profiles(&mut self) {
        let open: Vec<PathBuf> = self.open.keys().cloned().collect();
        self.named.clear();
        for path in open {
            let text = |path: &Path| self.open.get(path).map(|open| open.document.text().to_string());
            if let Some(profile) = self.files.naming(&path, &text) {
                self.named.insert(path, profile);
            }
        }
    }

    /// All texts of a study: those that are open as they are now, others as the last check read them.
    pub fn texts_of(&self, study: &Path) -> Vec<(PathBuf, Arc<Document>)> {
        let mut found: Vec<(PathBuf, Arc<Document>)> = Vec::new();
        for (path, open) in self.open.iter().filter(|(path, _)| self.study_of(path) == study && !is_profile(path)) {
            found.push((path.clone(), open.document.clone()));
        }
        let sources = self.studies.get(study).map(|study| &study.rehearsal.sources);
        for (_, file) in sources.iter().flat_map(|sources| sources.iter()) {
            let Some(path) = file.path.as_deref().map(plain) else { continue };
            if !found.iter().any(|(known, _)| *known == path) {
                let document = Document::new(&path, file.text.clone());
                found.push((path, Arc::new(document)));
            }
        }
        found
    }

    /// Names that mean something in a text: concepts of its study, and what the text defines besides.
    pub fn names(&self, path: &Path) -> Vec<Name> {
        let names = self.study(path).map_or(Vec::new(), |study| study.rehearsal.names.clone());
        match self.open.get(path) {
            Some(open) => known(names, &open.document),
            None => names,
        }
    }

    /// How places of a file that a check read are told.
    pub fn reading(&self, path: &Path) -> convert::Reading {
        let marked = self.open.get(path).is_some_and(|open| open.document.text().starts_with('\u{feff}'));
        convert::Reading { encoding: self.can.encoding, marked }
    }

    /// The address of a file, as the client writes it where it is open.
    pub fn uri(&self, path: &Path) -> String {
        self.open.get(path).map_or_else(|| convert::uri_of(path), |open| open.uri.clone())
    }
}
