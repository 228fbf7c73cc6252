//! The manual, written into a folder.

use std::path::Path;

use super::contents::files;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::source::World;

/// Writes the manual into a folder, which is made when it is not there.
pub fn write(folder: &Path, world: &dyn World) -> u8 {
    if folder.exists() && !folder.is_dir() {
        to_stderr(&format!(
            "{} is a file; --html expects a folder, which is made when it is not there",
            folder.display()
        ));
        return WRONG;
    }
    let (files, world) = (files(), crate::cli::sandbox::within(&[folder], world));
    let written = std::fs::create_dir_all(folder).map_err(|error| (folder.to_path_buf(), error)).and_then(|()| {
        files.iter().try_for_each(|file| {
            let path = folder.join(&file.name);
            world.write(&path, file.text.as_bytes()).map_err(|error| (path, error))
        })
    });
    match written {
        Ok(()) => {
            to_stdout(&format!("{} files written; open {}", files.len(), folder.join("index.html").display()));
            HELD
        }
        Err((path, error)) => {
            to_stderr(&format!("{} cannot be written: {error}", path.display()));
            WRONG
        }
    }
}
