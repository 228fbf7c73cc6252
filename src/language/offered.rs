//! Words that completion offers, and names of the study.

use super::brief::brief;
use crate::concepts::{Concept, Handle};
use crate::python::Value;

/// A name of the study or session.
#[derive(Clone, Debug)]
pub struct Name {
    pub name: String,
    /// What it stands for, where that is known.
    pub value: Option<Value>,
    /// Columns of a table that only a run makes.
    pub columns: Vec<String>,
}

impl Name {
    pub fn new(name: impl Into<String>, value: Option<Value>) -> Self {
        Name { name: name.into(), value, columns: Vec::new() }
    }

    /// The concept that it stands for.
    pub fn handle(&self) -> Option<&Handle> {
        match &self.value {
            Some(Value::Concept(handle)) => Some(handle),
            _ => None,
        }
    }

    /// Its concept, as far as it was computed.
    pub fn concept(&self) -> Option<&Concept> {
        self.handle()?.get()
    }

    /// The type of its concept, or the value of a variable.
    pub fn gloss(&self) -> String {
        match &self.value {
            Some(Value::Concept(handle)) => handle.kind.to_string(),
            Some(value) => brief(value),
            None => String::new(),
        }
    }
}

/// The concept of a name, for readers of calls.
pub fn handle_of(names: &[Name], name: &str) -> Option<Handle> {
    names.iter().find(|known| known.name == name)?.handle().cloned()
}

/// A word that is offered, and what it means.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    pub gloss: String,
    /// What an editor inserts that can leave the cursor at a place, marked `$1`.
    pub snippet: Option<String>,
}

impl Word {
    pub fn new(text: impl Into<String>, gloss: impl Into<String>) -> Self {
        Word { text: text.into(), gloss: gloss.into(), snippet: None }
    }

    pub fn plain(text: impl Into<String>) -> Self {
        Word::new(text, "")
    }
}

/// Components of displacements.
pub const COMPONENTS: &[(&str, &str)] = &[
    ("DX", "Displacement along X."),
    ("DY", "Displacement along Y."),
    ("DZ", "Displacement along Z."),
    ("DRX", "Rotation about X."),
    ("DRY", "Rotation about Y."),
    ("DRZ", "Rotation about Z."),
];

pub fn own_names(session: &[Name]) -> Vec<Word> {
    session.iter().map(|known| Word::new(known.name.clone(), known.gloss())).collect()
}

/// `1 node`, `3 nodes`
pub fn counted(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
