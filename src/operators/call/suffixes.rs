//! Suffixes of files that only the number of their unit names: `beam.40.svg`.

use std::path::{Path, PathBuf};

/// Those of the formats that other programs open by name.
pub(super) const SUFFIXES: [&str; 5] = ["csv", "npz", "svg", "png", "med"];

/// `beam.40.svg` of `beam.40`.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".{suffix}"));
    name.into()
}
