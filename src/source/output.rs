//! Writing a file whole. A regular file is written under a temporary name, then renamed, so that a reader sees the
//! old content or the new one. Links are followed, a file with several names keeps them, permissions stay, and what
//! is no regular file (a device, a pipe) is written to where it stands.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Links followed before they are taken for a circle, as many as the system follows.
const MOST_LINKS: usize = 40;
/// Wait between two looks at a pipe that takes nothing.
const WAIT: Duration = Duration::from_millis(10);

/// Writes `bytes` to `path`. Gives up on a pipe that nobody reads when `cancelled` says so.
pub fn write(path: &Path, bytes: &[u8], cancelled: &dyn Fn() -> bool) -> io::Result<()> {
    let path = &followed(path)?;
    let old = match std::fs::metadata(path) {
        Ok(old) if old.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    match old {
        Some(old) if !old.is_file() => into_place(path, bytes, cancelled),
        Some(old) if has_other_names(&old) => std::fs::write(path, bytes),
        old => replace(path, bytes, old.as_ref()),
    }
}

/// Where the links that start at `path` end, be there a file or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { return Ok(path) };
        path = path.parent().map_or(target.clone(), |folder| folder.join(&target));
    }
    Err(io::Error::other("its symbolic links go round in a circle"))
}

/// The temporary file is gone whatever happens.
fn replace(path: &Path, bytes: &[u8], old: Option<&Metadata>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = File::create(&temporary).and_then(|mut file| {
        if let Some(old) = old {
            keep_owner(&temporary, old);
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)
    });
    written.and_then(|()| std::fs::rename(&temporary, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}

/// Without waiting for ever: the reader of a pipe may come late, or never.
fn into_place(path: &Path, bytes: &[u8], cancelled: &dyn Fn() -> bool) -> io::Result<()> {
    let stopped = || io::Error::new(io::ErrorKind::Interrupted, "stopped while nobody read it");
    let mut file = loop {
        match open_without_waiting(path) {
            Ok(file) => break file,
            Err(error) if has_no_reader(&error) && !cancelled() => std::thread::sleep(WAIT),
            Err(error) => return Err(if cancelled() { stopped() } else { error }),
        }
    };
    let mut left = bytes;
    while !left.is_empty() {
        match file.write(left) {
            Ok(0) => return Err(io::Error::from(io::ErrorKind::WriteZero)),
            Ok(count) => left = &left[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock && !cancelled() => std::thread::sleep(WAIT),
            Err(error) if error.kind() == io::ErrorKind::Interrupted && !cancelled() => {}
            Err(error) => return Err(if cancelled() { stopped() } else { error }),
        }
    }
    Ok(())
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
    use std::io::Read;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("stickslip_output_{}_{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write(path, text.as_bytes(), &|| false)
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
        assert!(write(&pipe, b"x", &|| true).is_err());
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
