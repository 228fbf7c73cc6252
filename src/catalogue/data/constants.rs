//! Texts and values of the catalogue, kept for as long as the program runs.

use serde_json::Value as Json;

use super::super::schema::Constant;

/// A text of a description.
pub fn kept(text: Box<str>) -> &'static str {
    Box::leak(text)
}

/// The texts, for as long as the program runs.
pub fn all_kept(texts: Vec<Box<str>>) -> Vec<&'static str> {
    texts.into_iter().map(kept).collect()
}

/// A value of the catalogue. The error says what cannot be read.
pub fn value(raw: Json) -> Result<Constant, String> {
    match raw {
        Json::Bool(b) => Ok(Constant::Logical(b)),
        Json::Number(n) => match n.as_i64() {
            Some(i) => Ok(Constant::Integer(i)),
            None => n.as_f64().map(Constant::Real).ok_or(format!("number {n}")),
        },
        Json::String(s) => Ok(Constant::Text(kept(s.into()))),
        Json::Object(o) => {
            let parts = o.get("complex").and_then(Json::as_array).ok_or("value")?;
            let part = |i: usize| parts.get(i).and_then(Json::as_f64).ok_or("complex value");
            Ok(Constant::Complex(part(0)?, part(1)?))
        }
        other => Err(format!("value {other}")),
    }
}

/// A value or a list of them. The error says what cannot be read.
pub fn values(raw: Json) -> Result<Vec<Constant>, String> {
    match raw {
        Json::Array(items) => items.into_iter().map(value).collect(),
        one => Ok(vec![value(one)?]),
    }
}
