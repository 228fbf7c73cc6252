//! Writing a file whole. A regular file is written under a temporary name, then renamed, so that a reader sees the
//! old content or the new one. Links are followed, a file with several names keeps them, permissions stay, and what
//! is no regular file (a device, a pipe) is written to where it stands.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Links followed before they are taken for a circle, as many as the system follows.
const MOST_LINKS: usize = 40;
/// Age from which a temporary file is of no use to anybody.
const LEFT_OVER: Duration = Duration::from_secs(600);
/// Wait between two looks at a pipe that takes nothing.
const WAIT: Duration = Duration::from_millis(10);
/// Bytes of two files compared at once.
const COMPARED: usize = 1 << 16;

/// What a file is to hold, piece by piece.
pub type Pieces<'p> = &'p mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Writes `pieces` to `path`. A file with several names keeps them, unless `parts_names` says that only this one is meant.
/// Gives up on a pipe that nobody reads when `cancelled` says so.
pub fn write(path: &Path, pieces: Pieces<'_>, parts_names: bool, cancelled: &dyn Fn() -> bool) -> io::Result<()> {
    let path = &followed(path)?;
    let old = match std::fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match old {
        Some(old) if !old.is_file() => into_place(path, pieces, cancelled),
        Some(old) if has_other_names(&old) && !parts_names => whole(File::create(path)?, pieces),
        old => replace(path, pieces, old.as_ref()),
    }
}

/// Where the links that start at `path` end, be there a file or not.
pub(super) fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    Err(io::Error::other("its symbolic links go round in a circle"))
}

/// Temporary files that are being written.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Before the program ends at once: takes away the files it was writing.
pub fn remove_temporaries() {
    // Whoever holds the list may be a thread that is stopped.
    if let Ok(files) = TEMPORARY.try_lock() {
        for path in files.iter() {
            let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
        }
    }
}

/// Notes a file or a folder that is not to stay, or that it is gone.
pub fn note_temporary(path: &Path, there: bool) {
    let mut files = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = if there { files.insert(path.to_path_buf()) } else { files.remove(path) };
}

/// Takes away what a process that was killed left of an attempt to write the same file. Other machines may be writing
/// it now, so only what is old and of no process of this machine goes.
fn remove_left_over(path: &Path, name: &OsStr) {
    let (Some(folder), Some(name)) = (path.parent(), name.to_str()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.file_name();
        let process = file.to_str().and_then(|file| file.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".part"));
        let Some(process) = process.and_then(|text| text.parse::<u32>().ok()) else { continue };
        let age = entry.metadata().and_then(|m| m.modified()).ok().and_then(|then| then.elapsed().ok());
        if age.is_some_and(|age| age > LEFT_OVER) && !Path::new(&format!("/proc/{process}")).exists() {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn whole(out: impl Write, pieces: Pieces<'_>) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    pieces(&mut out)?;
    out.flush()
}

/// Whether both files hold the same bytes; `length` is that of the old one.
fn is_same(new: &Path, old: &Path, length: u64) -> bool {
    let same = || -> io::Result<bool> {
        let (mut new, mut old) = (File::open(new)?, File::open(old)?);
        if new.metadata()?.len() != length {
            return Ok(false);
        }
        let (mut a, mut b) = (vec![0; COMPARED], vec![0; COMPARED]);
        let mut left = length;
        while left > 0 {
            let count = left.min(COMPARED as u64) as usize;
            new.read_exact(&mut a[..count])?;
            old.read_exact(&mut b[..count])?;
            if a[..count] != b[..count] {
                return Ok(false);
            }
            left -= count as u64;
        }
        Ok(true)
    };
    same().unwrap_or(false)
}

/// The temporary file is gone whatever happens. A file that holds these bytes already stays as it is, so that a tool that
/// looks at times has nothing to do again.
fn replace(path: &Path, pieces: Pieces<'_>, old: Option<&Metadata>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(temporary);
    remove_left_over(path, name);
    note_temporary(&temporary, true);
    let written = File::create(&temporary).and_then(|file| {
        if let Some(old) = old {
            keep_owner(&temporary, old);
            file.set_permissions(old.permissions())?;
        }
        whole(file, pieces)
    });
    let put = |()| match old {
        Some(old) if is_same(&temporary, path, old.len()) => std::fs::remove_file(&temporary),
        _ => std::fs::rename(&temporary, path),
    };
    let renamed = written.and_then(put).inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    });
    note_temporary(&temporary, false);
    renamed
}

/// Without waiting for ever: the reader of a pipe may come late, or never.
fn into_place(path: &Path, pieces: Pieces<'_>, cancelled: &dyn Fn() -> bool) -> io::Result<()> {
    let file = loop {
        match open_without_waiting(path) {
            Ok(file) => break file,
            Err(error) if has_no_reader(&error) && !cancelled() => std::thread::sleep(WAIT),
            Err(error) => return Err(if cancelled() { stopped() } else { error }),
        }
    };
    whole(Patient { file, cancelled }, pieces)
}

fn stopped() -> io::Error {
    io::Error::new(io::ErrorKind::ConnectionAborted, "stopped while nobody read it")
}

/// A file that may take nothing for a while.
struct Patient<'c> {
    file: File,
    cancelled: &'c dyn Fn() -> bool,
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.file.write(bytes) {
                Ok(count) => return Ok(count),
                Err(_) if (self.cancelled)() => return Err(stopped()),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(WAIT),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(target_os = "linux")]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    /// `O_NONBLOCK` of Linux.
    const WITHOUT_WAITING: i32 = 0o4000;
    OpenOptions::new().write(true).custom_flags(WITHOUT_WAITING).open(path)
}

#[cfg(not(target_os = "linux"))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// `ENXIO`: a pipe that nobody has opened to read.
fn has_no_reader(error: &io::Error) -> bool {
    cfg!(unix) && error.raw_os_error() == Some(6)
}

#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    file.nlink() > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Only the superuser may give files away; everybody else keeps what the system does.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &Metadata) {
    use std::os::unix::fs::MetadataExt;
    let _ = std::os::unix::fs::chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("stickslip_output_{}_{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write(path, &mut |out| out.write_all(text.as_bytes()), false, &|| false)
    }

    #[test]
    fn a_file_of_the_same_bytes_is_left_alone() {
        let folder = folder("same");
        let file = folder.join("file");
        let number = |text: &str| {
            put(&file, text).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
            std::fs::metadata(&file).unwrap().ino()
        };
        let long = "0123456789".repeat(30_000);
        let first = number(&long);
        assert_eq!(number(&long), first);
        assert_ne!(number(&long.replacen("9012", "9912", 1)), first);
        let (short, empty) = (number("a"), number(""));
        assert_eq!((number(""), short == empty), (empty, false));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn links_and_permissions_stay() {
        let folder = folder("links");
        let (target, link, dangling, other) =
            (folder.join("target"), folder.join("link"), folder.join("dangling"), folder.join("other"));
        std::fs::write(&target, "old").unwrap();
        std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink("target", &link).unwrap();
        symlink("made", &dangling).unwrap();
        put(&link, "new").unwrap();
        put(&dangling, "made").unwrap();
        assert!(link.is_symlink() && dangling.is_symlink());
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(std::fs::read_to_string(folder.join("made")).unwrap(), "made");
        assert_eq!(std::fs::metadata(&target).unwrap().mode() & 0o777, 0o640);
        std::fs::hard_link(&target, &other).unwrap();
        put(&other, "both").unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "both");
        for text in ["one", "both"] {
            write(&other, &mut |out| out.write_all(text.as_bytes()), true, &|| false).unwrap();
            assert_eq!(std::fs::read_to_string(&target).unwrap(), "both");
            assert_eq!(std::fs::read_to_string(&other).unwrap(), text);
        }
        symlink("circle", folder.join("circle")).unwrap();
        assert!(put(&folder.join("circle"), "x").is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_device_and_a_pipe_are_written_to() {
        put(Path::new("/dev/null"), "x").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
        if Path::new("/dev/full").exists() {
            assert!(put(Path::new("/dev/full"), "x").is_err());
        }
        let folder = folder("pipe");
        let pipe = folder.join("pipe");
        if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|s| s.success()) {
            return;
        }
        // Longer than what a pipe holds.
        let text = "line\n".repeat(50_000);
        let read = std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut read = String::new();
                File::open(&pipe).unwrap().read_to_string(&mut read).unwrap();
                read
            });
            put(&pipe, &text).unwrap();
            reader.join().unwrap()
        });
        assert_eq!(read.len(), text.len());
        // Nobody reads: what stops the program stops this.
        assert!(write(&pipe, &mut |out| out.write_all(b"x"), false, &|| true).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_a_killed_process_left_goes_with_the_next_attempt() {
        let folder = folder("left");
        let file = folder.join("result.txt");
        // No process has a number beyond 2^22.
        let (old, young, alive, other) = (
            folder.join("result.txt.4194999.part"),
            folder.join("result.txt.4194998.part"),
            folder.join(format!("result.txt.{}.part", std::process::id() as u64)),
            folder.join("result.txt.mine.part"),
        );
        let aged = |path: &Path, by: u64| {
            let file = File::create(path).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(by)).unwrap();
        };
        aged(&old, 1000);
        aged(&young, 10);
        aged(&other, 1000);
        put(&file, "x").unwrap();
        assert!(!old.exists() && young.exists() && other.exists() && !alive.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_temporary_file_is_left_after_an_error() {
        let folder = folder("error");
        std::fs::create_dir(folder.join("taken")).unwrap();
        assert!(put(&folder.join("taken"), "x").is_err());
        assert!(put(&folder.join("absent/file"), "x").is_err());
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
