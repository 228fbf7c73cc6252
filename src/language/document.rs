//! A text, its tree, its names; places in it as bytes, or as lines and columns the way a client counts them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::occurrences::{Names, Occurrence, Role};
use super::offered::Name;
use crate::source::{FileId, SourceFile};
use crate::syntax::{Parsed, Parts, parse_parts};

/// How a client counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

/// A line and a column, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// One text.
#[derive(Debug)]
pub struct Document {
    pub source: SourceFile,
    tree: Parts,
    pub names: Names,
}

impl Document {
    pub fn new(path: &Path, text: String) -> Self {
        Document::read(path, text, None)
    }

    /// This file with another text: what stands unchanged is not read again.
    pub fn changed(self, text: String) -> Self {
        let path = self.source.path.clone().unwrap_or_default();
        Document::read(&path, text, Some(self))
    }

    fn read(path: &Path, text: String, before: Option<Document>) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let source = SourceFile::new(name, Some(PathBuf::from(path)), text);
        let plain = text_without_mark(&source.text).map(|text| SourceFile::new("", None, text));
        let (mut old, names) = match before {
            Some(Document { source, tree, names }) => (Some((source.text, tree)), names),
            None => (None, Names::default()),
        };
        let old = old.as_mut().map(|(text, tree)| (text.as_str(), std::mem::take(tree)));
        let (tree, origins) = parse_parts(FileId(0), plain.as_ref().unwrap_or(&source), old);
        let names = names.again(&source, &tree.parsed.statements, &origins);
        Document { source, tree, names }
    }

    pub fn parsed(&self) -> &Parsed {
        &self.tree.parsed
    }

    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Place of a byte.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        position(&self.source, offset, encoding)
    }

    /// Byte of a place. What lies beyond the end of a line is its end.
    pub fn offset(&self, at: Position, encoding: Encoding) -> usize {
        offset(&self.source, at, encoding)
    }
}

/// Names of a study with those that a text of it defines beside them.
pub fn known(mut names: Vec<Name>, document: &Document) -> Vec<Name> {
    let known: BTreeSet<&str> = names.iter().map(|known| known.name.as_str()).collect();
    let defines = |found: &&Occurrence| found.role == Role::Defines && found.scope == 0;
    let more = document.names.occurrences.iter().filter(defines).map(|found| found.name.as_str());
    let mut met = BTreeSet::new();
    let new: Vec<Name> =
        more.filter(|name| !known.contains(name) && met.insert(*name)).map(|name| Name::new(name, None)).collect();
    names.extend(new);
    names
}

/// A text whose byte order mark is as many bytes that mean nothing: places in it are places in the file.
fn text_without_mark(text: &str) -> Option<String> {
    text.strip_prefix('\u{feff}').map(|text| format!("\x0C\x0C\x0C{text}"))
}

/// Place of a byte of a text.
pub fn position(source: &SourceFile, offset: usize, encoding: Encoding) -> Position {
    let offset = source.boundary(offset);
    let line = source.line_rank(offset);
    let before = &source.text[source.line_range(line).start..offset];
    let column = match encoding {
        Encoding::Utf8 => before.len(),
        Encoding::Utf16 => before.encode_utf16().count(),
    };
    Position { line, column }
}

/// Byte of a place of a text.
pub fn offset(source: &SourceFile, at: Position, encoding: Encoding) -> usize {
    let range = source.line_range(at.line);
    let line = &source.text[range.clone()];
    if encoding == Encoding::Utf8 {
        return source.boundary(range.start + at.column.min(line.len()));
    }
    let mut column = 0;
    for (byte, c) in line.char_indices() {
        if column + c.len_utf16() > at.column {
            return range.start + byte;
        }
        column += c.len_utf16();
    }
    range.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_as_the_client_does() {
        let document = Document::new(Path::new("a.comm"), "\u{feff}é = 1\r\n\tx = '𝛼' + y\r\n".to_string());
        let at = document.text().find('y').unwrap();
        let wide = document.position(at, Encoding::Utf16);
        assert_eq!(
            (wide, document.position(at, Encoding::Utf8)),
            (Position { line: 1, column: 12 }, Position { line: 1, column: 14 })
        );
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (byte, _) in document.text().char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')) {
                assert_eq!(document.offset(document.position(byte, encoding), encoding), byte);
            }
            let end = document.offset(Position { line: 0, column: 99 }, encoding);
            assert_eq!(&document.text()[end..end + 2], "\r\n");
            assert_eq!(document.offset(Position { line: 99, column: 3 }, encoding), document.text().len());
        }
        // Inside a pair of surrogates is before it.
        let before = document.text().find('𝛼').unwrap();
        assert_eq!(document.offset(Position { line: 1, column: 7 }, Encoding::Utf16), before);
    }
}
