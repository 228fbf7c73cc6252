//! The statements of a file, one after the other. A long file is read in pieces, whose trees are given back one after the
//! other. The tree takes ten times the room of the text: of the longest files, what lies beyond [`KEPT`] is read a second
//! time as its statements are asked for, once all of it is known to be right.

use std::collections::VecDeque;
use std::vec::IntoIter;

use super::blocks;
use super::lines::{self, LogicalLine};
use super::parse::parse;
use super::tree::Statement;
use crate::diag::Diagnostic;
use crate::source::{FileId, SourceFile};

/// Logical lines of a file that is read in pieces, of a piece, and of the pieces whose trees are kept.
const LONG: usize = 20_000;
const PIECE: usize = 1000;
const KEPT: usize = 200_000;

/// Statements in the order of the file.
#[derive(Debug, Default)]
pub struct Statements {
    /// Those of the piece that is asked for.
    read: IntoIter<Statement>,
    rest: VecDeque<Piece>,
}

/// Whole statements.
#[derive(Debug)]
enum Piece {
    Tree(Vec<Statement>),
    Text(Text),
}

/// What is read a second time.
#[derive(Debug)]
struct Text {
    file: FileId,
    masked: String,
    /// Where the masked text begins in the file.
    base: usize,
    lines: Vec<LogicalLine>,
}

impl From<Vec<Statement>> for Statements {
    fn from(statements: Vec<Statement>) -> Self {
        Statements { read: statements.into_iter(), rest: VecDeque::new() }
    }
}

impl Iterator for Statements {
    type Item = Statement;

    fn next(&mut self) -> Option<Statement> {
        loop {
            if let Some(statement) = self.read.next() {
                return Some(statement);
            }
            let statements = match self.rest.pop_front()? {
                Piece::Tree(statements) => statements,
                Piece::Text(Text { file, masked, base, lines }) => blocks::statements(file, &masked, base, &lines).0,
            };
            self.read = statements.into_iter();
        }
    }
}

/// The first of `lines` up to one that begins a statement of its own, [`PIECE`] at least; and the others.
fn cut<'l>(masked: &str, lines: &'l [LogicalLine]) -> (&'l [LogicalLine], &'l [LogicalLine]) {
    let begins = |line: &LogicalLine| {
        let text = masked.get(line.start..line.end).unwrap_or("");
        let word = text.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or("");
        line.indent == 0 && !matches!(word, "elif" | "else" | "except" | "finally")
    };
    let least = PIECE.min(lines.len());
    let size = lines[least..].iter().position(begins).map_or(lines.len(), |found| least + found);
    lines.split_at(size)
}

/// Reads a whole command file; `see` is shown all of its statements, again when some line is wrong.
pub fn parse_for_one_run(
    id: FileId,
    file: &SourceFile,
    see: &mut dyn FnMut(&[Statement]),
) -> (Statements, Vec<Diagnostic>) {
    read(id, file, [LONG, KEPT], see)
}

/// `long` and `kept` in the place of [`LONG`] and [`KEPT`].
fn read(
    id: FileId,
    file: &SourceFile,
    [long, kept]: [usize; 2],
    see: &mut dyn FnMut(&[Statement]),
) -> (Statements, Vec<Diagnostic>) {
    let lines::Lines { masked, lines, mut diagnostics } = lines::logical_lines(id, &file.text);
    if lines.len() >= long && !diagnostics.iter().any(Diagnostic::is_error) {
        let mut rest = VecDeque::new();
        let (mut left, mut read) = (lines.as_slice(), 0);
        while let Some(first) = left.first() {
            let own;
            (own, left) = cut(&masked, left);
            let (base, end) = (first.start, own.last().map_or(first.start, |last| last.end));
            let masked = masked.get(base..end).unwrap_or("");
            let (statements, wrong) = blocks::statements(id, masked, base, own);
            see(&statements);
            diagnostics.extend(wrong);
            read += own.len();
            rest.push_back(match read <= kept {
                true => Piece::Tree(statements),
                false => Piece::Text(Text { file: id, masked: masked.to_string(), base, lines: own.to_vec() }),
            });
        }
        if !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.sort_by_key(|d| d.span);
            return (Statements { read: IntoIter::default(), rest }, diagnostics);
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
        let (pieces, diagnostics) = read(FileId(3), &file, [10, 2500], &mut |statements| seen += statements.len());
        let trees = pieces.rest.iter().filter(|piece| matches!(piece, Piece::Tree(_))).count();
        assert!(trees > 0 && trees < pieces.rest.len());
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
        let (pieces, diagnostics) = read(FileId(0), &file, [10, 2500], &mut |_| ());
        assert!(pieces.rest.is_empty() && diagnostics.len() > 1);
        assert_eq!(diagnostics, whole.diagnostics);
        assert_eq!(format!("{:?}", pieces.collect::<Vec<_>>()), format!("{:?}", whole.statements));
    }
}
