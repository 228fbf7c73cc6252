//! Methods of texts.

use std::sync::Arc;

use crate::python::core::access;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::format::{Field, field_text, fields};
use crate::python::core::function::{Arguments, Named};
use crate::python::core::iteration;
use crate::python::core::room;
use crate::python::core::value::Value;

/// Methods that take nothing.
const ALONE: &[&str] = &["upper", "lower", "capitalize", "title", "isdigit", "isalpha", "isspace", "swapcase"];

fn alone(text: &str, name: &str) -> Value {
    match name {
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
        _ => {
            let swap = |c: char| -> String {
                if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
            };
            Value::text(text.chars().map(swap).collect::<String>())
        }
    }
}

pub(crate) fn text_method(text: &Arc<str>, name: &str, arguments: Arguments) -> Result<Value> {
    if arguments
        .positional
        .iter()
        .chain(arguments.named.iter().map(|n| &n.value))
        .any(|v| crate::python::core::value::holds_unknown(v, 5))
    {
        return Ok(Value::Unknown);
    }
    let named = ["expandtabs", "format", "rsplit", "split", "splitlines"].contains(&name);
    let arguments = if named { arguments } else { arguments.by_place(name)? };
    if ALONE.contains(&name) {
        let [] = arguments.exactly(name, [])?;
        return Ok(alone(text, name));
    }
    let as_text = |v: &Value| match v {
        Value::Text(t) => Ok(t.clone()),
        other => Err(Fault::type_error(format!("{name}() expects a text, not {}", other.a_type()))),
    };
    let as_integer = |v: &Value| {
        v.as_index().ok_or_else(|| Fault::type_error(format!("{name}() expects an integer, not {}", v.a_type())))
    };
    Ok(match name {
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
        "splitlines" => {
            let [kept] = arguments.take(name, ["keepends"], 0)?;
            let kept = kept.as_ref().map(as_integer).transpose()?.unwrap_or(0) != 0;
            lines(text, kept)
        }
        "expandtabs" => {
            let [size] = arguments.take(name, ["tabsize"], 0)?;
            expanded(text, size.as_ref().map(as_integer).transpose()?.unwrap_or(8))?
        }
        "format_map" => {
            let [names] = arguments.exactly(name, ["mapping"])?;
            let Some(names) = access::as_dictionary(&names) else {
                return Err(Fault::type_error(format!("format_map() expects a dictionary, not {}", names.a_type())));
            };
            let named = names.into_values().filter_map(|(key, value)| match key {
                Value::Text(name) => Some(Named { name, value }),
                _ => None,
            });
            return format_method(text, &Arguments { named: named.collect(), ..Arguments::default() });
        }
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
            let [separator, most] = arguments.take(name, ["sep", "maxsplit"], 0)?;
            let separator = separator.unwrap_or(Value::None);
            if matches!(separator, Value::None) {
                return Ok(Value::list(blanks_split_from_right(text, most.as_ref().map(as_integer).transpose()?)));
            }
            let separator = as_text(&separator)?;
            if separator.is_empty() {
                return Err(Fault::value_error("rsplit() expects a separator that is not empty"));
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
                        return Err(Fault::value_error("split() expects a separator that is not empty"));
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
            let [parts, start, end] = arguments.take(name, ["part", "start", "end"], 1)?;
            let Some((text, _)) = within(text, name, start, end)? else { return Ok(Value::Logical(false)) };
            let parts = match parts.unwrap_or(Value::None) {
                Value::Tuple(parts) => parts.to_vec(),
                one => vec![one],
            };
            let mut found = false;
            for part in &parts {
                let part = as_text(part)?;
                found |= if name == "startswith" { text.starts_with(&*part) } else { text.ends_with(&*part) };
            }
            Value::Logical(found)
        }
        "find" | "rfind" | "index" | "rindex" | "count" => {
            let [part, start, end] = arguments.take(name, ["part", "start", "end"], 1)?;
            let part = as_text(&part.unwrap_or(Value::None))?;
            let inside = within(text, name, start, end)?;
            if name == "count" {
                return Ok(Value::Integer(inside.map_or(0, |(text, _)| text.matches(&*part).count() as i64)));
            }
            let from_right = name.starts_with('r');
            let at = inside.and_then(|(text, first)| {
                let at = if from_right { text.rfind(&*part) } else { text.find(&*part) };
                at.map(|at| first + text[..at].chars().count())
            });
            match at {
                Some(at) => Value::Integer(at as i64),
                None if name.ends_with("index") => {
                    return Err(Fault::value_error(format!("'{part}' is not in the text")));
                }
                None => Value::Integer(-1),
            }
        }
        _ => {
            // ljust, rjust, center, zfill
            let [width, fill] = arguments.take(name, ["width", "fill"], 1)?;
            let width = as_integer(&width.unwrap_or(Value::None))?.clamp(0, 100_000);
            let fill: Arc<str> = match fill {
                Some(_) if name == "zfill" => return Err(Fault::type_error("zfill() takes one argument")),
                None if name == "zfill" => "0".into(),
                None => " ".into(),
                Some(fill) => match as_text(&fill)? {
                    one if one.chars().count() == 1 => one,
                    _ => return Err(Fault::type_error(format!("{name}() fills with one character"))),
                },
            };
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
                let rest = crate::python::core::format::format_value(
                    &Value::text(&text[1..]),
                    &format!("0>{}", (width - 1).max(0)),
                )?;
                return Ok(Value::text(format!("{}{rest}", &text[..1])));
            }
            Value::text(crate::python::core::format::format_value(
                &Value::Text(text.clone()),
                &format!("{fill}{align}{width}"),
            )?)
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

/// The part between two ranks of characters, and the rank where it starts; `None` when it starts past the end.
fn within<'t>(text: &'t str, name: &str, start: Option<Value>, end: Option<Value>) -> Result<Option<(&'t str, usize)>> {
    let Some((from, to)) = access::bounds(name, start, end, text.chars().count())? else { return Ok(None) };
    let byte = |rank: usize| text.char_indices().nth(rank).map_or(text.len(), |(at, _)| at);
    Ok(Some((&text[byte(from)..byte(to.max(from))], from)))
}

/// `splitlines`: the ends of lines that Python knows.
fn lines(text: &str, kept: bool) -> Value {
    let ends = |c: char| "\n\r\u{b}\u{c}\u{1c}\u{1d}\u{1e}\u{85}\u{2028}\u{2029}".contains(c);
    let (mut out, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let at = rest.find(ends).unwrap_or(rest.len());
        let mark = match rest[at..].starts_with("\r\n") {
            true => 2,
            false => rest[at..].chars().next().map_or(0, char::len_utf8),
        };
        out.push(Value::text(&rest[..if kept { at + mark } else { at }]));
        rest = &rest[at + mark..];
    }
    Value::list(out)
}

/// `expandtabs`
fn expanded(text: &str, size: i64) -> Result<Value> {
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

fn format_method(template: &str, arguments: &Arguments) -> Result<Value> {
    formatted(template, &mut Ranks::default(), arguments, 2).map(Value::text)
}

/// Ranks of the values of fields: counted, or written in all of them.
#[derive(Default)]
struct Ranks {
    rank: usize,
    written: bool,
}

impl Ranks {
    fn next_rank(&mut self) -> Result<()> {
        self.rank += 1;
        if self.written { Err(Ranks::mixed()) } else { Ok(()) }
    }

    fn given_rank(&mut self) -> Result<()> {
        self.written = true;
        if self.rank > 0 { Err(Ranks::mixed()) } else { Ok(()) }
    }

    fn mixed() -> Fault {
        Fault::value_error("the format counts its values in one field and numbers them in another")
    }
}

/// Fields may stand in the specification of a field, but no deeper: `{:{width}.{digits}f}`.
fn formatted(template: &str, next: &mut Ranks, arguments: &Arguments, depth: usize) -> Result<String> {
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
fn field_value(name: &str, next: &mut Ranks, arguments: &Arguments) -> Result<Value> {
    let point = name.find('.').filter(|i| *i > 0);
    let (head, mut rest) = name.split_at(name.find('[').into_iter().chain(point).min().unwrap_or(name.len()));
    let missing = || Fault::new("IndexError", format!("the format has no value for '{{{name}}}'"));
    let mut value = if head.is_empty() {
        next.next_rank()?;
        arguments.positional.get(next.rank - 1).cloned().ok_or_else(missing)?
    } else if let Ok(i) = head.parse::<usize>() {
        next.given_rank()?;
        arguments.positional.get(i).cloned().ok_or_else(missing)?
    } else {
        let named = arguments.named.iter().find(|n| *n.name == *head);
        named.map(|n| n.value.clone()).ok_or_else(|| Fault::key_error(&Value::text(head)))?
    };
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
