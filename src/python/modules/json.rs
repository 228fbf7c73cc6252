//! The text that Python's `json.dump` writes: `indent`, `separators`, `sort_keys`, `ensure_ascii`, `skipkeys`, `default`.
//!
//! Keys that are numbers become texts, tuples become lists; reals have the fewest digits that read back.

use std::sync::Arc;

use crate::python::core::access::as_dictionary;
use crate::python::core::display::{real, represent};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::iteration;
use crate::python::core::room::Walk;
use crate::python::core::value::{Scope, Value};

/// Values nested deeper than this are refused.
const DEEPEST: usize = 100;

/// The options of one call.
pub struct Style {
    /// One level of indentation; `None` writes a single line.
    indent: Option<String>,
    item_separator: String,
    key_separator: String,
    sort_keys: bool,
    ensure_ascii: bool,
    skip_keys: bool,
    /// Called on what JSON has no form for.
    default: Option<Value>,
}

/// Who calls the function `default`, and how much was written.
pub struct Caller<'a, 'h> {
    pub interpreter: &'a mut Interpreter<'h>,
    pub scope: &'a Arc<Scope>,
    /// Counts the values written.
    pub walk: Walk,
}

impl Style {
    /// Options that do not shape the text are passed over.
    pub fn read<'a>(options: impl Iterator<Item = (&'a str, &'a Value)>) -> Result<Style> {
        let mut style = Style {
            indent: None,
            item_separator: String::new(),
            key_separator: ": ".into(),
            sort_keys: false,
            ensure_ascii: true,
            skip_keys: false,
            default: None,
        };
        let mut separators = None;
        for (name, value) in options {
            match (name, value) {
                ("indent", Value::Text(text)) => style.indent = Some(text.to_string()),
                ("indent", value) => {
                    style.indent = value.as_index().map(|n| " ".repeat(usize::try_from(n.min(100)).unwrap_or(0)));
                }
                ("separators", Value::None) => {}
                ("separators", value) => {
                    let pair = iteration::collect(value)?.unwrap_or_default();
                    let [Value::Text(item), Value::Text(key)] = pair.as_slice() else {
                        return Err(Fault::type_error("separators must be two texts: between items, behind keys"));
                    };
                    separators = Some((item.to_string(), key.to_string()));
                }
                ("sort_keys", value) => style.sort_keys = is_true(value),
                ("ensure_ascii", value) => style.ensure_ascii = is_true(value),
                ("skipkeys", value) => style.skip_keys = is_true(value),
                ("default", Value::None) => {}
                ("default", value) => style.default = Some(value.clone()),
                _ => {}
            }
        }
        let comma = if style.indent.is_some() { "," } else { ", " };
        (style.item_separator, style.key_separator) = separators.unwrap_or((comma.into(), style.key_separator));
        Ok(style)
    }

    /// The text of a value.
    pub fn text(&self, value: &Value, caller: &mut Caller<'_, '_>) -> Result<String> {
        let mut out = String::new();
        self.write(value, 0, &mut out, caller)?;
        Ok(out)
    }

    fn write(&self, value: &Value, depth: usize, out: &mut String, caller: &mut Caller<'_, '_>) -> Result<()> {
        if depth > DEEPEST {
            return Err(Fault::value_error("values nested too deeply for json"));
        }
        caller.walk.step(value)?;
        match value {
            Value::None => out.push_str("null"),
            Value::Logical(b) => out.push_str(if *b { "true" } else { "false" }),
            Value::Integer(i) => out.push_str(&i.to_string()),
            Value::Real(x) => out.push_str(&number(*x)),
            Value::Text(text) => self.quote(text, out),
            Value::List(_) | Value::Tuple(_) | Value::Column(_) => {
                let items = iteration::collect(value)?.unwrap_or_default();
                self.enclosed(['[', ']'], items.len(), depth, out, &mut |i, out| {
                    self.write(&items[i], depth + 1, out, caller)
                })?;
            }
            Value::Dictionary(_) | Value::Factor(_) => {
                let mut entries = Vec::new();
                for (key, item) in as_dictionary(value).unwrap_or_default().values() {
                    match key_text(key) {
                        Some(text) => entries.push((key.clone(), text, item.clone())),
                        None if self.skip_keys => {}
                        None => {
                            let kind = key.type_name();
                            let message = format!("keys must be texts, numbers, logicals or None, not {kind}");
                            return Err(Fault::type_error(message));
                        }
                    }
                }
                if self.sort_keys {
                    sort(&mut entries)?;
                }
                self.enclosed(['{', '}'], entries.len(), depth, out, &mut |i, out| {
                    self.quote(&entries[i].1, out);
                    out.push_str(&self.key_separator);
                    self.write(&entries[i].2, depth + 1, out, caller)
                })?;
            }
            other => {
                let Some(default) = &self.default else {
                    let message = format!("{} cannot be written as json", other.a_type());
                    return Err(Fault::type_error(message));
                };
                let arguments = Arguments { positional: vec![other.clone()], ..Arguments::default() };
                let shown = caller.interpreter.call_value(default, arguments, caller.scope)?;
                self.write(&shown, depth + 1, out, caller)?;
            }
        }
        Ok(())
    }

    /// Items between brackets, on lines of their own when there is an indentation.
    fn enclosed(
        &self,
        [open, close]: [char; 2],
        count: usize,
        depth: usize,
        out: &mut String,
        item: &mut dyn FnMut(usize, &mut String) -> Result<()>,
    ) -> Result<()> {
        let line = |out: &mut String, depth: usize| {
            if let Some(indent) = &self.indent {
                out.push('\n');
                (0..depth).for_each(|_| out.push_str(indent));
            }
        };
        out.push(open);
        for i in 0..count {
            if i > 0 {
                out.push_str(&self.item_separator);
            }
            line(out, depth + 1);
            item(i, out)?;
        }
        if count > 0 {
            line(out, depth);
        }
        out.push(close);
        Ok(())
    }

    fn quote(&self, text: &str, out: &mut String) {
        out.push('"');
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\u{8}' => out.push_str("\\b"),
                '\u{c}' => out.push_str("\\f"),
                c if (c as u32) < 0x20 || (self.ensure_ascii && !(' '..='~').contains(&c)) => {
                    let mut units = [0; 2];
                    c.encode_utf16(&mut units).iter().for_each(|unit| out.push_str(&format!("\\u{unit:04x}")));
                }
                c => out.push(c),
            }
        }
        out.push('"');
    }
}

fn is_true(value: &Value) -> bool {
    !matches!(value, Value::None | Value::Logical(false) | Value::Integer(0))
}

fn number(x: f64) -> String {
    match x {
        x if x.is_nan() => "NaN".into(),
        x if x.is_infinite() => if x > 0.0 { "Infinity" } else { "-Infinity" }.into(),
        x => real(x),
    }
}

fn key_text(key: &Value) -> Option<String> {
    match key {
        Value::Text(text) => Some(text.to_string()),
        Value::Integer(i) => Some(i.to_string()),
        Value::Real(x) => Some(number(*x)),
        Value::Logical(b) => Some(if *b { "true" } else { "false" }.into()),
        Value::None => Some("null".into()),
        _ => None,
    }
}

/// By keys, which must be all texts or all numbers.
fn sort(entries: &mut [(Value, String, Value)]) -> Result<()> {
    if entries.iter().all(|(key, ..)| matches!(key, Value::Text(_))) {
        entries.sort_by(|a, b| a.1.cmp(&b.1));
        return Ok(());
    }
    if let Some((odd, ..)) = entries.iter().find(|(key, ..)| key.as_real().is_none()) {
        let message = format!("keys of several kinds cannot be sorted: {}", represent(odd));
        return Err(Fault::type_error(message));
    }
    entries.sort_by(|a, b| a.0.as_real().unwrap_or(0.0).total_cmp(&b.0.as_real().unwrap_or(0.0)));
    Ok(())
}
