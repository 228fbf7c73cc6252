//! The world of an editor: texts that are open lie over the disk, nothing is written, and a check that has become old stops.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::source::{Pieces, ProgramClock, Stop, World};

/// Longest processor time of one check.
pub const LONGEST: Duration = Duration::from_secs(2);

/// Open texts over the disk.
pub struct Texts<'w> {
    disk: &'w dyn World,
    open: BTreeMap<PathBuf, Arc<str>>,
    old: Arc<AtomicBool>,
    clock: ProgramClock,
}

impl<'w> Texts<'w> {
    pub fn new(disk: &'w dyn World, open: BTreeMap<PathBuf, Arc<str>>, old: Arc<AtomicBool>) -> Self {
        Texts { disk, open, old, clock: ProgramClock::start() }
    }
}

/// A path without `.` and `..`.
pub fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Whether a file is a profile, whose text is none of the language.
pub fn is_profile(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "export")
}

impl World for Texts<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.open.get(&plain(path)) {
            Some(text) => Ok(text.as_bytes().to_vec()),
            None => self.disk.read(path),
        }
    }

    fn write_pieces(&self, _: &Path, _: Pieces<'_>) -> io::Result<()> {
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.open.contains_key(&plain(path)) || self.disk.exists(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.disk.list(folder)
    }

    fn is_sandbox(&self) -> bool {
        self.disk.is_sandbox()
    }

    fn stop(&self) -> Option<Stop> {
        if self.old.load(Ordering::Relaxed) {
            return Some(Stop::Asked);
        }
        self.clock.is_over(LONGEST).then_some(Stop::Time)
    }
}
