//! How deep a text nests, found before the grammar recurses into it: the parser's stack never decides.

use super::scan::{Kind, tokens};

/// Nesting beyond this is refused: what walks the tree later must not run out of stack.
pub(super) const MAX_DEPTH: usize = 100;

/// One bracket that is open, or the line itself.
#[derive(Default)]
struct Level {
    /// `else` and `lambda` whose expressions are not at their end yet.
    pending: usize,
    /// Between `lambda` and its colon, where a comma separates parameters.
    in_parameters: bool,
}

/// Offset of the first bracket, `else` or `lambda` that stands more than `limit` levels deep.
pub(super) fn beyond(text: &str, limit: usize) -> Option<usize> {
    let mut levels = vec![Level::default()];
    let mut depth = 0;
    for token in tokens(text) {
        let last = levels.len() == 1;
        let level = levels.last_mut()?;
        match token.kind {
            Kind::Open => {
                depth += 1;
                levels.push(Level::default());
            }
            Kind::Close if !last => {
                depth -= 1 + level.pending;
                levels.pop();
            }
            Kind::Comma | Kind::Semicolon if !level.in_parameters => depth -= std::mem::take(&mut level.pending),
            Kind::Colon => level.in_parameters = false,
            Kind::Name if matches!(token.text, "else" | "lambda") => {
                level.in_parameters = token.text == "lambda";
                level.pending += 1;
                depth += 1;
            }
            _ => {}
        }
        if depth > limit {
            return Some(token.at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::beyond;

    #[test]
    fn depth_is_that_of_brackets_and_of_expressions_that_end_in_another() {
        assert_eq!(beyond("f(a, [b, {c: (d)}])", 4), None);
        assert_eq!(beyond("f(a, [b, {c: (d)}])", 3), Some(13));
        assert_eq!(beyond("f(')((((', \"[[[\", '''({['''", 1), None);
        let beside = format!("x = [{}]", "a if b else c, lambda p, q: p, ".repeat(900));
        assert_eq!(beyond(&beside, 2), None);
        for nested in ["a if b else ", "lambda p, q: "] {
            let text = format!("x = {}1", nested.repeat(7));
            assert_eq!((beyond(&text, 7), beyond(&text, 6).is_some()), (None, true), "{text}");
        }
        assert_eq!(beyond(&"(".repeat(9), 100), None);
        assert_eq!(beyond(")))", 0), None);
    }
}
