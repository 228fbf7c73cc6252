//! Another world that notes the files which are looked at.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::beneath::as_beneath;
use super::world::World;

pub struct Noted<'w> {
    world: &'w dyn World,
    files: Mutex<BTreeSet<PathBuf>>,
}

impl<'w> Noted<'w> {
    pub fn new(world: &'w dyn World) -> Self {
        Noted { world, files: Mutex::default() }
    }

    /// The files read, or looked for.
    pub fn files(self) -> Vec<PathBuf> {
        self.files.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    fn note(&self, path: &Path) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf());
    }
}

impl World for Noted<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.note(path);
        self.world.read(path)
    }

    fn exists(&self, path: &Path) -> bool {
        self.note(path);
        self.world.exists(path)
    }

    as_beneath!(write_pieces list make_folder may_touch used is_sandbox flag stop);
}
