//! The commit from which the program is built, found when its executable is compiled and not by the build script of the library: a
//! fresh commit then costs one small file and a link.

use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro::TokenStream;

/// Commit and date (`1a2b3c4d5e 2026-11-26`) as a text, empty where the source is no clone. What uses it is compiled
/// again when the clone moves to another commit.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let folder = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let found = git(&folder, &["rev-parse", "--show-prefix"])
        // A source below the clone of something else has no commit of its own.
        .filter(String::is_empty)
        .and_then(|_| git(&folder, &["log", "-1", "--format=%h %cs", "--abbrev=10"]))
        .unwrap_or_default();
    // Each move of the clone is a line of this file.
    let log = git(&folder, &["rev-parse", "--git-path", "logs/HEAD"]).map(|log| folder.join(log));
    let watched = log.filter(|log| !found.is_empty() && log.is_file());
    let watched = watched.map_or(String::new(), |log| format!("const _: &[u8] = include_bytes!({log:?});"));
    format!("{{ {watched} {found:?} }}").parse().unwrap_or_default()
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
