//! The studies of a folder.

use std::path::{Path, PathBuf};

/// Files below a folder that end in one of these ways, by name.
pub fn below(folder: &Path, extensions: &[&str], found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            below(&path, extensions, found);
        } else if path.extension().is_some_and(|own| extensions.iter().any(|e| own == *e)) {
            found.push(path);
        }
    }
}

/// The files of a folder itself that end in this way, by name.
fn here(folder: &Path, extension: &str) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| Path::new(name).extension().is_some_and(|own| own == extension));
    names.sort();
    names
}

/// The studies that are run: profiles, and command files that belong to no profile.
pub fn run_alone(folder: &Path) -> Vec<String> {
    let profiles = here(folder, "export");
    let texts: Vec<String> =
        profiles.iter().map(|p| std::fs::read_to_string(folder.join(p)).unwrap_or_default()).collect();
    let claimed = |name: &str| texts.iter().any(|t| t.split_whitespace().any(|word| word == name));
    let lone = here(folder, "comm").into_iter().filter(|name| !claimed(name));
    profiles.iter().cloned().chain(lone).collect()
}

/// The studies that are rehearsed: profiles, and command files without a profile of their name.
pub fn rehearsed(folder: &Path) -> Vec<String> {
    let alone = here(folder, "comm").into_iter().filter(|name| !folder.join(name).with_extension("export").exists());
    here(folder, "export").into_iter().chain(alone).collect()
}
