//! The text of a study in today's syntax: keywords renamed, values rewritten, what is no longer needed taken out, nodes and
//! cells designated by groups. Comments and layout stay.

mod edits;
mod names;
mod spellings;
mod texts;

use std::sync::Arc;

use self::edits::Edits;
use self::names::Groups;
use super::walk;
use crate::catalogue;
use crate::source::{FileId, SourceFile, Span};
use crate::syntax::{self, ExpressionKind, Statement, StatementKind};

/// Something said about a line of the study.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// From 1.
    pub line: usize,
    pub what: String,
}

/// An upgraded text, what was changed in it, and what is left as it was.
#[derive(Debug)]
pub struct Upgraded {
    pub text: String,
    pub changed: Vec<Change>,
    pub left: Vec<Change>,
}

/// Nodes and cells of the mesh that a study reads, as far as names need it.
pub trait Places {
    /// Number (from 1) of the node or cell of that name; `None` when there is none, or not the same in all meshes.
    fn number(&self, word: &str, cell: bool) -> Option<usize>;
    /// Whether a group of that name exists already.
    fn has_group(&self, name: &str, cell: bool) -> bool;
    /// The type of the concept of that name.
    fn kind(&self, name: &str) -> Option<Arc<str>>;
    /// Whether the study is recognised as a former one.
    fn is_former(&self) -> bool;
    /// Whether some word is the name of one node or cell and the number of another.
    fn names_mislead(&self) -> bool;
    /// Whether some node or cell has a name that is the number of another.
    fn labels_mislead(&self) -> bool;
}

/// One text under way.
struct Work<'t> {
    text: &'t str,
    edits: Edits,
    changed: Vec<Change>,
    left: Vec<Change>,
}

impl Work<'_> {
    fn line(&self, span: Span) -> usize {
        self.text[..span.start as usize].matches('\n').count() + 1
    }

    fn changed(&mut self, span: Span, what: String) {
        let line = self.line(span);
        self.changed.push(Change { line, what });
    }

    fn left(&mut self, span: Span, what: String) {
        let line = self.line(span);
        self.left.push(Change { line, what });
    }

    fn text(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

/// Writes a text in today's syntax.
pub fn upgrade(name: &str, text: &str, places: &dyn Places) -> Upgraded {
    let file = SourceFile::new(name, None, text.into());
    let statements = syntax::parse(FileId(0), &file).statements;
    let mut work = Work { text, edits: Edits::default(), changed: Vec::new(), left: Vec::new() };
    let mut groups = Groups::default();
    imports(&mut work, &statements);
    // In tables about sub-structures a number depends on the sub-structure: names stay.
    let mut joined = false;
    walk::expressions(&statements, &mut |expression| {
        joined |= walk::call(expression).is_some_and(|(command, _)| command == "DEFI_MODELE_GENE");
    });
    // Words that are computed cannot be rewritten: where they could be misread, all words stay names.
    let computed = names::computed(&statements).filter(|_| places.is_former() && places.labels_mislead());
    if let Some(span) = computed {
        let what =
            "names of nodes or cells are computed here, and some are numbers of others: all names stay as they are";
        work.left(span, what.into());
    }
    walk::expressions(&statements, &mut |expression| {
        let Some((command, arguments)) = walk::call(expression) else { return };
        let ExpressionKind::Call { function, .. } = &expression.kind else { return };
        if computed.is_some() && matches!(command, "POURSUITE" | "DEBUT") {
            return;
        }
        if command == "POURSUITE" {
            work.edits.replace(function.span, "DEBUT");
            work.changed(function.span, "POURSUITE is now DEBUT".into());
        }
        let Some(description) = catalogue::command(command) else { return };
        if let Some(today) = catalogue::successor(command).filter(|_| description.reconstructed) {
            work.left(function.span, format!("{command} is read as it was; today's command is {today}"));
            return;
        }
        spellings::rewrite(&mut work, command, description, arguments);
        if computed.is_none() {
            names::designate(&mut work, &mut groups, places, command, description, arguments);
            if !joined {
                texts::numbers(&mut work, places, command, arguments);
            }
        }
        names::ranks(&mut work, places, command, arguments);
    });
    names::define(&mut work, &groups, &statements);
    if places.names_mislead() && computed.is_none() {
        names::say_numbers(&mut work, &statements);
    }
    let Work { edits, mut changed, mut left, .. } = work;
    changed.sort_by_key(|c| c.line);
    left.sort_by_key(|c| c.line);
    Upgraded { text: edits.applied(text), changed, left }
}

/// `from numpy import math`, an accident of old releases.
fn imports(work: &mut Work<'_>, statements: &[Statement]) {
    walk::statements(statements, &mut |statement| {
        if let StatementKind::FromImport { module, names } = &statement.kind
            && module == "numpy"
            && let [(name, None)] = names.as_slice()
            && name == "math"
        {
            work.edits.replace(statement.span, "import math");
            work.changed(statement.span, "`from numpy import math` is now `import math`".into());
        }
    });
}

#[cfg(test)]
mod tests;
