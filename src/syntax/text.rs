//! Text literals: escapes, prefixes, joining of neighbours, f-strings.

use super::expression::Builder;
use super::grammar::{self, Node, Rule};
use super::tree::{Expression, ExpressionKind as Kind, TextPart};
use crate::diag::Diagnostic;
use crate::source::Span;

/// One or several adjacent literals.
pub fn text_literal(builder: &mut Builder, node: Node) -> Expression {
    let span = builder.span(&node);
    let mut parts: Vec<TextPart> = Vec::new();
    for literal in node.into_inner() {
        let (mut raw, mut format) = (false, false);
        for piece in literal.into_inner() {
            if piece.as_rule() == Rule::text_prefix {
                let prefix = piece.as_str().to_ascii_lowercase();
                raw = prefix.contains('r');
                format = prefix.contains('f');
                continue;
            }
            let Some(body) = piece.into_inner().next() else { continue };
            let offset = builder.base + body.as_span().start();
            let text = body.as_str();
            if format {
                format_parts(builder, text, offset, raw, &mut parts);
            } else {
                push_text(&mut parts, if raw { text.to_string() } else { unescape(text) });
            }
        }
    }
    let kind = match parts.as_mut_slice() {
        [] => Kind::Text(String::new()),
        [TextPart::Literal(text)] => Kind::Text(std::mem::take(text)),
        _ => Kind::Format(parts),
    };
    Expression { kind, span }
}

fn push_text(parts: &mut Vec<TextPart>, text: String) {
    match parts.last_mut() {
        Some(TextPart::Literal(last)) => last.push_str(&text),
        _ => parts.push(TextPart::Literal(text)),
    }
}

/// Python's escapes; an unknown one stays as it is.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            if c != '\r' {
                out.push(c);
            }
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('0') => out.push('\0'),
            Some('a') => out.push('\x07'),
            Some(same @ ('\\' | '\'' | '"')) => out.push(same),
            Some('\n') => {}
            Some('x') => numbered(&mut out, &mut chars, 'x', 2),
            Some('u') => numbered(&mut out, &mut chars, 'u', 4),
            Some(other) => {
                out.push('\\');
                out.push(other);
            }
            None => out.push('\\'),
        }
    }
    out
}

fn numbered(out: &mut String, chars: &mut std::str::Chars, letter: char, digits: usize) {
    let code: String = chars.clone().take(digits).collect();
    match u32::from_str_radix(&code, 16).ok().and_then(char::from_u32) {
        Some(c) if code.len() == digits => {
            out.push(c);
            for _ in 0..digits {
                chars.next();
            }
        }
        _ => {
            out.push('\\');
            out.push(letter);
        }
    }
}

/// Splits the body of an f-string into texts and expressions.
fn format_parts(builder: &mut Builder, text: &str, offset: usize, raw: bool, parts: &mut Vec<TextPart>) {
    let literal = |piece: &str| if raw { piece.to_string() } else { unescape(piece) };
    let bytes = text.as_bytes();
    let (mut at, mut start) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b @ (b'{' | b'}') if bytes.get(at + 1) == Some(&b) => {
                push_text(parts, literal(&text[start..=at]));
                at += 2;
                start = at;
            }
            b'{' => {
                push_text(parts, literal(&text[start..at]));
                let Some(end) = closing_brace(text, at) else {
                    fault(builder, offset + at, "this `{` of the f-string is never closed");
                    return;
                };
                value_part(builder, &text[at + 1..end], offset + at + 1, parts);
                at = end + 1;
                start = at;
            }
            b'}' => {
                fault(builder, offset + at, "a `}` alone in an f-string is written `}}`");
                return;
            }
            _ => at += 1,
        }
    }
    push_text(parts, literal(&text[start..]));
}

fn closing_brace(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().skip(open) {
        match byte {
            b'{' | b'[' | b'(' => depth += 1,
            b'}' | b']' | b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

fn value_part(builder: &mut Builder, inner: &str, offset: usize, parts: &mut Vec<TextPart>) {
    // The format follows the first colon outside brackets.
    let mut depth = 0;
    let colon = inner.char_indices().find(|(_, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        *c == ':' && depth == 0
    });
    let (source, specification) = match colon {
        Some((i, _)) => (&inner[..i], inner[i + 1..].to_string()),
        None => (inner, String::new()),
    };
    let source = source.strip_suffix("!r").or_else(|| source.strip_suffix("!s")).unwrap_or(source);
    match grammar::read(Rule::formula, source, builder.file, offset) {
        Ok(node) => {
            let mut inner = Builder { file: builder.file, base: offset, fault: None };
            if let Some(expressions) = node.into_inner().find(|n| n.as_rule() == Rule::expressions) {
                let expression = inner.expressions(expressions);
                parts.push(TextPart::Value { expression, specification });
            }
            builder.fault = builder.fault.take().or(inner.fault);
        }
        Err(error) => {
            builder.fault.get_or_insert(*error);
        }
    }
}

fn fault(builder: &mut Builder, at: usize, message: &str) {
    let span = Span::new(builder.file, at, at + 1);
    builder.fault.get_or_insert_with(|| Diagnostic::error("S001", message).at(span));
}
