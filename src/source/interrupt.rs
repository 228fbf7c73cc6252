//! Whether the program was told to stop, for code that has no world at hand: values compared, added and shown item by item.

use std::sync::atomic::{AtomicBool, Ordering};

static TOLD: AtomicBool = AtomicBool::new(false);

/// The disk of the program tells.
pub(super) fn tell(stop: bool) {
    TOLD.store(stop, Ordering::Relaxed);
}

/// True once the program was told to stop. Costs next to nothing: it may be asked for every item.
pub fn told() -> bool {
    TOLD.load(Ordering::Relaxed)
}
