//! The clock: that of the machine, or where there is none (a program inside a page) the one that the surroundings lend.
//!
//! `Instant` of the standard library panics in wasm32; nothing outside this file and `cli` names it.

use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
pub use std::time::Instant;

#[cfg(target_arch = "wasm32")]
pub use lent::{Instant, lend};

/// Time since the beginning of 1970; 0 where that is unknown.
pub fn since_epoch() -> Duration {
    #[cfg(not(target_arch = "wasm32"))]
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    #[cfg(target_arch = "wasm32")]
    let since = lent::now();
    since
}

#[cfg(target_arch = "wasm32")]
mod lent {
    use std::sync::OnceLock;
    use std::time::Duration;

    static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Lends a clock: a function that gives the time since the beginning of 1970. The first one counts; without it time
    /// stands still.
    pub fn lend(clock: fn() -> Duration) {
        let _ = NOW.set(clock);
    }

    pub(super) fn now() -> Duration {
        NOW.get().map_or(Duration::ZERO, |clock| clock())
    }

    /// An instant of the clock that was lent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        pub fn now() -> Instant {
            Instant(now())
        }

        pub fn elapsed(&self) -> Duration {
            now().saturating_sub(self.0)
        }

        pub fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }
}
