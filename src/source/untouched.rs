//! The world of a study that is only checked: it reads, and what it writes goes nowhere.

use std::io;
use std::path::Path;

use super::output::Pieces;
use super::world::{Stop, World};

pub struct Untouched<'w>(pub &'w dyn World);

impl World for Untouched<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path)
    }

    fn write_pieces(&self, _: &Path, _: Pieces<'_>) -> io::Result<()> {
        Ok(())
    }

    fn exists(&self, path: &Path) -> bool {
        self.0.exists(path)
    }

    fn used(&self, path: &Path) {
        self.0.used(path)
    }

    fn may_touch(&self, path: &Path) -> io::Result<()> {
        self.0.may_touch(path)
    }

    fn stop(&self) -> Option<Stop> {
        self.0.stop()
    }
}
