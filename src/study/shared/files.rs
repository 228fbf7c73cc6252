//! Files: what was parsed of them, and hashes that are known without reading.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::source::{Seen, SourceFile, Stamp, World};
use crate::syntax::Parsed;

/// A file of a study as it was read: its bytes, its text, its tree.
pub struct Read {
    pub bytes: Vec<u8>,
    pub file: SourceFile,
    pub parsed: Parsed,
}

#[derive(Default)]
pub struct Files {
    /// By path and rank in the study.
    trees: Mutex<BTreeMap<(PathBuf, u32), Arc<Read>>>,
    /// What files held when they had that size and time.
    seen: Mutex<BTreeMap<PathBuf, (Stamp, Seen)>>,
}

impl Files {
    /// The tree of a file that holds these bytes.
    pub fn tree(&self, path: &Path, rank: u32, bytes: &[u8]) -> Option<Arc<Read>> {
        let trees = self.trees.lock().unwrap_or_else(PoisonError::into_inner);
        trees.get(&(path.to_path_buf(), rank)).filter(|read| read.bytes == bytes).cloned()
    }

    pub fn keep(&self, path: &Path, rank: u32, read: Arc<Read>) {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner).insert((path.to_path_buf(), rank), read);
    }

    /// Whether a file is still what was seen of it.
    pub fn is_still(&self, path: &Path, seen: Seen, world: &dyn World) -> bool {
        if let Seen::There(there) = seen {
            return world.exists(path) == there;
        }
        let stamp = world.stamp(path);
        let known = self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(path).copied();
        if let (Some(now), Some((then, content))) = (stamp, known)
            && now == then
        {
            return content == seen;
        }
        let content = Seen::of(&world.read(path));
        if let Some(stamp) = stamp.filter(|stamp| stamp.is_settled()) {
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_path_buf(), (stamp, content));
        }
        content == seen
    }
}
