//! Numbers from other numbers and from texts: `int`, `float`, `complex`, and integers written in other bases.

use std::sync::Arc;

use crate::python::core::fault::{Fault, Result};
use crate::python::core::format;
use crate::python::core::function::Arguments;
use crate::python::core::integer::integer_of;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Scope, Value};
use crate::python::objects::array;

pub(crate) fn to_integer(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    if arguments.named.iter().any(|n| &*n.name == "x") {
        return Err(Fault::type_error("int() takes its number or text by place"));
    }
    let [x, base] = arguments.take("int", ["x", "base"], 0)?;
    let based = match base {
        None => None,
        Some(Value::Unknown) => return Ok(Value::Unknown),
        Some(b) => Some(b.as_index().ok_or_else(|| Fault::type_error("the base of int() is an integer"))?),
    };
    Ok(match x {
        Some(Value::Unknown) => Value::Unknown,
        Some(Value::Text(text)) => Value::Integer(integer_of_text(&text, based.unwrap_or(10))?),
        _ if based.is_some() => return Err(Fault::type_error("int() takes a base only for a text")),
        None => Value::Integer(0),
        Some(x) => match (x.as_index(), array::single(&x).unwrap_or_else(|| x.clone()).as_real()) {
            (Some(i), _) => Value::Integer(i),
            (None, Some(x)) => return integer_of(x),
            _ => return Err(Fault::type_error(format!("int() expects a number or a text, not {}", x.a_type()))),
        },
    })
}

/// The integer that a text is in a base; base 0 takes it from the prefix, as in a program.
fn integer_of_text(text: &str, base: i64) -> Result<i64> {
    let malformed = || Fault::value_error(format!("'{text}' is not an integer"));
    if base != 0 && !(2..=36).contains(&base) {
        return Err(Fault::value_error("the base of int() is 0, or between 2 and 36"));
    }
    let clean = text.trim();
    let (negative, digits) = match clean.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, clean.strip_prefix('+').unwrap_or(clean)),
    };
    let prefix = [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().find(|(mark, own)| {
        (base == 0 || base == *own) && digits.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(mark))
    });
    let (digits, radix) = match prefix {
        Some((_, radix)) => (digits[2..].strip_prefix('_').unwrap_or(&digits[2..]), radix),
        None if base == 0 => (digits, 10),
        None => (digits, base),
    };
    let plain = without_marks(digits).filter(|d| d.starts_with(|c: char| c.is_ascii_alphanumeric()));
    let plain = plain.ok_or_else(malformed)?;
    // As in a program, 012 is no decimal integer.
    if base == 0 && prefix.is_none() && plain.len() > 1 && plain.starts_with('0') && plain.contains(|c| c != '0') {
        return Err(malformed());
    }
    let signed = if negative { format!("-{plain}") } else { plain };
    i64::from_str_radix(&signed, radix as u32).map_err(|error| match error.kind() {
        std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => {
            Fault::new("OverflowError", "integer beyond 64 bits")
        }
        _ => malformed(),
    })
}

/// Digits without the `_` that may stand between two of them; `None` where one stands elsewhere.
fn without_marks(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let between = |i: usize| {
        let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
        digit(i.checked_sub(1)) && digit(Some(i + 1))
    };
    (0..bytes.len()).all(|i| bytes[i] != b'_' || between(i)).then(|| text.replace('_', ""))
}

/// `hex`, `oct` and `bin`
pub(crate) fn in_base(arguments: Arguments, name: &str, base: char) -> Result<Value> {
    let [x] = arguments.by_place(name)?.exactly(name, ["number"])?;
    match x.as_index() {
        Some(_) => format::format_value(&x, &format!("#{base}")).map(Value::text),
        None if x.is_unknown() => Ok(Value::Unknown),
        None => Err(Fault::type_error(format!("{name}() expects an integer, not {}", x.a_type()))),
    }
}

pub(crate) fn to_real(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.by_place("float")?.take("float", ["x"], 0)?;
    Ok(match x {
        None => Value::Real(0.0),
        Some(Value::Unknown) => Value::Unknown,
        Some(Value::Text(text)) => {
            Value::Real(real_of(&text).ok_or_else(|| Fault::value_error(format!("'{text}' is not a real")))?)
        }
        Some(x) => match (x.as_real(), array::single(&x).and_then(|v| v.as_real())) {
            (Some(x), _) | (None, Some(x)) => Value::Real(x),
            _ => return Err(Fault::type_error(format!("float() expects a number or a text, not {}", x.a_type()))),
        },
    })
}

pub(crate) fn to_complex(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [re, im] = arguments.take("complex", ["real", "imag"], 0)?;
    let alone = im.is_none();
    let part = |v: Option<Value>| match v {
        None => Ok(Some(num_complex::Complex64::new(0.0, 0.0))),
        Some(Value::Unknown) => Ok(None),
        Some(Value::Text(text)) if alone => complex_of(&text).map(Some),
        Some(v) => v
            .as_complex()
            .map(Some)
            .ok_or_else(|| Fault::type_error(format!("complex() expects numbers, not {}", v.a_type()))),
    };
    Ok(match (part(re)?, part(im)?) {
        (Some(re), Some(im)) => Value::Complex(re + num_complex::Complex64::new(-im.im, im.re)),
        _ => Value::Unknown,
    })
}

/// `complex('1-2j')`
fn complex_of(text: &str) -> Result<num_complex::Complex64> {
    let malformed = || Fault::value_error(format!("'{text}' is not a complex number"));
    let clean = text.trim();
    let clean = clean.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(clean).trim();
    let part = |text: &str| match real_of(text) {
        Some(x) => Ok(x),
        None => Err(malformed()),
    };
    let Some(body) = clean.strip_suffix(['j', 'J']) else {
        return Ok(num_complex::Complex64::new(part(clean)?, 0.0));
    };
    // The last sign that does not belong to an exponent.
    let bytes = body.as_bytes();
    let sign = (1..bytes.len()).rev().find(|&i| b"+-".contains(&bytes[i]) && !b"eE".contains(&bytes[i - 1]));
    let (re, im) = body.split_at(sign.unwrap_or(0));
    let im = match im {
        "" | "+" => 1.0,
        "-" => -1.0,
        im => part(im)?,
    };
    Ok(num_complex::Complex64::new(if re.is_empty() { 0.0 } else { part(re)? }, im))
}

/// The real that a text is, as Python reads it.
fn real_of(text: &str) -> Option<f64> {
    let clean = without_marks(text.trim())?;
    let plain = clean.trim_start_matches(['+', '-']).to_ascii_lowercase();
    let word = plain.starts_with(|c: char| c.is_ascii_alphabetic());
    clean.parse().ok().filter(|_| !word || ["nan", "inf", "infinity"].contains(&plain.as_str()))
}
