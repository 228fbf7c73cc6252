//! Parts of a text that are copied as they are: between `# fmt: off` and `# fmt: on`, and statements that cannot be read,
//! with their neighbours.

use std::ops::Range;

use super::spelling::directive;
use crate::syntax::LogicalLine;

/// By logical line: the part that it belongs to, if that is copied.
pub struct Regions {
    of_line: Vec<Option<Range<usize>>>,
}

impl Regions {
    pub fn of(text: &str, lines: &[LogicalLine], wrong: &[usize]) -> Regions {
        let mut of_line: Vec<Option<Range<usize>>> = vec![None; lines.len()];
        let groups = groups(text, lines);
        let copied = |group: &Range<usize>| {
            let (start, end) = (lines[group.start].start, lines[group.end - 1].end);
            wrong.iter().any(|&at| (start..=end).contains(&at))
        };
        let unread: Vec<bool> = groups.iter().map(copied).collect();
        for (rank, group) in groups.iter().enumerate() {
            let beside = [rank.checked_sub(1), Some(rank), Some(rank + 1)];
            if beside.into_iter().flatten().any(|at| unread.get(at) == Some(&true)) {
                let range = whole_lines(text, lines[group.start].start, lines[group.end - 1].end);
                of_line[group.clone()].fill(Some(range));
            }
        }
        for off in switched_off(text, lines) {
            let inside = |line: &LogicalLine| (off.start..off.end).contains(&line.start);
            // A part whose block moves would no longer be in it: all of the block stays.
            let moved = lines.iter().find(|line| inside(line)).is_some_and(|line| line.indent > 0);
            for (rank, line) in lines.iter().enumerate() {
                if inside(line) && of_line[rank].is_none() && !moved {
                    of_line[rank] = Some(off.clone());
                }
            }
            if moved && let Some(group) = groups.iter().find(|group| lines[(*group).clone()].iter().any(inside)) {
                let end = lines[group.end - 1].end.max(off.end);
                let range = whole_lines(text, lines[group.start].start, end);
                of_line[group.clone()].fill(Some(range));
            }
        }
        Regions { of_line }
    }

    pub fn of_line(&self, rank: usize) -> Option<Range<usize>> {
        self.of_line[rank].clone()
    }
}

/// Statements of the file with all that belongs to them, as ranges of logical lines.
fn groups(text: &str, lines: &[LogicalLine]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (rank, line) in lines.iter().enumerate() {
        let word = text[line.start..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let follows = line.indent > 0 || matches!(word, "else" | "elif" | "except" | "finally");
        match groups.last_mut() {
            Some(group) if follows => group.end = rank + 1,
            _ => groups.push(rank..rank + 1),
        }
    }
    groups
}

fn whole_lines(text: &str, start: usize, end: usize) -> Range<usize> {
    let end = start + text[start..end].trim_end().len();
    let start = text[..start].rfind('\n').map_or(0, |n| n + 1);
    let end = text[end..].find('\n').map_or(text.len(), |n| end + n);
    start..end
}

/// Parts between `# fmt: off` and `# fmt: on` (left out), each comment on a line of its own outside of statements.
fn switched_off(text: &str, lines: &[LogicalLine]) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut off: Option<usize> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim();
        if content.starts_with('#') && !lines.iter().any(|l| l.start < at && at < l.end) {
            match (directive(content), off) {
                (Some("off"), None) => off = Some(at),
                (Some("on"), Some(start)) => {
                    parts.push(start..text[..at].trim_end().len());
                    off = None;
                }
                _ => {}
            }
        }
        at += line.len();
    }
    parts.extend(off.map(|start| start..text.trim_end().len()));
    parts
}

/// Lines of a part, without their ends.
pub fn text_of_lines(text: &str) -> Vec<String> {
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_string()).collect()
}
