//! Methods of texts.

use std::sync::Arc;

use super::{splitting, templates};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::format::format_value;
use crate::python::core::function::{Arguments, Named};
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::{Call, Methods, as_integer, as_text};
use crate::python::core::value::Value;
use crate::python::core::{access, iteration, room};

/// Methods of texts.
pub const METHODS: Methods<Arc<str>> = &[
    ("capitalize", |_, text, call| changed(text, call, |text| capitals(text, false))),
    ("center", filled),
    ("count", |_, text, call| {
        let (part, inside) = sought(text, call)?;
        Ok(Value::Integer(inside.map_or(0, |(text, _)| text.matches(&*part).count() as i64)))
    }),
    ("endswith", |_, text, call| ends(text, call, |text, part| text.ends_with(part))),
    ("expandtabs", |_, text, call| {
        let name = call.name;
        let [size] = call.take(["tabsize"], 0)?;
        splitting::expanded(text, size.map_or(Ok(8), |v| as_integer(name, &v))?)
    }),
    ("find", found),
    ("format", |_, text, call| templates::filled(text, &call.arguments)),
    ("format_map", |_, text, call| {
        let [names] = call.by_place()?.exactly(["mapping"])?;
        let Some(names) = access::as_dictionary(&names) else {
            return Err(Fault::type_error(format!("format_map() expects a dictionary, not {}", names.a_type())));
        };
        let named = names.into_values().filter_map(|(key, value)| match key {
            Value::Text(name) => Some(Named { name, value }),
            _ => None,
        });
        templates::filled(text, &Arguments { named: named.collect(), ..Arguments::default() })
    }),
    ("index", found),
    ("isalpha", |_, text, call| all(text, call, char::is_alphabetic)),
    ("isdigit", |_, text, call| all(text, call, |c| c.is_ascii_digit())),
    ("isspace", |_, text, call| all(text, call, char::is_whitespace)),
    ("join", |_, text, call| {
        let name = call.name;
        let [items] = call.by_place()?.exactly(["iterable"])?;
        let items = iteration::collect(&items)?.unwrap_or_default();
        let parts = items.iter().map(|v| as_text(name, v)).collect::<Result<Vec<_>>>()?;
        room::for_text(parts.iter().map(|part| part.len() + text.len()).sum())?;
        Ok(Value::text(parts.join(&**text)))
    }),
    ("ljust", filled),
    ("lower", |_, text, call| changed(text, call, str::to_lowercase)),
    ("lstrip", stripped),
    ("partition", splitting::partition),
    ("replace", |_, text, call| {
        let name = call.name;
        let [old, new, count] = call.by_place()?.take(["old", "new", "count"], 2)?;
        let (old, new) = (as_text(name, &old.unwrap_or(Value::None))?, as_text(name, &new.unwrap_or(Value::None))?);
        let found = if new.len() > old.len() { text.matches(&*old).count() } else { 0 };
        room::for_text(text.len() + found.saturating_mul(new.len()))?;
        Ok(match count.and_then(|c| c.as_index()).and_then(|c| usize::try_from(c).ok()) {
            Some(count) => Value::text(text.replacen(&*old, &new, count)),
            None => Value::text(text.replace(&*old, &new)),
        })
    }),
    ("rfind", found),
    ("rindex", found),
    ("rjust", filled),
    ("rpartition", splitting::partition),
    ("rsplit", splitting::split_from_right),
    ("rstrip", stripped),
    ("split", splitting::split),
    ("splitlines", splitting::lines),
    ("startswith", |_, text, call| ends(text, call, |text, part| text.starts_with(part))),
    ("strip", stripped),
    ("swapcase", |_, text, call| {
        changed(text, call, |text| {
            let swap = |c: char| -> String {
                if c.is_uppercase() { c.to_lowercase().collect() } else { c.to_uppercase().collect() }
            };
            text.chars().map(swap).collect()
        })
    }),
    ("title", |_, text, call| changed(text, call, |text| capitals(text, true))),
    ("upper", |_, text, call| changed(text, call, str::to_uppercase)),
    ("zfill", filled),
];

fn changed(text: &str, call: Call, change: fn(&str) -> String) -> Result<Value> {
    call.by_place()?.alone()?;
    Ok(Value::text(change(text)))
}

fn all(text: &str, call: Call, is: fn(char) -> bool) -> Result<Value> {
    call.by_place()?.alone()?;
    Ok(Value::Logical(!text.is_empty() && text.chars().all(is)))
}

/// A capital at the start, or at the start of each word.
fn capitals(text: &str, each_word: bool) -> String {
    let mut start = true;
    let mut out = String::new();
    for c in text.chars() {
        if start {
            out.extend(c.to_uppercase())
        } else {
            out.extend(c.to_lowercase())
        }
        start = each_word && !c.is_alphanumeric();
    }
    out
}

/// `strip`, `lstrip`, `rstrip`
fn stripped(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let name = call.name;
    let [chars] = call.by_place()?.take(["chars"], 0)?;
    let chars = match &chars {
        None | Some(Value::None) => None,
        Some(v) => Some(as_text(name, v)?),
    };
    let cut = |c: char| chars.as_ref().map_or(c.is_whitespace(), |set| set.contains(c));
    Ok(Value::text(match name {
        "strip" => text.trim_matches(cut),
        "lstrip" => text.trim_start_matches(cut),
        _ => text.trim_end_matches(cut),
    }))
}

/// `startswith`, `endswith`
fn ends(text: &str, call: Call, has: fn(&str, &str) -> bool) -> Result<Value> {
    let name = call.name;
    let [parts, start, end] = call.by_place()?.take(["part", "start", "end"], 1)?;
    let Some((text, _)) = within(text, name, start, end)? else { return Ok(Value::Logical(false)) };
    let parts = match parts.unwrap_or(Value::None) {
        Value::Tuple(parts) => parts.to_vec(),
        one => vec![one],
    };
    let mut found = false;
    for part in &parts {
        found |= has(text, &as_text(name, part)?);
    }
    Ok(Value::Logical(found))
}

/// What is sought, and where: a part of the text with its first rank.
type Sought<'t> = (Arc<str>, Option<(&'t str, usize)>);

fn sought(text: &str, call: Call) -> Result<Sought<'_>> {
    let name = call.name;
    let [part, start, end] = call.by_place()?.take(["part", "start", "end"], 1)?;
    let part = as_text(name, &part.unwrap_or(Value::None))?;
    Ok((part, within(text, name, start, end)?))
}

/// `find`, `rfind`, `index`, `rindex`
fn found(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let name = call.name;
    let (part, inside) = sought(text, call)?;
    let at = inside.and_then(|(text, first)| {
        let at = if name.starts_with('r') { text.rfind(&*part) } else { text.find(&*part) };
        at.map(|at| first + text[..at].chars().count())
    });
    match at {
        Some(at) => Ok(Value::Integer(at as i64)),
        None if name.ends_with("index") => Err(Fault::value_error(format!("'{part}' is not in the text"))),
        None => Ok(Value::Integer(-1)),
    }
}

/// The part between two ranks of characters, and the rank where it starts; `None` when it starts past the end.
fn within<'t>(text: &'t str, name: &str, start: Option<Value>, end: Option<Value>) -> Result<Option<(&'t str, usize)>> {
    let Some((from, to)) = access::bounds(name, start, end, text.chars().count())? else { return Ok(None) };
    let byte = |rank: usize| text.char_indices().nth(rank).map_or(text.len(), |(at, _)| at);
    Ok(Some((&text[byte(from)..byte(to.max(from))], from)))
}

/// `ljust`, `rjust`, `center`, `zfill`
fn filled(_: &mut Interpreter<'_>, text: &Arc<str>, call: Call) -> Result<Value> {
    let name = call.name;
    let [width, fill] = call.by_place()?.take(["width", "fill"], 1)?;
    let width = as_integer(name, &width.unwrap_or(Value::None))?.clamp(0, 100_000);
    let fill: Arc<str> = match fill {
        Some(_) if name == "zfill" => return Err(Fault::type_error("zfill() takes one argument")),
        None if name == "zfill" => "0".into(),
        None => " ".into(),
        Some(fill) => match as_text(name, &fill)? {
            one if one.chars().count() == 1 => one,
            _ => return Err(Fault::type_error(format!("{name}() fills with one character"))),
        },
    };
    let fill = fill.chars().next().unwrap_or(' ');
    Ok(Value::text(match name {
        "center" => {
            // An odd space goes to the left where the width is odd, as in Python.
            let missing = (width as usize).saturating_sub(text.chars().count());
            let left = missing / 2 + (missing & width as usize & 1);
            let side = |n: usize| std::iter::repeat_n(fill, n).collect::<String>();
            format!("{}{text}{}", side(left), side(missing - left))
        }
        "zfill" if text.starts_with(['-', '+']) => {
            let digits = format_value(&Value::text(&text[1..]), &format!("0>{}", (width - 1).max(0)))?;
            format!("{}{digits}", &text[..1])
        }
        _ => {
            let align = if name == "ljust" { '<' } else { '>' };
            format_value(&Value::Text(text.clone()), &format!("{fill}{align}{width}"))?
        }
    }))
}
