//! Reading of a whole file, and of an expression that stands inside a text.

use std::ops::Range;

use super::lines::LogicalLine;
use super::tree::{Expression, Statement};
use super::{blocks, explain, expression, grammar, lines, listing};
use crate::diag::Diagnostic;
use crate::source::{FileId, SourceFile};

/// Tree of one file, and what is wrong in it.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    pub statements: Vec<Statement>,
    /// In the order of the file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole command file.
pub fn parse(id: FileId, file: &SourceFile) -> Parsed {
    if let Some(pasted) = listing::pasted(id, &file.text) {
        return Parsed { statements: Vec::new(), diagnostics: vec![pasted] };
    }
    let lines = lines::logical_lines(id, &file.text);
    let (statements, found) = blocks::statements(id, &lines.masked, 0, &lines.lines);
    let mut diagnostics = lines.diagnostics;
    diagnostics.extend(found);
    diagnostics.sort_by_key(|d| d.span);
    Parsed { statements, diagnostics }
}

/// The logical lines of a text, in order: comments and blank lines stand between them.
pub fn logical_lines(text: &str) -> Vec<LogicalLine> {
    lines::logical_lines(FileId(0), text).lines
}

/// Places of the comments of a text, `#` included.
pub fn comments(text: &str) -> Vec<Range<usize>> {
    let masked = lines::logical_lines(FileId(0), text).masked;
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.match_indices('#').filter(|(at, _)| masked.as_bytes()[*at] != b'#') {
        if found.last().is_none_or(|last| last.end <= at) {
            found.push(at..text[at..].find('\n').map_or(text.len(), |end| at + end));
        }
    }
    found
}

/// Reads one expression that stands inside a text of the study (`VALE` of FORMULE). `text` is the
/// expression itself; spans of the result are shifted so that its first byte has offset `base` in
/// `id`. Newlines and leading blanks mean nothing.
pub fn parse_expression(id: FileId, text: &str, base: usize) -> Result<Expression, Box<Diagnostic>> {
    parse_at(id, text, base, 0).map_err(|errors| {
        let first = errors.into_iter().min_by_key(|d| d.span);
        Box::new(first.unwrap_or_else(|| Diagnostic::error("S001", "this expression cannot be read")))
    })
}

/// Reads an expression that stands `depth` levels deep in another.
pub(super) fn parse_at(id: FileId, text: &str, base: usize, depth: usize) -> Result<Expression, Vec<Diagnostic>> {
    let (masked, mut diagnostics) = lines::mask_expression(id, text);
    if !diagnostics.is_empty() {
        for diagnostic in &mut diagnostics {
            shift(diagnostic, base);
        }
        return Err(diagnostics);
    }
    let pairs = match grammar::read(grammar::Rule::formula, &masked) {
        Ok(pairs) => pairs,
        Err(failure) => return Err(vec![explain::failure(id, &masked, base, "expression", &failure)]),
    };
    let mut reader = expression::Reader::new(id, base);
    reader.depth = depth;
    let expression = pairs.into_iter().next().map(|pair| reader.expressions(pair));
    match expression {
        Some(expression) if reader.diagnostics.is_empty() => Ok(expression),
        _ => Err(reader.diagnostics),
    }
}

fn shift(diagnostic: &mut Diagnostic, base: usize) {
    let spans = diagnostic.span.iter_mut().chain(diagnostic.related.iter_mut().map(|(span, _)| span));
    for span in spans {
        span.start += base as u32;
        span.end += base as u32;
    }
}
