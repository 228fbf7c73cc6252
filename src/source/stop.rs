//! Reasons to stop, and the flag that tells of one.

use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// Not 0 once there is a reason to stop.
pub type Flag = Arc<AtomicU8>;

/// Why a run is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Ctrl-C, or the system asked for it (SIGTERM, SIGHUP).
    Asked,
    /// The program uses more memory than it may.
    Memory,
    /// It runs longer than it may.
    Time,
    /// A file that it was given has another content by now.
    Changed,
}
