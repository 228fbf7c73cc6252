//! What passes between the threads: studies to check, what was found, messages.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::wire::Incoming;
use crate::language::Rehearsal;

/// A study to check.
pub struct Job {
    pub study: PathBuf,
    pub texts: BTreeMap<PathBuf, Arc<str>>,
    /// Versions of the open texts.
    pub versions: BTreeMap<PathBuf, i64>,
    /// Set when a later job for the study is there.
    pub old: Arc<AtomicBool>,
    /// Checked at once: opened or saved.
    pub now: bool,
}

/// What a check found, and for which versions.
pub struct Checked {
    pub study: PathBuf,
    pub versions: BTreeMap<PathBuf, i64>,
    pub rehearsal: Rehearsal,
    /// Processor time.
    pub seconds: f64,
    /// It took longer than a check while typing may.
    pub slow: bool,
    pub old: bool,
}

/// What the loop waits for.
pub enum Event {
    Incoming(Incoming),
    Checked(Box<Checked>),
    /// What the run of a study tells, by the number of the run.
    Run(PathBuf, u64, Told),
}

/// What a run tells.
pub enum Told {
    /// One event of `run --events`.
    Event(serde_json::Value),
    /// It has ended, with this code if it has one.
    End(Option<i32>),
}
