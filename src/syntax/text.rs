//! Numbers and texts: from their spelling to their value.

use std::borrow::Cow;

use pest::iterators::Pair;

use super::expression::Reader;
use super::expression::too_deep;
use super::grammar::Rule;
use super::nesting::MAX_DEPTH;
use super::parse::parse_at;
use super::scan;
use super::tree::{Argument, Expression, ExpressionKind, TextPart};
use crate::diag::Diagnostic;
use crate::source::Span;

impl Reader {
    /// The value of a literal. An integer beyond 64 bits is the nearest real.
    pub fn number(&mut self, spelling: &str) -> ExpressionKind {
        let digits = match spelling.contains('_') {
            true => Cow::Owned(spelling.replace('_', "")),
            false => Cow::Borrowed(spelling),
        };
        for (marks, base) in [(["0x", "0X"], 16), (["0o", "0O"], 8), (["0b", "0B"], 2)] {
            let body = marks.iter().find_map(|mark| digits.strip_prefix(mark));
            if let Some(Ok(value)) = body.map(|d| i64::from_str_radix(d, base)) {
                return ExpressionKind::Integer(value);
            }
        }
        if let Some(part) = digits.strip_suffix(['j', 'J']) {
            return ExpressionKind::Imaginary(part.parse().unwrap_or(0.0));
        }
        if digits.contains(['.', 'e', 'E']) && !digits.contains(['x', 'X']) {
            return ExpressionKind::Real(digits.parse().unwrap_or(0.0));
        }
        match digits.parse() {
            Ok(value) => ExpressionKind::Integer(value),
            // Beyond 64 bits: the nearest real.
            Err(_) => ExpressionKind::Real(in_base(&digits)),
        }
    }

    /// Adjacent strings join; one f-string makes the whole a format.
    pub fn text(&mut self, pair: Pair<'_, Rule>) -> ExpressionKind {
        let mut parts: Vec<TextPart> = Vec::new();
        let mut plain = String::new();
        for string in pair.into_inner() {
            let spelling = string.as_str();
            let start = string.as_span().start() + self.base;
            let literal = Literal::new(spelling);
            if !literal.format {
                plain.push_str(&literal.decode(literal.body));
                continue;
            }
            self.format_parts(&literal, start, &mut plain, &mut parts);
        }
        if parts.is_empty() {
            return ExpressionKind::Text(plain);
        }
        if !plain.is_empty() {
            parts.push(TextPart::Literal(plain));
        }
        ExpressionKind::Format(parts)
    }

    fn format_parts(&mut self, literal: &Literal<'_>, start: usize, plain: &mut String, parts: &mut Vec<TextPart>) {
        let body = literal.body;
        let place = start + literal.offset;
        let mut rest = 0;
        while let Some(found) = body[rest..].find(['{', '}']) {
            let at = rest + found;
            plain.push_str(&literal.decode(&body[rest..at]));
            let tail = &body[at..];
            if tail.starts_with("{{") || tail.starts_with("}}") {
                plain.push_str(&tail[..1]);
                rest = at + 2;
                continue;
            }
            let brace = Span::new(self.file, place + at, place + at + 1);
            if tail.starts_with('}') {
                let error = Diagnostic::error("S014", "`}` stands alone in a formatted text");
                self.report(error.at(brace).help("write `}}` for the character itself"));
                rest = at + 1;
                continue;
            }
            let Some(field) = Field::split(&tail[1..]) else {
                let error = Diagnostic::error("S014", "`{` is not closed in a formatted text");
                self.report(error.at(brace).help("close it with `}`, or write `{{` for the character itself"));
                return;
            };
            rest = at + 1 + field.length;
            if let Some(value) = self.field_value(&field, place + at + 1, brace) {
                if field.shown {
                    plain.push_str(field.expression);
                }
                if !plain.is_empty() {
                    parts.push(TextPart::Literal(std::mem::take(plain)));
                }
                let start = place + at + 1 + field.specification_at;
                let specification = self.specification(field.specification, literal.raw, start, brace);
                parts.push(TextPart::Value { expression: value, specification });
            }
        }
        plain.push_str(&literal.decode(&body[rest..]));
    }

    /// A specification may hold values in braces, as a formatted text does.
    fn specification(&mut self, text: &str, raw: bool, start: usize, brace: Span) -> Vec<TextPart> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        if self.depth >= MAX_DEPTH {
            self.report(too_deep(brace));
            return parts;
        }
        self.depth += 1;
        let literal = Literal { body: text, offset: 0, raw, format: true };
        self.format_parts(&literal, start, &mut plain, &mut parts);
        self.depth -= 1;
        if !plain.is_empty() {
            parts.push(TextPart::Literal(plain));
        }
        parts
    }

    fn field_value(&mut self, field: &Field<'_>, place: usize, brace: Span) -> Option<Expression> {
        let source = field.expression.trim_end_matches('=');
        if source.trim().is_empty() {
            let error = Diagnostic::error("S014", "there is no expression between `{` and `}`");
            self.report(error.at(brace).help("put the value to show between the braces"));
            return None;
        }
        let value = match parse_at(self.file, source, place, self.depth + 1) {
            Ok(value) => value,
            Err(errors) => {
                self.diagnostics.extend(errors);
                return None;
            }
        };
        let conversion = match field.conversion {
            Some("r" | "a") => "repr",
            Some("s") => "str",
            None if field.shown && field.specification.is_empty() => "repr",
            None => return Some(value),
            Some(other) => {
                let error = Diagnostic::error("S014", format!("`!{other}` is not a conversion"));
                self.report(error.at(brace).help("the conversions are `!r` and `!s`"));
                return None;
            }
        };
        let span = value.span;
        let function = Expression { kind: ExpressionKind::Name(conversion.to_string()), span };
        let arguments = vec![Argument { name: None, stars: 0, value, span }];
        Some(Expression { kind: ExpressionKind::Call { function: Box::new(function), arguments }, span })
    }
}

/// The real nearest to an integer of any length, in base 10, 16, 8 or 2.
fn in_base(digits: &str) -> f64 {
    let bases = [("0x", 16), ("0X", 16), ("0o", 8), ("0O", 8), ("0b", 2), ("0B", 2)];
    let Some((body, base)) = bases.iter().find_map(|(mark, base)| Some((digits.strip_prefix(mark)?, *base))) else {
        return digits.parse().unwrap_or(f64::INFINITY);
    };
    // The bits of the number; those beyond the 64th count by whether one of them is set.
    let (mut head, mut exponent, mut rest) = (0_u64, 0_i32, false);
    let width = match base {
        16 => 4,
        8 => 3,
        _ => 1,
    };
    for digit in body.chars().filter_map(|c| c.to_digit(base)) {
        for bit in (0..width).rev().map(|k| digit >> k & 1) {
            match head >> 63 {
                0 => head = head << 1 | u64::from(bit),
                _ => {
                    exponent += 1;
                    rest |= bit == 1;
                }
            }
        }
    }
    libm::ldexp((head | u64::from(rest)) as f64, exponent)
}

/// A string as spelled: prefix, quotes, what stands between them.
struct Literal<'a> {
    body: &'a str,
    /// Offset of the body in the spelling.
    offset: usize,
    raw: bool,
    format: bool,
}

impl<'a> Literal<'a> {
    fn new(spelling: &'a str) -> Self {
        let Some(text) = scan::quoted(spelling) else {
            return Literal { body: spelling, offset: 0, raw: false, format: false };
        };
        let has = |c: char| text.prefix.contains([c, c.to_ascii_uppercase()]);
        Literal { body: text.content, offset: text.opening(), raw: has('r'), format: has('f') }
    }

    fn decode(&self, text: &str) -> String {
        if self.raw || !text.contains('\\') { text.to_string() } else { unescape(text) }
    }
}

/// `{expression!conversion:specification}`, from after the opening brace.
struct Field<'a> {
    expression: &'a str,
    conversion: Option<&'a str>,
    specification: &'a str,
    /// Where the specification starts.
    specification_at: usize,
    /// `{x=}` shows the expression too.
    shown: bool,
    /// Bytes up to and with the closing brace.
    length: usize,
}

impl<'a> Field<'a> {
    fn split(text: &'a str) -> Option<Field<'a>> {
        let mut depth = 0usize;
        let (mut mark, mut colon) = (None, None);
        let mut i = 0;
        while let Some(c) = text[i..].chars().next() {
            if colon.is_none()
                && let Some(inner) = scan::quoted(&text[i..])
            {
                i += inner.length();
                continue;
            }
            match c {
                '(' | '[' | '{' => depth += 1,
                '}' if depth == 0 => {
                    let end = mark.or(colon).unwrap_or(i);
                    let expression = &text[..end];
                    return Some(Field {
                        expression,
                        conversion: mark.map(|m: usize| &text[m + 1..colon.unwrap_or(i)]),
                        specification: colon.map_or("", |c: usize| &text[c + 1..i]),
                        specification_at: colon.map_or(i, |c: usize| c + 1),
                        shown: expression.trim_end().ends_with('=') && !expression.trim_end().ends_with("=="),
                        length: i + 1,
                    });
                }
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ':' if depth == 0 && colon.is_none() => colon = Some(i),
                '!' if depth == 0 && colon.is_none() && !text[i + 1..].starts_with('=') => mark = Some(i),
                _ => {}
            }
            i += c.len_utf8();
        }
        None
    }
}

/// Replaces the escapes; an unknown one stays as written.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let Some(c) = tail.chars().next() else {
            out.push('\\');
            return out;
        };
        let mut used = c.len_utf8();
        match c {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{C}'),
            'v' => out.push('\u{B}'),
            '\\' | '\'' | '"' => out.push(c),
            '\n' => {}
            '\r' if tail.starts_with("\r\n") => used = 2,
            '0'..='7' => {
                used = tail.bytes().take(3).take_while(|b| (b'0'..=b'7').contains(b)).count();
                let value = u32::from_str_radix(&tail[..used], 8).ok().and_then(char::from_u32);
                out.extend(value);
            }
            'x' | 'u' | 'U' => {
                let wanted = match c {
                    'x' => 2,
                    'u' => 4,
                    _ => 8,
                };
                let digits = tail.get(1..1 + wanted).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
                match digits.and_then(|d| u32::from_str_radix(d, 16).ok()).and_then(char::from_u32) {
                    Some(value) => {
                        out.push(value);
                        used = 1 + wanted;
                    }
                    None => out.extend(['\\', c]),
                }
            }
            other => out.extend(['\\', other]),
        }
        rest = &tail[used..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn escapes_follow_python() {
        assert_eq!(unescape(r#"a\n\t\\\'\"\x41\u00e9\101\d"#), "a\n\t\\'\"AéA\\d");
        assert_eq!(unescape("a\\\nb\\"), "ab\\");
        assert_eq!(unescape(r"\xZ1\u12"), r"\xZ1\u12");
    }
}
