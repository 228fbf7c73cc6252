//! Texts that are read again after a change: the tree in parts, each of whole statements of the module. What stands unchanged
//! is taken over and moved, so that a letter costs the reading of its own part.

use std::ops::Range;

use super::blocks;
use super::lines::{self, LogicalLine};
use super::listing;
use super::parse::{Parsed, parse};
use super::shift::shift;
use super::tree::Statement;
use crate::source::{FileId, SourceFile};

/// A tree, and what it needs to be read again.
#[derive(Debug, Default)]
pub struct Parts {
    pub parsed: Parsed,
    parts: Vec<Part>,
}

/// Whole statements of the module.
#[derive(Clone, Debug)]
struct Part {
    /// Its bytes.
    range: Range<usize>,
    /// How many statements there are in it.
    statements: usize,
    /// Nothing is wrong in it, so that it does not depend on what stands around it.
    sound: bool,
}

/// Where a part of a text comes from: its bytes, and, if it was taken over, where they stood.
#[derive(Clone, Debug)]
pub struct Origin {
    pub range: Range<usize>,
    pub statements: usize,
    pub before: Option<Range<usize>>,
}

/// Reads a text; `before` is the text that a tree was made of, and that tree.
pub fn parse_parts(id: FileId, file: &SourceFile, before: Option<(&str, Parts)>) -> (Parts, Vec<Origin>) {
    if listing::pasted(id, &file.text).is_some() {
        return whole(id, file);
    }
    let lines = lines::logical_lines(id, &file.text);
    let new = cut(&lines.masked, &lines.lines);
    let (old_text, old) = before.unwrap_or_default();
    let range = |lines: &[LogicalLine]| lines[0].start..lines[lines.len() - 1].end;
    let same = |part: &Part, lines: &[LogicalLine]| old_text.get(part.range.clone()) == file.text.get(range(lines));
    let first = old.parts.iter().zip(&new).take_while(|(part, lines)| same(part, lines)).count();
    let both = old.parts.len().min(new.len());
    let ends = old.parts[first..].iter().rev().zip(new[first..].iter().rev());
    let last = ends.take(both - first).take_while(|(part, lines)| same(part, lines)).count();
    let of = |rank: usize| match () {
        () if rank < first => Some(rank),
        () if rank + last >= new.len() => Some(rank + old.parts.len() - new.len()),
        () => None,
    };
    let mut left = old.parsed.statements.into_iter();
    let mut taken = 0;
    let (mut found, mut origins) = (Parts::default(), Vec::new());
    let mut diagnostics = lines.diagnostics;
    for (rank, lines_) in new.iter().enumerate() {
        let range = range(lines_);
        // What was there before the part that it comes from is gone.
        let mut kept: Option<(Range<usize>, Vec<Statement>)> = None;
        if let Some(from) = of(rank) {
            let gone: usize = old.parts[taken..from].iter().map(|gone| gone.statements).sum();
            left.by_ref().take(gone).for_each(drop);
            let statements: Vec<Statement> = left.by_ref().take(old.parts[from].statements).collect();
            taken = from + 1;
            kept = old.parts[from].sound.then(|| (old.parts[from].range.clone(), statements));
        }
        let (statements, sound, before) = match kept {
            Some((before, mut statements)) => {
                shift(&mut statements, range.start as i64 - before.start as i64);
                (statements, true, Some(before))
            }
            None => {
                let masked = lines.masked.get(range.clone()).unwrap_or("");
                let (statements, wrong) = blocks::statements(id, masked, range.start, lines_);
                let sound = wrong.is_empty() && lines_.iter().all(|line| !line.broken);
                if wrong.iter().any(|wrong| wrong.code == TOO_DEEP) {
                    return whole(id, file);
                }
                diagnostics.extend(wrong);
                (statements, sound, None)
            }
        };
        found.parts.push(Part { range: range.clone(), statements: statements.len(), sound });
        origins.push(Origin { range, statements: statements.len(), before });
        found.parsed.statements.extend(statements);
    }
    diagnostics.sort_by_key(|d| d.span);
    found.parsed.diagnostics = diagnostics;
    (found, origins)
}

/// Blocks that are nested too deep: nothing behind them is read.
const TOO_DEEP: &str = "S015";

/// A text in one part that is read again as a whole.
fn whole(id: FileId, file: &SourceFile) -> (Parts, Vec<Origin>) {
    let parsed = parse(id, file);
    let origin = Origin { range: 0..file.text.len(), statements: parsed.statements.len(), before: None };
    (Parts { parsed, parts: Vec::new() }, vec![origin])
}

/// The lines of each part: one that begins a statement of the module, and all that belong to it.
fn cut<'l>(masked: &str, lines: &'l [LogicalLine]) -> Vec<&'l [LogicalLine]> {
    let mut parts = Vec::new();
    let mut first = 0;
    // A `try` that waits for what it is to catch.
    let mut tries = false;
    for (rank, line) in lines.iter().enumerate() {
        if line.indent != 0 {
            continue;
        }
        let text = masked.get(line.start..line.end).unwrap_or("");
        let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        match word {
            "except" | "finally" => tries = false,
            "elif" | "else" => {}
            word => {
                if rank > first && !tries {
                    parts.push(&lines[first..rank]);
                    first = rank;
                }
                tries = word == "try";
            }
        }
    }
    if first < lines.len() {
        parts.push(&lines[first..]);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIECES: &[&str] = &[
        "x = 1\n",
        "try:\n    y = (2,\n  3)\n",
        "except ValueError as e:\n    pass\n",
        "finally:\n    pass\n",
        "if x > 0.7:\n    DEBUT(A=_F(B='#'))\n",
        "else:\n    z = f'{x:{y}}'\n",
        "  indented()\n",
        "def f(a, *b, c=3):\n    global g\n    return lambda t: a[t:2, :]\n",
        "\n# comment\n",
        "a = = b\n",
        "w = (1,\n",
        "u = {k: v for k, v in x.items() if not k}\n",
        "'''open\n",
        "é = '𝛼'; q = [i for i in e]\n",
        "\tt = 1\n",
        "from a import b as c, d\nimport e.f as g\n",
        "while 0:\n  break\n",
        "with open('a') as s: pass\n",
        ")\n",
    ];

    fn text(pieces: &[usize]) -> String {
        pieces.iter().map(|&piece| PIECES[piece]).collect()
    }

    proptest::proptest! {
        #[test]
        fn a_text_that_changes_is_read_as_if_it_were_new(
            start in proptest::collection::vec(0..PIECES.len(), 0..14),
            changes in proptest::collection::vec((0usize..400, 0usize..9, proptest::option::of(0..PIECES.len())), 1..6),
        ) {
            let mut text = text(&start);
            let mut parts = parse_parts(FileId(0), &SourceFile::new("a", None, text.clone()), None).0;
            for (at, length, piece) in changes {
                let boundary = |text: &str, at: usize| (0..=at.min(text.len())).rfind(|at| text.is_char_boundary(*at)).unwrap_or(0);
                let (from, to) = (boundary(&text, at), boundary(&text, at + length));
                let new = format!("{}{}{}", &text[..from], piece.map_or("", |piece| PIECES[piece]), &text[to..]);
                let file = SourceFile::new("a", None, new.clone());
                let origins;
                (parts, origins) = parse_parts(FileId(0), &file, Some((&text, parts)));
                let fresh = parse(FileId(0), &file);
                proptest::prop_assert_eq!(&parts.parsed.diagnostics, &fresh.diagnostics, "{}", new);
                proptest::prop_assert_eq!(format!("{:?}", parts.parsed.statements), format!("{:?}", fresh.statements), "{}", new);
                proptest::prop_assert_eq!(origins.iter().map(|o| o.statements).sum::<usize>(), fresh.statements.len());
                text = new;
            }
        }
    }

    #[test]
    fn a_letter_reads_its_own_part() {
        let before: String = (0..30).map(|i| format!("x{i} = (0.7,\n  {i})\n")).collect();
        let (parts, origins) = parse_parts(FileId(0), &SourceFile::new("a", None, before.clone()), None);
        assert!(origins.len() == 30 && origins.iter().all(|origin| origin.before.is_none()));
        let after = before.replace("  13)", "  1.3)");
        let (_, origins) = parse_parts(FileId(0), &SourceFile::new("a", None, after), Some((&before, parts)));
        assert_eq!(origins.iter().filter(|origin| origin.before.is_none()).count(), 1);
    }
}
