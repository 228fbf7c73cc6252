//! The lines of a source that a message shows: those of its places and their neighbours, long lines cut around the
//! place. What it costs does not depend on the length of the file.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::source::{SourceFile, Span};

/// Longest line that is shown whole, in bytes.
pub const LONGEST_LINE: usize = 400;
/// Parts of it on either side of a place in a longer line, and of a place that is underlined there, in tenths.
const BESIDE: usize = 3;
const UNDERLINED: usize = 2;
/// Lines between two places before only the first one is drawn.
const MOST_LINES: usize = 2_000;
const CUT: &str = "...";

/// One line of the excerpt.
struct Line {
    /// Its bytes in the excerpt, end of line included.
    shown: Range<usize>,
    /// The bytes of the file they stand for, and where these start in the excerpt.
    kept: Range<usize>,
    at: usize,
    /// Characters of the line left out before.
    skipped: usize,
    is_cut: bool,
}

pub struct Excerpt {
    name: String,
    text: String,
    first_line: usize,
    lines: Vec<Line>,
    /// Longest line that is shown whole, in bytes.
    longest: usize,
}

impl Excerpt {
    /// Lines of `file` around the places, the first of which decides how long lines are cut.
    pub fn new(file: &SourceFile, places: &[Span], longest: usize) -> Self {
        let (name, text) = (file.name.clone(), String::new());
        let mut excerpt = Excerpt { name, text, first_line: 0, lines: Vec::new(), longest };
        let Some(primary) = places.first() else { return excerpt };
        let line_of = |span: &Span| file.line_rank(span.start as usize);
        let main = line_of(primary);
        let near = places.iter().map(line_of).filter(|line| line.abs_diff(main) < MOST_LINES);
        let (low, high) = near.fold((main, main), |(low, high), line| (low.min(line), high.max(line)));
        excerpt.first_line = low.saturating_sub(1);
        let last = (high + 1).min(file.line_count() - 1);
        for rank in excerpt.first_line..=last {
            let whole = file.line_range(rank);
            let place = places.iter().find(|span| line_of(span) == rank);
            excerpt.add(file, whole, place.map_or(0, |span| span.start as usize));
        }
        excerpt
    }

    /// Moves the excerpt `lines` lines further down.
    pub fn after(mut self, lines: usize) -> Self {
        self.first_line += lines;
        self
    }

    fn add(&mut self, file: &SourceFile, whole: Range<usize>, place: usize) {
        let start = self.text.len();
        let kept = if whole.len() <= self.longest {
            whole.clone()
        } else {
            let place = place.clamp(whole.start, whole.end);
            let beside = self.longest * BESIDE / 10;
            let low = place.saturating_sub(beside).max(whole.start);
            let high = (place + self.longest * UNDERLINED / 10 + beside).min(whole.end);
            file.boundary(low)..file.boundary(high)
        };
        let before = kept.start > whole.start;
        if before {
            self.text.push_str(CUT);
        }
        let at = self.text.len();
        self.text.push_str(file.text.get(kept.clone()).unwrap_or(""));
        if kept.end < whole.end {
            self.text.push_str(CUT);
        }
        self.text.push('\n');
        let skipped = file.text.get(whole.start..kept.start).map_or(0, |text| text.chars().count());
        // The dots take the place of as many characters.
        let skipped = if before { skipped.saturating_sub(CUT.len()) } else { skipped };
        let is_cut = kept != whole;
        self.lines.push(Line { shown: start..self.text.len(), kept, at, skipped, is_cut });
    }

    /// A place of the file in the excerpt, at most to the end of what is shown of its line.
    pub fn place(&self, span: Span) -> Option<(usize, usize)> {
        let (start, end) = (span.start as usize, span.end as usize);
        let line = self.lines.iter().find(|line| (line.kept.start..=line.kept.end).contains(&start))?;
        let end = end.clamp(start, line.kept.end);
        let length = if line.is_cut {
            let end = (start + self.longest * UNDERLINED / 10).min(end);
            // Not inside a character.
            (start..=end).rev().find(|&e| self.text.is_char_boundary(line.at + e - line.kept.start)).unwrap_or(start)
                - start
        } else {
            end - start
        };
        Some((line.at + start - line.kept.start, length))
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let inner = self.text.read_span(span, lines_before, lines_after)?;
        let first = self.lines.iter().position(|line| line.shown.contains(&inner.span().offset()));
        // Columns count characters.
        let column = first.filter(|_| inner.column() > 0).map_or(0, |rank| {
            let line = &self.lines[rank];
            line.skipped + self.text[line.shown.start..inner.span().offset()].chars().count()
        });
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            inner.data(),
            *inner.span(),
            inner.line() + self.first_line,
            column,
            inner.line_count(),
        )))
    }
}
