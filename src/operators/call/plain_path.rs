//! Ways to one file that are written otherwise.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and, where that can be seen, without `..`.
pub(super) fn plain(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(out.components().next_back(), Some(Component::Normal(_))) => {
                out.pop();
            }
            part => out.push(part),
        }
    }
    out
}
