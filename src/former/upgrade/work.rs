//! An upgrade under way: the text, what is known of its names, changes made and left.

use std::ops::Range;
use std::sync::Arc;

use crate::source::{Edits, Span};

/// Something said about a line of the study.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// From 1.
    pub line: usize,
    pub what: String,
}

/// An upgraded text, what was changed in it, and what is left as it was.
#[derive(Debug, Default)]
pub struct Upgraded {
    pub text: String,
    /// What was replaced to make it.
    pub edits: Vec<(Range<usize>, String)>,
    /// Those of them that hold together: names that become groups and the groups, words that become numbers.
    pub joint: Vec<(Range<usize>, String)>,
    pub changed: Vec<Change>,
    pub left: Vec<Change>,
}

/// Text that states in today's language what a call had by itself.
#[derive(Clone, Debug)]
pub struct Insertion {
    /// The name of the command in its call.
    pub call: Span,
    /// The value after which the text goes.
    pub after: Span,
    /// `, PAS_MAXI=3.0e-4`.
    pub text: String,
}

/// A call of the study: the name of its file, the place of its name.
pub type At<'t> = (&'t str, Span);

/// A node or cell that a call names.
#[derive(Clone, Debug, PartialEq)]
pub struct Meant {
    /// From 1.
    pub number: usize,
    /// The calls that read the meshes in which it is.
    pub read: Vec<(String, Span)>,
}

/// Nodes and cells of the meshes that a study reads, as far as names need it.
pub trait Places {
    /// The node or cell of that name in the meshes that a call is about; `None` when there is none, or not the same in all.
    fn meant(&self, call: At<'_>, word: &str, cell: bool) -> Option<Meant>;
    /// Whether a group of that name exists already.
    fn has_group(&self, name: &str, cell: bool) -> bool;
    /// Texts that state, each after a place of a call of this file, what the call had by itself; `call` is the place of its name.
    fn insertions(&self, file: &str, call: Span) -> Vec<(Span, String)>;
    /// The type of the concept of that name.
    fn kind(&self, name: &str) -> Option<Arc<str>>;
    /// Whether the study is recognised as a former one.
    fn is_former(&self) -> bool;
    /// Whether another text of the study than this one tells that it is one.
    fn dated_elsewhere(&self, file: &str) -> bool;
    /// Whether the user says that it is one, whatever its texts tell.
    fn is_dated(&self) -> bool;
    /// Whether some word is the name of one node or cell and the number of another.
    fn names_mislead(&self) -> bool;
    /// Whether some node or cell has a name that is the number of another.
    fn labels_mislead(&self) -> bool;
}

/// One text under way.
pub(super) struct Work<'t> {
    pub(super) text: &'t str,
    pub(super) edits: Edits,
    pub(super) joint: Vec<(Range<usize>, String)>,
    pub(super) changed: Vec<Change>,
    pub(super) left: Vec<Change>,
}

impl Work<'_> {
    /// Makes changes that hold together with others.
    pub(super) fn jointly(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.edits.len();
        change(self);
        self.joint.extend_from_slice(self.edits.since(before));
    }

    fn line(&self, span: Span) -> usize {
        self.text[..span.start as usize].matches('\n').count() + 1
    }

    pub(super) fn changed(&mut self, span: Span, what: String) {
        let line = self.line(span);
        self.changed.push(Change { line, what });
    }

    pub(super) fn left(&mut self, span: Span, what: String) {
        let line = self.line(span);
        self.left.push(Change { line, what });
    }

    pub(super) fn text(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}
