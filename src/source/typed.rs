//! A study that comes through the standard input: a command file that is in no folder, beside files that are.

use std::cell::Cell;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::forwarding::as_beneath;
use super::stamp::Stamp;
use super::world::World;

/// Another world with one file more.
pub struct Typed<'w> {
    world: &'w dyn World,
    path: PathBuf,
    bytes: Vec<u8>,
}

impl<'w> Typed<'w> {
    /// Reads the standard input when `study` says so: `-` or `/dev/stdin`. `taken`: whether a study before took it.
    pub fn of(study: &Path, taken: &Cell<bool>, world: &'w dyn World) -> io::Result<Option<Typed<'w>>> {
        if study != Path::new("-") && study != Path::new("/dev/stdin") {
            return Ok(None);
        }
        if taken.replace(true) {
            return Err(io::Error::other("it was read already, for the first `-`"));
        }
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        Ok(Some(Typed { world, path: PathBuf::from("stdin.comm"), bytes }))
    }

    /// The name it goes by.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl World for Typed<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        if path == self.path { Ok(self.bytes.clone()) } else { self.world.read(path) }
    }

    fn exists(&self, path: &Path) -> bool {
        path == self.path || self.world.exists(path)
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        if path == self.path { None } else { self.world.stamp(path) }
    }

    as_beneath!(write_pieces list make_folder may_touch used is_sandbox flag stop);
}
