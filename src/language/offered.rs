//! Words that completion offers, and names of the study.

use crate::concepts::Handle;

/// A name of the study or session; its concept if it is one.
pub type Name = (String, Option<Handle>);

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
    session.iter().map(|(name, handle)| Word::new(name.clone(), handle.as_ref().map_or("", |h| &*h.kind))).collect()
}

/// `1 node`, `3 nodes`
pub fn counted(n: usize, word: &str) -> String {
    format!("{n} {word}{}", if n == 1 { "" } else { "s" })
}
