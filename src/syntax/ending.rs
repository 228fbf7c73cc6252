//! Whether a text typed line by line is whole, or asks for more lines.

use super::lines::{self, LogicalLine};
use super::scan::{self, Kind, tokens};
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
    let end = text.find(|c| !scan::is_of_name(c)).unwrap_or(text.len());
    &text[..end]
}

/// Whether brackets, a tripled text or a continuation are open at the end; false as soon as a bracket closes nothing.
fn is_open(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for token in tokens(text) {
        match token.kind {
            Kind::Text => match scan::quoted(token.text) {
                Some(quoted) if !quoted.closed => return quoted.mark.len() == 3 || token.text.ends_with("\\\n"),
                _ => {}
            },
            Kind::Blank if token.text == "\\" && matches!(&text[token.at + 1..], "" | "\n" | "\r\n") => return true,
            Kind::Open => open.push(match token.text {
                "(" => ")",
                "[" => "]",
                _ => "}",
            }),
            Kind::Close if open.pop() != Some(token.text) => return false,
            _ => {}
        }
    }
    !open.is_empty()
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
