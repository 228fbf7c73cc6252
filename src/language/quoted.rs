//! Texts between quotes: where their content stands, and the names in it.

use crate::source::Span;
use crate::syntax::scan::{self, Kind, tokens};

/// Where the content of a text between quotes starts, and the content as it is written.
pub fn content(text: &str, span: Span) -> Option<(usize, &str)> {
    let written = text.get(span.range())?;
    let token = tokens(written).find(|token| token.kind == Kind::Text)?;
    let text = scan::quoted(token.text).filter(|text| text.closed)?;
    Some((span.start as usize + token.at + text.opening(), text.content))
}

/// Words of an expression in a text: no attribute, no part of a number.
pub fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if !(c.is_alphanumeric() || c == '_') {
            at += c.len_utf8();
            continue;
        }
        let length = text[at..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - at);
        if !c.is_ascii_digit() && !text[..at].ends_with('.') {
            found.push((at, &text[at..at + length]));
        }
        at += length;
    }
    found
}
