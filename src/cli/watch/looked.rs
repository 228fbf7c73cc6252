//! Another world that notes which files are looked at, with their sizes and times at that moment.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::source::{Pieces, Stamp, World, as_beneath};

/// Files by path; without a stamp where there is none.
pub type Stamps = BTreeMap<PathBuf, Option<Stamp>>;

pub struct Looked<'w> {
    world: &'w dyn World,
    seen: Mutex<Stamps>,
    written: Mutex<BTreeSet<PathBuf>>,
}

impl<'w> Looked<'w> {
    pub fn new(world: &'w dyn World) -> Self {
        Looked { world, seen: Mutex::default(), written: Mutex::default() }
    }

    /// The files that were looked at and are not written.
    pub fn files(self) -> Stamps {
        let mut seen = self.seen.into_inner().unwrap_or_else(PoisonError::into_inner);
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|path, _| !written.contains(path));
        seen
    }

    /// Files looked at so far and not written, while others are still looked at.
    pub fn so_far(&self) -> Stamps {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|path, _| !written.contains(path));
        seen
    }

    fn note(&self, path: &Path) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // What changes after the first look is a change.
        if !seen.contains_key(path) {
            seen.insert(path.to_path_buf(), self.world.stamp(path));
        }
    }
}

impl World for Looked<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.note(path);
        self.world.read(path)
    }

    fn exists(&self, path: &Path) -> bool {
        self.note(path);
        self.world.exists(path)
    }

    fn used(&self, path: &Path) {
        self.note(path);
        self.world.used(path);
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
        self.world.write_pieces(path, pieces)
    }

    as_beneath!(list make_folder may_touch stamp is_sandbox flag stop);
}

/// The files that are not as they were.
pub fn changed(before: &Stamps, world: &dyn World) -> Vec<PathBuf> {
    before.iter().filter(|(path, stamp)| world.stamp(path) != **stamp).map(|(path, _)| path.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Disk;

    #[test]
    fn files_are_noted_as_they_were_before_they_were_read() {
        let folder = std::env::temp_dir().join(format!("stickslip_looked_{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let [read, absent, made] = ["read", "absent", "made"].map(|name| folder.join(name));
        std::fs::write(&read, "0.7").unwrap();
        let disk = Disk::default();
        let looked = Looked::new(&disk);
        assert!(looked.read(&read).is_ok() && !looked.exists(&absent) && !looked.exists(&made));
        looked.write(&made, b"1.3").unwrap();
        let files = looked.files();
        assert_eq!(files.keys().collect::<Vec<_>>(), [&absent, &read]);
        assert!(changed(&files, &disk).is_empty());
        std::fs::write(&read, "0.75").unwrap();
        std::fs::write(&absent, "").unwrap();
        assert_eq!(changed(&files, &disk), [absent, read]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
