//! Blocks from indentation: a list of read lines becomes a tree of statements.

use super::lines::LogicalLine;
use super::statement::{Header, Line, function};
use super::tree::{Statement, StatementKind as Kind};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

pub struct Blocks {
    file: FileId,
    lines: std::iter::Peekable<std::vec::IntoIter<(LogicalLine, Line)>>,
    pub diagnostics: Vec<Diagnostic>,
    /// End of the text, for blocks that are missing at the end of the file.
    end: usize,
}

impl Blocks {
    pub fn new(file: FileId, lines: Vec<(LogicalLine, Line)>, end: usize) -> Self {
        Blocks { file, lines: lines.into_iter().peekable(), diagnostics: Vec::new(), end }
    }

    /// The statements of the whole file.
    pub fn file(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while let Some(line) = self.lines.peek().map(|(line, _)| *line) {
            let indentation = line.indentation;
            if indentation > 0 {
                self.misplaced(line, "this line is indented, but no block is open");
            }
            statements.extend(self.block(indentation));
        }
        statements
    }

    /// The statements of one block: lines indented by exactly `indentation`.
    fn block(&mut self, indentation: usize) -> Vec<Statement> {
        let mut statements: Vec<Statement> = Vec::new();
        while let Some(line) = self.lines.peek().map(|(line, _)| *line) {
            if line.indentation < indentation {
                break;
            }
            if line.indentation > indentation {
                self.misplaced(line, "this line is indented more than its block");
                let deeper = line.indentation;
                statements.extend(self.block(deeper));
                continue;
            }
            let Some((line, read)) = self.lines.next() else { break };
            match read {
                Line::Simple(simple) => statements.extend(simple),
                Line::Broken { opens_block } => {
                    if opens_block && self.lines.peek().is_some_and(|(next, _)| next.indentation > line.indentation) {
                        let deeper = self.lines.peek().map_or(0, |(next, _)| next.indentation);
                        statements.extend(self.block(deeper));
                    }
                }
                Line::Header { header, inline, span } => {
                    let body = self.body(&line, inline, span);
                    self.open(header, body, span, line, &mut statements);
                }
            }
        }
        statements
    }

    fn body(&mut self, line: &LogicalLine, inline: Vec<Statement>, span: Span) -> Vec<Statement> {
        if !inline.is_empty() {
            return inline;
        }
        match self.lines.peek() {
            Some((next, _)) if next.indentation > line.indentation => {
                let indentation = next.indentation;
                self.block(indentation)
            }
            next => {
                let (start, end) = next.map_or((self.end.saturating_sub(1), self.end), |(l, _)| (l.start, l.start + 1));
                self.diagnostics.push(
                    Diagnostic::error("S007", "an indented block was expected here")
                        .at(Span::new(self.file, start, end.max(start)))
                        .related(span, "this line opens it")
                        .help("indent the lines of the block, or write `pass`"),
                );
                Vec::new()
            }
        }
    }

    /// Starts a statement, or adds a clause to the one before it.
    fn open(&mut self, header: Header, body: Vec<Statement>, span: Span, line: LogicalLine, out: &mut Vec<Statement>) {
        let kind = match header {
            Header::If(condition) => Kind::If { branches: vec![(condition, body)], otherwise: Vec::new() },
            Header::For(target, iterable) => Kind::For { target, iterable, body, otherwise: Vec::new() },
            Header::While(condition) => Kind::While { condition, body, otherwise: Vec::new() },
            Header::Def(definition) => function(definition, body),
            Header::With(items) => Kind::With { items, body },
            Header::Try => Kind::Try { body, handlers: Vec::new(), otherwise: Vec::new(), finally: Vec::new() },
            clause => {
                let name = clause_name(&clause);
                if !attach(clause, body, out.last_mut()) {
                    self.diagnostics.push(
                        Diagnostic::error("S008", format!("`{name}` follows nothing it belongs to"))
                            .at(Span::new(self.file, line.start, line.start + name.len()))
                            .help("it must come right after its block, indented like the line that opened it"),
                    );
                }
                return;
            }
        };
        out.push(Statement { kind, span });
    }

    fn misplaced(&mut self, line: LogicalLine, message: &str) {
        self.diagnostics.push(
            Diagnostic::error("S007", message)
                .at(Span::new(self.file, line.start, line.start + 1))
                .label("unexpected indentation")
                .help("start it in the column of the lines it belongs with"),
        );
    }
}

fn clause_name(header: &Header) -> &'static str {
    match header {
        Header::Elif(_) => "elif",
        Header::Except(..) => "except",
        Header::Finally => "finally",
        _ => "else",
    }
}

fn attach(header: Header, body: Vec<Statement>, last: Option<&mut Statement>) -> bool {
    let Some(last) = last else { return false };
    let free = |otherwise: &[Statement]| otherwise.is_empty();
    match (header, &mut last.kind) {
        (Header::Elif(condition), Kind::If { branches, otherwise }) if free(otherwise) => {
            branches.push((condition, body));
        }
        (
            Header::Else,
            Kind::If { otherwise, .. }
            | Kind::For { otherwise, .. }
            | Kind::While { otherwise, .. }
            | Kind::Try { otherwise, .. },
        ) if free(otherwise) => *otherwise = body,
        (Header::Except(kind, name), Kind::Try { handlers, .. }) => handlers.push((kind, name, body)),
        (Header::Finally, Kind::Try { finally, .. }) if free(finally) => *finally = body,
        _ => return false,
    }
    true
}

/// Whether a broken line looks like the header of a block.
pub fn opens_block(text: &str) -> bool {
    let text = text.trim();
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let keywords = ["if", "elif", "else", "for", "while", "def", "with", "try", "except", "finally", "class"];
    keywords.contains(&word) && text.ends_with(':')
}
