//! A request of a page: what is to be done with which study.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::literal::literal;
use crate::api::{Failure, Memory, Study};
use crate::language::files_of_profile;
use crate::python::literal as value_of;
use crate::source::{BorrowedOrShared, FileId, World};

/// A request. What is absent is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Request {
    #[serde(rename = "do")]
    pub what: String,
    /// Name of the command file.
    pub name: String,
    pub text: String,
    /// The other files, by name.
    pub files: BTreeMap<String, String>,
    /// Values of variables, in place of their first assignments.
    pub set: Map<String, Json>,
    /// A place in the text, in bytes.
    pub at: Option<usize>,
    /// A run also draws the values that have a picture.
    pub pictures: bool,
}

impl Request {
    pub fn path(&self) -> &Path {
        Path::new(if self.name.is_empty() { "study.comm" } else { &self.name })
    }

    /// The place, within the text and between its characters.
    pub fn place(&self) -> usize {
        let mut at = self.at.unwrap_or(self.text.len()).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// What is opened: the first profile among the files that names the text, otherwise the text itself.
    fn opened(&self) -> PathBuf {
        let path = self.path();
        let names = |profile: &str| files_of_profile(profile).iter().any(|(_, name)| Path::new(name) == path);
        let is_profile = |file: &&String| Path::new(file).extension().is_some_and(|kind| kind == "export");
        let profile = self.files.keys().filter(is_profile).find(|file| names(&self.files[*file]));
        profile.map_or(path.to_path_buf(), PathBuf::from)
    }

    /// A world with the files of the study, which also takes what it writes.
    pub fn world(&self) -> Memory {
        let world = Memory::default();
        let files = self.files.iter().map(|(name, text)| (Path::new(name), text));
        for (path, text) in files.chain([(self.path(), &self.text)]) {
            // Memory takes every file.
            let _ = world.write(path, text.as_bytes());
        }
        world
    }

    /// The study in a world.
    ///
    /// # Errors
    /// The study cannot be opened.
    pub fn study<'w>(&self, world: &'w dyn World) -> Result<Study<'w>, Box<Failure>> {
        let study = Study::in_world(&self.opened(), None, BorrowedOrShared::Lent(world))?;
        let set = self.set.iter();
        Ok(set.fold(study, |study, (name, value)| study.with(name, value_of(FileId(u32::MAX), &literal(value)))))
    }
}
