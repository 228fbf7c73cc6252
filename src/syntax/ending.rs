//! Whether a text typed line by line is whole, or asks for more lines.

use super::lines::{self, LogicalLine};
use crate::source::FileId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Whole; it may still be wrong.
    Whole,
    /// A bracket, a text or a continuation is open.
    Open,
    /// A block that more lines may follow: an empty line, or one that is not indented, ends it.
    Block,
}

/// How a text ends.
pub fn ending(text: &str) -> Ending {
    let lines = lines::logical_lines(FileId(u32::MAX), text);
    let Some((last, before)) = lines.lines.split_last() else { return Ending::Whole };
    // More lines do not mend what is broken further up.
    if before.iter().any(|line| line.broken) {
        return Ending::Whole;
    }
    let tail = text.get(last.start..).unwrap_or("");
    if is_open(tail) {
        return Ending::Open;
    }
    let head = |line: &&LogicalLine| line.indent == 0;
    let heads: Option<&LogicalLine> = lines.lines.iter().rev().find(head);
    let opens = |line: &LogicalLine| BLOCK_WORDS.contains(&first_word(text.get(line.start..line.end).unwrap_or("")));
    if last.broken || !heads.is_some_and(opens) { Ending::Whole } else { Ending::Block }
}

/// Whether an unindented line belongs to the block above it.
pub fn continues_block(line: &str) -> bool {
    let blank = line.trim_start().is_empty();
    blank || line.starts_with([' ', '\t', '#']) || ["elif", "else", "except", "finally"].contains(&first_word(line))
}

const BLOCK_WORDS: &[&str] = &["def", "elif", "else", "except", "finally", "for", "if", "try", "while", "with"];

fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Whether brackets, a tripled text or a continuation are open at the end; false as soon as a bracket closes nothing.
fn is_open(text: &str) -> bool {
    let mut open: Vec<char> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            '#' => {
                rest = rest.find('\n').map_or("", |at| &rest[at..]);
                continue;
            }
            '\'' | '"' => match skip_text(rest, c) {
                Skipped::To(after) => {
                    rest = after;
                    continue;
                }
                Skipped::Open => return true,
                Skipped::Wrong => return false,
            },
            '\\' if rest.len() == 1 || &rest[1..] == "\n" || &rest[1..] == "\r\n" => return true,
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return false,
            _ => {}
        }
        rest = &rest[c.len_utf8()..];
    }
    !open.is_empty()
}

enum Skipped<'t> {
    To(&'t str),
    /// More lines may close it.
    Open,
    /// Nothing can close it any more.
    Wrong,
}

/// What follows the text that starts with the quote `mark`.
fn skip_text(text: &str, mark: char) -> Skipped<'_> {
    let triple = mark.to_string().repeat(3);
    let long = text.starts_with(&triple);
    let mut rest = &text[if long { 3 } else { 1 }..];
    while let Some(c) = rest.chars().next() {
        if c == '\\' {
            let mut skipped = rest.chars();
            skipped.next();
            if skipped.next() == Some('\r') && skipped.as_str().starts_with('\n') {
                skipped.next();
            }
            rest = skipped.as_str();
        } else if long && rest.starts_with(&triple) {
            return Skipped::To(&rest[3..]);
        } else if !long && c == mark {
            return Skipped::To(&rest[1..]);
        } else if !long && c == '\n' {
            return Skipped::Wrong;
        } else {
            rest = &rest[c.len_utf8()..];
        }
    }
    if long || text.ends_with("\\\n") { Skipped::Open } else { Skipped::Wrong }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_whole_and_what_asks_for_more() {
        for text in [
            "",
            "x = 1\n",
            "# only this\n",
            "f(1)\n",
            "x = 'half\n",
            "x = (]\n",
            "é = 'ü'\n",
            "x = ')'\n",
            "a = {1: [2]}\n",
        ] {
            assert_eq!(ending(text), Ending::Whole, "{text:?}");
        }
        for text in [
            "f(\n",
            "f(1, # )\n",
            "x = [1,\n 2\n",
            "x = '''a\n",
            "x = 1 + \\\n",
            "d = {'(': 1\n",
            "x = (\"é\n\n\"\"\"(",
        ] {
            let wanted = if text.contains("é") { Ending::Whole } else { Ending::Open };
            assert_eq!(ending(text), wanted, "{text:?}");
        }
        for text in [
            "if x:\n",
            "for i in y: print(i)\n",
            "def f(x):\n    return x\n",
            "try:\n  a\nexcept:\n  b\n",
            "if x:\n  y\n\n",
        ] {
            assert_eq!(ending(text), Ending::Block, "{text:?}");
        }
        assert_eq!(ending("if x:\n  f(\n"), Ending::Open);
        // The next command obviously starts: the bracket above is an error, to be said now.
        assert_eq!(ending("X = LIRE_MAILLAGE(UNITE=20\nY = LIRE_MAILLAGE(\n"), Ending::Whole);
        assert!(continues_block("else:") && continues_block("  x") && !continues_block("elsewhere = 1"));
    }
}
