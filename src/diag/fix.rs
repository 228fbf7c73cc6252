//! Fixes: changes of the text that would mend what a diagnostic tells, for editors and `check --fix`.

use crate::source::{SourceMap, Span};

/// The question whether another word is meant, as all messages ask it.
pub fn did_you_mean(shown: &str) -> String {
    format!("did you mean {shown}?")
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does: `change FREQ_MI to FREQ_MIN`.
    pub title: String,
    pub edits: Vec<(Span, String)>,
    /// It changes nothing but what is wrong: it may be applied without being looked at.
    pub sure: bool,
    /// The first that a user would think of.
    pub preferred: bool,
    /// The word that is replaced, where the place of the diagnostic holds more than it.
    word: Option<String>,
}

impl Fix {
    /// Changes whose places are known, and which may have to be looked at.
    pub fn new(title: impl Into<String>, edits: Vec<(Span, String)>) -> Fix {
        Fix { title: title.into(), edits, sure: false, preferred: true, word: None }
    }

    /// A word is written in place of another, which stands in `span` once.
    pub fn word(span: Span, word: &str, new: &str) -> Fix {
        Fix {
            title: format!("change {word} to {new}"),
            edits: vec![(span, new.to_string())],
            sure: false,
            preferred: true,
            word: Some(word.to_string()),
        }
    }

    /// Marks the change as certain: the language knows the names, and the study means nothing else.
    pub fn sure(self) -> Fix {
        Fix { sure: true, ..self }
    }

    /// The fix with the exact places of its words; none when a word is not where it was thought to be, as when a variable
    /// holds it.
    pub fn placed(&self, sources: &SourceMap) -> Option<Fix> {
        let Some(word) = &self.word else { return Some(self.clone()) };
        let (span, new) = self.edits.first()?;
        let text = sources.text(*span);
        let letter = |c: char| c.is_alphanumeric() || c == '_';
        let mut places = text
            .match_indices(word.as_str())
            .filter(|(at, _)| !text[..*at].ends_with(letter) && !text[at + word.len()..].starts_with(letter));
        let (at, _) = places.next().filter(|_| !word.is_empty())?;
        // A name stands at the beginning, whatever follows it; elsewhere it must be clear which word is meant.
        if at > 0 && places.next().is_some() {
            return None;
        }
        let start = span.start + at as u32;
        let place = Span { start, end: start + word.len() as u32, ..*span };
        Some(Fix { edits: vec![(place, new.clone())], word: None, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{FileId, SourceFile};

    #[test]
    fn a_fix_touches_its_word_only() {
        let mut sources = SourceMap::default();
        let text = "A(TYPE='REL', N=(x, 'a', 'a'))";
        sources.add(SourceFile::new("a", None, text.into()));
        let placed = |start: usize, end: usize, word: &str| {
            Fix::word(Span::new(FileId(0), start, end), word, "NEW").placed(&sources).map(|fix| fix.edits[0].0.range())
        };
        assert_eq!(placed(7, 12, "REL"), Some(8..11));
        assert_eq!(placed(2, 12, "TYPE"), Some(2..6));
        assert_eq!(placed(14, 29, "N"), Some(14..15));
        assert_eq!((placed(16, 29, "a"), placed(17, 18, "REL"), placed(2, 12, "RE")), (None, None, None));
    }
}
