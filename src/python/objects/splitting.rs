//! Texts taken apart: `split`, `partition`, `splitlines`, `expandtabs`.

use std::sync::Arc;

use crate::python::core::fault::{Fault, Result};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::{Call, as_integer, as_text};
use crate::python::core::room;
use crate::python::core::value::Value;

/// `partition`, `rpartition`
pub fn partition(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let name = call.name;
    let [mark] = call.by_place()?.exactly(["sep"])?;
    let mark = as_text(name, &mark)?;
    if mark.is_empty() {
        return Err(Fault::value_error("empty separator"));
    }
    let found = if name == "partition" { text.find(&*mark) } else { text.rfind(&*mark) };
    let (before, middle, after) = match found {
        Some(at) => (&text[..at], &*mark, &text[at + mark.len()..]),
        None if name == "partition" => (&**text, "", ""),
        None => ("", "", &**text),
    };
    Ok(Value::tuple(vec![Value::text(before), Value::text(middle), Value::text(after)]))
}

/// Separator (blanks when there is none) and most splits.
fn separator(call: Call) -> Result<(Option<Arc<str>>, Option<i64>)> {
    let name = call.name;
    let [separator, most_of] = call.take(["sep", "maxsplit"], 0)?;
    let most = |most: Option<Value>| most.map(|v| as_integer(name, &v)).transpose();
    let separator = match separator {
        None | Some(Value::None) => return Ok((None, most(most_of)?)),
        Some(separator) => as_text(name, &separator)?,
    };
    if separator.is_empty() {
        return Err(Fault::value_error(format!("{name}() expects a separator that is not empty")));
    }
    Ok((Some(separator), most(most_of)?))
}

/// `split`
pub fn split(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    room::for_items(text.len())?;
    let (separator, most) = separator(call)?;
    let most = most.and_then(|m| usize::try_from(m).ok()).map_or(usize::MAX, |m| m.saturating_add(1));
    Ok(Value::list(match separator {
        None if most == usize::MAX => room::gathered(text.split_whitespace().map(Value::text))?,
        None => blanks_split(text, most),
        Some(separator) => room::gathered(text.splitn(most, &*separator).map(Value::text))?,
    }))
}

fn blanks_split(text: &str, most: usize) -> Vec<Value> {
    let mut rest = text.trim_start();
    let mut out = Vec::new();
    while !rest.is_empty() {
        if out.len() + 1 == most {
            out.push(Value::text(rest));
            break;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        out.push(Value::text(&rest[..end]));
        rest = rest[end..].trim_start();
    }
    out
}

/// `rsplit`
pub fn split_from_right(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let (separator, most) = separator(call)?;
    let Some(separator) = separator else { return Ok(Value::list(blanks_split_from_right(text, most))) };
    let most = most.and_then(|m| usize::try_from(m).ok());
    let parts = text.rsplitn(most.map_or(usize::MAX, |m| m.saturating_add(1)), &*separator);
    let mut parts: Vec<Value> = parts.map(Value::text).collect();
    parts.reverse();
    Ok(Value::list(parts))
}

/// `rsplit` at blanks.
fn blanks_split_from_right(text: &str, most: Option<i64>) -> Vec<Value> {
    let most = most.and_then(|m| usize::try_from(m).ok()).unwrap_or(usize::MAX);
    let (mut rest, mut out) = (text.trim_end(), Vec::new());
    while !rest.is_empty() {
        if out.len() == most {
            out.push(Value::text(rest));
            break;
        }
        let start =
            rest.rfind(char::is_whitespace).map_or(0, |at| at + rest[at..].chars().next().map_or(0, char::len_utf8));
        out.push(Value::text(&rest[start..]));
        rest = rest[..start].trim_end();
    }
    out.reverse();
    out
}

/// `splitlines`: the ends of lines that Python knows.
pub fn lines(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let name = call.name;
    let [kept] = call.take(["keepends"], 0)?;
    let kept = kept.map_or(Ok(0), |v| as_integer(name, &v))? != 0;
    let ends = |c: char| "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}".contains(c);
    let (mut out, mut rest) = (Vec::new(), &**text);
    while !rest.is_empty() {
        let at = rest.find(ends).unwrap_or(rest.len());
        let mark = match rest[at..].starts_with("\r\n") {
            true => 2,
            false => rest[at..].chars().next().map_or(0, char::len_utf8),
        };
        out.push(Value::text(&rest[..if kept { at + mark } else { at }]));
        rest = &rest[at + mark..];
    }
    Ok(Value::list(out))
}

/// `expandtabs`
pub fn expanded(text: &str, size: i64) -> Result<Value> {
    let size = usize::try_from(size).unwrap_or(0).min(10_000);
    room::for_text(text.len().saturating_add(text.matches('\t').count().saturating_mul(size)))?;
    let (mut out, mut column) = (String::new(), 0);
    for c in text.chars() {
        match c {
            '\t' if size == 0 => {}
            '\t' => {
                let blanks = size - column % size;
                out.extend(std::iter::repeat_n(' ', blanks));
                column += blanks;
            }
            c => {
                out.push(c);
                column = if c == '\n' || c == '\r' { 0 } else { column + 1 };
            }
        }
    }
    Ok(Value::text(out))
}
