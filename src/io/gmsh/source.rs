//! The bytes of a gmsh file: lines, and numbers as words or as bytes, with the place of what is wrong.

use std::borrow::Cow;

use crate::diag::Diagnostic;
use crate::io::records::decode;

pub(super) type Fault = Box<Diagnostic>;

/// How numbers are written in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    /// As bytes, the low one first.
    Low,
    /// As bytes, the high one first.
    High,
}

/// A file that is read from its start to its end.
pub(super) struct Source<'b> {
    file: &'b str,
    bytes: &'b [u8],
    at: usize,
    /// Number of the line, from 1, of what was read last.
    line: usize,
    /// True after the end of a line: what follows is on the next one.
    ended: bool,
    pub form: Form,
}

impl<'b> Source<'b> {
    pub fn new(file: &'b str, bytes: &'b [u8]) -> Self {
        Source { file, bytes, at: 0, line: 0, ended: true, form: Form::Text }
    }

    /// The rest of the line, blanks at its ends dropped.
    pub fn line(&mut self) -> Option<Cow<'b, str>> {
        let rest = &self.bytes[self.at..];
        if rest.is_empty() {
            return None;
        }
        self.line += usize::from(self.ended);
        let length = rest.iter().position(|b| *b == b'\n');
        self.at += length.map_or(rest.len(), |length| length + 1);
        self.ended = true;
        Some(match decode(&rest[..length.unwrap_or(rest.len())]) {
            Cow::Borrowed(text) => Cow::Borrowed(text.trim()),
            Cow::Owned(text) => Cow::Owned(text.trim().to_string()),
        })
    }

    /// The next line, which must be there.
    pub fn need(&mut self, section: &str) -> Result<Cow<'b, str>, Fault> {
        self.line().ok_or_else(|| self.cut_short(section))
    }

    /// A whole number of four bytes, or a word.
    pub fn integer(&mut self, section: &str) -> Result<i64, Fault> {
        match self.form {
            Form::Text => self.whole_word(section),
            Form::Low => Ok(i64::from(i32::from_le_bytes(self.taken(section)?))),
            Form::High => Ok(i64::from(i32::from_be_bytes(self.taken(section)?))),
        }
    }

    /// So many of these.
    pub fn integers(&mut self, section: &str, count: usize) -> Result<Vec<i64>, Fault> {
        (0..count).map(|_| self.integer(section)).collect()
    }

    /// A count or a tag of eight bytes, or a word.
    pub fn size(&mut self, section: &str) -> Result<i64, Fault> {
        match self.form {
            Form::Text => self.whole_word(section),
            Form::Low => Ok(i64::from_le_bytes(self.taken(section)?)),
            Form::High => Ok(i64::from_be_bytes(self.taken(section)?)),
        }
    }

    /// A number of things, each of which takes so many numbers at least.
    pub fn count(&mut self, section: &str, numbers: usize) -> Result<usize, Fault> {
        let count = self.size(section)?;
        self.fitting(section, count, numbers)
    }

    /// Checks a count that was read: the rest of the file must hold that many things of `numbers` numbers each.
    pub fn fitting(&self, section: &str, count: i64, numbers: usize) -> Result<usize, Fault> {
        // A number takes a figure and what comes after it, or four bytes.
        let least = if self.form == Form::Text { 2 } else { 4 } * numbers.max(1);
        let left = self.bytes.len() - self.at;
        let fits = usize::try_from(count).ok().filter(|count| count.checked_mul(least).is_some_and(|n| n <= left + 2));
        fits.ok_or_else(|| {
            let message = format!("{section}: {count} of them cannot be in the {left} bytes that are left of the file");
            self.fault("I106", message, "The section does not have its usual form, or the file is cut short.")
        })
    }

    /// A finite real of eight bytes, or a word.
    pub fn real(&mut self, section: &str) -> Result<f64, Fault> {
        let value = match self.form {
            Form::Text => {
                let word = self.word(section)?;
                return self.coordinate(&word);
            }
            Form::Low => f64::from_le_bytes(self.taken(section)?),
            Form::High => f64::from_be_bytes(self.taken(section)?),
        };
        if value.is_finite() { Ok(value) } else { Err(self.wrong_word(&value.to_string(), "coordinate")) }
    }

    fn taken<const N: usize>(&mut self, section: &str) -> Result<[u8; N], Fault> {
        let found = self.bytes.get(self.at..self.at + N).and_then(|bytes| bytes.try_into().ok());
        self.at += if found.is_some() { N } else { 0 };
        found.ok_or_else(|| self.cut_short(section))
    }

    /// The next word, on this line or a later one.
    fn word(&mut self, section: &str) -> Result<Cow<'b, str>, Fault> {
        while let Some(byte) = self.bytes.get(self.at).filter(|b| b.is_ascii_whitespace()) {
            self.line += usize::from(self.ended);
            self.ended = *byte == b'\n';
            self.at += 1;
        }
        self.line += usize::from(self.ended);
        self.ended = false;
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.cut_short(section));
        }
        self.at += length;
        Ok(decode(&rest[..length]))
    }

    fn whole_word(&mut self, section: &str) -> Result<i64, Fault> {
        let word = self.word(section)?;
        if word.starts_with('$') {
            let message = format!("{section} ends here with {word}, before all that it announces is there");
            return Err(self.fault("I106", message, "The section does not have its usual form."));
        }
        self.whole(&word)
    }

    /// A whole number.
    pub fn whole(&self, word: &str) -> Result<i64, Fault> {
        word.parse().map_err(|_| self.wrong_word(word, "whole number"))
    }

    /// A coordinate.
    pub fn coordinate(&self, word: &str) -> Result<f64, Fault> {
        let digits = word.bytes().any(|b| b.is_ascii_digit());
        let value = word.parse().ok().filter(|x: &f64| x.is_finite() && digits);
        value.ok_or_else(|| self.wrong_word(word, "coordinate"))
    }

    /// The whole numbers of the next line.
    pub fn whole_numbers(&mut self, section: &str) -> Result<Vec<i64>, Fault> {
        let line = self.need(section)?;
        line.split_whitespace().map(|word| self.whole(word)).collect()
    }

    /// Passes over a section, up to the line that ends it.
    pub fn skip(&mut self, section: &str) -> Result<(), Fault> {
        if self.form == Form::Text {
            while !is_end(&self.need(section)?) {}
            return Ok(());
        }
        let end = format!("$End{}", section.trim_start_matches('$'));
        let rest = &self.bytes[self.at..];
        match rest.windows(end.len()).position(|bytes| bytes == end.as_bytes()) {
            Some(place) => {
                self.at += place;
                self.need(section).map(drop)
            }
            None => Err(self.cut_short(section)),
        }
    }

    /// The line after the format says by the number 1 which byte is the first.
    pub fn byte_order(&mut self) -> Result<(), Fault> {
        let order = self.taken::<4>("$MeshFormat")?;
        self.form = match (i32::from_le_bytes(order), i32::from_be_bytes(order)) {
            (1, _) => Form::Low,
            (_, 1) => Form::High,
            _ => {
                let help = "the number 1 in four bytes tells the order of bytes in binary files";
                return Err(self.fault("I105", "$MeshFormat: the order of bytes is not told", help));
            }
        };
        Ok(())
    }

    fn cut_short(&self, section: &str) -> Fault {
        self.fault("I102", format!("the mesh file ends inside {section}"), "The file is probably cut short.")
    }

    /// An error at what was read last.
    pub fn fault(&self, code: &'static str, message: impl AsRef<str>, help: &str) -> Fault {
        let place = match self.form {
            Form::Text => format!("{}:{}", self.file, self.line),
            _ => format!("{}, byte {}", self.file, self.at),
        };
        let error = Diagnostic::error(code, format!("{place}: {}", message.as_ref()));
        Box::new(if help.is_empty() { error } else { error.help(help) })
    }

    fn wrong_word(&self, word: &str, what: &str) -> Fault {
        let shown: String = word.chars().take(30).collect();
        self.fault("I105", format!("`{shown}` is no {what}"), "Is it a mesh of the format FORMAT says?")
    }
}

/// Sections end with $EndNodes from version 2 on, with $ENDNOD in version 1.
pub(super) fn is_end(line: &str) -> bool {
    line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("$End"))
}
