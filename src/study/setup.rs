//! What a session works with: its study, its options, the world it sees and who looks on. Shared or lent, so that a session
//! may own all it needs.

use std::path::PathBuf;

use super::events::Observer;
use super::options::Options;
use super::project::Project;
use crate::source::{BorrowedOrShared, Confined, World};

pub struct Setup<'a> {
    pub project: BorrowedOrShared<'a, Project>,
    pub options: BorrowedOrShared<'a, Options>,
    /// The world the study sees: it does not write over itself, and stays in its folders if asked.
    world: Confined<'a>,
    pub observer: BorrowedOrShared<'a, dyn Observer + 'a>,
}

impl<'a> Setup<'a> {
    pub fn new(
        project: BorrowedOrShared<'a, Project>,
        options: BorrowedOrShared<'a, Options>,
        world: BorrowedOrShared<'a, dyn World + 'a>,
        observer: BorrowedOrShared<'a, dyn Observer + 'a>,
    ) -> Self {
        let folders = [project.folder.as_path(), project.output.as_path()];
        let folders = world.is_sandbox().then_some(folders.as_slice());
        let world = Confined::new(world, project.own_files(), folders);
        Setup { project, options, world, observer }
    }
    pub fn world(&self) -> &dyn World {
        &self.world
    }

    /// Files written since this was asked last.
    pub fn take_written(&self) -> Vec<(PathBuf, u64)> {
        self.world.take_written()
    }

    /// Files written so far, with their sizes in bytes.
    pub fn written(&self) -> Vec<(PathBuf, u64)> {
        self.world.written()
    }
}
