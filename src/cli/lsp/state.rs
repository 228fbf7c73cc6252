//! What the server knows: open texts, studies, which file belongs to which.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use super::{convert, profiles};
use crate::language::{Document, Encoding, Name, Rehearsal, Role};

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
    /// Files that diagnostics were shown for.
    pub shown: BTreeSet<PathBuf>,
    /// Makes the check under way old.
    pub old: Arc<AtomicBool>,
    /// A check took too long: it is made when the study is saved only.
    pub slow: bool,
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
#[derive(Default)]
pub struct State {
    pub encoding: Encoding,
    pub open: BTreeMap<PathBuf, Open>,
    pub studies: BTreeMap<PathBuf, Study>,
    /// Files that a study includes, by the study that was opened last.
    pub included: BTreeMap<PathBuf, PathBuf>,
}

impl State {
    /// The open text that a request is about.
    pub fn text(&self, params: &Value) -> Result<(PathBuf, &Open), Refusal> {
        let uri = params["textDocument"]["uri"].as_str().unwrap_or("");
        let path = convert::path_of(uri);
        match self.open.get(&path) {
            Some(open) => Ok((path, open)),
            None => Err(Refusal(-32602, format!("{uri} is not open"))),
        }
    }

    /// The text and the place that a request is about.
    pub fn asked(&self, params: &Value) -> Result<Asked<'_>, Refusal> {
        let (path, open) = self.text(params)?;
        let offset = open.document.offset(convert::position_of(&params["position"]), self.encoding);
        Ok(Asked { path, open, offset })
    }

    /// The study that a file belongs to: the one that includes it, a profile that names it, or itself.
    pub fn study_of(&self, path: &Path) -> PathBuf {
        if let Some(study) = self.included.get(path).filter(|study| self.studies.contains_key(*study)) {
            return study.clone();
        }
        profiles::naming(path).unwrap_or_else(|| path.to_path_buf())
    }

    /// Names that mean something in a text: concepts of its study, and what the text defines besides.
    pub fn names(&self, path: &Path) -> Vec<Name> {
        let mut names = self.studies.get(&self.study_of(path)).map_or(Vec::new(), |s| s.rehearsal.concepts.clone());
        let Some(open) = self.open.get(path) else { return names };
        for found in &open.document.names.occurrences {
            let defines = found.role == Role::Defines && found.scope == 0;
            if defines && !names.iter().any(|(name, _)| *name == found.name) {
                names.push((found.name.clone(), None));
            }
        }
        names
    }
}
