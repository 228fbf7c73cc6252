//! `# noqa` and `# noqa: L003, L005` at the end of a line: lints of that line that are not shown.

use super::study::Study;
use crate::diag::Diagnostic;

/// Whether a comment on one of its lines silences a lint.
pub fn is_silenced(study: &Study<'_>, lint: &Diagnostic) -> bool {
    let Some(span) = lint.span else { return false };
    let Some(text) = study.texts.iter().find(|text| text.id == span.file) else { return false };
    let line = |at: u32| text.source.line_rank(at as usize);
    let (first, last) = (line(span.start), line(span.end));
    text.comments.on(first..=last).any(|range| silences(&text.source.text[range.clone()], lint.code))
}

/// Whether a comment silences a code.
fn silences(comment: &str, code: &str) -> bool {
    let lower = comment.to_ascii_lowercase();
    let Some((_, rest)) = lower.split_once("noqa") else { return false };
    let Some(list) = rest.trim_start().strip_prefix(':') else { return true };
    list.split(|c: char| c == ',' || c.is_whitespace()).any(|word| word.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::silences;

    #[test]
    fn a_comment_names_all_lints_or_some() {
        assert!(silences("# noqa", "L003") && silences("# why; NOQA: L001, L003", "L003"));
        assert!(silences("# noqa: L003 L005", "L005") && silences("# noqa : l003", "L003"));
        assert!(!silences("# noqa: L001", "L003") && !silences("# nothing", "L003"));
    }
}
