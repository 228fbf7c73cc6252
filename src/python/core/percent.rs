//! `template % value`

use super::display::{display, represent};
use super::fault::{Fault, Result};
use super::format::{Specification, WIDEST};
use super::integer::integer_of;
use super::value::{Value, read};

/// `template % value`
pub fn percent(template: &str, value: &Value) -> Result<String> {
    let arguments: Vec<Value> = match value {
        Value::Tuple(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let mut next = arguments.iter();
    let mut missing = || next.next().cloned().ok_or_else(|| Fault::type_error("not enough arguments for the format"));
    let mut used_name = false;
    let mut out = String::new();
    let mut chars = template.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '%' {
            out.push(c);
            continue;
        }
        let mut named = None;
        if chars.peek() == Some(&'(') {
            chars.next();
            let name: String = chars.by_ref().take_while(|c| *c != ')').collect();
            let Value::Dictionary(items) = value else {
                return Err(Fault::type_error("the format needs a dictionary"));
            };
            let key = Value::text(name.as_str()).key();
            let item = key.and_then(|k| read(items).get(&k).map(|(_, v)| v.clone()));
            named = Some(item.ok_or_else(|| Fault::key_error(&Value::text(name)))?);
            used_name = true;
        }
        let mut s = Specification { align: Some('>'), ..Specification::default() };
        while let Some(flag) = chars.next_if(|c| "-+ #0".contains(*c)) {
            match flag {
                '-' => (s.align, s.fill) = (Some('<'), None),
                '0' if s.align != Some('<') => (s.align, s.fill) = (Some('='), Some('0')),
                '0' => {}
                '#' => s.alternate = true,
                sign => s.sign = Some(sign),
            }
        }
        let mut number = |chars: &mut std::iter::Peekable<std::str::Chars<'_>>| -> Result<Option<i64>> {
            if chars.next_if_eq(&'*').is_some() {
                return match missing()?.as_index() {
                    Some(i) => Ok(Some(i)),
                    None => Err(Fault::type_error("* expects an integer")),
                };
            }
            let mut digits = String::new();
            while let Some(d) = chars.next_if(char::is_ascii_digit) {
                digits.push(d);
            }
            Ok(digits.parse().ok())
        };
        let too_wide = || Fault::value_error("width or precision of the format is too large");
        let width = number(&mut chars)?.unwrap_or(0);
        if width < 0 {
            s.align = Some('<');
        }
        s.width = usize::try_from(width.unsigned_abs()).ok().filter(|w| *w <= WIDEST).ok_or_else(too_wide)?;
        if chars.next_if_eq(&'.').is_some() {
            let precision = number(&mut chars)?.unwrap_or(0).max(0);
            s.precision = Some(usize::try_from(precision).ok().filter(|p| *p <= WIDEST).ok_or_else(too_wide)?);
        }
        while chars.next_if(|c| "hlL".contains(*c)).is_some() {}
        let kind = chars.next().ok_or_else(|| Fault::value_error("incomplete format"))?;
        if kind == '%' {
            out.push('%');
            continue;
        }
        let item = match named {
            Some(item) => item,
            None => missing()?,
        };
        out.push_str(&convert(s, kind, &item)?);
    }
    if !used_name && next.next().is_some() && !matches!(value, Value::Dictionary(_) | Value::List(_)) {
        return Err(Fault::type_error("not all arguments were used by the format"));
    }
    Ok(out)
}

fn convert(mut s: Specification, kind: char, item: &Value) -> Result<String> {
    if item.is_unknown() {
        return Ok(String::new());
    }
    let wrong =
        |want: &str| Fault::type_error(format!("%{kind} expects {want}, found a value of type {}", item.type_name()));
    match kind {
        's' | 'r' => {
            s.kind = Some('s');
            let text = if kind == 's' { display(item) } else { represent(item) };
            s.fill = None;
            s.format(&Value::text(text))
        }
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            s.kind = Some(if "iu".contains(kind) { 'd' } else { kind });
            let integer = match item {
                // All digits, although no integer holds them here.
                Value::Real(x) if "diu".contains(kind) && s.precision.is_none() && x.abs() >= 1e18 && x.is_finite() => {
                    (s.kind, s.precision) = (Some('f'), Some(0));
                    return s.format(item);
                }
                Value::Real(x) if "diu".contains(kind) && x.is_finite() => integer_of(*x)?,
                Value::Integer(_) | Value::Logical(_) => item.clone(),
                _ => return Err(wrong("an integer")),
            };
            let precision = s.precision.take().unwrap_or(0);
            if precision > 0 {
                let zeros = Specification { width: precision, fill: Some('0'), align: Some('='), ..s.clone() };
                let text = zeros.format(&integer)?;
                return Ok(s.pad(text, '>'));
            }
            s.format(&integer)
        }
        'f' | 'F' | 'e' | 'E' | 'g' | 'G' => {
            s.kind = Some(kind);
            let x = item.as_real().ok_or_else(|| wrong("a number"))?;
            s.format(&Value::Real(x))
        }
        'c' => match item {
            Value::Text(t) if t.chars().count() == 1 => Ok(s.pad(t.to_string(), '>')),
            Value::Integer(i) if u32::try_from(*i).ok().and_then(char::from_u32).is_none() => {
                Err(Fault::new("OverflowError", format!("no character has the code {i}")))
            }
            Value::Integer(_) => {
                s.kind = Some('c');
                s.format(item)
            }
            _ => Err(wrong("a character")),
        },
        other => Err(Fault::value_error(format!("unknown format character '{other}'"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_formats_follow_python() {
        let pair = |a: Value, b: Value| Value::tuple(vec![a, b]);
        assert_eq!(percent("%-6s|%3d", &pair(Value::text("ab"), Value::Integer(7))).unwrap(), "ab    |  7");
        assert_eq!(percent("%05.1f%%", &Value::Real(2.25)).unwrap(), "002.2%");
        assert_eq!(percent("%e", &Value::Real(0.0)).unwrap(), "0.000000e+00");
        assert_eq!(percent("M%03d", &Value::Integer(5)).unwrap(), "M005");
        assert_eq!(percent("%d", &Value::Real(-1e22)).unwrap(), "-10000000000000000000000");
        assert_eq!(percent("%25d", &Value::Real(1.5e19)).unwrap(), "     15000000000000000000");
        assert!(percent("%.3d", &Value::Real(1e22)).is_err());
        assert!(percent("%d %d", &Value::Integer(1)).is_err());
        assert!(percent("x", &Value::Integer(1)).is_err());
    }
}
