//! Profiles that name a command file: it is checked with them.

use std::path::{Path, PathBuf};

/// Largest profile that is looked into, in bytes.
const LARGEST: u64 = 1 << 20;

/// The profile in the folder of a command file that names it; the first in the order of names.
pub fn naming(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let mut profiles: Vec<PathBuf> = std::fs::read_dir(path.parent()?)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "export"))
        .collect();
    profiles.sort();
    profiles.into_iter().find(|profile| {
        let small = std::fs::metadata(profile).is_ok_and(|data| data.len() <= LARGEST);
        let text = if small { std::fs::read(profile).unwrap_or_default() } else { Vec::new() };
        let text = String::from_utf8_lossy(&text);
        text.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let file = words.get(2).map(|file| file.rsplit('/').next().unwrap_or(file));
            words.first() == Some(&"F") && words.get(1) == Some(&"comm") && file == Some(name)
        })
    })
}
