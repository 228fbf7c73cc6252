//! The results that are kept, by the content of their nodes.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::facts::Facts;
use super::identity::Key;
use super::limits::Limits;
use super::said::Said;
use crate::concepts::{Concept, Kept, Trajectory};

/// Results of one content that differ in names or files.
const MOST_ALIKE: usize = 4;

/// The result of a node.
pub struct Entry {
    pub facts: Facts,
    pub said: Said,
    concepts: Mutex<Vec<Stored>>,
    bytes: AtomicU64,
    /// Time that it took (ns).
    pub cost: u64,
    /// When it was used last, and in which evaluation.
    pub used: AtomicU64,
    pub round: AtomicU64,
}

/// A concept that is kept whatever becomes of it in the study.
pub enum Stored {
    Whole(Concept),
    /// Evaluations give states back once they have no reader left.
    States(Arc<Trajectory>),
    /// States that had no room: the node need not run again unless there is a new reader.
    Gone,
}

impl Stored {
    pub fn of(concept: &Concept, states: bool) -> Option<Self> {
        match concept {
            Concept::Trajectory(_) if !states => None,
            Concept::Trajectory(kept) => Some(kept.if_there().map_or(Stored::Gone, Stored::States)),
            other => Some(Stored::Whole(other.clone())),
        }
    }

    /// The concept, unless it is gone.
    fn concept(&self) -> Option<Concept> {
        match self {
            Stored::Whole(concept) => Some(concept.clone()),
            Stored::States(states) => Some(Concept::Trajectory(Kept::of(states.clone()))),
            Stored::Gone => None,
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Stored::Whole(concept) => concept.bytes() as u64,
            Stored::States(states) => states.bytes() as u64,
            Stored::Gone => 0,
        }
    }
}

impl Entry {
    pub fn new(facts: Facts, said: Said, concepts: Vec<Stored>, cost: u64, (used, round): (u64, u64)) -> Self {
        let bytes = AtomicU64::new(concepts.iter().map(Stored::bytes).sum());
        let (used, round) = (AtomicU64::new(used), AtomicU64::new(round));
        Entry { facts, said, concepts: Mutex::new(concepts), bytes, cost, used, round }
    }

    /// Its concepts, each unless it is gone.
    pub fn concepts(&self) -> Vec<Option<Concept>> {
        self.stored().iter().map(Stored::concept).collect()
    }

    /// Whether some of its states are gone.
    pub fn is_gone(&self) -> bool {
        self.stored().iter().any(|stored| matches!(stored, Stored::Gone))
    }

    /// Lets go of its states; whether something is left to keep.
    fn let_go(&self) -> bool {
        let mut stored = self.stored();
        let had_states = stored.iter().any(|stored| matches!(stored, Stored::States(_)));
        stored
            .iter_mut()
            .filter(|stored| matches!(stored, Stored::States(_)))
            .for_each(|states| *states = Stored::Gone);
        self.bytes.store(stored.iter().map(Stored::bytes).sum(), Ordering::Relaxed);
        had_states
    }

    fn stored(&self) -> MutexGuard<'_, Vec<Stored>> {
        self.concepts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    fn round(&self) -> u64 {
        self.round.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
pub struct Results {
    entries: BTreeMap<Key, Vec<Arc<Entry>>>,
    count: usize,
    bytes: u64,
    /// States may be gone.
    pub has_gone: bool,
    /// The evaluation in which nothing of an earlier one is left that could make room.
    full: Option<u64>,
}

impl Results {
    /// Those of a content, the newest last.
    pub fn of(&self, content: &Key) -> Vec<Arc<Entry>> {
        self.entries.get(content).cloned().unwrap_or_default()
    }

    /// Keeps a result, if there is room for it beside those of the evaluation under way; without its states if there is room for
    /// the rest alone.
    pub fn keep(&mut self, content: Key, entry: Entry, limits: &Limits) {
        if !self.has_room(&entry, limits) {
            self.has_gone = true;
            if !(entry.let_go() && self.has_room(&entry, limits)) {
                return;
            }
        }
        (self.count, self.bytes) = (self.count + 1, self.bytes + entry.bytes());
        let alike = self.entries.entry(content).or_default();
        let same = alike.iter().position(|known| known.facts == entry.facts);
        alike.push(Arc::new(entry));
        if let Some(old) = same.or((alike.len() > MOST_ALIKE).then_some(0)) {
            let gone = alike.remove(old);
            (self.count, self.bytes) = (self.count - 1, self.bytes - gone.bytes());
        }
        if self.count > limits.results {
            let mut uses: Vec<u64> = self.all().map(|entry| entry.used()).collect();
            uses.sort_unstable();
            let middle = uses[uses.len() / 2];
            self.retain(|entry| entry.used() >= middle);
        }
    }

    fn has_room(&mut self, entry: &Entry, limits: &Limits) -> bool {
        let Some(room) = limits.bytes.checked_sub(entry.bytes()) else { return false };
        if self.bytes > room && self.full != Some(entry.round()) {
            self.make_room(room, entry.round());
        }
        self.bytes <= room
    }

    /// Lets go of what was not used for longest in earlier evaluations, states first of all, until no more than that many bytes
    /// are left.
    fn make_room(&mut self, most: u64, round: u64) {
        let earlier = self.all().filter(|entry| entry.round() < round && entry.bytes() > 0);
        let mut old: Vec<(u64, u64)> = earlier.map(|entry| (entry.used(), entry.bytes())).collect();
        old.sort_unstable();
        let mut left = self.bytes;
        let mut last = None;
        for (used, bytes) in old {
            if left <= most {
                break;
            }
            (left, last) = (left - bytes, Some(used));
        }
        if left > most {
            self.full = Some(round);
        }
        let Some(last) = last else { return };
        self.has_gone = true;
        self.retain(|entry| entry.used() > last || entry.round() >= round || entry.let_go());
    }

    fn all(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.values().flatten()
    }

    fn retain(&mut self, keeps: impl Fn(&Entry) -> bool) {
        self.entries.retain(|_, alike| {
            alike.retain(|entry| keeps(entry));
            !alike.is_empty()
        });
        self.count = self.all().count();
        self.bytes = self.all().map(|entry| entry.bytes()).sum();
    }
}
