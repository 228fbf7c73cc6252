//! Whether the standard streams are somebody else's: what was given up says nothing more.

use std::sync::atomic::{AtomicBool, Ordering};

/// From here on nothing is written any more, until `speak_again`: what still runs has been given up, and the terminal is somebody
/// else's.
pub(super) fn be_silent() {
    // Who is writing ends first.
    let _streams = (std::io::stdout().lock(), std::io::stderr().lock());
    SILENT.store(true, Ordering::Relaxed);
}

pub(super) fn speak_again() {
    SILENT.store(false, Ordering::Relaxed);
}

/// Asked by those who hold the lock of their stream.
pub(super) fn silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

static SILENT: AtomicBool = AtomicBool::new(false);
