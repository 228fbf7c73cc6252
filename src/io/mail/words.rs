//! The words of a mesh file, with their places.

use crate::diag::Diagnostic;
use crate::source::LineColumn;

/// One word and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    pub text: String,
    pub place: LineColumn,
    /// Whether it is the first of its line.
    pub starts_line: bool,
}

impl Word {
    pub fn same_line(&self, other: &Word) -> bool {
        self.place.line == other.place.line
    }
}

/// Words in order, `=` apart from its neighbours, comments dropped; whole lines on demand.
pub struct Words<'t> {
    file: &'t str,
    lines: Vec<&'t str>,
    /// Next line to split.
    next_line: usize,
    /// Words of lines already split and not yet taken, last first.
    pending: Vec<Word>,
}

impl<'t> Words<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Words { file, lines: text.lines().collect(), next_line: 0, pending: Vec::new() }
    }

    pub fn next(&mut self) -> Option<Word> {
        self.fill(1).then(|| self.pending.pop()).flatten()
    }

    /// Whether the word `ahead` words after the next one has this text.
    pub fn peek_is(&mut self, ahead: usize, text: &str) -> bool {
        self.fill(ahead + 1) && self.pending[self.pending.len() - 1 - ahead].text == text
    }

    /// Drops what is left of the line of the last word taken.
    pub fn skip_line(&mut self) {
        self.pending.clear();
    }

    /// The next whole line, as it is; call after [`Words::skip_line`].
    pub fn raw_line(&mut self) -> Option<&'t str> {
        let line = self.lines.get(self.next_line).copied();
        self.next_line += 1;
        line
    }

    /// Place just after the text.
    pub fn end(&self) -> LineColumn {
        let column = self.lines.last().map_or(0, |l| l.chars().count());
        LineColumn { line: self.lines.len().max(1), column: column + 1 }
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
        Box::new(Diagnostic::error(code, message).help(help))
    }

    /// Splits lines until `count` words wait; whether there are that many.
    fn fill(&mut self, count: usize) -> bool {
        while self.pending.len() < count {
            let Some(line) = self.lines.get(self.next_line) else { return false };
            self.next_line += 1;
            let mut words = split(line, self.next_line);
            words.reverse();
            words.append(&mut self.pending);
            self.pending = words;
        }
        true
    }
}

fn split(line: &str, number: usize) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut inside = false;
    for (column, c) in line.chars().enumerate() {
        match c {
            '%' => break,
            c if c.is_whitespace() => inside = false,
            c => {
                let goes_on = inside && c != '=';
                match words.last_mut() {
                    Some(word) if goes_on => word.text.push(c),
                    _ => words.push(Word {
                        text: c.to_string(),
                        place: LineColumn { line: number, column: column + 1 },
                        starts_line: words.is_empty(),
                    }),
                }
                inside = c != '=';
            }
        }
    }
    words
}

/// A finite real as Fortran writes it: `1.`, `-2.5E-01`, `1.0D+03`.
pub fn real(word: &str) -> Option<f64> {
    let digits = word.bytes().any(|b| b.is_ascii_digit());
    let legal = word.bytes().all(|b| b.is_ascii_digit() || b"+-.eEdD".contains(&b));
    if !digits || !legal {
        return None;
    }
    word.replace(['d', 'D'], "E").parse().ok().filter(|x: &f64| x.is_finite())
}
