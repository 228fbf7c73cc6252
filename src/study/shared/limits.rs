//! How much is kept.

use crate::source::memory;

/// How much is kept of the results of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Results; beyond them the half that was not used for longest goes.
    pub results: usize,
    /// Bytes, about. What has no room beside the results of the evaluation under way is not kept.
    pub bytes: u64,
    /// The states of transients are kept, too.
    pub states: bool,
}

impl Limits {
    /// For many evaluations that differ in some values: results that need little memory.
    pub fn of_campaign() -> Self {
        Limits { results: 1_000, bytes: u64::MAX, states: false }
    }

    /// For a study that is changed and run again: a quarter of the memory that is free.
    pub fn of_session() -> Self {
        Limits { results: 200_000, bytes: memory::quarter(), states: true }
    }
}
