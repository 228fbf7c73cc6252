//! What evaluations of one study share in a process: the trees of its files, and the results of nodes that do not depend
//! on what differs between them.
//!
//! A node is identified by its call (place, keywords, values) and by the nodes it reads. Two evaluations that number
//! their concepts alike may then exchange results. Not shared: nodes that write files, that read files the study wrote,
//! that hold Python functions, that keep states of a transient, and all that read those.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::graph::{Graph, Node, files_of};
use crate::catalogue::{FreeValue, Given, Keywords, Value};
use crate::concepts::{Concept, Handle};
use crate::operators::Message;
use crate::source::{SourceFile, World};
use crate::syntax::Parsed;

/// Results kept; beyond them those not used for longest go.
const MOST_RESULTS: usize = 1_000;

/// Identity of a node.
pub type Key = [u8; 32];

#[derive(Default)]
pub struct Shared {
    results: Mutex<BTreeMap<Key, Entry>>,
    files: Mutex<BTreeMap<(PathBuf, u32), Arc<(SourceFile, Parsed)>>>,
    clock: AtomicU64,
    taken: AtomicU64,
    made: AtomicU64,
    /// Time that the results taken had needed, in nanoseconds.
    saved: AtomicU64,
}

struct Entry {
    concepts: Vec<Concept>,
    messages: Vec<Message>,
    /// The files that were read, or looked for.
    files: Vec<PathBuf>,
    used: u64,
    cost: u64,
}

impl Shared {
    /// Nodes whose result was there already, and nodes that were run.
    pub fn counts(&self) -> (u64, u64) {
        (self.taken.load(Ordering::Relaxed), self.made.load(Ordering::Relaxed))
    }

    /// Time that the results taken had needed when they were made (s).
    pub fn saved_s(&self) -> f64 {
        self.saved.load(Ordering::Relaxed) as f64 * 1e-9
    }

    /// A file read and parsed before as the file of that rank.
    pub(super) fn file(&self, path: &Path, rank: u32) -> Option<Arc<(SourceFile, Parsed)>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        files.get(&(path.to_path_buf(), rank)).cloned()
    }

    pub(super) fn keep_file(&self, path: &Path, rank: u32, read: Arc<(SourceFile, Parsed)>) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).insert((path.to_path_buf(), rank), read);
    }

    /// Gives the concepts of a node the values another evaluation computed, and returns what the node said. The world is told
    /// which files were read for it.
    pub(super) fn take(&self, node: &Node, key: &Key, world: &dyn World) -> Option<Vec<Message>> {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = results.get_mut(key)?;
        entry.used = self.clock.fetch_add(1, Ordering::Relaxed);
        for (handle, concept) in node.makes().into_iter().zip(&entry.concepts) {
            handle.set(concept.clone());
        }
        entry.files.iter().for_each(|path| world.used(path));
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.saved.fetch_add(entry.cost, Ordering::Relaxed);
        Some(entry.messages.clone())
    }

    /// Keeps what a node made and said in that time, from those files. False when it cannot be shared.
    pub(super) fn keep(
        &self,
        node: &Node,
        key: Key,
        (messages, files): (&[Message], Vec<PathBuf>),
        time: Duration,
    ) -> bool {
        self.made.fetch_add(1, Ordering::Relaxed);
        let concepts: Option<Vec<Concept>> = node.makes().into_iter().map(|handle| handle.get().cloned()).collect();
        let Some(concepts) = concepts else { return false };
        // States of a transient are given back when their last reader has ended.
        if concepts.iter().any(|concept| matches!(concept, Concept::Trajectory(_))) {
            return false;
        }
        let used = self.clock.fetch_add(1, Ordering::Relaxed);
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.insert(key, Entry { concepts, messages: messages.to_vec(), files, used, cost: time.as_nanos() as u64 });
        if results.len() > MOST_RESULTS {
            let mut uses: Vec<u64> = results.values().map(|entry| entry.used).collect();
            uses.sort_unstable();
            let middle = uses[uses.len() / 2];
            results.retain(|_, entry| entry.used >= middle);
        }
        true
    }
}

/// The identity of a node, from those of the nodes before it; `None` when it cannot be shared. `wrote`: the study's
/// Python wrote files.
pub(super) fn key(graph: &Graph, rank: usize, keys: &[Option<Key>], wrote: bool) -> Option<Key> {
    let node = &graph.nodes[rank];
    let call = &node.call;
    let files = files_of(call, &node.units);
    if files.iter().any(|(_, written)| *written) || (wrote && !files.is_empty()) || call.has("FICHIER") {
        return None;
    }
    let mut hash = Identity(blake3::Hasher::new());
    hash.text(&call.command);
    hash.text(&node.file);
    for number in [call.span.file.0, call.span.start, call.span.end] {
        hash.number(u64::from(number));
    }
    hash.number(call.line as u64);
    hash.keywords(&call.keywords);
    hash.number(call.free().len() as u64);
    for (name, value) in call.free() {
        hash.text(name);
        hash.free(value)?;
    }
    for handle in call.reuse.iter().chain(&call.result).chain(call.meshes.iter().map(|(_, handle)| handle)) {
        hash.handle(handle);
    }
    for (path, _) in &files {
        hash.text(&path.to_string_lossy());
    }
    hash.number(node.data.len() as u64);
    for before in node.data.iter() {
        hash.0.update(keys.get(*before)?.as_ref()?);
    }
    Some(*hash.0.finalize().as_bytes())
}

/// Everything goes in with its length or a tag, so that no two calls give the same bytes.
struct Identity(blake3::Hasher);

impl Identity {
    fn number(&mut self, number: u64) {
        self.0.update(&number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn handle(&mut self, handle: &Handle) {
        self.number(handle.id);
        self.text(handle.name());
        self.text(&handle.kind);
    }

    fn keywords(&mut self, keywords: &Keywords) {
        let simple: Vec<(&str, &Given)> = keywords.simple_names().collect();
        self.number(simple.len() as u64);
        for (name, given) in simple {
            self.text(name);
            self.number(u64::from(given.span.is_some()));
            self.number(given.values.len() as u64);
            given.values.iter().for_each(|value| self.value(value));
        }
        let factors: Vec<(&str, &[Keywords])> = keywords.factor_names().collect();
        self.number(factors.len() as u64);
        for (name, occurrences) in factors {
            self.text(name);
            self.number(occurrences.len() as u64);
            occurrences.iter().for_each(|occurrence| self.keywords(occurrence));
        }
    }

    fn value(&mut self, value: &Value) {
        let (tag, number) = match value {
            Value::Integer(i) => (0, *i as u64),
            Value::Real(x) => (1, x.to_bits()),
            Value::Complex(z) => {
                self.number(z.im.to_bits());
                (2, z.re.to_bits())
            }
            Value::Text(text) => {
                self.text(text);
                (3, 0)
            }
            Value::Logical(b) => (4, u64::from(*b)),
            Value::Concept(handle) => {
                self.handle(handle);
                (5, 0)
            }
            Value::New(new) => {
                self.text(&new.name);
                self.handle(&new.handle);
                (6, 0)
            }
        };
        self.number(tag);
        self.number(number);
    }

    /// `None` for a value whose content cannot be compared.
    fn free(&mut self, value: &FreeValue) -> Option<()> {
        match value {
            FreeValue::Number(z) => [0, z.re.to_bits(), z.im.to_bits()].into_iter().for_each(|n| self.number(n)),
            FreeValue::Numbers(numbers) => {
                [1, numbers.len() as u64].into_iter().for_each(|n| self.number(n));
                numbers.iter().for_each(|x| self.number(x.to_bits()));
            }
            FreeValue::Concept(handle) => {
                self.number(2);
                self.handle(handle);
            }
            FreeValue::Python(_) | FreeValue::Other(_) => return None,
        }
        Some(())
    }
}
