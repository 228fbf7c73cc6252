//! Text files made of lines of numbers: lines in order, their numbers, and errors that say file and line.

use std::borrow::Cow;

use crate::diag::Diagnostic;

/// Lines of a file, one after the other.
pub struct Records<'t> {
    pub file: &'t str,
    lines: std::str::Lines<'t>,
    /// Number of the last line taken, from 1.
    pub line: usize,
}

impl<'t> Records<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Records { file, lines: text.lines(), line: 0 }
    }

    /// The next line, blanks at its ends dropped.
    pub fn line(&mut self) -> Option<&'t str> {
        let line = self.lines.next()?;
        self.line += 1;
        Some(line.trim())
    }

    /// The next line, which must be there.
    pub fn need(&mut self, inside: &str) -> Result<&'t str, Box<Diagnostic>> {
        self.line().ok_or_else(|| {
            let message = format!("the mesh file ends inside {inside}");
            self.fault("I102", message, "The file is probably cut short.")
        })
    }

    /// The next line with the blanks at its start, which must be there.
    pub fn columns(&mut self, inside: &str) -> Result<&'t str, Box<Diagnostic>> {
        let line = self.lines.clone().next().unwrap_or("");
        self.need(inside).map(|_| line)
    }

    /// The whole numbers of the next line.
    pub fn integers(&mut self, inside: &str) -> Result<Vec<i64>, Box<Diagnostic>> {
        let line = self.need(inside)?;
        line.split_whitespace().map(|word| self.integer(word)).collect()
    }

    pub fn integer(&self, word: &str) -> Result<i64, Box<Diagnostic>> {
        word.parse().map_err(|_| self.wrong_word(word, "whole number"))
    }

    /// A coordinate, as Fortran or C write it.
    pub fn real(&self, word: &str) -> Result<f64, Box<Diagnostic>> {
        let digits = word.bytes().any(|b| b.is_ascii_digit());
        let value = word.replace(['d', 'D'], "E").parse().ok().filter(|x: &f64| x.is_finite() && digits);
        value.ok_or_else(|| self.wrong_word(word, "coordinate"))
    }

    /// An error at the last line taken.
    pub fn fault(&self, code: &'static str, message: impl AsRef<str>, help: impl Into<String>) -> Box<Diagnostic> {
        let message = format!("{}:{}: {}", self.file, self.line, message.as_ref());
        Box::new(Diagnostic::error(code, message).help(help))
    }

    fn wrong_word(&self, word: &str, what: &str) -> Box<Diagnostic> {
        let shown: String = word.chars().take(30).collect();
        self.fault("I105", format!("`{shown}` is no {what}"), "Is it a mesh of the format FORMAT says?")
    }
}

/// UTF-8, or else one character a byte: titles may hold anything.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    }
}
