//! Blocks: from logical lines and their indentation to the tree of statements.

use std::sync::Arc;

use super::explain;
use super::expression::Reader;
use super::grammar::{self, Rule};
use super::lines::LogicalLine;
use super::nesting::MAX_DEPTH;
use super::statement::{Content, Header, HeaderKind, Opening};
use super::tree::{FunctionDefinition, Statement, StatementKind};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// One logical line, parsed; `None` when it could not be.
struct ReadLine {
    indent: usize,
    span: Span,
    content: Option<Content>,
}

/// `masked` is the text of the lines, and begins at `base` in the file.
pub(super) fn statements(
    file: FileId,
    masked: &str,
    base: usize,
    lines: &[LogicalLine],
) -> (Vec<Statement>, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let lines = lines.iter().map(|line| read_line(file, masked, base, line, &mut diagnostics)).collect();
    let mut blocks = Blocks { file, lines, next: 0, levels: vec![0], in_loop: 0, in_function: 0, diagnostics };
    let mut statements = blocks.block(0);
    // Only a first line that is indented leaves something behind.
    while blocks.next < blocks.lines.len() {
        statements.extend(blocks.block(0));
    }
    (statements, blocks.diagnostics)
}

fn read_line(
    file: FileId,
    masked: &str,
    base: usize,
    line: &LogicalLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> ReadLine {
    let text = masked.get(line.start - base..line.end - base).unwrap_or("");
    let span = Span::new(file, line.start, line.start + text.trim_ascii_end().len());
    if line.broken {
        return ReadLine { indent: line.indent, span, content: None };
    }
    let content = match grammar::read(Rule::line, text) {
        Ok(pairs) => {
            let mut reader = Reader::new(file, line.start);
            let content = reader.line(pairs);
            let sound = reader.diagnostics.is_empty();
            diagnostics.append(&mut reader.diagnostics);
            match content {
                // A header keeps its block together even when something in it is wrong.
                Content::Header(header) => Some(Content::Header(header)),
                content => sound.then_some(content),
            }
        }
        Err(failure) => {
            diagnostics.push(explain::failure(file, text, line.start, "line", &failure));
            None
        }
    };
    ReadLine { indent: line.indent, span, content }
}

struct Blocks {
    file: FileId,
    lines: Vec<ReadLine>,
    next: usize,
    /// Indentation of the blocks that are open.
    levels: Vec<usize>,
    in_loop: usize,
    in_function: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Blocks {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Indentation and place of the next line.
    fn peek(&self) -> Option<(usize, Span)> {
        self.lines.get(self.next).map(|l| (l.indent, l.span))
    }

    /// Statements of the block at `indent`, up to the first line that stands further left.
    fn block(&mut self, indent: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        // After a line that could not be read nothing is reported of what depends on it.
        let mut doubtful = false;
        while let Some((found, span)) = self.peek() {
            if found < indent {
                let fits = self.levels.contains(&found);
                if !fits {
                    self.report(
                        Diagnostic::error("S005", "this line is indented like no block that is open")
                            .at(first_byte(self.file, span))
                            .label(format!("{found} blanks"))
                            .help(format!("the open blocks are indented by {} blanks", join(&self.levels))),
                    );
                    self.lines[self.next].indent = indent;
                    doubtful = true;
                    continue;
                }
                return statements;
            }
            if found > indent {
                if !doubtful {
                    self.report(
                        Diagnostic::error("S005", "this line is indented without reason")
                            .at(first_byte(self.file, span))
                            .label(format!("{found} blanks, where {indent} are expected"))
                            .help("only the body of `if`, `for`, `while`, `def`, `with` and `try` is indented"),
                    );
                }
                statements.extend(self.indented(found));
                continue;
            }
            self.next += 1;
            match self.lines[self.next - 1].content.take() {
                None => doubtful = true,
                Some(Content::Simple(simple)) => {
                    doubtful = false;
                    simple.iter().for_each(|s| self.check_place(s));
                    statements.extend(simple);
                }
                Some(Content::Header(header)) => {
                    statements.extend(self.compound(header, indent, doubtful));
                    doubtful = false;
                }
            }
        }
        statements
    }

    fn indented(&mut self, indent: usize) -> Vec<Statement> {
        if self.levels.len() > MAX_DEPTH {
            if let Some((_, span)) = self.peek() {
                self.report(
                    Diagnostic::error("S015", format!("blocks are nested more than {MAX_DEPTH} deep"))
                        .at(first_byte(self.file, span))
                        .help("move inner blocks into functions"),
                );
            }
            self.next = self.lines.len();
            return Vec::new();
        }
        self.levels.push(indent);
        let statements = self.block(indent);
        self.levels.pop();
        statements
    }

    /// Body of a header: what follows the colon, or the indented lines below.
    fn body(&mut self, opening: Opening, indent: usize) -> Vec<Statement> {
        self.checked_body(opening, indent, false)
    }

    /// When the place of the header is doubtful, a missing body is no error of its own.
    fn checked_body(&mut self, opening: Opening, indent: usize, doubtful: bool) -> Vec<Statement> {
        if let Some(inline) = opening.inline {
            inline.iter().for_each(|s| self.check_place(s));
            return inline;
        }
        match self.peek() {
            Some((found, _)) if found > indent => self.indented(found),
            _ if doubtful => Vec::new(),
            _ => {
                self.report(
                    Diagnostic::error("S006", format!("this `{}` has no body", opening.word))
                        .at(opening.place)
                        .label("nothing below is indented")
                        .help("indent the lines that belong to it, or write `pass` after the colon"),
                );
                Vec::new()
            }
        }
    }

    fn loop_body(&mut self, opening: Opening, indent: usize) -> Vec<Statement> {
        self.in_loop += 1;
        let body = self.body(opening, indent);
        self.in_loop -= 1;
        body
    }

    /// The next line, when it is a header at `indent` that `wanted` accepts.
    fn following(&mut self, indent: usize, wanted: impl Fn(&HeaderKind) -> bool) -> Option<Header> {
        let line = self.lines.get_mut(self.next)?;
        match line.content.take_if(|c| matches!(c, Content::Header(h) if line.indent == indent && wanted(&h.kind))) {
            Some(Content::Header(header)) => {
                self.next += 1;
                Some(header)
            }
            _ => None,
        }
    }

    /// Body of the word that follows (`else`, `finally`), empty when there is none.
    fn optional_body(&mut self, indent: usize, wanted: impl Fn(&HeaderKind) -> bool) -> Option<Vec<Statement>> {
        let header = self.following(indent, wanted)?;
        Some(self.body(header.opening, indent))
    }

    fn otherwise(&mut self, indent: usize) -> Vec<Statement> {
        self.optional_body(indent, |k| matches!(k, HeaderKind::Else)).unwrap_or_default()
    }

    fn compound(&mut self, header: Header, indent: usize, doubtful: bool) -> Option<Statement> {
        let Header { kind, opening, span } = header;
        let kind = match kind {
            HeaderKind::If(condition) => {
                let mut branches = vec![(condition, self.body(opening, indent))];
                while let Some(next) = self.following(indent, |k| matches!(k, HeaderKind::Elif(_))) {
                    let body = self.body(next.opening, indent);
                    if let HeaderKind::Elif(condition) = next.kind {
                        branches.push((condition, body));
                    }
                }
                StatementKind::If { branches, otherwise: self.otherwise(indent) }
            }
            HeaderKind::For { target, iterable } => {
                let body = self.loop_body(opening, indent);
                StatementKind::For { target, iterable, body, otherwise: self.otherwise(indent) }
            }
            HeaderKind::While(condition) => {
                let body = self.loop_body(opening, indent);
                StatementKind::While { condition, body, otherwise: self.otherwise(indent) }
            }
            HeaderKind::Function { name, parameters } => {
                let in_loop = std::mem::take(&mut self.in_loop);
                self.in_function += 1;
                let body = self.body(opening, indent);
                self.in_function -= 1;
                self.in_loop = in_loop;
                StatementKind::Function(Arc::new(FunctionDefinition { name, parameters, body }))
            }
            HeaderKind::With(items) => StatementKind::With { items, body: self.body(opening, indent) },
            HeaderKind::Try => self.attempt(opening, indent),
            HeaderKind::Elif(_) | HeaderKind::Else | HeaderKind::Except(..) | HeaderKind::Finally => {
                if !doubtful {
                    let head = if matches!(opening.word, "elif" | "else") { "if" } else { "try" };
                    self.report(
                        Diagnostic::error("S007", format!("this `{}` belongs to nothing", opening.word))
                            .at(opening.place)
                            .label(format!("no `{head}` stands just before it at this indentation"))
                            .help(format!("indent it like the `{head}` it belongs to")),
                    );
                }
                self.checked_body(opening, indent, doubtful);
                return None;
            }
        };
        Some(Statement { kind, span })
    }

    fn attempt(&mut self, opening: Opening, indent: usize) -> StatementKind {
        let place = opening.place;
        let body = self.body(opening, indent);
        let mut handlers = Vec::new();
        while let Some(next) = self.following(indent, |k| matches!(k, HeaderKind::Except(..))) {
            let body = self.body(next.opening, indent);
            if let HeaderKind::Except(caught, name) = next.kind {
                handlers.push((caught, name, body));
            }
        }
        let otherwise = if handlers.is_empty() { Vec::new() } else { self.otherwise(indent) };
        let finally = self.optional_body(indent, |k| matches!(k, HeaderKind::Finally));
        let broken = self.lines.get(self.next).is_some_and(|l| l.indent == indent && l.content.is_none());
        if handlers.is_empty() && finally.is_none() && !broken {
            self.report(
                Diagnostic::error("S007", "this `try` has neither `except` nor `finally`")
                    .at(place)
                    .help("add `except:` and what to do on an error, at the same indentation"),
            );
        }
        StatementKind::Try { body, handlers, otherwise, finally: finally.unwrap_or_default() }
    }

    /// `return`, `break` and `continue` have a meaning in some blocks only.
    fn check_place(&mut self, statement: &Statement) {
        let (word, block, misplaced) = match statement.kind {
            StatementKind::Return(_) => ("return", "function", self.in_function == 0),
            StatementKind::Break => ("break", "loop", self.in_loop == 0),
            StatementKind::Continue => ("continue", "loop", self.in_loop == 0),
            _ => return,
        };
        if misplaced {
            let error = Diagnostic::error("S013", format!("`{word}` outside a {block}"));
            self.report(error.at(statement.span).help(format!("it can only stand in the body of a {block}")));
        }
    }
}

fn first_byte(file: FileId, span: Span) -> Span {
    Span::new(file, span.start as usize, span.start as usize + 1)
}

fn join(levels: &[usize]) -> String {
    let mut levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
    match (levels.pop(), levels.is_empty()) {
        (Some(last), false) => format!("{} or {last}", levels.join(", ")),
        (last, _) => last.unwrap_or_default(),
    }
}
