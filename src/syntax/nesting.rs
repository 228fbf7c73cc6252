//! How deep a text nests, found before the grammar recurses into it: the parser's stack never decides.

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
    let bytes = text.as_bytes();
    let mut levels = vec![Level::default()];
    let mut depth = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let last = levels.len() == 1;
        let level = levels.last_mut()?;
        let mut width = 1;
        match byte {
            b'"' | b'\'' => width = string(&bytes[at..]),
            b'(' | b'[' | b'{' => {
                depth += 1;
                levels.push(Level::default());
            }
            b')' | b']' | b'}' if !last => {
                depth -= 1 + level.pending;
                levels.pop();
            }
            b',' | b';' if !level.in_parameters => depth -= std::mem::take(&mut level.pending),
            b':' => level.in_parameters = false,
            _ if is_of_name(byte) => {
                width = bytes[at..].iter().take_while(|b| is_of_name(**b)).count();
                let word = &bytes[at..at + width];
                if word == b"else" || word == b"lambda" {
                    level.in_parameters = word == b"lambda";
                    level.pending += 1;
                    depth += 1;
                }
            }
            _ => {}
        }
        if depth > limit {
            return Some(at);
        }
        at += width;
    }
    None
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Length of the text that `bytes` begin with, quotes included; of all of them where it is not closed.
fn string(bytes: &[u8]) -> usize {
    let quote = bytes[0];
    let long = bytes.starts_with(&[quote; 3]);
    let mut at = if long { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == quote && !long => return at + 1,
            _ if long && bytes[at..].starts_with(&[quote; 3]) => return at + 3,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
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
