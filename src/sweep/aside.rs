//! The world of one case: it reads files as they are and notes what it read; what it writes stays in memory, where it sees it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::inputs::{Marks, Readings, join, name_of, of_look, of_read};
use crate::source::{Pieces, Stamp, World, as_beneath};

pub struct Aside<'w> {
    world: &'w dyn World,
    readings: &'w Readings,
    written: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    marks: Mutex<BTreeMap<PathBuf, String>>,
}

impl<'w> Aside<'w> {
    pub fn new(world: &'w dyn World, readings: &'w Readings) -> Self {
        Aside { world, readings, written: Mutex::default(), marks: Mutex::default() }
    }

    /// What was read, by its name as seen from a folder.
    pub fn marks(&self, folder: &Path) -> Marks {
        let marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        marks.iter().map(|(path, mark)| (name_of(path, folder), mark.clone())).collect()
    }

    fn note(&self, path: &Path, mark: &str) {
        join(&mut self.marks.lock().unwrap_or_else(PoisonError::into_inner), path.to_path_buf(), mark);
    }

    fn is_written(&self, path: &Path) -> bool {
        self.written.lock().is_ok_and(|files| files.contains_key(path))
    }
}

impl World for Aside<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if let Some(bytes) = self.written.lock().ok().and_then(|files| files.get(path).cloned()) {
            return Ok(bytes);
        }
        let read = self.world.read(path);
        let mark = of_read(&read);
        self.readings.note(path, &mark);
        self.note(path, &mark);
        read
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        let mut bytes = Vec::new();
        pieces(&mut bytes)?;
        let mut files = self.written.lock().map_err(|_| io::Error::other("a thread that wrote ended badly"))?;
        files.insert(path.to_path_buf(), bytes);
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        if self.is_written(path) {
            return true;
        }
        let there = self.world.exists(path);
        self.readings.note(path, of_look(there));
        self.note(path, of_look(there));
        there
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if self.is_written(path) { None } else { self.world.stamp(path) }
    }

    fn used(&self, path: &Path) {
        if !self.is_written(path) {
            self.note(path, &self.readings.known(path));
        }
    }

    as_beneath!(list may_touch is_sandbox flag stop);
}
