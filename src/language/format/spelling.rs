//! Spelling of texts, numbers and comments.

use std::borrow::Cow;

use crate::syntax::scan::quoted;

/// A text in double quotes where that changes nothing else: its content has neither quote nor backslash.
pub fn text(written: &str) -> Cow<'_, str> {
    let Some(text) = quoted(written).filter(|text| text.closed) else { return Cow::Borrowed(written) };
    let prefix: String = text.prefix.chars().filter(|c| !matches!(c, 'u' | 'U')).map(lower).collect();
    let keeps = text.content.contains(['"', '\'', '\\']);
    let mark = if keeps { text.mark } else { &"\"\"\""[..text.mark.len()] };
    match prefix == text.prefix && mark == text.mark {
        true => Cow::Borrowed(written),
        false => Cow::Owned(format!("{prefix}{mark}{}{mark}", text.content)),
    }
}

fn lower(c: char) -> char {
    if c == 'R' { c } else { c.to_ascii_lowercase() }
}

/// A number in small letters, with digits on both sides of its point and no plus in its exponent.
pub fn number(written: &str) -> Cow<'_, str> {
    let small = written.to_ascii_lowercase();
    let spelt = if let Some(digits) = small.strip_prefix("0x") {
        format!("0x{}", digits.to_ascii_uppercase())
    } else if small.starts_with("0b") || small.starts_with("0o") {
        small
    } else {
        let (value, imaginary) = small.strip_suffix('j').map_or((small.as_str(), ""), |value| (value, "j"));
        let spelt = match value.split_once('e') {
            Some((mantissa, exponent)) => {
                format!("{}e{}", point(mantissa), exponent.strip_prefix('+').unwrap_or(exponent))
            }
            None => point(value),
        };
        spelt + imaginary
    };
    if spelt == written { Cow::Borrowed(written) } else { Cow::Owned(spelt) }
}

fn point(digits: &str) -> String {
    match digits.split_once('.') {
        None => digits.to_string(),
        Some((before, after)) => {
            let digits = |part: &str| if part.is_empty() { "0".to_string() } else { part.to_string() };
            format!("{}.{}", digits(before), digits(after))
        }
    }
}

/// A comment with a blank after its sign.
pub fn comment(written: &str, first_of_file: bool) -> Cow<'_, str> {
    let written = written.trim_end();
    let Some(content) = written.strip_prefix('#') else { return Cow::Borrowed(written) };
    if first_of_file && content.starts_with('!') {
        return Cow::Borrowed(written);
    }
    match content.chars().next() {
        None | Some(' ' | '!' | ':' | '#' | '\'') => Cow::Borrowed(written),
        Some('\u{a0}') => Cow::Owned(format!("# {}", &content['\u{a0}'.len_utf8()..])),
        Some(_) => Cow::Owned(format!("# {content}")),
    }
}

/// `off`, `on` or `skip` of a comment `# fmt: off`.
pub fn directive(comment: &str) -> Option<&str> {
    let word = comment.trim_start_matches('#').trim().strip_prefix("fmt:")?.trim();
    ["off", "on", "skip"].contains(&word).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_keep_their_value() {
        let spelt: Vec<String> =
            ["1.E-3", ".5", "2.", "1E+05", "0XfF", "3J", "1e5", "10"].map(|n| number(n).into()).into();
        assert_eq!(spelt, ["1.0e-3", "0.5", "2.0", "1e05", "0xFF", "3j", "1e5", "10"]);
        let spelt: Vec<String> = ["'a'", "\"a\"", "'say \"a\"'", r"'a\n'", "u'é'", "R'a'", "''", "F'{x}'", "'''a'''"]
            .map(|n| text(n).into())
            .into();
        let wanted =
            ["\"a\"", "\"a\"", "'say \"a\"'", r"'a\n'", "\"é\"", "R\"a\"", "\"\"", "f\"{x}\"", "\"\"\"a\"\"\""];
        assert_eq!(spelt, wanted);
        assert_eq!(
            (comment("#a ", false), comment("#!a", true), comment("#", false)),
            ("# a".into(), "#!a".into(), "#".into())
        );
    }
}
