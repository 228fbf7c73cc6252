//! Methods of texts.

use std::sync::Arc;

use super::access;
use super::display::display;
use super::fault::{Fault, Result};
use super::format::{Field, field_text, fields};
use super::function::Arguments;
use super::iteration;
use super::room;
use super::value::Value;

pub(super) fn text_method(text: &Arc<str>, name: &str, arguments: Arguments) -> Result<Value> {
    if arguments
        .positional
        .iter()
        .chain(arguments.named.iter().map(|n| &n.value))
        .any(|v| super::value::holds_unknown(v, 5))
    {
        return Ok(Value::Unknown);
    }
    let as_text = |v: &Value| match v {
        Value::Text(t) => Ok(t.clone()),
        other => Err(Fault::type_error(format!("{name}() wants a text, not a {}", other.type_name()))),
    };
    let as_integer = |v: &Value| {
        v.as_index().ok_or_else(|| Fault::type_error(format!("{name}() wants an integer, not a {}", v.type_name())))
    };
    Ok(match name {
        "upper" => Value::text(text.to_uppercase()),
        "lower" => Value::text(text.to_lowercase()),
        "capitalize" | "title" => {
            let mut start = true;
            let mut out = String::new();
            for c in text.chars() {
                if start {
                    out.extend(c.to_uppercase())
                } else {
                    out.extend(c.to_lowercase())
                }
                start = name == "title" && !c.is_alphanumeric();
            }
            Value::text(out)
        }
        "isdigit" => Value::Logical(!text.is_empty() && text.chars().all(|c| c.is_ascii_digit())),
        "isalpha" => Value::Logical(!text.is_empty() && text.chars().all(char::is_alphabetic)),
        "isspace" => Value::Logical(!text.is_empty() && text.chars().all(char::is_whitespace)),
        "swapcase" => {
            let swap = |c: char| -> String {
                if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
            };
            Value::text(text.chars().map(swap).collect::<String>())
        }
        "partition" | "rpartition" => {
            let [mark] = arguments.exactly(name, ["sep"])?;
            let mark = as_text(&mark)?;
            if mark.is_empty() {
                return Err(Fault::value_error("empty separator"));
            }
            let found = if name == "partition" { text.find(&*mark) } else { text.rfind(&*mark) };
            let (before, middle, after) = match found {
                Some(at) => (&text[..at], &*mark, &text[at + mark.len()..]),
                None if name == "partition" => (&**text, "", ""),
                None => ("", "", &**text),
            };
            Value::tuple(vec![Value::text(before), Value::text(middle), Value::text(after)])
        }
        "splitlines" => Value::list(text.lines().map(Value::text).collect()),
        "format" => return format_method(text, &arguments),
        "strip" | "lstrip" | "rstrip" => {
            let [chars] = arguments.take(name, ["chars"], 0)?;
            let chars = match &chars {
                None | Some(Value::None) => None,
                Some(v) => Some(as_text(v)?),
            };
            let cut = |c: char| chars.as_ref().map_or(c.is_whitespace(), |set| set.contains(c));
            Value::text(match name {
                "strip" => text.trim_matches(cut),
                "lstrip" => text.trim_start_matches(cut),
                _ => text.trim_end_matches(cut),
            })
        }
        "rsplit" => {
            let [separator, most] = arguments.take(name, ["sep", "maxsplit"], 1)?;
            let separator = as_text(&separator.unwrap_or(Value::None))?;
            if separator.is_empty() {
                return Err(Fault::value_error("rsplit() wants a separator that is not empty"));
            }
            let most = most.as_ref().map(as_integer).transpose()?.and_then(|m| usize::try_from(m).ok());
            let parts = text.rsplitn(most.map_or(usize::MAX, |m| m.saturating_add(1)), &*separator);
            let mut parts: Vec<Value> = parts.map(Value::text).collect();
            parts.reverse();
            Value::list(parts)
        }
        "split" => {
            room::for_items(text.len())?;
            let [separator, most] = arguments.take(name, ["sep", "maxsplit"], 0)?;
            let most = most.as_ref().map(as_integer).transpose()?.and_then(|m| usize::try_from(m).ok());
            let most = most.map_or(usize::MAX, |m| m.saturating_add(1));
            Value::list(match &separator {
                None | Some(Value::None) if most == usize::MAX => {
                    room::gathered(text.split_whitespace().map(Value::text))?
                }
                None | Some(Value::None) => blanks_split(text, most),
                Some(separator) => {
                    let separator = as_text(separator)?;
                    if separator.is_empty() {
                        return Err(Fault::value_error("split() wants a separator that is not empty"));
                    }
                    room::gathered(text.splitn(most, &*separator).map(Value::text))?
                }
            })
        }
        "join" => {
            let [items] = arguments.exactly(name, ["iterable"])?;
            let items = iteration::collect(&items)?.unwrap_or_default();
            let parts = items.iter().map(as_text).collect::<Result<Vec<_>>>()?;
            room::for_text(parts.iter().map(|part| part.len() + text.len()).sum())?;
            Value::text(parts.join(&**text))
        }
        "replace" => {
            let [old, new, count] = arguments.take(name, ["old", "new", "count"], 2)?;
            let (old, new) = (as_text(&old.unwrap_or(Value::None))?, as_text(&new.unwrap_or(Value::None))?);
            let found = if new.len() > old.len() { text.matches(&*old).count() } else { 0 };
            room::for_text(text.len() + found.saturating_mul(new.len()))?;
            match count.and_then(|c| c.as_index()).and_then(|c| usize::try_from(c).ok()) {
                Some(count) => Value::text(text.replacen(&*old, &new, count)),
                None => Value::text(text.replace(&*old, &new)),
            }
        }
        "startswith" | "endswith" => {
            let [parts] = arguments.exactly(name, ["part"])?;
            let parts = parts.as_sequence().unwrap_or_else(|| vec![parts]);
            let mut found = false;
            for part in &parts {
                let part = as_text(part)?;
                found |= if name == "startswith" { text.starts_with(&*part) } else { text.ends_with(&*part) };
            }
            Value::Logical(found)
        }
        "find" | "rfind" | "index" | "count" => {
            let [part] = arguments.exactly(name, ["part"])?;
            let part = as_text(&part)?;
            if name == "count" {
                return Ok(Value::Integer(text.matches(&*part).count() as i64));
            }
            let at = if name == "rfind" { text.rfind(&*part) } else { text.find(&*part) };
            match at {
                Some(at) => Value::Integer(text[..at].chars().count() as i64),
                None if name == "index" => return Err(Fault::value_error(format!("'{part}' is not in the text"))),
                None => Value::Integer(-1),
            }
        }
        _ => {
            // ljust, rjust, center, zfill
            let [width, fill] = arguments.take(name, ["width", "fill"], 1)?;
            let width = as_integer(&width.unwrap_or(Value::None))?.clamp(0, 100_000);
            let fill = if name == "zfill" { "0".into() } else { fill.map_or("".into(), |f| display(&f)) };
            if name == "center" {
                // An odd space goes to the left where the width is odd, as in Python.
                let missing = (width as usize).saturating_sub(text.chars().count());
                let left = missing / 2 + (missing & width as usize & 1);
                let fill = fill.chars().next().unwrap_or(' ');
                let side = |n: usize| std::iter::repeat_n(fill, n).collect::<String>();
                return Ok(Value::text(format!("{}{text}{}", side(left), side(missing - left))));
            }
            let align = match name {
                "ljust" => '<',
                "zfill" if text.starts_with(['-', '+']) => '=',
                _ => '>',
            };
            let fill = fill.chars().next().unwrap_or(' ');
            if align == '=' {
                let rest = super::format::format_value(&Value::text(&text[1..]), &format!("0>{}", (width - 1).max(0)))?;
                return Ok(Value::text(format!("{}{rest}", &text[..1])));
            }
            Value::text(super::format::format_value(&Value::Text(text.clone()), &format!("{fill}{align}{width}"))?)
        }
    })
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

fn format_method(template: &str, arguments: &Arguments) -> Result<Value> {
    formatted(template, &mut 0, arguments, 2).map(Value::text)
}

/// Fields may stand in the specification of a field, but no deeper: `{:{width}.{digits}f}`.
fn formatted(template: &str, next: &mut usize, arguments: &Arguments, depth: usize) -> Result<String> {
    let mut out = String::new();
    for field in fields(template)? {
        match field {
            Field::Literal(text) => out.push_str(&text),
            Field::Value { name, conversion, specification } => {
                let value = field_value(&name, next, arguments)?;
                let specification = match specification.contains('{') {
                    true if depth == 0 => return Err(Fault::value_error("fields are nested too deeply")),
                    true => formatted(&specification, next, arguments, depth - 1)?,
                    false => specification,
                };
                out.push_str(&field_text(&value, conversion, &specification)?);
            }
        }
    }
    Ok(out)
}

/// Value of `{}`, `{0}`, `{name}`, `{name[key]}`, `{z.real}`.
fn field_value(name: &str, next: &mut usize, arguments: &Arguments) -> Result<Value> {
    let point = name.find('.').filter(|i| *i > 0);
    let (head, mut rest) = name.split_at(name.find('[').into_iter().chain(point).min().unwrap_or(name.len()));
    let mut value = if head.is_empty() {
        *next += 1;
        arguments.positional.get(*next - 1).cloned()
    } else if let Ok(i) = head.parse::<usize>() {
        arguments.positional.get(i).cloned()
    } else {
        arguments.named.iter().find(|n| *n.name == *head).map(|n| n.value.clone())
    }
    .ok_or_else(|| Fault::new("IndexError", format!("the format has no value for '{{{name}}}'")))?;
    while let Some((key, more)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
        let index = key.parse::<i64>().map_or_else(|_| Value::text(key), Value::Integer);
        value = access::item(&value, &index)?;
        rest = more;
    }
    match (rest, &value) {
        ("", _) => Ok(value),
        (".real", v) if v.as_complex().is_some() => Ok(v.as_complex().map_or(Value::None, |z| Value::Real(z.re))),
        (".imag", v) if v.as_complex().is_some() => Ok(v.as_complex().map_or(Value::None, |z| Value::Real(z.im))),
        (rest, v) => Err(Fault::new("AttributeError", format!("a value of type {} has no '{rest}'", v.type_name()))),
    }
}
