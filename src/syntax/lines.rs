//! Logical lines: what one statement, or one header of a block, covers.
//!
//! Comments, continuations, and newlines inside brackets are masked by blanks, byte for byte, so that
//! an offset in the masked text is an offset in the file. Brackets and strings are checked on the
//! way: they are what decides where a line ends. When a bracket or a string is never closed the line
//! is cut where the next command obviously starts, so that the errors after it are still found.

use super::scan::{self, Kind};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::resumption::{Resumes, asks_for_more, resumes};

/// A piece of the masked text that is parsed on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogicalLine {
    pub start: usize,
    pub end: usize,
    /// Column of the first character, from 0, with tabs at multiples of 8.
    pub indent: usize,
    /// Its brackets or strings are wrong (and reported): there is no point in parsing it.
    pub broken: bool,
}

pub(super) struct Lines {
    /// Same length as the text.
    pub masked: String,
    pub lines: Vec<LogicalLine>,
    pub diagnostics: Vec<Diagnostic>,
}

/// How many brackets that are open at the end of the file are looked into again. Each costs a
/// reading of the rest of the file.
const SECOND_LOOKS: usize = 40;

pub(super) fn logical_lines(file: FileId, text: &str) -> Lines {
    let mut scanner = Scanner::new(file, text, 0);
    let mut lines = Vec::new();
    let mut at = 0;
    while at < scanner.bytes.len() {
        let (indent, start) = scanner.indentation(at);
        match scanner.bytes.get(start) {
            None => break,
            Some(b'\n') => at = start + 1,
            Some(b'#') => at = scanner.mask_comment(start),
            Some(_) => {
                scanner.compare_indentation(at, start, indent);
                let (end, broken) = scanner.line(start);
                lines.push(LogicalLine { start, end, indent, broken });
                at = end;
            }
        }
    }
    let masked = String::from_utf8(scanner.masked).unwrap_or_else(|_| text.to_string());
    Lines { masked, lines, diagnostics: scanner.diagnostics }
}

/// One expression that may run over several lines: everything is as if inside brackets.
pub(super) fn mask_expression(file: FileId, text: &str) -> (String, Vec<Diagnostic>) {
    let mut scanner = Scanner::new(file, text, SECOND_LOOKS);
    let mut at = 0;
    while at < text.len() {
        let (end, _) = scanner.line(at);
        if end < text.len() {
            scanner.mask(end, end + 1);
        }
        at = end + 1;
    }
    (String::from_utf8(scanner.masked).unwrap_or_else(|_| text.to_string()), scanner.diagnostics)
}

struct Scanner<'a> {
    file: FileId,
    text: &'a str,
    bytes: &'a [u8],
    masked: Vec<u8>,
    diagnostics: Vec<Diagnostic>,
    second_looks: usize,
    /// Columns of the logical line before, with a tab as up to eight blanks and as one.
    before: (usize, usize),
    mixed: bool,
}

impl<'a> Scanner<'a> {
    /// Ready at the start of a text; so many brackets that stay open have been looked into again.
    fn new(file: FileId, text: &'a str, second_looks: usize) -> Self {
        let (bytes, masked) = (text.as_bytes(), text.as_bytes().to_vec());
        Scanner { file, text, bytes, masked, diagnostics: Vec::new(), second_looks, before: (0, 0), mixed: false }
    }

    /// Python refuses indentations whose order depends on the width of a tab. Told once in a file.
    fn compare_indentation(&mut self, at: usize, start: usize, wide: usize) {
        let now = (wide, start - at);
        let (a, b) = (now.0.cmp(&self.before.0), now.1.cmp(&self.before.1));
        let tabs = self.bytes[at..start].contains(&b'\t') || self.before.0 != self.before.1;
        if a != b && tabs && !self.mixed {
            self.mixed = true;
            let message = "tabs and blanks are mixed in the indentation; Python refuses this";
            let warning = Diagnostic::warning("S017", message).at(Span::new(self.file, at, start));
            self.diagnostics.push(warning.label("read with tabs of 8").help("indent with blanks alone"));
        }
        self.before = now;
    }

    /// Indentation of the line that starts at `at`, and the offset of its first character.
    fn indentation(&mut self, at: usize) -> (usize, usize) {
        let mut column = 0;
        for (i, byte) in self.bytes.iter().enumerate().skip(at) {
            match byte {
                b' ' => column += 1,
                b'\t' => column = (column / 8 + 1) * 8,
                b'\x0C' => column = 0,
                b'\r' => {}
                _ => return (column, i),
            }
        }
        (column, self.bytes.len())
    }

    fn mask(&mut self, start: usize, end: usize) {
        self.masked[start..end].fill(b' ');
    }

    fn line_end(&self, at: usize) -> usize {
        self.bytes[at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |n| at + n)
    }

    fn mask_comment(&mut self, at: usize) -> usize {
        let end = self.line_end(at);
        self.mask(at, end);
        end
    }

    /// Masks one logical line; gives its end and whether it is broken.
    fn line(&mut self, start: usize) -> (usize, bool) {
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut broken = false;
        // After an unterminated string the brackets cannot be trusted: nothing more is reported of them.
        let mut quiet = false;
        let mut last = 0u8;
        // The first place where a command seems to start although the text before it asks for more.
        let mut doubtful: Option<(usize, Vec<(u8, usize)>)> = None;
        let mut at = start;
        while let Some(token) = scan::token_at(self.text, at) {
            let mut end = at + token.text.len();
            let byte = self.bytes[end - 1];
            match token.kind {
                Kind::Comment => self.mask(at, end),
                Kind::Newline if open.is_empty() => return (at, broken),
                Kind::Newline => {
                    match resumes(self.bytes, at + 1) {
                        Resumes::Surely if quiet => return (at, true),
                        Resumes::Surely | Resumes::Likely if !asks_for_more(last) => {
                            if !quiet {
                                self.never_closed(&open);
                            }
                            return (at, true);
                        }
                        Resumes::Surely if doubtful.is_none() => doubtful = Some((at, open.clone())),
                        _ => {}
                    }
                    self.mask(at, at + 1);
                }
                Kind::Blank if byte == b'\\' => match newline_at(self.bytes, end) {
                    Some(length) => {
                        end += length;
                        self.mask(at, end);
                    }
                    None => last = byte,
                },
                Kind::Blank => {
                    for place in at..end {
                        match self.bytes[place] {
                            b' ' => {}
                            b'\t' | b'\r' | b'\x0C' => self.mask(place, place + 1),
                            // No blank of the language: the grammar says so.
                            other => last = other,
                        }
                    }
                }
                Kind::Open => {
                    open.push((byte, at));
                    last = byte;
                }
                Kind::Close => {
                    if self.close(&mut open, byte, at, quiet) {
                        broken = true;
                        quiet |= !open.is_empty();
                    }
                    last = byte;
                }
                Kind::Text => {
                    if let Some(text) = scan::quoted(token.text).filter(|text| !text.closed) {
                        if text.mark.len() == 3 {
                            end = self.next_command(at);
                        }
                        self.unterminated(at + text.prefix.len(), end, text.mark);
                        (broken, quiet) = (true, true);
                    }
                    last = b'"';
                }
                _ => last = byte,
            }
            at = end;
        }
        if open.is_empty() || quiet {
            return (at, broken);
        }
        match doubtful {
            Some((end, open)) if self.second_looks < SECOND_LOOKS => {
                self.second_looks += 1;
                self.never_closed(&open);
                let length = self.bytes.len();
                self.masked[end..].copy_from_slice(&self.bytes[end..length]);
                (end, true)
            }
            _ => {
                self.never_closed(&open);
                (at, true)
            }
        }
    }

    /// Closes a bracket; true when that reveals an error.
    fn close(&mut self, open: &mut Vec<(u8, usize)>, byte: u8, at: usize, quiet: bool) -> bool {
        let wanted = opening(byte);
        let Some(depth) = open.iter().rposition(|(b, _)| *b == wanted) else {
            if !quiet {
                self.closes_nothing(byte, at, open.last().copied());
            }
            // A bracket of another kind was meant by it.
            open.pop();
            return true;
        };
        let skipped = open.split_off(depth + 1);
        let opener = open.pop();
        if skipped.is_empty() {
            return false;
        }
        if !quiet && let (Some(&(b, place)), Some((o, _))) = (skipped.last(), opener) {
            let error = Diagnostic::error("S002", format!("`{}` is never closed", char::from(b)))
                .at(Span::new(self.file, place, place + 1))
                .label("opened here")
                .related(Span::new(self.file, at, at + 1), format!("this closes an earlier `{}`", char::from(o)))
                .help(format!("add `{}` before the `{}` that follows", closing(b), char::from(byte)));
            self.diagnostics.push(error);
        }
        true
    }

    fn closes_nothing(&mut self, byte: u8, at: usize, open: Option<(u8, usize)>) {
        let found = char::from(byte);
        let span = Span::new(self.file, at, at + 1);
        let error = match open {
            Some((b, place)) => Diagnostic::error("S003", format!("`{found}` cannot close `{}`", char::from(b)))
                .related(Span::new(self.file, place, place + 1), "this bracket is open")
                .help(format!("close it with `{}`, or open a `{}` first", closing(b), char::from(opening(byte)))),
            None => Diagnostic::error("S003", format!("`{found}` closes nothing"))
                .help(format!("remove it, or open a `{}` before it", char::from(opening(byte)))),
        };
        self.diagnostics.push(error.at(span).label("no bracket of this kind is open"));
    }

    fn never_closed(&mut self, open: &[(u8, usize)]) {
        let Some((&(byte, place), outer)) = open.split_last() else { return };
        let mut error = Diagnostic::error("S002", format!("`{}` is never closed", char::from(byte)))
            .at(Span::new(self.file, place, place + 1))
            .label("opened here")
            .help(format!("add the missing `{}`", closing(byte)));
        for &(b, at) in outer.iter().rev().take(3) {
            error = error.related(Span::new(self.file, at, at + 1), format!("this `{}` is open too", char::from(b)));
        }
        self.diagnostics.push(error);
    }

    fn unterminated(&mut self, at: usize, end: usize, mark: &str) {
        let long = mark.len() == 3;
        let help = if long {
            format!("end the text with {mark}")
        } else {
            format!(
                "end the text with {mark} on the same line; a text over several lines stands between tripled quotes"
            )
        };
        let caret = if long { at + 3 } else { end };
        let error = Diagnostic::error("S004", format!("the text opened by {mark} is never closed"))
            .at(Span::new(self.file, at, caret))
            .label("opened here")
            .help(help);
        self.diagnostics.push(error);
    }

    /// Where a command obviously starts after `at`: a tripled text without end would swallow the file.
    fn next_command(&self, at: usize) -> usize {
        let mut end = self.line_end(at);
        while end < self.bytes.len() && resumes(self.bytes, end + 1) != Resumes::Surely {
            end = self.line_end(end + 1);
        }
        end
    }
}

/// Length of the line end at `at`, if there is one.
fn newline_at(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at) {
        Some(b'\n') => Some(1),
        Some(b'\r') if bytes.get(at + 1) == Some(&b'\n') => Some(2),
        _ => None,
    }
}

fn opening(closing: u8) -> u8 {
    match closing {
        b')' => b'(',
        b']' => b'[',
        _ => b'{',
    }
}

fn closing(opening: u8) -> char {
    match opening {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}
