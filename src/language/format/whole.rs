//! A whole text: its statements and comments in order, each at its depth.

use std::ops::Range;

use super::blanks::{Blanks, Block, Shape};
use super::pieces::{Comment, Kind, Piece, pieces};
use super::regions::{Regions, text_of_lines};
use super::spelling::directive;
use super::{spelling, statement};
use crate::source::{FileId, SourceFile};
use crate::syntax::{LogicalLine, logical_lines, parse};

/// A formatted text.
#[derive(Debug)]
pub struct Formatted {
    pub text: String,
    /// Ranks from 0 of the lines that cannot be read: they are copied as they are.
    pub unread: Vec<usize>,
}

/// A text in the style of the house.
pub fn format(text: &str) -> Formatted {
    let source = SourceFile::new("", None, text.trim_start_matches(BOM).to_string());
    let (blocks, wrong) = blocks(&source);
    let end = if is_crlf(text) { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    if text.starts_with(BOM) {
        out.push(BOM);
    }
    for block in &blocks {
        write(block, block.before, end, &mut out);
    }
    let unread = wrong.into_iter().map(|at| source.line_rank(at)).collect();
    Formatted { text: out, unread }
}

/// The part of a text that formatting some bytes of it replaces, and what by: whole statements.
pub fn format_range(text: &str, range: Range<usize>) -> Option<(Range<usize>, String)> {
    if let Some(rest) = text.strip_prefix(BOM) {
        let mark = BOM.len_utf8();
        let (range, new) = format_range(rest, range.start.saturating_sub(mark)..range.end.saturating_sub(mark))?;
        return Some((range.start + mark..range.end + mark, new));
    }
    let source = SourceFile::new("", None, text.to_string());
    let (blocks, _) = blocks(&source);
    let touched = |block: &&Block| block.source.start <= range.end && range.start <= block.source.end;
    let chosen: Vec<&Block> = blocks.iter().filter(touched).collect();
    let (first, last) = (chosen.first()?, chosen.last()?);
    let replaced = source.line_range(source.line_rank(first.source.start)).start..last.source.end;
    let end = if is_crlf(text) { "\r\n" } else { "\n" };
    let mut out = String::new();
    for (rank, block) in chosen.iter().enumerate() {
        write(block, if rank == 0 { 0 } else { block.before }, end, &mut out);
    }
    out.truncate(out.len() - end.len());
    Some((replaced, out))
}

const BOM: char = '\u{feff}';

fn is_crlf(text: &str) -> bool {
    text.find('\n').is_some_and(|at| text[..at].ends_with('\r'))
}

fn write(block: &Block, before: usize, end: &str, out: &mut String) {
    (0..before).for_each(|_| out.push_str(end));
    for line in &block.lines {
        if end == "\r\n" {
            out.push_str(&line.replace("\r\n", "\n").replace('\n', end));
        } else {
            out.push_str(line);
        }
        out.push_str(end);
    }
}

/// Blocks of a text, and where the lines begin that cannot be read.
fn blocks(source: &SourceFile) -> (Vec<Block>, Vec<usize>) {
    let lines = logical_lines(&source.text);
    let parsed = parse(FileId(0), source);
    let errors = parsed.diagnostics.iter().filter(|d| d.is_error()).filter_map(|d| d.span);
    let mut wrong: Vec<usize> = errors.map(|span| span.start as usize).collect();
    wrong.extend(lines.iter().filter(|line| line.broken).map(|line| line.start));
    wrong.sort_unstable();
    wrong.dedup();
    let regions = Regions::of(&source.text, &lines, &wrong);
    let mut writer = Writer {
        text: &source.text,
        columns: vec![0],
        blanks: Blanks::default(),
        blocks: Vec::new(),
        stars: has_format_texts(&source.text, &lines),
        gap: 0,
        skipped: 0,
    };
    for (rank, line) in lines.iter().enumerate() {
        writer.line(line, regions.of_line(rank));
    }
    writer.comments(source.text.len(), 0, true);
    (writer.blocks, wrong)
}

/// Whether a text has f-strings: where it has, a comma may follow `*arguments`, as the formatter of Python decides.
fn has_format_texts(text: &str, lines: &[LogicalLine]) -> bool {
    let formats = |piece: &Piece<'_>| {
        let prefix = piece.text.split(['"', '\'']).next().unwrap_or("");
        piece.kind == Kind::Text && prefix.contains(['f', 'F'])
    };
    let near = |line: &&LogicalLine| text[line.start..line.end].contains(['f', 'F']);
    lines.iter().filter(near).any(|line| pieces(&text[line.start..line.end]).0.iter().any(formats))
}

struct Writer<'t> {
    text: &'t str,
    /// Columns of the blocks that are open.
    columns: Vec<usize>,
    blanks: Blanks,
    blocks: Vec<Block>,
    stars: bool,
    /// Where what is not written yet begins.
    gap: usize,
    /// Up to there all is written.
    skipped: usize,
}

impl<'t> Writer<'t> {
    fn line(&mut self, line: &LogicalLine, verbatim: Option<Range<usize>>) {
        if let Some(range) = verbatim {
            if range.start >= self.skipped {
                self.enter(line);
                let before = self.comments(range.start, self.columns.len() - 1, false);
                self.copy(range.clone(), before);
            } else if let Some(next) = self.text[self.skipped..range.end.max(self.skipped)].find('\n') {
                // A part that begins within the one before: what is beyond that.
                self.copy(self.skipped + next + 1..range.end, 0);
            }
            if line.start >= range.start {
                self.enter(line);
            }
            return;
        }
        if line.start < self.skipped {
            return self.enter(line);
        }
        let (depth, deeper) = self.depth_of(line);
        let before = self.comments_between(line.start, depth, deeper);
        self.enter(line);
        if line.start < self.skipped {
            return;
        }
        self.gap = line.end;
        let (pieces, tail) = pieces(&self.text[line.start..line.end]);
        let skips = tail.iter().any(|comment| directive(comment.text) == Some("skip"));
        let off = pieces.iter().flat_map(|piece| &piece.comments).any(|c| directive(c.text) == Some("off"));
        if skips || off {
            let written = self.text[line.start..line.end].trim_end();
            let lines = vec![format!("{}{written}", " ".repeat(4 * depth))];
            return self.block(shape(&pieces, depth), before, lines, line.start..line.end);
        }
        self.statements(&pieces, &tail, depth, before, line.start..line.end);
    }

    /// Statements of one logical line: the header of a block and what follows its colon, what semicolons part.
    fn statements(
        &mut self,
        pieces: &[Piece<'t>],
        tail: &[Comment<'t>],
        depth: usize,
        before: usize,
        source: Range<usize>,
    ) {
        let header = header_end(pieces);
        let (head, rest) = pieces.split_at(header);
        let mut parts: Vec<(&[Piece<'t>], usize)> = Vec::new();
        if !head.is_empty() {
            parts.push((head, depth));
        }
        let inner = depth + usize::from(!head.is_empty());
        parts.extend(
            rest.split(|piece| piece.kind == Kind::Semicolon).filter(|part| !part.is_empty()).map(|p| (p, inner)),
        );
        let last = parts.len();
        for (rank, (part, depth)) in parts.into_iter().enumerate() {
            let comments = if rank + 1 == last { tail } else { &[] };
            let lines = statement::lines(part, comments, depth, self.stars);
            let before = if rank == 0 { before } else { 0 };
            self.block(shape(part, depth), before, lines, source.clone());
        }
    }

    fn block(&mut self, shape: Shape, before: usize, lines: Vec<String>, source: Range<usize>) {
        self.blanks.append(&mut self.blocks, Block { shape, before, lines, source });
    }

    /// Copies a part of the text.
    fn copy(&mut self, range: Range<usize>, before: usize) {
        let shape = Shape { verbatim: true, ..Shape::default() };
        self.block(shape, before, text_of_lines(&self.text[range.clone()]), range.clone());
        (self.gap, self.skipped) = (range.end, range.end);
    }

    /// Depth of a line, and whether it begins a block.
    fn depth_of(&self, line: &LogicalLine) -> (usize, bool) {
        let open = self.columns.iter().rposition(|&column| column <= line.indent).unwrap_or(0);
        let deeper = open + 1 == self.columns.len() && line.indent > self.columns[open];
        (open + usize::from(deeper), deeper)
    }

    fn enter(&mut self, line: &LogicalLine) {
        let (depth, deeper) = self.depth_of(line);
        if deeper {
            self.columns.push(line.indent);
        } else {
            self.columns.truncate(depth + 1);
        }
    }

    fn comments_between(&mut self, end: usize, depth: usize, deeper: bool) -> usize {
        self.comments(end, depth, !deeper && depth + 1 < self.columns.len())
    }

    /// Writes the comments up to a place; gives the blank lines after the last one. Where blocks end, a comment belongs to
    /// the innermost whose column it reaches.
    fn comments(&mut self, end: usize, depth: usize, dedents: bool) -> usize {
        let mut level = if dedents { self.columns.len() - 1 } else { depth };
        // Behind what is copied, columns are those of the text.
        let keeps = dedents && self.skipped > 0 && self.gap == self.skipped;
        let mut blank = 0;
        let mut at = self.gap;
        // What is left of the line before.
        if at > 0 {
            at = self.text[at..end].find('\n').map_or(end, |n| at + n + 1);
        }
        while at < end {
            let stop = self.text[at..].find('\n').map_or(self.text.len(), |n| at + n);
            let line = &self.text[at..stop.min(self.text.len())];
            let content = line.trim();
            if stop >= end && !content.starts_with('#') {
                break;
            }
            if content.is_empty() {
                blank += 1;
            } else if content.starts_with('#') {
                let column = column_of(line);
                while dedents && level > depth && self.columns[level] > column {
                    level -= 1;
                }
                let text = match keeps && column > 0 {
                    true => line.trim_end().to_string(),
                    false => format!("{}{}", " ".repeat(4 * level), spelling::comment(content, at == 0)),
                };
                let shape = Shape { depth: level, comment: true, ..Shape::default() };
                self.block(shape, std::mem::take(&mut blank), vec![text], at..stop);
            }
            at = stop + 1;
        }
        self.gap = end.max(self.gap);
        blank
    }
}

fn column_of(line: &str) -> usize {
    let mut column = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => column += 1,
            b'\t' => column = (column / 8 + 1) * 8,
            _ => break,
        }
    }
    column
}

const HEADERS: &[&str] = &["if", "elif", "else", "for", "while", "def", "with", "try", "except", "finally"];

/// Where the header of a block ends, its colon included; 0 for other statements.
fn header_end(pieces: &[Piece<'_>]) -> usize {
    if !pieces.first().is_some_and(|first| HEADERS.contains(&first.text)) {
        return 0;
    }
    let (mut depth, mut lambdas) = (0, 0);
    for (at, piece) in pieces.iter().enumerate() {
        match piece.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth -= 1,
            Kind::Name if piece.text == "lambda" && depth == 0 => lambdas += 1,
            Kind::Colon if depth == 0 && lambdas > 0 => lambdas -= 1,
            Kind::Colon if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

fn shape(pieces: &[Piece<'_>], depth: usize) -> Shape {
    let first = pieces.first().map_or("", |first| first.text);
    Shape {
        depth,
        comment: false,
        definition: first == "def",
        import: matches!(first, "import" | "from"),
        opens: header_end(pieces) == pieces.len() && HEADERS.contains(&first),
        docstring: pieces.len() == 1 && pieces[0].kind == Kind::Text,
        continues: matches!(first, "else" | "elif" | "except" | "finally"),
        verbatim: false,
    }
}
