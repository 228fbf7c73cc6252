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
        Json::Object(items) if let Some(real) = unwritable(items) => format!("float('{real}')"),
        Json::Object(items) => {
            let pair =
                |(key, value): (&String, &Json)| format!("{}: {}", literal(&Json::String(key.clone())), literal(value));
            format!("{{{}}}", items.iter().map(pair).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A real that JSON cannot write, `{"real": "NaN"}`, as values have it on their way out.
fn unwritable(items: &serde_json::Map<String, Json>) -> Option<&'static str> {
    let (1, Some(Json::String(text))) = (items.len(), items.get("real")) else { return None };
    Some(match text.as_str() {
        "NaN" => "nan",
        "inf" => "inf",
        "-inf" => "-inf",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_as_studies_write_them() {
        let value = serde_json::json!({"a": [1, 2.5, true, null], "é'": "x\n"});
        assert_eq!(literal(&value), "{'a': [1, 2.5, True, None], \"é'\": 'x\\n'}");
        let value = serde_json::json!([{"real": "NaN"}, {"real": "-inf"}, {"real": "x"}, {"real": "NaN", "b": 1}]);
        assert_eq!(literal(&value), "[float('nan'), float('-inf'), {'real': 'x'}, {'real': 'NaN', 'b': 1}]");
    }
}
