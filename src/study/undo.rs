//! What a session can take back.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;

use super::graph::Mark;
use crate::io::med::Document;
use crate::operators::Units;
use crate::python::Snapshot;

/// The inputs of a session.
#[derive(Default)]
pub struct UndoHistory {
    pub inputs: usize,
    /// What was before each of the last ones that held.
    pub before: VecDeque<Before>,
}

/// Inputs that can be undone.
pub const MOST_UNDONE: usize = 20;

/// What a text that fails must not change.
pub struct Before {
    pub values: Snapshot,
    pub graph: Mark,
    pub nodes: usize,
    pub units: Arc<Units>,
    /// MED files as they were: an input that is taken back adds nothing to them.
    pub documents: BTreeMap<PathBuf, Arc<Document>>,
    pub catching: bool,
    pub ignored: usize,
}
