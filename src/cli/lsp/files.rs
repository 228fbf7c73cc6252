//! Files beside the open texts, through the doors that `--sandbox` closes: profiles that name a command file, meshes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::texts::is_profile;
use crate::cli::sandbox;
use crate::source::{Disk, World};
use crate::syntax::decode;

/// Largest profile that is looked into, in bytes.
const LARGEST: u64 = 1 << 20;

/// The disk, as far as studies may look at it.
#[derive(Clone)]
pub struct Files {
    pub disk: Arc<Disk>,
}

impl Files {
    /// The text of a file in the folder of a study.
    pub fn read(&self, path: &Path, study: &Path) -> Option<String> {
        let world = sandbox::of_study(study, None, &[], &*self.disk);
        world.read(path).ok().map(|bytes| decode(&bytes))
    }

    /// The profile in the folder of a command file that names it; the first in the order of names. Open texts count before the
    /// disk.
    pub fn naming(&self, path: &Path, open: &dyn Fn(&Path) -> Option<String>) -> Option<PathBuf> {
        let name = path.file_name()?.to_str()?;
        let mut profiles: Vec<PathBuf> = std::fs::read_dir(path.parent()?)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| is_profile(path) && std::fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST))
            .collect();
        profiles.sort();
        profiles.into_iter().find(|profile| {
            let text = open(profile).or_else(|| self.read(profile, path)).unwrap_or_default();
            text.lines().any(|line| names_commands(line, name))
        })
    }
}

/// Whether a line of a profile names a command file of that name.
fn names_commands(line: &str, name: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let file = words.get(2).map(|file| file.rsplit('/').next().unwrap_or(file));
    words.first() == Some(&"F") && words.get(1) == Some(&"comm") && file == Some(name)
}
