//! Size and times of a file, by which one sees that it has not changed without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use super::clock::since_epoch;

/// A file changed twice within this may keep its time.
const COARSE: Duration = Duration::from_secs(2);

/// Size of a file, time of its last change, and what tells of another content under the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    size: u64,
    /// Since the beginning of 1970.
    time: Duration,
    /// Time of the last change of anything about the file: copies keep the time of their original, not this one.
    touched: Duration,
    /// Number of the file on its disk.
    number: u64,
}

impl Stamp {
    /// That of a file of the disk.
    pub fn of(path: &Path) -> Option<Self> {
        let about = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
        let time = about.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (touched, number) = beyond_time(&about);
        Some(Stamp { size: about.len(), time, touched, number })
    }

    /// Whether it is so old that a change of the file would change it.
    pub fn is_settled(self) -> bool {
        since_epoch() > self.time.max(self.touched) + COARSE
    }
}

#[cfg(unix)]
fn beyond_time(about: &Metadata) -> (Duration, u64) {
    use std::os::unix::fs::MetadataExt;
    let (seconds, rest) = (u64::try_from(about.ctime()), u32::try_from(about.ctime_nsec()));
    (Duration::new(seconds.unwrap_or(0), rest.unwrap_or(0)), about.ino())
}

#[cfg(not(unix))]
fn beyond_time(_: &Metadata) -> (Duration, u64) {
    (Duration::ZERO, 0)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::Stamp;

    #[test]
    fn another_content_of_the_same_size_and_time_is_seen() {
        let file = std::env::temp_dir().join(format!("stickslip_stamp_{}", std::process::id()));
        std::fs::write(&file, "A = 0.7").unwrap();
        let (before, about) = (Stamp::of(&file), std::fs::metadata(&file).unwrap());
        assert_eq!(Stamp::of(&file), before);
        // The clock of files is coarse.
        std::thread::sleep(std::time::Duration::from_millis(30));
        std::fs::write(&file, "A = 1.3").unwrap();
        std::fs::File::options().write(true).open(&file).unwrap().set_modified(about.modified().unwrap()).unwrap();
        assert_ne!(Stamp::of(&file), before);
        std::fs::remove_file(&file).unwrap();
    }
}
