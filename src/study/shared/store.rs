//! Results that evaluations take from one another.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::facts::Facts;
use super::files::{Files, Read};
use super::identity::Key;
use super::limits::Limits;
use super::results::{Entry, Results, Stored};
use super::said::Said;
use crate::concepts::Asked;
use crate::operators::Message;
use crate::source::{Seen, World};
use crate::study::graph::Node;

pub struct Shared {
    limits: Limits,
    results: Mutex<Results>,
    files: Files,
    clock: AtomicU64,
    round: AtomicU64,
    taken: AtomicU64,
    made: AtomicU64,
    /// Time that the results taken had needed, in nanoseconds.
    saved: AtomicU64,
}

/// What a node made, beside its concepts.
pub struct Made<'m> {
    pub messages: &'m [Message],
    /// What it saw of files.
    pub files: Vec<(PathBuf, Seen)>,
    pub asked: Asked,
    pub time: Duration,
}

/// A result that was there: the concepts of the node have their values.
pub struct Taken {
    pub messages: Vec<Message>,
    /// The identity of the result.
    pub result: Key,
}

impl Shared {
    pub fn new(limits: Limits) -> Self {
        Shared {
            limits,
            results: Mutex::default(),
            files: Files::default(),
            clock: AtomicU64::new(0),
            round: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            made: AtomicU64::new(0),
            saved: AtomicU64::new(0),
        }
    }

    /// Nodes whose result was there already, and nodes that were run.
    pub fn counts(&self) -> (u64, u64) {
        (self.taken.load(Ordering::Relaxed), self.made.load(Ordering::Relaxed))
    }

    /// Time that the results taken had needed when they were made (s).
    pub fn saved_s(&self) -> f64 {
        self.saved.load(Ordering::Relaxed) as f64 * 1e-9
    }

    /// An evaluation begins: what it uses stays as long as it lasts.
    pub(in crate::study) fn begin(&self) {
        self.round.fetch_add(1, Ordering::Relaxed);
    }

    /// A file that was parsed before as the file of that rank, with the same bytes.
    pub(in crate::study) fn tree(&self, path: &Path, rank: u32, bytes: &[u8]) -> Option<Arc<Read>> {
        self.files.tree(path, rank, bytes)
    }

    pub(in crate::study) fn keep_tree(&self, path: &Path, rank: u32, read: Read) {
        self.files.keep(path, rank, Arc::new(read));
    }

    /// Gives the concepts of a node the values that a node of the same content made, and returns what the node said. The world
    /// is told which files were read for it. States that are gone are missed unless the node `may_lack_states`: nobody reads them.
    pub(in crate::study) fn take(
        &self,
        node: &Node,
        content: &Key,
        may_lack_states: bool,
        world: &dyn World,
    ) -> Option<Taken> {
        let entry = self.find(node, content, world)?;
        let messages = entry.said.at(&node.call, &node.file)?;
        let (handles, concepts) = (node.makes(), entry.concepts());
        if handles.len() != concepts.len() || !may_lack_states && concepts.iter().any(Option::is_none) {
            return None;
        }
        for (handle, concept) in handles.into_iter().zip(concepts) {
            concept.into_iter().for_each(|concept| handle.set(concept));
        }
        entry.facts.note(world);
        entry.used.store(self.clock.fetch_add(1, Ordering::Relaxed), Ordering::Relaxed);
        entry.round.store(self.round.load(Ordering::Relaxed), Ordering::Relaxed);
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.saved.fetch_add(entry.cost, Ordering::Relaxed);
        Some(Taken { messages, result: entry.facts.result(content) })
    }

    /// Whether states may be gone.
    pub(in crate::study) fn has_gone(&self) -> bool {
        self.results.lock().unwrap_or_else(PoisonError::into_inner).has_gone
    }

    /// The identity of a result that is there, and whether its states are gone.
    pub(in crate::study) fn look(&self, node: &Node, content: &Key, world: &dyn World) -> Option<(Key, bool)> {
        let entry = self.find(node, content, world)?;
        entry.said.at(&node.call, &node.file)?;
        Some((entry.facts.result(content), entry.is_gone()))
    }

    fn find(&self, node: &Node, content: &Key, world: &dyn World) -> Option<Arc<Entry>> {
        let alike = self.results.lock().unwrap_or_else(PoisonError::into_inner).of(content);
        alike.into_iter().rev().find(|entry| entry.facts.hold(&node.call, &self.files, world))
    }

    /// Keeps what a node made, if it may; gives the identity of the result.
    pub(in crate::study) fn keep(&self, node: &Node, content: Key, made: Made<'_>) -> Key {
        self.made.fetch_add(1, Ordering::Relaxed);
        let facts = Facts::of(&node.call, made.asked, made.files);
        let result = facts.result(&content);
        let concepts = node.makes().into_iter().map(|handle| Stored::of(handle.get()?, self.limits.states));
        let Some(concepts) = concepts.collect::<Option<Vec<Stored>>>() else { return result };
        let said = Said::new(made.messages.to_vec(), &node.call, &node.file);
        let now = (self.clock.fetch_add(1, Ordering::Relaxed), self.round.load(Ordering::Relaxed));
        let entry = Entry::new(facts, said, concepts, made.time.as_nanos() as u64, now);
        self.results.lock().unwrap_or_else(PoisonError::into_inner).keep(content, entry, &self.limits);
        result
    }
}
