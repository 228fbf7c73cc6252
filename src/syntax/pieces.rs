//! The statements of a file, one after the other. The tree of a long file takes ten times the room of its text: once all
//! of it is known to be right it is read a second time, piece by piece, as its statements are asked for.

use std::collections::VecDeque;
use std::vec::IntoIter;

use super::blocks;
use super::lines::{self, LogicalLine};
use super::parse::parse;
use super::tree::Statement;
use crate::diag::Diagnostic;
use crate::source::{FileId, SourceFile};

/// Logical lines of a file that is read in pieces, and of a piece.
const LONG: usize = 20_000;
const PIECE: usize = 1000;

/// Statements in the order of the file.
#[derive(Debug, Default)]
pub struct Statements {
    /// Those of the piece that is asked for.
    read: IntoIter<Statement>,
    rest: Option<Pieces>,
}

/// What is read later, or twice.
#[derive(Debug)]
struct Pieces {
    file: FileId,
    pieces: VecDeque<Piece>,
}

/// Whole statements.
#[derive(Debug)]
struct Piece {
    masked: String,
    /// Where the masked text begins in the file.
    base: usize,
    lines: Vec<LogicalLine>,
}

impl From<Vec<Statement>> for Statements {
    fn from(statements: Vec<Statement>) -> Self {
        Statements { read: statements.into_iter(), rest: None }
    }
}

impl Iterator for Statements {
    type Item = Statement;

    fn next(&mut self) -> Option<Statement> {
        loop {
            if let Some(statement) = self.read.next() {
                return Some(statement);
            }
            match self.rest.as_mut().and_then(Pieces::read_next) {
                Some(statements) => self.read = statements.into_iter(),
                None => {
                    self.rest = None;
                    return None;
                }
            }
        }
    }
}

impl Pieces {
    /// Cuts a text before lines that begin a statement of their own.
    fn of(file: FileId, masked: &str, mut lines: &[LogicalLine]) -> Pieces {
        let begins = |line: &LogicalLine| {
            let text = masked.get(line.start..line.end).unwrap_or("");
            let word = text.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
            line.indent == 0 && !matches!(word, "elif" | "else" | "except" | "finally")
        };
        let mut pieces = VecDeque::new();
        while let Some(first) = lines.first() {
            let least = PIECE.min(lines.len());
            let size = lines[least..].iter().position(begins).map_or(lines.len(), |found| least + found);
            let (own, rest) = lines.split_at(size);
            let (base, end) = (first.start, own.last().map_or(first.start, |last| last.end));
            let masked = masked.get(base..end).unwrap_or("").to_string();
            pieces.push_back(Piece { masked, base, lines: own.to_vec() });
            lines = rest;
        }
        Pieces { file, pieces }
    }

    fn read(&self, piece: &Piece) -> (Vec<Statement>, Vec<Diagnostic>) {
        blocks::statements(self.file, &piece.masked, piece.base, &piece.lines)
    }

    fn read_next(&mut self) -> Option<Vec<Statement>> {
        let piece = self.pieces.pop_front()?;
        Some(self.read(&piece).0)
    }
}

/// Reads a whole command file; `see` is shown all of its statements, again when some line is wrong.
pub fn parse_for_one_run(
    id: FileId,
    file: &SourceFile,
    see: &mut dyn FnMut(&[Statement]),
) -> (Statements, Vec<Diagnostic>) {
    read(id, file, LONG, see)
}

fn read(
    id: FileId,
    file: &SourceFile,
    long: usize,
    see: &mut dyn FnMut(&[Statement]),
) -> (Statements, Vec<Diagnostic>) {
    let found = lines::logical_lines(id, &file.text);
    let mut diagnostics = found.diagnostics;
    if found.lines.len() >= long && !diagnostics.iter().any(Diagnostic::is_error) {
        let pieces = Pieces::of(id, &found.masked, &found.lines);
        drop((found.masked, found.lines));
        for piece in &pieces.pieces {
            let (statements, wrong) = pieces.read(piece);
            see(&statements);
            diagnostics.extend(wrong);
        }
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.sort_by_key(|d| d.span);
            return (Statements { read: IntoIter::default(), rest: Some(pieces) }, diagnostics);
        }
    }
    let parsed = parse(id, file);
    see(&parsed.statements);
    (parsed.statements.into(), parsed.diagnostics)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: String) -> SourceFile {
        SourceFile::new("long.comm".to_string(), None, text)
    }

    /// A statement of one line, one of several, a branch whose `else` stands at the edge of a piece, texts with brackets.
    fn long_text() -> String {
        let mut text = String::new();
        for i in 0..700 {
            text += &format!("x{i} = (1 +  # a comment\n      {i})\nif x{i} > 3:\n    y = [x{i},\n  2]\n\n");
            text += "elif y:\n    pass\nelse:\n    for k in 'a(b':\n        y = k\nPRINT(A=_F(B='#', C=2.5j),)\n";
        }
        text
    }

    #[test]
    fn a_file_in_pieces_gives_the_statements_of_the_whole() {
        let file = source(long_text());
        let whole = super::super::parse(FileId(3), &file);
        let mut seen = 0;
        let (pieces, diagnostics) = read(FileId(3), &file, 10, &mut |statements| seen += statements.len());
        assert!(pieces.rest.is_some());
        assert_eq!(diagnostics, whole.diagnostics);
        let pieces: Vec<Statement> = pieces.collect();
        assert_eq!((pieces.len(), seen), (2100, 2100));
        assert_eq!(format!("{pieces:?}"), format!("{:?}", whole.statements));
    }

    #[test]
    fn a_wrong_line_is_told_as_in_a_short_file() {
        let mut text = long_text();
        text.insert_str(text.len() / 2 / 10 * 10, "\n  z = = 3\n");
        let file = source(text + "  indented()\n");
        let whole = super::super::parse(FileId(0), &file);
        let (pieces, diagnostics) = read(FileId(0), &file, 10, &mut |_| ());
        assert!(pieces.rest.is_none() && diagnostics.len() > 1);
        assert_eq!(diagnostics, whole.diagnostics);
        assert_eq!(format!("{:?}", pieces.collect::<Vec<_>>()), format!("{:?}", whole.statements));
    }
}
