//! What a study may touch: never its own files, and with a sandbox only what lies in its folders.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use std::sync::{Mutex, PoisonError};

use super::borrowed_or_shared::BorrowedOrShared;
use super::forwarding::as_beneath;
use super::output::{Pieces, followed};
use super::stamp::Stamp;
use super::world::World;

/// Another world, in which a study does not write over itself and, if asked, stays in some folders. Links count as what
/// they lead to.
pub struct Confined<'w> {
    world: BorrowedOrShared<'w, dyn World + 'w>,
    own: Vec<PathBuf>,
    folders: Option<Vec<PathBuf>>,
    /// Size of each file written.
    written: Mutex<BTreeMap<PathBuf, u64>>,
}

impl<'w> Confined<'w> {
    /// `own`: files that are never written; `folders`: the only ones where files are read and written.
    pub fn new<'p>(
        world: BorrowedOrShared<'w, dyn World + 'w>,
        own: impl Iterator<Item = &'p PathBuf>,
        folders: Option<&[&Path]>,
    ) -> Confined<'w> {
        let real = |path: &Path| real(path).unwrap_or_else(|_| path.to_path_buf());
        Confined {
            world,
            own: own.map(|path| real(path)).collect(),
            folders: folders.map(|folders| folders.iter().map(|folder| real(folder)).collect()),
            written: Mutex::default(),
        }
    }

    /// Stays in the folders and has no files of its own.
    pub fn within(world: &'w dyn World, folders: Option<&[&Path]>) -> Confined<'w> {
        Confined::new(BorrowedOrShared::Lent(world), std::iter::empty(), folders)
    }

    /// Files written so far, with their sizes in bytes, by path.
    pub fn written(&self) -> Vec<(PathBuf, u64)> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.iter().map(|(path, size)| (path.clone(), *size)).collect()
    }

    /// Files written since the last call, with their sizes in bytes, by path.
    pub fn take_written(&self) -> Vec<(PathBuf, u64)> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *written).into_iter().collect()
    }

    fn allow(&self, path: &Path) -> io::Result<()> {
        let Some(folders) = &self.folders else { return Ok(()) };
        let real = real(path)?;
        if folders.iter().any(|folder| real.starts_with(folder)) { Ok(()) } else { Err(outside(path)) }
    }
}

fn outside(path: &Path) -> io::Error {
    let why = if path.is_symlink() { "it is a link that leads" } else { "it lies" };
    io::Error::new(io::ErrorKind::PermissionDenied, format!("{why} outside the folder of the study (--sandbox)"))
}

/// The path without links, `.` and `..`, be there a file or not.
fn real(path: &Path) -> io::Result<PathBuf> {
    let path = followed(path)?;
    if let Ok(real) = std::fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { &path }) {
        return Ok(real);
    }
    // The deepest folder that is there, and what is to come below it.
    let mut there = std::path::absolute(&path)?;
    let mut rest = Vec::new();
    while let Some(name) = there.components().next_back() {
        match name {
            Component::Normal(name) => rest.push(name.to_os_string()),
            _ => return Err(outside(&path)),
        }
        there.pop();
        if let Ok(mut real) = std::fs::canonicalize(&there) {
            real.extend(rest.iter().rev());
            return Ok(real);
        }
    }
    Err(outside(&path))
}

/// What takes bytes, and how many it took.
struct Counted<'o> {
    out: &'o mut dyn Write,
    size: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.size += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl World for Confined<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.allow(path)?;
        self.world.read(path)
    }

    fn write_pieces(&self, path: &Path, pieces: Pieces<'_>) -> io::Result<()> {
        self.allow(path)?;
        if real(path).is_ok_and(|real| self.own.contains(&real)) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is a file of the study itself"));
        }
        let mut size = 0;
        self.world.write_pieces(path, &mut |out| {
            let mut counted = Counted { out, size: 0 };
            pieces(&mut counted)?;
            size = counted.size;
            Ok(())
        })?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(path.to_path_buf(), size);
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.allow(path).is_ok() && self.world.exists(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        self.allow(path).ok().and_then(|()| self.world.stamp(path))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.allow(path)?;
        self.world.make_folder(path)
    }

    fn may_touch(&self, path: &Path) -> io::Result<()> {
        self.allow(path)?;
        self.world.may_touch(path)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<String>> {
        self.allow(folder)?;
        self.world.list(folder)
    }

    as_beneath!(used is_sandbox flag stop);
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::source::Disk;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_and_dots_lead_nowhere_else() {
        let base = std::env::temp_dir().join(format!("stickslip_confined_{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&base);
        let inside = base.join("in");
        std::fs::create_dir_all(inside.join("below")).unwrap();
        std::fs::write(base.join("secret"), "x").unwrap();
        std::fs::write(inside.join("own"), "study").unwrap();
        symlink("../secret", inside.join("link")).unwrap();
        symlink("../made", inside.join("dangling")).unwrap();
        symlink("..", inside.join("up")).unwrap();
        symlink("below", inside.join("down")).unwrap();
        let disk = Disk::default();
        let own = [inside.join("own")];
        let world = Confined::new(BorrowedOrShared::Lent(&disk), own.iter(), Some(&[&inside]));
        for wrong in ["../secret", "link", "up/secret", "below/../../secret", "up/in/../secret"] {
            let path = inside.join(wrong);
            assert!(world.read(&path).is_err() && !world.exists(&path) && world.may_touch(&path).is_err(), "{wrong}");
        }
        for wrong in ["../made", "dangling", "up/made", "none/../../made", "link", "own", "down/../own"] {
            assert!(world.write(&inside.join(wrong), b"y").is_err(), "{wrong}");
        }
        assert!(!base.join("made").exists());
        assert_eq!(std::fs::read(base.join("secret")).unwrap(), b"x");
        for fine in ["new", "down/new", "up/in/other", "below/../third"] {
            world.write(&inside.join(fine), b"y").unwrap();
            assert_eq!(world.read(&inside.join(fine)).unwrap(), b"y");
        }
        // Without folders only the own files are kept.
        let world = Confined::new(BorrowedOrShared::Lent(&disk), own.iter(), None);
        assert!(world.read(&inside.join("link")).is_ok() && world.write(&inside.join("own"), b"y").is_err());
        std::fs::remove_dir_all(&base).unwrap();
    }
}
