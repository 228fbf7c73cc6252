//! Names at their places in a text: who defines, reads, changes and deletes each, and in which scope.

use crate::source::Span;

/// What happens to a name at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Defines,
    Reads,
    /// `reuse=`
    Changes,
    Deletes,
}

/// A name at a place of a text.
#[derive(Clone, Debug)]
pub struct Occurrence {
    pub name: String,
    pub span: Span,
    pub role: Role,
    /// It stands in a text between quotes.
    pub in_text: bool,
    /// Rank of the scope that binds it; 0 is the file's.
    pub scope: usize,
}

impl Occurrence {
    /// Whether it is a word of a formula.
    pub(super) fn is_word(&self) -> bool {
        self.in_text && self.role == Role::Reads
    }
}

/// All names of a text.
#[derive(Debug, Default)]
pub struct Names {
    /// In the order of the text.
    pub occurrences: Vec<Occurrence>,
    /// Places where names are built while the study runs: a rename cannot see through them.
    pub built: Vec<Span>,
    /// Scopes of functions and comprehensions so far.
    pub(super) scopes: usize,
    /// Words of formulas that are no names of the module, as it is now.
    pub(super) other_words: Vec<Occurrence>,
}

impl Names {
    /// The name at a place: inside it, or just behind it.
    pub fn at(&self, offset: usize) -> Option<&Occurrence> {
        // Names do not hold one another: the one before the place is the last that may reach it, or the one before that.
        let behind = self.occurrences.partition_point(|found| found.span.start as usize <= offset);
        let near = |found: &&Occurrence| (found.span.start as usize..=found.span.end as usize).contains(&offset);
        self.occurrences[behind.saturating_sub(2)..behind].iter().find(near)
    }

    /// The names that start at a place.
    pub fn starting_at(&self, start: u32) -> impl Iterator<Item = &Occurrence> {
        let first = self.occurrences.partition_point(|found| found.span.start < start);
        self.occurrences[first..].iter().take_while(move |found| found.span.start == start)
    }

    /// The names that start in a range of bytes.
    pub fn inside(&self, range: std::ops::Range<usize>) -> &[Occurrence] {
        let rank = |at: usize| self.occurrences.partition_point(|found| (found.span.start as usize) < at);
        let first = rank(range.start);
        &self.occurrences[first..rank(range.end).max(first)]
    }

    /// All places of the name that stands at one of them.
    pub fn same<'n>(&'n self, wanted: &'n Occurrence) -> impl Iterator<Item = &'n Occurrence> {
        self.occurrences.iter().filter(|found| found.name == wanted.name && found.scope == wanted.scope)
    }

    /// The definition that holds at a place: the last one before it, else the first.
    pub fn definition<'n>(&'n self, wanted: &'n Occurrence) -> Option<&'n Occurrence> {
        let all: Vec<&Occurrence> = self.same(wanted).filter(|found| found.role == Role::Defines).collect();
        let before = all.iter().rev().find(|found| found.span.start <= wanted.span.start);
        before.or(all.first()).copied()
    }
}
