//! Text pasted from a page: numbers or prompts before each line, fences around the whole. One message says it.

use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// Lines that tell a listing from an accident.
const FEWEST: usize = 3;

/// What is wrong with all lines, if the file was pasted from a listing.
pub(super) fn pasted(id: FileId, text: &str) -> Option<Diagnostic> {
    let first = text.lines().find(|line| !line.trim().is_empty())?.trim_start();
    let (what, label, help) = if first.starts_with("```") || first.starts_with("~~~") {
        ("the file stands between the fences of a page", "a fence", "remove the lines that begin with it")
    } else if prompt(first).is_some() {
        text.lines().all(|line| line.trim().is_empty() || prompt(line).is_some()).then_some(())?;
        ("each line begins with a prompt: pasted from a session?", "a prompt", "remove the prompts")
    } else {
        numbered(text).then_some(())?;
        (
            "each line begins with its number: pasted from a listing?",
            "a line number",
            "remove the numbers and what ends them",
        )
    };
    let start = text.find(first)?;
    let length = first.split_whitespace().next().map_or(1, str::len);
    let span = Span::new(id, start, start + length);
    Some(Diagnostic::error("S018", what).at(span).label(label).help(format!("{help}; nothing else was looked at")))
}

/// What follows a prompt of Python or IPython.
fn prompt(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let plain = ["\u{3e}\u{3e}\u{3e}", "..."].iter().find_map(|prompt| line.strip_prefix(prompt));
    plain.or_else(|| line.strip_prefix("In [").and_then(|rest| rest.split_once("]:")).map(|(_, rest)| rest))
}

/// Whether all lines with text begin with numbers that grow by one, and words follow.
fn numbered(text: &str) -> bool {
    let mut before: Option<u64> = None;
    let (mut lines, mut words) = (0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let line = line.trim_start();
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(number) = line[..digits].parse::<u64>() else { return false };
        let rest = &line[digits..];
        let apart = rest.is_empty() || rest.starts_with([' ', '\t', ':', '|', '.', ')']);
        if !apart || before.is_some_and(|before| number <= before || number > before + 2) {
            return false;
        }
        let rest = rest.trim_start_matches([' ', '\t', ':', '|', '.', ')']);
        words += usize::from(rest.starts_with(char::is_alphabetic));
        lines += 1;
        before = Some(number);
    }
    lines >= FEWEST && words > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<String> {
        pasted(FileId(0), text).map(|diagnostic| diagnostic.message)
    }

    #[test]
    fn numbers_prompts_and_fences_are_told() {
        let numbers = said("  7: DEBUT()\n  8:\n  9: A = 0.7\n 10: FIN()\n").unwrap();
        assert!(numbers.contains("its number"), "{numbers}");
        assert!(said("\u{3e}\u{3e}\u{3e} DEBUT()\n... \n\u{3e}\u{3e}\u{3e} FIN()\n").unwrap().contains("prompt"));
        assert!(said("In [1]: DEBUT()\nIn [2]: FIN()\n").unwrap().contains("prompt"));
        assert!(said("```python\nDEBUT()\n```\n").unwrap().contains("fences"));
    }

    #[test]
    fn other_texts_are_not() {
        for text in ["DEBUT()\nFIN()\n", "1\n2\n3\n", "1.5 * A\n2.5 * A\n", "", "1 A\n2 B\n", "3 A\n1 B\n2 C\n"] {
            assert_eq!(said(text), None, "{text}");
        }
    }
}
