//! Source files and places in them: byte offsets, and lines and columns computed when shown.

use std::path::PathBuf;
use std::sync::Arc;

/// Rank of a file in its [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A half-open range of bytes of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that holds both; `other` must lie in the same file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// This place, so many bytes further on.
    pub fn moved(self, by: i64) -> Span {
        let to = |at: u32| (i64::from(at) + by) as u32;
        Span { start: to(self.start), end: to(self.end), ..self }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line and a column, both counted from 1; the column counts characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

/// The text of one file and the offsets at which its lines start.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Name as shown in messages.
    pub name: String,
    /// Where it was read from, if anywhere.
    pub path: Option<PathBuf>,
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    pub fn new(name: impl Into<String>, path: Option<PathBuf>, text: String) -> Self {
        let bytes = text.as_bytes();
        // A carriage return alone ends a line, too.
        let ends = |i: usize| bytes[i] == b'\n' || bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
        let mut line_starts = vec![0];
        line_starts.extend((0..bytes.len()).filter(|&i| ends(i)).map(|i| i as u32 + 1));
        SourceFile { name: name.into(), path, text, line_starts }
    }

    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = self.boundary(offset);
        let line = self.line_starts.partition_point(|&s| s as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        LineColumn { line, column: self.text[start..offset].chars().count() + 1 }
    }

    /// Rank from 0 of the line that holds a byte.
    pub fn line_rank(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start as usize <= offset) - 1
    }

    /// Bytes of a line, counted from 0, without its end of line; empty beyond the last one.
    pub fn line_range(&self, rank: usize) -> std::ops::Range<usize> {
        let end = self.text.len();
        let Some(&start) = self.line_starts.get(rank) else { return end..end };
        let next = self.line_starts.get(rank + 1).map_or(end, |&next| next as usize);
        let line = &self.text[start as usize..next];
        start as usize..start as usize + line.trim_end_matches(['\r', '\n']).len()
    }

    /// The offset itself, or the start of the character it lies in.
    pub fn boundary(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    pub fn line_count(&self) -> usize {
        self.line_starts.len()
    }
}

/// All files of one run. Files are only ever added, so a [`FileId`] stays valid.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(Arc::new(file));
        FileId(self.files.len() as u32 - 1)
    }

    pub fn get(&self, id: FileId) -> Option<&Arc<SourceFile>> {
        self.files.get(id.0 as usize)
    }

    pub fn text(&self, span: Span) -> &str {
        self.get(span.file).and_then(|f| f.text.get(span.range())).unwrap_or("")
    }

    /// File name and place of the start of `span`, for messages such as `shoe.comm:12:5`.
    pub fn place(&self, span: Span) -> Option<(&str, LineColumn)> {
        let file = self.get(span.file)?;
        Some((file.name.as_str(), file.line_column(span.start as usize)))
    }

    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Arc<SourceFile>)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let f = SourceFile::new("a", None, "é=1\nxy\n".into());
        assert_eq!(f.line_column(2), LineColumn { line: 1, column: 2 });
        assert_eq!(f.line_column(5), LineColumn { line: 2, column: 1 });
        assert_eq!(f.line_column(100), LineColumn { line: 3, column: 1 });
        let f = SourceFile::new("a", None, "x=1\ry\r\n\rz".into());
        let lines: Vec<&str> = (0..f.line_count()).map(|rank| &f.text[f.line_range(rank)]).collect();
        assert_eq!(lines, ["x=1", "y", "", "z"]);
        assert_eq!((f.line_rank(3), f.line_rank(4), f.line_rank(6), f.line_rank(8)), (0, 1, 1, 3));
    }
}
