//! Values of JSON as a study writes them.

use serde_json::Value as Json;

use crate::python::{Value, represent};

/// A value of JSON as a study writes it.
pub fn literal(value: &Json) -> String {
    match value {
        Json::Null => "None".to_string(),
        Json::Bool(true) => "True".to_string(),
        Json::Bool(false) => "False".to_string(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => represent(&Value::Text(text.as_str().into())),
        Json::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Json::Object(items) => {
            let pair =
                |(key, value): (&String, &Json)| format!("{}: {}", literal(&Json::String(key.clone())), literal(value));
            format!("{{{}}}", items.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_studies_write_them() {
        let value = serde_json::json!({"a": [1, 2.5, true, null], "é'": "x\n"});
        assert_eq!(literal(&value), "{'a': [1, 2.5, True, None], \"é'\": 'x\\n'}");
    }
}
