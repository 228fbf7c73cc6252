//! Another world that notes what is seen of files.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use super::forwarding::as_beneath;
use super::output::Pieces;
use super::world::World;

/// What was seen of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Whether it is there.
    There(bool),
    /// What it holds, by its hash.
    Content([u8; 32]),
    /// It could not be read.
    Unreadable,
}

impl Seen {
    /// What is seen by reading.
    pub fn of(read: &io::Result<Vec<u8>>) -> Self {
        read.as_ref().map_or(Seen::Unreadable, |bytes| Seen::Content(*blake3::hash(bytes).as_bytes()))
    }
}

pub struct TrackedFiles<'w> {
    world: &'w dyn World,
    files: Mutex<BTreeMap<PathBuf, Seen>>,
    wrote: AtomicBool,
}

impl<'w> TrackedFiles<'w> {
    pub fn new(world: &'w dyn World) -> Self {
        TrackedFiles { world, files: Mutex::default(), wrote: AtomicBool::new(false) }
    }

    /// Whether something was written.
    pub fn wrote(&self) -> bool {
        self.wrote.load(Ordering::Relaxed)
    }

    /// The files read, or looked for.
    pub fn files(self) -> Vec<(PathBuf, Seen)> {
        self.files.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect()
    }

    fn note(&self, path: &Path, seen: Seen) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        // What was read says more than a look.
        match files.get_mut(path) {
            Some(_) if matches!(seen, Seen::There(_)) => {}
            Some(known) => *known = seen,
            None => {
                files.insert(path.to_path_buf(), seen);
            }
        }
    }
}

impl World for TrackedFiles<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let read = self.world.read(path);
        self.note(path, Seen::of(&read));
        read
    }

    fn exists(&self, path: &Path) -> bool {
        let there = self.world.exists(path);
        self.note(path, Seen::There(there));
        there
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        self.wrote.store(true, Ordering::Relaxed);
        self.world.write_pieces(path, pieces)
    }

    as_beneath!(list make_folder may_touch used stamp is_sandbox flag stop);
}
