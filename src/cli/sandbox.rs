//! The doors that `--sandbox` closes: whatever a command reads or writes stays in the folders that its command line names.

use std::path::{Path, PathBuf};

use crate::source::{Confined, World};

/// The world of a study given on the command line: its folder, that of its results, and those of `--macros`.
pub fn of_study<'w>(study: &Path, output: Option<&Path>, macros: &[PathBuf], world: &'w dyn World) -> Confined<'w> {
    let mut folders: Vec<&Path> = vec![folder_of(study)];
    folders.extend(output);
    folders.extend(macros.iter().map(PathBuf::as_path));
    within(&folders, world)
}

/// The world of a file given on the command line: its folder. A device or a pipe is what the user says it is.
pub fn beside<'w>(file: &Path, world: &'w dyn World) -> Confined<'w> {
    let real = std::fs::canonicalize(file).unwrap_or_default();
    let is_stream = file.starts_with("/dev") || std::fs::metadata(&real).is_ok_and(|m| !m.is_file() && !m.is_dir());
    let folder = if is_stream { real.as_path() } else { folder_of(file) };
    within(&[folder], world)
}

/// The world of some folders.
pub fn within<'w>(folders: &[&Path], world: &'w dyn World) -> Confined<'w> {
    Confined::within(world, world.is_sandbox().then_some(folders))
}

fn folder_of(file: &Path) -> &Path {
    file.parent().unwrap_or(Path::new(""))
}
