//! A checked call: every keyword with its values, defaults filled in, places remembered.
//!
//! Operators read keywords by name through the typed methods of [`Keywords`]. Each read is noted, so
//! that a test can find a keyword that is declared `used` and never read.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indexmap::IndexMap;
use num_complex::Complex64;

use super::schema::Constant;
use crate::concepts::{Concept, Handle};
use crate::diag::Diagnostic;
use crate::source::Span;

/// The error type of reading a call and of running it. Boxed: it is large and rare.
pub type CallError = Box<Diagnostic>;

/// One value of a simple keyword.
#[derive(Clone, Debug)]
pub enum Value {
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    Text(Arc<str>),
    Logical(bool),
    /// An existing concept (its value is there when the operator runs).
    Concept(Handle),
    /// `CO("name")`: a concept to create.
    New(Box<NewConcept>),
}

/// A concept asked for with `CO("name")`; the operator sets its value.
#[derive(Clone, Debug)]
pub struct NewConcept {
    pub name: Arc<str>,
    pub handle: Handle,
}

/// The values of one keyword, and where they stand.
#[derive(Clone, Debug)]
pub struct Given {
    pub values: Vec<Value>,
    /// `None` for a default.
    pub span: Option<Span>,
}

/// Value of a free keyword of FORMULE. Python values the kernel cannot hold stay opaque.
#[derive(Clone, Debug)]
pub enum FreeValue {
    Number(Complex64),
    /// Nested sequences are flattened only when they hold numbers.
    Numbers(Vec<f64>),
    Concept(Handle),
    /// A Python function of the study; see `python`.
    Python(Arc<dyn PythonFunction>),
    Other(Arc<dyn Any + Send + Sync>),
}

/// A function defined in the study, callable from a formula.
pub trait PythonFunction: Send + Sync + std::fmt::Debug {
    /// Calls it with real or complex numbers; the error is the text of the Python error.
    fn call(&self, arguments: &[Complex64]) -> Result<Complex64, String>;
}

/// The keywords of one level: of a command, or of one occurrence of a factor keyword.
#[derive(Debug, Default)]
pub struct Keywords {
    simple: Vec<Entry<Given>>,
    factors: Vec<Entry<Vec<Keywords>>>,
    /// Path of this level, for messages: `` or `COMPORTEMENT[2]`.
    pub path: String,
    /// Place of the call or of the `_F(...)`.
    pub span: Option<Span>,
}

/// What a keyword holds. There are few in a level, and millions of levels in a long study: they are found one by one.
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
    pub fn new(path: impl Into<String>, span: Option<Span>) -> Self {
        Keywords { path: path.into(), span, ..Keywords::default() }
    }

    pub fn insert(&mut self, name: &'static str, given: Given) {
        put(&mut self.simple, name, given);
    }

    pub fn insert_factor(&mut self, name: &'static str, occurrences: Vec<Keywords>) {
        put(&mut self.factors, name, occurrences);
    }

    /// Gives back the room for keywords that will not come.
    pub fn close(&mut self) {
        self.simple.shrink_to_fit();
        self.factors.shrink_to_fit();
    }

    /// Notes a keyword as read, with all that it holds.
    pub fn note_read(&self, name: &str) {
        if let Some(entry) = entry(&self.simple, name) {
            entry.read.store(true, Ordering::Relaxed);
        }
        if let Some(entry) = entry(&self.factors, name) {
            entry.read.store(true, Ordering::Relaxed);
            for occurrence in &entry.held {
                let names = occurrence.simple.iter().map(|entry| entry.name);
                let names = names.chain(occurrence.factors.iter().map(|entry| entry.name));
                names.for_each(|name| occurrence.note_read(name));
            }
        }
    }

    /// Whether the keyword is there, by default or written.
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some() || entry(&self.factors, name).is_some_and(|entry| !entry.held.is_empty())
    }

    /// Whether the study wrote it.
    pub fn written(&self, name: &str) -> bool {
        self.get(name).is_some_and(|g| g.span.is_some())
            || entry(&self.factors, name).is_some_and(|entry| entry.held.iter().any(|k| k.span.is_some()))
    }

    pub fn get(&self, name: &str) -> Option<&Given> {
        let entry = entry(&self.simple, name)?;
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

    /// All simple keywords, without noting them as read.
    pub fn simple_names(&self) -> impl Iterator<Item = (&str, &Given)> {
        self.simple.iter().map(|entry| (entry.name, &entry.held))
    }

    /// All factor keywords, without noting them as read.
    pub fn factor_names(&self) -> impl Iterator<Item = (&str, &[Keywords])> {
        self.factors.iter().map(|entry| (entry.name, entry.held.as_slice()))
    }

    /// Paths of the keywords the study wrote and nobody read.
    pub fn unread(&self) -> Vec<String> {
        let here = |name: &str| if self.path.is_empty() { name.to_string() } else { format!("{}/{name}", self.path) };
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

    pub fn span_of(&self, name: &str) -> Option<Span> {
        let simple = entry(&self.simple, name).and_then(|entry| entry.held.span);
        simple.or_else(|| entry(&self.factors, name).and_then(|entry| entry.held.first()?.span)).or(self.span)
    }

    /// An error placed at a keyword of this level (or at the level itself when it is not written).
    pub fn error(&self, name: &str, code: &'static str, message: impl Into<String>) -> CallError {
        let written = entry(&self.simple, name).and_then(|entry| entry.held.span);
        let label = written.map(|_| format!("value of {name}"));
        Box::new(Diagnostic { label, ..Diagnostic::error(code, message).at_if_absent(self.span_of(name)) })
    }

    /// Reals of a keyword; integers are promoted. Empty when absent.
    pub fn reals(&self, name: &str) -> Vec<f64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_real).collect()
    }

    pub fn real(&self, name: &str) -> Option<f64> {
        self.get(name)?.values.first()?.as_real()
    }

    pub fn integers(&self, name: &str) -> Vec<i64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_integer).collect()
    }

    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name)?.values.first()?.as_integer()
    }

    pub fn complexes(&self, name: &str) -> Vec<Complex64> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_complex).collect()
    }

    pub fn complex(&self, name: &str) -> Option<Complex64> {
        self.get(name)?.values.first()?.as_complex()
    }

    pub fn texts(&self, name: &str) -> Vec<Arc<str>> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_text).collect()
    }

    /// Text without trailing blanks.
    pub fn text(&self, name: &str) -> Option<Arc<str>> {
        self.get(name)?.values.first()?.as_text()
    }

    /// Whether a text keyword has this value (`is("SYME", "OUI")`).
    pub fn is(&self, name: &str, value: &str) -> bool {
        self.text(name).is_some_and(|t| &*t == value)
    }

    pub fn handles(&self, name: &str) -> Vec<&Handle> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_handle).collect()
    }

    pub fn handle(&self, name: &str) -> Option<&Handle> {
        self.handles(name).into_iter().next()
    }

    /// The concept given for a keyword; `None` when absent.
    pub fn concept(&self, name: &str) -> Option<&Concept> {
        self.handle(name)?.get()
    }

    pub fn concepts(&self, name: &str) -> Vec<&Concept> {
        self.handles(name).into_iter().filter_map(Handle::get).collect()
    }

    /// The concepts to create that a keyword asks for.
    pub fn created(&self, name: &str) -> Vec<&NewConcept> {
        let Some(given) = self.get(name) else { return Vec::new() };
        given.values.iter().filter_map(Value::as_new).collect()
    }
}

impl From<Constant> for Value {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Integer(i) => Value::Integer(i),
            Constant::Real(x) => Value::Real(x),
            Constant::Complex(re, im) => Value::Complex(Complex64::new(re, im)),
            Constant::Text(text) => Value::Text(text.into()),
            Constant::Logical(b) => Value::Logical(b),
        }
    }
}

impl Value {
    fn as_handle(&self) -> Option<&Handle> {
        if let Value::Concept(handle) = self { Some(handle) } else { None }
    }

    fn as_new(&self) -> Option<&NewConcept> {
        if let Value::New(new) = self { Some(new) } else { None }
    }

    pub fn as_real(&self) -> Option<f64> {
        match self {
            Value::Real(x) => Some(*x),
            Value::Integer(i) => Some(*i as f64),
            _ => None,
        }
    }

    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(i) => Some(*i),
            Value::Real(x) if x.fract() == 0.0 && x.abs() < 9.0e15 => Some(*x as i64),
            _ => None,
        }
    }

    pub fn as_complex(&self) -> Option<Complex64> {
        match self {
            Value::Complex(z) => Some(*z),
            other => other.as_real().map(|x| Complex64::new(x, 0.0)),
        }
    }

    pub fn as_text(&self) -> Option<Arc<str>> {
        match self {
            Value::Text(t) => Some(if t.ends_with(' ') { t.trim_end().into() } else { t.clone() }),
            _ => None,
        }
    }
}

/// A call that passed the catalogue: what an operator gets.
#[derive(Debug)]
pub struct Call {
    /// Name of the operator.
    pub command: Arc<str>,
    pub keywords: Keywords,
    /// FORMULE only: the free keywords, in order.
    pub free: IndexMap<Arc<str>, FreeValue>,
    /// The concept given to `reuse`.
    pub reuse: Option<Handle>,
    /// The concept the call returns; its name is known once assigned.
    pub result: Option<Handle>,
    /// The latest version of every mesh that `reuse` enriched before this call, by identity (the id of
    /// the handle of its first version).
    pub meshes: Vec<(u64, Handle)>,
    /// The operator's name in the text.
    pub span: Span,
    /// Line of the call, from 1, and its file name, for verdicts.
    pub line: usize,
}

impl std::ops::Deref for Call {
    type Target = Keywords;

    fn deref(&self) -> &Keywords {
        &self.keywords
    }
}
