//! Layout while typing: the indentation of a line that has just begun inside a call.

use super::call::place;
use super::statement::statement;
use crate::syntax::scan::{Kind, tokens};

/// The blanks that a new line is to begin with, when it stands in open brackets: four more than the line of the statement for
/// each bracket, as `fmt` writes calls that are broken. `line` is the start of the line.
pub fn indentation(text: &str, line: usize) -> Option<String> {
    let before = statement(text.get(..line)?);
    let found = place(before);
    if found.quote.is_some() || found.frames.is_empty() {
        return None;
    }
    let first = before.split('\n').next().unwrap_or("");
    let own: String = first.chars().take_while(|c| *c == ' ').collect();
    let closes = text[line..].trim_start_matches([' ', '\t']).starts_with([')', ']', '}']);
    // Brackets that are opened on one line are one step, as in `AFFE=(_F(`.
    let mut steps = 0;
    let mut open = 0;
    let mut depth: usize = 0;
    for token in tokens(before) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        if token.kind != Kind::Newline {
            continue;
        }
        steps = if depth > open { steps + 1 } else { steps.min(depth) };
        open = depth;
    }
    Some(own + "    ".repeat(steps - usize::from(closes && steps > 0)).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(text: &str) -> Option<usize> {
        let line = text.rfind('\n').unwrap() + 1;
        indentation(text, line).map(|blanks| blanks.len())
    }

    #[test]
    fn a_line_in_a_call_stands_below_its_bracket() {
        assert_eq!(after("X = DYNA_VIBRA(\n"), Some(4));
        assert_eq!(after("X = DYNA_VIBRA(\n    TYPE_CALCUL='TRAN',\n"), Some(4));
        assert_eq!(after("X = AFFE_MODELE(\n    AFFE=_F(\n"), Some(8));
        assert_eq!(after("X = AFFE_MODELE(AFFE=(_F(\n"), Some(4));
        assert_eq!(after("X = AFFE_MODELE(\n    AFFE=_F(TOUT='OUI'),\n"), Some(4));
        assert_eq!(after("X = AFFE_MODELE(\n    AFFE=_F(\n        TOUT='OUI',\n    ),\n"), Some(4));
        assert_eq!(after("X = AFFE_MODELE(\n)"), Some(0));
        assert_eq!(after("DEBUT()\n"), None);
        assert_eq!(after("x = '''a(\n"), None);
        // Inside a loop, behind a letter of several bytes.
        assert_eq!(after("for é in x:\n    X = DEFI_CONSTANTE(\n"), Some(8));
    }
}
