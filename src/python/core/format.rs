//! Formatting of text: format specifications and the fields of `.format`.

use super::display;
use super::display::{display, not_finite, represent};
use super::fault::{Fault, Result};
use super::value::Value;

/// A specification such as `>10.3e`.
#[derive(Debug, Default, Clone)]
pub(crate) struct Specification {
    pub fill: Option<char>,
    pub align: Option<char>,
    pub sign: Option<char>,
    pub alternate: bool,
    /// A width that starts with 0.
    pub zeros: bool,
    pub group: Option<char>,
    pub width: usize,
    pub precision: Option<usize>,
    pub kind: Option<char>,
}

/// Numbers wider than this are refused: they are mistakes, and would fill the memory.
pub(crate) const WIDEST: usize = 10_000;

impl Specification {
    fn parse(text: &str) -> Result<Self> {
        let bad = || Fault::value_error(format!("invalid format specification '{text}'"));
        let chars: Vec<char> = text.chars().collect();
        let mut s = Specification::default();
        let mut i = 0;
        let is_align = |c: Option<&char>| c.is_some_and(|c| "<>=^".contains(*c));
        if is_align(chars.get(1)) {
            s.fill = chars.first().copied();
            s.align = chars.get(1).copied();
            i = 2;
        } else if is_align(chars.first()) {
            s.align = chars.first().copied();
            i = 1;
        }
        if let Some(c @ ('+' | '-' | ' ')) = chars.get(i) {
            s.sign = Some(*c);
            i += 1;
        }
        if chars.get(i) == Some(&'#') {
            s.alternate = true;
            i += 1;
        }
        if chars.get(i) == Some(&'0') && s.align.is_none() {
            s.fill = Some('0');
            s.align = Some('=');
            s.zeros = true;
            i += 1;
        }
        let number = |i: &mut usize| {
            let start = *i;
            while chars.get(*i).is_some_and(char::is_ascii_digit) {
                *i += 1;
            }
            chars[start..*i].iter().collect::<String>().parse::<usize>().ok()
        };
        s.width = number(&mut i).unwrap_or(0);
        if let Some(c @ (',' | '_')) = chars.get(i) {
            s.group = Some(*c);
            i += 1;
        }
        if chars.get(i) == Some(&'.') {
            i += 1;
            s.precision = Some(number(&mut i).ok_or_else(bad)?);
        }
        if let Some(c) = chars.get(i) {
            s.kind = Some(*c);
            i += 1;
        }
        if i != chars.len() || s.width > WIDEST || s.precision.is_some_and(|p| p > WIDEST) {
            return Err(bad());
        }
        Ok(s)
    }

    pub fn pad(&self, body: String, default_align: char) -> String {
        let length = body.chars().count();
        if length >= self.width {
            return body;
        }
        let missing = self.width - length;
        let fill = |n: usize| std::iter::repeat_n(self.fill.unwrap_or(' '), n).collect::<String>();
        match self.align.unwrap_or(default_align) {
            '<' => body + fill(missing).as_str(),
            '^' => fill(missing / 2) + body.as_str() + fill(missing - missing / 2).as_str(),
            '=' => {
                let split = usize::from(body.starts_with(['-', '+', ' ']));
                format!("{}{}{}", &body[..split], fill(missing), &body[split..])
            }
            _ => fill(missing) + body.as_str(),
        }
    }

    fn signed(&self, negative: bool, digits: String) -> String {
        match (negative, self.sign) {
            (true, _) => format!("-{digits}"),
            (false, Some('+')) => format!("+{digits}"),
            (false, Some(' ')) => format!(" {digits}"),
            _ => digits,
        }
    }

    fn grouped(&self, digits: String) -> String {
        let Some(mark) = self.group else { return digits };
        let end = digits.find(['.', 'e', 'E']).unwrap_or(digits.len());
        let mut out = String::new();
        for (i, c) in digits[..end].chars().enumerate() {
            if i > 0 && (end - i).is_multiple_of(3) {
                out.push(mark);
            }
            out.push(c);
        }
        out + &digits[end..]
    }

    pub fn format(&self, value: &Value) -> Result<String> {
        let refuse = || {
            let kind = self.kind.unwrap_or(' ');
            Fault::value_error(format!("format code '{kind}' does not fit a value of type {}", value.type_name()))
        };
        match value {
            Value::Integer(_) | Value::Logical(_) if self.kind.is_none_or(|k| "dnxXobc".contains(k)) => {
                if self.precision.is_some() && self.kind.is_some() {
                    return Err(Fault::value_error("an integer takes no number of digits after a point"));
                }
                let i = value.as_index().unwrap_or(0);
                let size = i.unsigned_abs();
                let digits = match self.kind {
                    Some('x') => format!("{}{size:x}", if self.alternate { "0x" } else { "" }),
                    Some('X') => format!("{}{size:X}", if self.alternate { "0X" } else { "" }),
                    Some('o') => format!("{}{size:o}", if self.alternate { "0o" } else { "" }),
                    Some('b') => format!("{}{size:b}", if self.alternate { "0b" } else { "" }),
                    Some('c') => {
                        return Ok(
                            self.pad(u32::try_from(i).ok().and_then(char::from_u32).ok_or_else(refuse)?.into(), '<')
                        );
                    }
                    _ => self.grouped(size.to_string()),
                };
                Ok(self.pad(self.signed(i < 0, digits), '>'))
            }
            Value::Integer(_) | Value::Logical(_) | Value::Real(_) => {
                let x = value.as_real().unwrap_or(0.0);
                let digits = match (self.kind, self.precision) {
                    (None, None) => real_digits(x.abs(), None, 0, false),
                    (None, Some(p)) => general_with_point(x.abs(), p),
                    (Some(k @ ('f' | 'F' | 'e' | 'E' | 'g' | 'G' | '%' | 'n')), p) => {
                        real_digits(x.abs(), Some(k), p.unwrap_or(6), self.alternate)
                    }
                    _ => return Err(refuse()),
                };
                let negative = x.is_sign_negative() && !x.is_nan();
                Ok(self.pad(self.signed(negative, self.grouped(digits)), '>'))
            }
            Value::Complex(z) => {
                let part = |x: f64, sign| Specification { sign, width: 0, ..self.clone() }.format(&Value::Real(x));
                match self.kind {
                    None => Ok(self.pad(display(value), '>')),
                    Some(_) => Ok(self.pad(part(z.re, self.sign)? + part(z.im, Some('+'))?.as_str() + "j", '>')),
                }
            }
            Value::None | Value::List(_) | Value::Tuple(_) | Value::Dictionary(_) | Value::Set(_) | Value::Range(_) => {
                let message = format!("a value of type {} takes no format but an empty one", value.type_name());
                Err(Fault::type_error(message))
            }
            _ if self.kind.is_none_or(|k| k == 's') => {
                let misplaced = match (self.group, self.sign, self.align) {
                    (Some(mark), ..) => Some(mark),
                    (_, Some(sign), _) => Some(sign),
                    (.., Some('=')) if !self.zeros => Some('='),
                    _ => None,
                };
                if let (Some(mark), Value::Text(_)) = (misplaced, value) {
                    return Err(Fault::value_error(format!("'{mark}' is for numbers, not for a text")));
                }
                let text = display(value);
                let text = self.precision.map_or(text.clone(), |p| text.chars().take(p).collect());
                let left = Specification { align: self.align.filter(|_| !self.zeros), ..self.clone() };
                Ok(left.pad(text, '<'))
            }
            _ => Err(refuse()),
        }
    }
}

/// Digits of `x >= 0`.
fn real_digits(x: f64, kind: Option<char>, precision: usize, alternate: bool) -> String {
    if !x.is_finite() {
        let text = not_finite(x);
        return if kind.is_some_and(|k| k.is_ascii_uppercase()) { text.to_uppercase() } else { text.to_string() };
    }
    match kind {
        None => display::real(x),
        Some('f' | 'F') => format!("{x:.precision$}"),
        Some('%') => format!("{:.precision$}%", x * 100.0),
        Some(k @ ('e' | 'E')) => exponent_form(x, precision, k),
        Some(k) => {
            let precision = precision.max(1);
            let rounded = format!("{x:.*e}", precision - 1);
            let exponent: i32 = rounded.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
            if exponent < -4 || exponent >= precision as i32 {
                let mark = if k == 'G' { 'E' } else { 'e' };
                let text = exponent_form(x, precision - 1, mark);
                if alternate {
                    return text;
                }
                let (mantissa, tail) = text.split_at(text.find(mark).unwrap_or(text.len()));
                format!("{}{tail}", strip_zeros(mantissa))
            } else {
                let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
                let text = format!("{x:.decimals$}");
                if alternate { text } else { strip_zeros(&text).to_string() }
            }
        }
    }
}

/// No type but a precision: like `g`, with one decimal at least.
fn general_with_point(x: f64, precision: usize) -> String {
    let text = real_digits(x, Some('g'), precision, false);
    if text.contains(['.', 'e', 'n', 'i']) { text } else { text + ".0" }
}

fn exponent_form(x: f64, precision: usize, mark: char) -> String {
    let text = format!("{x:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}{mark}{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

fn strip_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// `format(value, specification)`
pub fn format_value(value: &Value, specification: &str) -> Result<String> {
    if specification.is_empty() {
        return Ok(display(value));
    }
    Specification::parse(specification)?.format(value)
}

/// A replacement field of `.format`: name, conversion, specification; or literal text.
pub enum Field {
    Literal(String),
    Value { name: String, conversion: Option<char>, specification: String },
}

/// Splits a template of `.format`.
pub fn fields(template: &str) -> Result<Vec<Field>> {
    let mut out = Vec::new();
    let mut literal = String::new();
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' if chars.next_if_eq(&c).is_some() => literal.push(c),
            '}' => return Err(Fault::value_error("single '}' in the format")),
            '{' => {
                let mut depth = 1;
                let mut inside = String::new();
                for c in chars.by_ref() {
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                    inside.push(c);
                }
                if depth != 0 {
                    return Err(Fault::value_error("'{' without '}' in the format"));
                }
                let (head, specification) = inside.split_once(':').unwrap_or((&inside, ""));
                let (name, conversion) = match head.split_once('!') {
                    Some((name, c)) => (name, c.chars().next()),
                    None => (head, None),
                };
                if !literal.is_empty() {
                    out.push(Field::Literal(std::mem::take(&mut literal)));
                }
                let (name, specification) = (name.trim().to_string(), specification.to_string());
                out.push(Field::Value { name, conversion, specification });
            }
            c => literal.push(c),
        }
    }
    if !literal.is_empty() {
        out.push(Field::Literal(literal));
    }
    Ok(out)
}

/// Applies `!r` or `!s`, then the specification.
pub fn field_text(value: &Value, conversion: Option<char>, specification: &str) -> Result<String> {
    match conversion {
        Some('r' | 'a') => format_value(&Value::text(represent(value)), specification),
        Some('s') => format_value(&Value::text(display(value)), specification),
        Some(other) => Err(Fault::value_error(format!("unknown conversion '!{other}'"))),
        None => format_value(value, specification),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected texts are those of Python 3.
    #[test]
    fn specifications_follow_python() {
        for (x, spec, text) in [
            (1234.5678, ".2f", "1234.57"),
            (1234.5678, "12.3e", "   1.235e+03"),
            (0.00012, "g", "0.00012"),
            (0.000012, "g", "1.2e-05"),
            (1e6, "g", "1e+06"),
            (123456.0, "g", "123456"),
            (2.5, "+.0f", "+2"),
            (-3.0, "08.2f", "-0003.00"),
            (1234567.0, ",.1f", "1,234,567.0"),
            (0.5, "%", "50.000000%"),
            (3.0, ".3", "3.0"),
        ] {
            assert_eq!(format_value(&Value::Real(x), spec).unwrap(), text, "{spec}");
        }
        assert_eq!(format_value(&Value::text("ab"), "*^6").unwrap(), "**ab**");
        assert_eq!(format_value(&Value::Integer(42), "5d").unwrap(), "   42");
        assert!(format_value(&Value::text("ab"), "d").is_err());
    }
}
