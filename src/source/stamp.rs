//! Size and time of a file, by which one sees that it has not changed without reading it.

use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use super::clock::since_epoch;

/// A file changed twice within this may keep its time.
const COARSE: Duration = Duration::from_secs(2);

/// Size and time of the last change of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    /// Since the beginning of 1970.
    time: Duration,
}

impl Stamp {
    /// That of a file of the disk.
    pub fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        let time = about.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Some(Stamp { size: about.len(), time })
    }

    /// Whether it is so old that a change of the file would change it.
    pub fn is_settled(self) -> bool {
        since_epoch() > self.time + COARSE
    }
}
