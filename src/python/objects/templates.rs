//! `template.format(...)`: fields by rank and by name, with their indices.

use super::items;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::format::{Field, field_text, fields};
use crate::python::core::function::Arguments;
use crate::python::core::value::Value;

/// The template with its fields filled in.
pub fn filled(template: &str, arguments: &Arguments) -> Result<Value> {
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
        value = items::item(&value, &index)?;
        rest = more;
    }
    match (rest, &value) {
        ("", _) => Ok(value),
        (".real", v) if v.as_complex().is_some() => Ok(v.as_complex().map_or(Value::None, |z| Value::Real(z.re))),
        (".imag", v) if v.as_complex().is_some() => Ok(v.as_complex().map_or(Value::None, |z| Value::Real(z.im))),
        (rest, v) => Err(Fault::new("AttributeError", format!("a value of type {} has no '{rest}'", v.type_name()))),
    }
}
