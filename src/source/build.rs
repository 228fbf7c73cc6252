//! The build of this program: its version, and the commit when it was built from a clone.

/// Version, commit and date, as `--version` tells them.
pub fn build() -> &'static str {
    env!("STICKSLIP_BUILD")
}
