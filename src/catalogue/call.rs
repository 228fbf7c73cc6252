//! A checked call: every keyword with its values, defaults filled in, places remembered.
//!
//! Operators read keywords by name through the typed methods of [`Keywords`]. Each read is noted, so
//! that a test can find a keyword that is declared `used` and never read.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use super::values::{FreeKeywords, FreeValue, Values};
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::Span;

/// The error type of reading a call and of running it. Boxed: it is large and rare.
pub type CallError = Box<Diagnostic>;

/// The values of one keyword, and where they stand.
#[derive(Clone, Debug)]
pub struct Given {
    pub values: Values,
    /// `None` for a default.
    pub span: Option<Span>,
}

/// The keywords of one level: of a command, or of one occurrence of a factor keyword. A study may have a million of them.
#[derive(Debug, Default)]
pub struct Keywords {
    simple: Vec<Entry<Given>>,
    /// Simple keywords that the study does not write, once the level is closed: the same for many levels.
    defaults: Option<Arc<Vec<Entry<Given>>>>,
    factors: Vec<Entry<Box<[Keywords]>>>,
    /// The factor keyword that this is an occurrence of; empty for a command.
    name: &'static str,
    /// Its rank from 1 among several, 0 when it stands alone.
    rank: u32,
    /// Place of the call or of the `_F(...)`.
    pub span: Option<Span>,
}

/// Contents of a keyword. There are few in a level, and millions of levels in a long study: they are found one by one.
#[derive(Debug)]
struct Entry<T> {
    name: &'static str,
    held: T,
    read: AtomicBool,
}

fn entry<'e, T>(entries: &'e [Entry<T>], name: &str) -> Option<&'e Entry<T>> {
    entries.iter().find(|entry| entry.name == name)
}

/// Puts a keyword in place of the one of the same name, or after all others.
fn put<T>(entries: &mut Vec<Entry<T>>, name: &'static str, held: T) {
    let new = Entry { name, held, read: AtomicBool::new(false) };
    match entries.iter_mut().find(|entry| entry.name == name) {
        Some(known) => *known = new,
        None => entries.push(new),
    }
}

impl Keywords {
    /// No keyword yet; `span` is the place of the occurrence.
    pub fn new(span: Option<Span>) -> Self {
        Keywords { span, ..Keywords::default() }
    }

    /// Makes this level occurrence `rank` (from 0) of `of` of a factor keyword.
    pub fn occurrence(self, name: &'static str, rank: usize, of: usize) -> Self {
        Keywords { name, rank: if of > 1 { rank as u32 + 1 } else { 0 }, ..self }
    }

    /// Path of this level, for messages: `` or `COMPORTEMENT[2]`.
    pub fn path(&self) -> String {
        if self.rank == 0 { self.name.to_string() } else { format!("{}[{}]", self.name, self.rank) }
    }

    /// Adds a simple keyword.
    pub fn insert(&mut self, name: &'static str, given: Given) {
        if let Some(defaults) = self.defaults.take_if(|defaults| entry(defaults, name).is_some()) {
            self.simple.extend(defaults.iter().map(Entry::copied));
        }
        put(&mut self.simple, name, given);
    }

    /// Adds a factor keyword with its occurrences.
    pub fn insert_factor(&mut self, name: &'static str, occurrences: Vec<Keywords>) {
        put(&mut self.factors, name, occurrences.into_boxed_slice());
    }

    /// Gives back the room for keywords that will not come, and shares the defaults with other levels.
    pub fn close(&mut self) {
        let written = self.simple.iter().filter(|entry| entry.held.span.is_some()).count();
        let mut own = Vec::with_capacity(written);
        let mut defaults = Vec::with_capacity(self.simple.len() - written);
        for entry in std::mem::take(&mut self.simple) {
            if entry.held.span.is_some() { own.push(entry) } else { defaults.push(entry) }
        }
        self.simple = own;
        // Cut in place, each would leave a hole behind that is too small for the next call.
        let mut factors = Vec::with_capacity(self.factors.len());
        factors.append(&mut self.factors);
        self.factors = factors;
        self.defaults = shared(defaults);
    }

    fn simple(&self, name: &str) -> Option<&Entry<Given>> {
        entry(&self.simple, name).or_else(|| entry(self.defaults.as_ref()?, name))
    }

    fn all_simple(&self) -> impl Iterator<Item = &Entry<Given>> {
        self.simple.iter().chain(self.defaults.iter().flat_map(|defaults| defaults.iter()))
    }

    /// Notes a keyword as read, with all that it holds.
    pub fn note_read(&self, name: &str) {
        if let Some(entry) = self.simple(name) {
            entry.read.store(true, Ordering::Relaxed);
        }
        if let Some(entry) = entry(&self.factors, name) {
            entry.read.store(true, Ordering::Relaxed);
            for occurrence in &*entry.held {
                let names = occurrence.all_simple().map(|entry| entry.name);
                let names = names.chain(occurrence.factors.iter().map(|entry| entry.name));
                names.for_each(|name| occurrence.note_read(name));
            }
        }
    }

    /// Tells whether the keyword is there, by default or written.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some() || entry(&self.factors, name).is_some_and(|entry| !entry.held.is_empty())
    }

    /// Tells whether the study wrote it.
    pub fn written(&self, name: &str) -> bool {
        self.get(name).is_some_and(|g| g.span.is_some())
            || entry(&self.factors, name).is_some_and(|entry| entry.held.iter().any(|k| k.span.is_some()))
    }

    /// The values of a simple keyword, default or written; it counts as read from then on.
    pub fn get(&self, name: &str) -> Option<&Given> {
        let entry = self.simple(name)?;
        entry.read.store(true, Ordering::Relaxed);
        Some(&entry.held)
    }

    /// Occurrences of a factor keyword; empty when absent.
    pub fn factor(&self, name: &str) -> &[Keywords] {
        match entry(&self.factors, name) {
            Some(entry) => {
                entry.read.store(true, Ordering::Relaxed);
                &entry.held
            }
            None => &[],
        }
    }

    /// The only (or first) occurrence of a factor keyword.
    pub fn one(&self, name: &str) -> Option<&Keywords> {
        self.factor(name).first()
    }

    /// The first occurrence of a factor keyword that is mandatory or there by default.
    pub fn only(&self, name: &str) -> Result<&Keywords, CallError> {
        self.one(name).ok_or_else(|| self.missing(name))
    }

    /// All simple keywords, without noting them as read.
    pub fn simple_names(&self) -> impl Iterator<Item = (&'static str, &Given)> {
        self.all_simple().map(|entry| (entry.name, &entry.held))
    }

    /// All factor keywords, without noting them as read.
    pub fn factor_names(&self) -> impl Iterator<Item = (&'static str, &[Keywords])> {
        self.factors.iter().map(|entry| (entry.name, &*entry.held))
    }

    /// Paths of the keywords the study wrote and nobody read.
    pub fn unread(&self) -> Vec<String> {
        let path = self.path();
        let here = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
        let mut unread: Vec<String> = self
            .simple
            .iter()
            .filter(|entry| entry.held.span.is_some() && !entry.read.load(Ordering::Relaxed))
            .map(|entry| here(entry.name))
            .collect();
        for Entry { name, held: occurrences, read } in &self.factors {
            if !read.load(Ordering::Relaxed) && occurrences.iter().any(|o| o.span.is_some()) {
                unread.push(here(name));
            } else {
                unread.extend(occurrences.iter().flat_map(Keywords::unread));
            }
        }
        unread
    }

    /// Place of a keyword, or that of its level where the study did not write it.
    pub fn span_of(&self, name: &str) -> Option<Span> {
        let simple = self.simple(name).and_then(|entry| entry.held.span);
        simple.or_else(|| entry(&self.factors, name).and_then(|entry| entry.held.first()?.span)).or(self.span)
    }

    /// An error placed at a keyword of this level (or at the level itself when it is not written).
    pub fn error(&self, name: &str, code: &'static str, message: impl Into<String>) -> CallError {
        let written = self.simple(name).and_then(|entry| entry.held.span);
        let label = written.map(|_| format!("value of {name}"));
        Box::new(Diagnostic { label, ..Diagnostic::error(code, message).at_if_absent(self.span_of(name)) })
    }
}

/// Contents of a keyword that is a default. The values are those of the catalogue: no concepts.
impl Entry<Given> {
    fn copied(&self) -> Self {
        Entry { name: self.name, held: self.held.clone(), read: AtomicBool::new(self.read.load(Ordering::Relaxed)) }
    }

    fn is_as(&self, other: &Self) -> bool {
        let (mine, others) = (&self.held.values, &other.held.values);
        self.name == other.name && mine.len() == others.len() && mine.iter().zip(others).all(|(a, b)| a.is_as(b))
    }
}

/// Shares defaults between levels: those of an earlier level where they are equal, else these.
fn shared(defaults: Vec<Entry<Given>>) -> Option<Arc<Vec<Entry<Given>>>> {
    thread_local! {
        /// The last ones, by their first name and their number.
        static KNOWN: RefCell<BTreeMap<(&'static str, usize), Arc<Vec<Entry<Given>>>>> = RefCell::default();
    }
    let key = (defaults.first()?.name, defaults.len());
    KNOWN.with_borrow_mut(|known| {
        let same = |known: &&Arc<Vec<Entry<Given>>>| known.iter().zip(&defaults).all(|(a, b)| a.is_as(b));
        if let Some(known) = known.get(&key).filter(same) {
            return Some(known.clone());
        }
        let new = Arc::new(defaults);
        known.insert(key, new.clone());
        Some(new)
    })
}

/// A call that passed the catalogue: what an operator gets.
#[derive(Debug)]
pub struct Call {
    /// Name of the operator.
    pub command: Arc<str>,
    pub keywords: Keywords,
    /// FORMULE only: the free keywords, in order.
    pub free: Option<Box<FreeKeywords>>,
    /// The concept given to `reuse`.
    pub reuse: Option<Handle>,
    /// The concept the call returns; its name is known once assigned.
    pub result: Option<Handle>,
    /// The first and the latest version of every mesh that `reuse` enriched before this call and that it reaches.
    pub meshes: Vec<(Handle, Handle)>,
    /// The operator's name in the text.
    pub span: Span,
    /// Line of the call, from 1, and its file name, for verdicts.
    pub line: usize,
}

impl Call {
    /// Keywords of any name, such as the constants of FORMULE.
    pub fn free(&self) -> &FreeKeywords {
        static NONE: LazyLock<FreeKeywords> = LazyLock::new(FreeKeywords::new);
        self.free.as_deref().unwrap_or(&NONE)
    }

    /// Adds a keyword of any name.
    pub fn insert_free(&mut self, name: Arc<str>, value: FreeValue) {
        self.free.get_or_insert_default().insert(name, value);
    }
}

impl std::ops::Deref for Call {
    type Target = Keywords;

    fn deref(&self) -> &Keywords {
        &self.keywords
    }
}
