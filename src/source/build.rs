//! The build of this program: its version, and the commit when it was built from a clone.

use std::sync::OnceLock;

static BUILD: OnceLock<String> = OnceLock::new();

/// Says from which commit the executable was built; empty where that is unknown.
pub fn set_commit(commit: &str) {
    let version = env!("CARGO_PKG_VERSION");
    // One executable per process.
    let _ = BUILD.set(if commit.is_empty() { version.to_string() } else { format!("{version} ({commit})") });
}

/// Version, commit and date, as `--version` tells them.
pub fn build() -> &'static str {
    BUILD.get().map_or(env!("CARGO_PKG_VERSION"), String::as_str)
}
