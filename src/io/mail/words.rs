//! The words of a mesh file, in place: the text is not copied, and lines are counted only for messages.

use crate::diag::{Diagnostic, Quoted};
use crate::source::LineColumn;

/// What stops the reading of a mesh.
pub type Fault = Box<Diagnostic>;

/// One word and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Word<'t> {
    pub text: &'t str,
    /// Its first byte in the file.
    pub start: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Class {
    Word,
    Blank,
    /// Ends a word, or may.
    Other,
}

/// What each byte is.
const CLASS: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\t'..=b'\r' | b' ' => Class::Blank,
            b'%' | b'=' | 0x80.. => Class::Other,
            _ => Class::Word,
        };
        byte += 1;
    }
    classes
};

/// Words in order, `=` apart from its neighbours, comments dropped; whole lines on demand.
#[derive(Clone)]
pub struct Words<'t> {
    file: &'t str,
    text: &'t str,
    /// Bytes already read.
    pub at: usize,
}

impl<'t> Words<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Words { file, text, at: 0 }
    }

    /// Words of this text from a byte of the file on.
    pub fn from(&self, start: usize) -> Self {
        Words { at: start, ..*self }
    }

    pub fn next(&mut self) -> Option<Word<'t>> {
        self.at = self.skip_blanks();
        let start = self.at;
        let bytes = self.text.as_bytes();
        if *bytes.get(start)? == b'=' {
            self.at += 1;
        } else {
            loop {
                let rest = &bytes[self.at..];
                self.at += rest.iter().position(|&byte| CLASS[usize::from(byte)] != Class::Word).unwrap_or(rest.len());
                match bytes.get(self.at) {
                    Some(0x80..) if !self.character().is_whitespace() => self.at += self.character().len_utf8(),
                    _ => break,
                }
            }
        }
        Some(Word { text: &self.text[start..self.at], start })
    }

    pub fn skip(&mut self, count: usize) {
        for _ in 0..count {
            self.next();
        }
    }

    /// Where the next word begins.
    fn skip_blanks(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        loop {
            let rest = &bytes[self.at..];
            self.at += rest.iter().position(|&byte| CLASS[usize::from(byte)] != Class::Blank).unwrap_or(rest.len());
            let Some(&byte) = bytes.get(self.at) else { break };
            match byte {
                b'%' => self.at += self.rest_of_line().len(),
                0x80.. if self.character().is_whitespace() => self.at += self.character().len_utf8(),
                _ => break,
            }
        }
        self.at
    }

    fn character(&self) -> char {
        self.text[self.at..].chars().next().unwrap_or(' ')
    }

    fn rest_of_line(&self) -> &'t str {
        let rest = &self.text[self.at..];
        rest.find('\n').map_or(rest, |end| &rest[..end])
    }

    /// Whether the word `ahead` words after the next one has this text.
    pub fn peek_is(&self, ahead: usize, text: &str) -> bool {
        let mut words = self.clone();
        words.skip(ahead);
        words.next().is_some_and(|word| word.text == text)
    }

    /// Drops what is left of the line of the last word taken.
    pub fn skip_line(&mut self) {
        self.raw_line();
    }

    /// The rest of the line, as it is.
    pub fn raw_line(&mut self) -> Option<&'t str> {
        let line = (self.at < self.text.len()).then(|| self.rest_of_line())?;
        self.at = (self.at + line.len() + 1).min(self.text.len());
        Some(line)
    }

    /// Place of a byte.
    pub fn place(&self, start: usize) -> LineColumn {
        let before = &self.text[..start];
        let line = before.bytes().filter(|b| *b == b'\n').count();
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count());
        LineColumn { line: line + 1, column: column + 1 }
    }

    /// Whether a word is the first of its line.
    pub fn starts_line(&self, word: Word<'_>) -> bool {
        self.text[..word.start].rsplit('\n').next().is_none_or(|before| before.trim().is_empty())
    }

    pub fn same_line(&self, a: Word<'_>, b: Word<'_>) -> bool {
        self.place(a.start).line == self.place(b.start).line
    }

    /// Place just after the text.
    pub fn end(&self) -> LineColumn {
        let column = self.text.lines().next_back().map_or(0, |l| l.chars().count());
        LineColumn { line: self.text.lines().count().max(1), column: column + 1 }
    }

    /// An error at a place of this file.
    pub fn fault(
        &self,
        code: &'static str,
        place: LineColumn,
        message: impl AsRef<str>,
        help: impl Into<String>,
    ) -> Box<Diagnostic> {
        let message = format!("{}:{}:{}: {}", self.file, place.line, place.column, message.as_ref());
        Box::new(Diagnostic::error(code, message).help(help).quoting(self.quoted(place, 1)))
    }

    /// The lines around a place, `length` bytes of which are underlined.
    fn quoted(&self, place: LineColumn, length: usize) -> Quoted {
        let first = place.line.saturating_sub(2);
        let lines: Vec<&str> = self.text.lines().skip(first).take(3).collect();
        let before: usize = lines.iter().take(place.line - 1 - first).map(|line| line.len() + 1).sum();
        let column = |line: &&str| line.char_indices().nth(place.column - 1).map_or(line.len(), |(at, _)| at);
        let start = before + lines.get(place.line - 1 - first).map_or(0, column);
        let text = lines.join("\n");
        let start = start.min(text.len());
        let end = (start + length).min(text.len());
        Quoted { file: self.file.to_string(), first, text, start, end }
    }

    /// An error at a word.
    pub fn fault_at(
        &self,
        code: &'static str,
        word: Word<'_>,
        message: impl AsRef<str>,
        help: impl Into<String>,
    ) -> Box<Diagnostic> {
        let place = self.place(word.start);
        let fault = self.fault(code, place, message, help);
        Box::new(fault.quoting(self.quoted(place, word.text.len())))
    }
}

/// A finite real as Fortran writes it: `1.`, `-2.5E-01`, `1.0D+03`.
pub fn real(word: &str) -> Option<f64> {
    let (mut digits, mut double) = (false, false);
    for byte in word.bytes() {
        match byte {
            b'0'..=b'9' => digits = true,
            b'd' | b'D' => double = true,
            b'+' | b'-' | b'.' | b'e' | b'E' => {}
            _ => return None,
        }
    }
    if !digits {
        return None;
    }
    let value = if double { word.replace(['d', 'D'], "E").parse() } else { word.parse() };
    value.ok().filter(|x: &f64| x.is_finite())
}
