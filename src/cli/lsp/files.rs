//! Files beside the open texts, through the doors that `--sandbox` closes: profiles that name a command file, meshes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::texts::{is_profile, plain};
use crate::cli::sandbox;
use crate::language::files_of_profile;
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
        profiles(path.parent()?).into_iter().find(|profile| {
            let text = open(profile).or_else(|| self.read(profile, path)).unwrap_or_default();
            text.lines().any(|line| names_commands(line, name))
        })
    }

    /// The other command files of the profile in its folder that gives a file to a unit: those that include it, or may.
    pub fn with_included(&self, path: &Path) -> Vec<(PathBuf, String)> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|name| name.to_str())) else {
            return Vec::new();
        };
        let profiles = profiles(folder).into_iter().filter_map(|profile| self.read(&profile, path));
        let Some(text) =
            profiles.into_iter().find(|text| files_of_profile(text).iter().any(|(_, file)| is_file(file, name)))
        else {
            return Vec::new();
        };
        let others = files_of_profile(&text).into_iter().map(|(_, file)| folder.join(file));
        let others =
            others.filter(|other| other.extension().is_some_and(|e| e == "comm") && plain(other) != plain(path));
        others.filter_map(|other| Some((plain(&other), self.read(&other, path)?))).collect()
    }
}

/// Profiles in a folder, in the order of their names.
fn profiles(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let is_read = |path: &PathBuf| is_profile(path) && std::fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST);
    let mut profiles: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_read).collect();
    profiles.sort();
    profiles
}

/// Whether a profile's name of a file is that of a file in its folder.
fn is_file(written: &str, name: &str) -> bool {
    written.rsplit('/').next() == Some(name)
}

/// Whether a line of a profile names a command file of that name.
fn names_commands(line: &str, name: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let file = words.get(2).map(|file| file.rsplit('/').next().unwrap_or(file));
    words.first() == Some(&"F") && words.get(1) == Some(&"comm") && file == Some(name)
}
