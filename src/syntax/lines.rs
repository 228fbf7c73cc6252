//! Logical lines. Comments, and line ends inside brackets or after a backslash, are replaced by blanks of
//! the same byte length: the masked text has the length of the original, so every offset survives.

use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// One logical line of the masked text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogicalLine {
    /// Offset of its first byte that is not blank, and of the byte after its last.
    pub start: usize,
    pub end: usize,
    /// Width of its indentation; a tab goes to the next multiple of eight.
    pub indentation: usize,
}

#[derive(Debug, Default)]
pub struct Masked {
    pub text: String,
    pub lines: Vec<LogicalLine>,
    pub diagnostics: Vec<Diagnostic>,
}

struct Scanner<'a> {
    file: FileId,
    bytes: &'a [u8],
    out: Vec<u8>,
    /// Open brackets: the byte and its offset.
    open: Vec<(u8, usize)>,
    lines: Vec<LogicalLine>,
    diagnostics: Vec<Diagnostic>,
    /// Whether a line that looks like a new statement ends an open bracket.
    recover: bool,
}

/// Splits a text into logical lines.
pub fn split(file: FileId, text: &str) -> Masked {
    let first = scan(file, text, false);
    // A bracket that is never closed swallows the rest of the file: read again, ending it where a new
    // statement seems to start, so that the other errors of the file are found too.
    if first.open.is_empty() { first.finish() } else { scan(file, text, true).finish() }
}

fn scan(file: FileId, text: &str, recover: bool) -> Scanner<'_> {
    let mut scanner = Scanner {
        file,
        bytes: text.as_bytes(),
        out: text.as_bytes().to_vec(),
        open: Vec::new(),
        lines: Vec::new(),
        diagnostics: Vec::new(),
        recover,
    };
    scanner.run();
    scanner
}

impl Scanner<'_> {
    fn run(&mut self) {
        let mut start = if self.bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        self.out[..start].fill(b' ');
        let mut at = start;
        while at < self.bytes.len() {
            match self.bytes[at] {
                b'#' => {
                    while at < self.bytes.len() && self.bytes[at] != b'\n' {
                        self.out[at] = b' ';
                        at += 1;
                    }
                }
                b'"' | b'\'' => at = self.string(at),
                b'(' | b'[' | b'{' => {
                    self.open.push((self.bytes[at], at));
                    at += 1;
                }
                b')' | b']' | b'}' => {
                    self.close(at);
                    at += 1;
                }
                b'\\' if matches!(self.bytes.get(at + 1), Some(b'\n')) || self.bytes[at + 1..].starts_with(b"\r\n") => {
                    let end = at + if self.bytes[at + 1] == b'\n' { 2 } else { 3 };
                    self.out[at..end].fill(b' ');
                    at = end;
                }
                b'\n' if self.open.is_empty() || (self.recover && self.statement_starts(at + 1)) => {
                    for (_, offset) in std::mem::take(&mut self.open) {
                        self.unclosed(offset);
                    }
                    self.line(start, at);
                    at += 1;
                    start = at;
                }
                b'\n' | b'\r' => {
                    self.out[at] = b' ';
                    at += 1;
                }
                _ => at += 1,
            }
        }
        let end = self.bytes.len();
        if self.recover || self.open.is_empty() {
            for (_, offset) in std::mem::take(&mut self.open) {
                self.unclosed(offset);
            }
        }
        self.line(start, end);
    }

    /// Skips a string that opens at `at`; returns the offset after it.
    fn string(&mut self, at: usize) -> usize {
        let quote = self.bytes[at];
        let long = self.bytes[at..].starts_with(&[quote; 3]);
        let mut end = at + if long { 3 } else { 1 };
        while end < self.bytes.len() {
            match self.bytes[end] {
                b'\\' => end += 2,
                b'\n' if !long => break,
                b if b == quote && !long => return end + 1,
                b if b == quote && self.bytes[end..].starts_with(&[quote; 3]) => return end + 3,
                _ => end += 1,
            }
        }
        let end = end.min(self.bytes.len());
        let width = if long { 3 } else { 1 };
        self.diagnostics.push(
            Diagnostic::error("S003", "this text is never closed")
                .at(Span::new(self.file, at, at + width))
                .label("opened here")
                .help(if long {
                    "end it with the same three quotes"
                } else {
                    "end it with the same quote, on the same line"
                }),
        );
        // The line cannot be read: blank it from the quote on.
        // Brackets opened on a broken line are not worth a second message.
        let line_start = self.bytes[..at].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        self.open.retain(|(_, offset)| *offset < line_start);
        self.out[line_start..end].fill(b' ');
        end
    }

    fn close(&mut self, at: usize) {
        let wanted = match self.bytes[at] {
            b')' => b'(',
            b']' => b'[',
            _ => b'{',
        };
        match self.open.last().copied() {
            Some((bracket, _)) if bracket == wanted => {
                self.open.pop();
            }
            Some((bracket, offset)) => {
                let (found, open) = (self.bytes[at] as char, bracket as char);
                self.diagnostics.push(
                    Diagnostic::error("S002", format!("`{found}` closes a `{open}`"))
                        .at(Span::new(self.file, at, at + 1))
                        .label(format!("a `{}` was expected", closing(bracket)))
                        .related(Span::new(self.file, offset, offset + 1), "opened here"),
                );
                self.open.pop();
                self.out[at] = closing(bracket) as u8;
            }
            None => {
                self.diagnostics.push(
                    Diagnostic::error("S002", format!("`{}` closes nothing", self.bytes[at] as char))
                        .at(Span::new(self.file, at, at + 1))
                        .label("no bracket is open here")
                        .help("remove it, or open the bracket that it should close"),
                );
                self.out[at] = b' ';
            }
        }
    }

    fn unclosed(&mut self, offset: usize) {
        let bracket = self.bytes[offset];
        self.diagnostics.push(
            Diagnostic::error("S002", format!("this `{}` is never closed", bracket as char))
                .at(Span::new(self.file, offset, offset + 1))
                .label("opened here")
                .help(format!("close it with `{}`", closing(bracket))),
        );
    }

    /// Whether the physical line at `at` looks like a new statement: `NAME = COMMAND(`, `COMMAND(`, or a
    /// keyword of a block, in the first column.
    fn statement_starts(&self, at: usize) -> bool {
        let end = self.bytes[at..].iter().position(|&b| b == b'\n').map_or(self.bytes.len(), |i| at + i);
        let Ok(line) = std::str::from_utf8(&self.bytes[at..end]) else { return false };
        let word = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let first = word(line);
        if first == 0 {
            return false;
        }
        if ["for ", "if ", "def ", "while ", "import ", "from "].iter().any(|k| line.starts_with(k)) {
            return true;
        }
        let command = |text: &str| {
            let name = &text[..word(text)];
            name.len() >= 3
                && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
                && text[name.len()..].trim_start().starts_with('(')
        };
        let rest = line[first..].trim_start();
        command(line) || rest.strip_prefix('=').is_some_and(|value| command(value.trim_start()))
    }

    fn line(&mut self, start: usize, end: usize) {
        let content = &self.out[start..end];
        let Some(first) = content.iter().position(|b| !b.is_ascii_whitespace() && *b != 0x0C) else { return };
        let last = content.iter().rposition(|b| !b.is_ascii_whitespace()).map_or(first, |i| i + 1);
        let mut indentation = 0;
        for byte in &content[..first] {
            indentation = match byte {
                b'\t' => (indentation / 8 + 1) * 8,
                0x0C => 0,
                _ => indentation + 1,
            };
        }
        self.lines.push(LogicalLine { start: start + first, end: start + last, indentation });
    }

    fn finish(self) -> Masked {
        // Only whole ASCII bytes were replaced, or whole strings and comments: still UTF-8.
        let text = String::from_utf8_lossy(&self.out).into_owned();
        Masked { text, lines: self.lines, diagnostics: self.diagnostics }
    }
}

fn closing(bracket: u8) -> char {
    match bracket {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let masked = split(FileId(0), text);
        assert_eq!(masked.text.len(), text.len());
        let words = |l: &LogicalLine| masked.text[l.start..l.end].split_whitespace().collect::<Vec<_>>().join(" ");
        masked.lines.iter().map(words).collect()
    }

    #[test]
    fn brackets_comments_and_backslashes_join_lines() {
        assert_eq!(pieces("A = F(x=1, # one\n\n  y=2)\nb = 1 + \\\n 2\n"), ["A = F(x=1, y=2)", "b = 1 + 2"]);
        assert_eq!(pieces("s = '''a\n#b'''\nt = '#'\r\n"), ["s = '''a #b'''", "t = '#'"]);
    }

    #[test]
    fn an_open_bracket_ends_where_a_statement_starts() {
        let masked = split(FileId(0), "MA = LIRE(x=(1,\nMO = AFFE(y=2)\nb = ]\n");
        assert_eq!(masked.lines.len(), 3);
        let at: Vec<_> = masked.diagnostics.iter().filter_map(|d| d.span).map(|s| s.start).collect();
        assert_eq!(at, [9, 12, 35]);
    }

    proptest::proptest! {
        #[test]
        fn masking_keeps_the_length_of_any_text(text in "(?s).{0,200}") {
            let masked = split(FileId(0), &text);
            proptest::prop_assert_eq!(masked.text.len(), text.len());
        }
    }
}
