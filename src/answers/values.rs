//! Values as JSON: arrays of numbers as base64 of little-endian items, single values with their kind.

use std::sync::Arc;

use serde_json::{Map, Value as Json, json};

use crate::api::Report;
use crate::concepts::Concept;
use crate::io::base64;
use crate::language::shown::{Column, Numbers, columns, described, of_value, picture};
use crate::language::{brief, is_of_mathematics, is_own, sizes};
use crate::python::{Value, read, represent};

/// Rows of the text of a value.
const ROWS: usize = 10;
/// Nesting of lists and dictionaries that is followed.
const DEPTH: usize = 20;

/// `fonction_sdaster`, `float`.
pub fn kind(value: &Value) -> &str {
    match value {
        Value::Concept(handle) => &handle.kind,
        other => other.type_name(),
    }
}

/// A value in the form that is asked for: `arrays`, `text`, `html` or `svg`.
pub fn form(name: &str, value: &Value, wanted: &str) -> Result<Json, String> {
    let mut fields = json!({"name": name, "type": kind(value)});
    // The text of a long list is long: it is made where it is sent.
    let text = || match value {
        Value::Concept(handle) => described(handle, ROWS),
        other => represent(other) + "\n",
    };
    match wanted {
        "text" => fields["text"] = text().into(),
        "html" => fields["html"] = of_value(value).unwrap_or_else(text).into(),
        "svg" => {
            let drawn = picture(name, value).ok_or_else(|| format!("there is no picture of {name}"))?;
            fields["svg"] = drawn.svg().into();
        }
        "arrays" => {
            if let Value::Concept(handle) = value {
                let concept = handle.get().ok_or_else(|| format!("{name} was not computed"))?;
                fields["size"] = sizes(concept).into();
                fields["text"] = text().into();
            }
            match columns(value) {
                Some((kind, columns)) => {
                    fields["kind"] = kind.into();
                    fields["columns"] = columns.iter().map(column).collect();
                }
                None => match plain(value, DEPTH) {
                    Some(plain) => {
                        fields["kind"] = "value".into();
                        fields["value"] = plain;
                    }
                    None => {
                        fields["kind"] = "other".into();
                        fields["text"] = text().into();
                    }
                },
            }
        }
        other => return Err(format!("the forms of a value are arrays, text, html and svg; found {other}")),
    }
    Ok(fields)
}

/// Adds the table and the picture of a value, where it has them.
pub fn show(fields: &mut Json, name: &str, value: &Value) {
    if let Some(html) = of_value(value) {
        fields["html"] = html.into();
    }
    if let Some(svg) = picture(name, value).map(|p| p.svg()).filter(|svg| svg.len() <= MOST_DRAWN_OF_ALL) {
        fields["svg"] = svg.into();
    }
}

/// The values of a study by name: all that are no fields, transients, meshes or matrices, and those named in `wanted`; with
/// their `pictures` where these are asked for.
///
/// # Errors
/// A name that the study does not have.
pub fn values(report: &Report, wanted: &[String], pictures: bool) -> Result<Json, String> {
    let newest = |value| match value {
        Value::Concept(handle) => Value::Concept(report.graph.newest(&handle)),
        other => other,
    };
    let names: Vec<(Arc<str>, Value)> =
        report.scope.entries().into_iter().map(|(name, value)| (name, newest(value))).collect();
    let all = wanted.iter().any(|name| name == "all");
    for name in wanted.iter().filter(|name| *name != "all") {
        if !names.iter().any(|(known, _)| **known == **name) {
            let near = crate::catalogue::replaced(name, names.iter().map(|(known, _)| &**known), None);
            let help = near.map_or(String::new(), |(help, _)| format!("; {help}"));
            return Err(format!("--values {name}: the study has no value of that name{help}"));
        }
    }
    let mut object = Map::new();
    for (name, value) in &names {
        if wanted.iter().any(|wanted| **wanted == **name) || all && is_small(name, value) {
            let mut fields = form(name, value, "arrays")?;
            if pictures {
                show(&mut fields, name, value);
            }
            object.insert(name.to_string(), fields);
        }
    }
    Ok(Json::Object(object))
}

/// What a report holds unasked.
fn is_small(name: &str, value: &Value) -> bool {
    match value {
        Value::Concept(handle) => matches!(
            handle.get(),
            Some(
                Concept::Function(_)
                    | Concept::ComplexFunction(_)
                    | Concept::Surface(_)
                    | Concept::RealList(_)
                    | Concept::IntegerList(_)
                    | Concept::Instants(_)
                    | Concept::Table(_)
                    | Concept::Modes(_)
                    | Concept::GeneralizedMatrix(_)
                    | Concept::GeneralizedVector(_)
            )
        ),
        Value::Function(_) => false,
        _ => is_own(name, value) && !is_of_mathematics(name, value),
    }
}

/// Longest text of a name in a list, and largest drawings, one and all together (bytes).
const MOST_TEXT: usize = 2_000;
const MOST_DRAWN: usize = 400 << 10;
const MOST_DRAWN_OF_ALL: usize = 4 << 20;

/// The names of a study with type, size and text, and with their pictures where these are wanted.
pub fn listed(report: &Report, pictures: bool) -> Json {
    let mut left = MOST_DRAWN_OF_ALL;
    let mut list = Vec::new();
    for (name, value) in report.scope.entries() {
        if !is_own(&name, &value) {
            continue;
        }
        let mut fields = json!({"name": &*name, "type": kind(&value)});
        let value = match value {
            Value::Concept(handle) => Value::Concept(report.graph.newest(&handle)),
            other => other,
        };
        // The states of a transient that nothing reads any more are gone.
        if let Value::Concept(handle) = &value
            && matches!(handle.get(), Some(Concept::Trajectory(states)) if states.is_given_back())
        {
            fields["size"] = "states given back after their last use".into();
            fields["text"] = "".into();
            list.push(fields);
            continue;
        }
        let mut text = match &value {
            Value::Concept(handle) => {
                fields["size"] = handle.get().map_or("not computed".to_string(), sizes).into();
                described(handle, ROWS)
            }
            other => {
                fields["size"] = brief(other).into();
                represent(other)
            }
        };
        if let Some((end, _)) = text.char_indices().nth(MOST_TEXT) {
            text.truncate(end);
            text.push_str(" ...");
        }
        fields["text"] = text.into();
        let drawn = pictures.then(|| picture(&name, &value)).flatten().map(|drawn| drawn.svg());
        if let Some(svg) = drawn.filter(|svg| svg.len() <= MOST_DRAWN.min(left)) {
            left -= svg.len();
            fields["svg"] = svg.into();
        }
        list.push(fields);
    }
    list.into()
}

fn column(column: &Column) -> Json {
    let bytes = |items: &mut dyn Iterator<Item = [u8; 8]>| {
        let bytes: Vec<u8> = items.flatten().collect();
        let mut text = String::new();
        base64::encode(&bytes, &mut text);
        text
    };
    let (kind, text) = match &column.numbers {
        Numbers::Real(items) => ("<f8", bytes(&mut items.iter().map(|x| x.to_le_bytes()))),
        Numbers::Integer(items) => ("<i8", bytes(&mut items.iter().map(|i| i.to_le_bytes()))),
        Numbers::IntegerOrEmpty(items) => {
            // NaN where a cell is empty, for arrays; tables have a type for such columns.
            let real = |i: &Option<i64>| i.map_or(f64::NAN, |i| i as f64).to_le_bytes();
            let text = bytes(&mut items.iter().map(real));
            return json!({"name": column.name, "dtype": "<f8", "whole": true, "shape": column.shape, "base64": text});
        }
        Numbers::Complex(items) => {
            ("<c16", bytes(&mut items.iter().flat_map(|z| [z.re.to_le_bytes(), z.im.to_le_bytes()])))
        }
        Numbers::Text(items) => {
            return json!({"name": column.name, "dtype": "text", "shape": column.shape, "values": items});
        }
    };
    json!({"name": column.name, "dtype": kind, "shape": column.shape, "base64": text})
}

/// A value that JSON can hold: numbers, texts, lists of them. What JSON has no form for is an object with one entry that
/// names it; `None` where there is no such form.
fn plain(value: &Value, depth: usize) -> Option<Json> {
    let depth = depth.checked_sub(1)?;
    let all = |items: &[Value]| items.iter().map(|item| plain(item, depth)).collect::<Option<Vec<Json>>>();
    Some(match value {
        Value::None | Value::Nothing(_) => Json::Null,
        Value::Logical(is) => json!(is),
        Value::Integer(i) => json!(i),
        Value::Real(x) if x.is_finite() => json!(x),
        Value::Real(x) => json!({"real": x.to_string()}),
        Value::Complex(z) => json!({"complex": [z.re.to_string(), z.im.to_string()]}),
        Value::Text(text) => json!(&**text),
        Value::List(items) => json!(all(&read(items))?),
        Value::Tuple(items) => json!({"tuple": all(items)?}),
        Value::Dictionary(items) => {
            let items = read(items);
            let pair = |(key, value): &(Value, Value)| Some(json!([plain(key, depth)?, plain(value, depth)?]));
            json!({"dictionary": items.values().map(pair).collect::<Option<Vec<Json>>>()?})
        }
        Value::Range(_) | Value::Set(_) => json!(all(&crate::python::collect(value).ok().flatten()?)?),
        Value::Concept(handle) => json!({"concept": handle.name()}),
        _ => return None,
    })
}
