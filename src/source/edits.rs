//! Edits of a text: what is replaced where, with the layout around it kept. Upgrades, fixes and renames are made of them.

use std::ops::Range;

use super::Span;

/// Replacements of parts of one text.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    list: Vec<(Range<usize>, String)>,
}

impl Edits {
    pub fn replace(&mut self, span: Span, text: impl Into<String>) {
        self.put(span.start as usize..span.end as usize, text.into());
    }

    /// Adds a text at a place.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.list.push((at..at, text.into()));
    }

    /// Takes an argument out of its call, with its comma, and its line when nothing else stands there.
    pub fn remove_argument(&mut self, text: &str, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        let blank = |c: char| c == ' ' || c == '\t';
        let after = &text[end..];
        let gap = after.len() - after.trim_start().len();
        if after[gap..].starts_with(',') {
            let mut end = end + gap + 1;
            end += text[end..].len() - text[end..].trim_start_matches(blank).len();
            let line = text[..start].rfind('\n').map_or(0, |n| n + 1);
            if text[line..start].chars().all(blank) && text[end..].starts_with('\n') {
                return self.put(line..end + 1, String::new());
            }
            return self.put(start..end, String::new());
        }
        let before = text[..start].trim_end();
        let comma = if before.ends_with(',') { before.len() - 1 } else { start };
        // The comma may have gone with the argument before.
        let gone = self.list.iter().map(|(range, _)| range.end).filter(|&at| comma < at && at <= start).max();
        self.put(gone.unwrap_or(comma)..end, String::new());
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The replacements made after the first `count`.
    pub fn since(&self, count: usize) -> &[(Range<usize>, String)] {
        &self.list[count.min(self.list.len())..]
    }

    /// A part that meets one changed already is left: the next upgrade finds it.
    fn put(&mut self, range: Range<usize>, text: String) {
        let meets = |other: &Range<usize>| range.start < other.end && other.start < range.end;
        if !self.list.iter().any(|(other, _)| meets(other)) {
            self.list.push((range, text));
        }
    }

    /// The replacements in the order of the text.
    pub fn list(mut self) -> Vec<(Range<usize>, String)> {
        self.list.sort_by_key(|(range, _)| (range.start, range.end));
        self.list
    }

    pub fn applied(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (range, new) in self.list() {
            out.push_str(&text[done..range.start]);
            out.push_str(&new);
            done = range.end;
        }
        out.push_str(&text[done..]);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::FileId;

    fn without(text: &str, argument: &str) -> String {
        let start = text.find(argument).unwrap();
        let mut edits = Edits::default();
        let span = Span { file: FileId(0), start: start as u32, end: (start + argument.len()) as u32 };
        edits.remove_argument(text, span);
        edits.applied(text)
    }

    #[test]
    fn arguments_go_with_their_comma() {
        assert_eq!(without("A(X=1, Y=2)", "X=1"), "A(Y=2)");
        assert_eq!(without("A(X=1, Y=2)", "Y=2"), "A(X=1)");
        assert_eq!(without("A(Y=2)", "Y=2"), "A()");
        assert_eq!(without("A(X=1,\n  Y=2,\n  Z=3)", "Y=2"), "A(X=1,\n  Z=3)");
        assert_eq!(without("A(X=1, # one\n  Y=2)", "X=1"), "A(# one\n  Y=2)");
    }
}
