//! The world of a study that is only checked: it reads, and what it writes goes nowhere.

use std::io;
use std::path::Path;

use super::forwarding::as_beneath;
use super::output::Pieces;
use super::world::World;

pub struct Untouched<'w> {
    pub world: &'w dyn World,
}

impl World for Untouched<'_> {
    as_beneath!(read exists list may_touch used stamp is_sandbox flag stop);

    fn write_pieces(&self, _: &Path, _: Pieces<'_>) -> io::Result<()> {
        Ok(())
    }
}
