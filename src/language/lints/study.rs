//! What lints look at: the command files of a study, each with its tree, names and comments, and what its check found.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::diag::{Diagnostic, Fix};
use crate::language::Rehearsal;
use crate::language::occurrences::{Names, Occurrence, Role};
use crate::source::{Edits, FileId, SourceFile, Span};
use crate::syntax::{Expression, ExpressionKind, Statement, comments, each_expression, parse};

/// One command file.
pub struct Text<'s> {
    pub id: FileId,
    pub source: &'s SourceFile,
    pub statements: Vec<Statement>,
    pub names: Names,
    pub comments: Comments,
}

/// The comments of a text, in its order, with their lines.
pub struct Comments(Vec<(usize, Range<usize>)>);

impl Comments {
    fn of(source: &SourceFile) -> Comments {
        Comments(comments(&source.text).into_iter().map(|range| (source.line_rank(range.start), range)).collect())
    }

    /// Those on some lines.
    pub fn on(&self, lines: std::ops::RangeInclusive<usize>) -> impl Iterator<Item = &Range<usize>> {
        let first = self.0.partition_point(|(line, _)| line < lines.start());
        self.0[first..].iter().take_while(move |(line, _)| lines.contains(line)).map(|(_, range)| range)
    }
}

/// A study that was checked.
pub struct Study<'s> {
    pub rehearsal: &'s Rehearsal,
    pub texts: Vec<Text<'s>>,
    /// Names that occur otherwise than where they are defined, in any of the texts, or as a whole text between quotes.
    read: BTreeSet<String>,
}

impl<'s> Study<'s> {
    pub fn new(rehearsal: &'s Rehearsal) -> Self {
        let profile = rehearsal.profile;
        let is_command_file =
            |file: &SourceFile| file.path.as_ref().is_some_and(|path| path.extension().is_none_or(|kind| kind != "py"));
        let files = rehearsal.sources.iter().filter(|(id, file)| Some(*id) != profile && is_command_file(file));
        let read = |id: FileId, source: &'s SourceFile| {
            let statements = parse(id, source).statements;
            let names = Names::of(source, &statements);
            Text { id, source, statements, names, comments: Comments::of(source) }
        };
        let mut study =
            Study { rehearsal, texts: files.map(|(id, file)| read(id, file)).collect(), read: BTreeSet::new() };
        let mut read = BTreeSet::new();
        study.each_literal(&mut |literal| {
            read.insert(literal.to_string());
        });
        let others = study.texts.iter().flat_map(|text| &text.names.occurrences);
        read.extend(
            others.filter(|other| other.role != Role::Defines || other.in_text).map(|other| other.name.clone()),
        );
        study.read = read;
        study
    }

    /// Whether something of the texts reads, changes or deletes a name, or holds it as a text.
    pub fn reads(&self, name: &str) -> bool {
        self.read.contains(name)
    }

    /// Whether what the check found is whole: no error, not stopped.
    pub fn is_whole(&self) -> bool {
        !self.rehearsal.stopped && !self.rehearsal.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Whether names are built while the study runs, so that nothing is known of who reads what.
    pub fn builds_names(&self) -> bool {
        self.texts.iter().any(|text| !text.names.built.is_empty())
    }

    /// Visits every text between quotes.
    pub fn each_literal(&self, visit: &mut dyn FnMut(&str)) {
        for text in &self.texts {
            each_expression(&text.statements, &mut |expression| {
                if let ExpressionKind::Text(literal) = &expression.kind {
                    visit(literal);
                }
            });
        }
    }
}

impl Text<'_> {
    pub fn written(&self, span: Span) -> &str {
        self.source.text.get(span.range()).unwrap_or("")
    }

    /// The name at a place of an expression.
    pub fn occurrence(&self, expression: &Expression) -> Option<&Occurrence> {
        self.names.starting_at(expression.span.start).find(|found| found.span == expression.span && !found.in_text)
    }

    /// Whether a comment stands on one of the lines of a place, or directly above it.
    pub fn is_commented(&self, span: Span) -> bool {
        let line = |at: u32| self.source.line_rank(at as usize);
        let (first, last) = (line(span.start).saturating_sub(1), line(span.end));
        self.comments.on(first..=last).next().is_some()
    }

    /// The change that takes an argument out of its call.
    pub fn without_argument(&self, name: &str, span: Span) -> Fix {
        let mut edits = Edits::default();
        edits.remove_argument(&self.source.text, span);
        Fix::new(format!("take {name} out"), self.edits(edits))
    }

    /// The lines of a statement, when nothing else stands on them.
    pub fn lines(&self, span: Span) -> Option<Span> {
        let text = &self.source.text;
        let start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end as usize..].find('\n').map_or(text.len(), |at| span.end as usize + at + 1);
        let blank = |part: &str| part.trim().is_empty();
        let alone = blank(&text[start..span.start as usize]) && blank(&text[span.end as usize..end]);
        alone.then(|| Span::new(self.id, start, end))
    }

    fn edits(&self, edits: Edits) -> Vec<(Span, String)> {
        edits.list().into_iter().map(|(range, text)| (Span::new(self.id, range.start, range.end), text)).collect()
    }
}
