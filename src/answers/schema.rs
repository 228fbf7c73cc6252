//! The version of the JSON that the program writes.

use serde_json::Value;

/// Version of the JSON that the program writes; it grows when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// An object with the version of its form first.
pub fn versioned(fields: Value) -> Value {
    let mut json = serde_json::json!({ "schema": SCHEMA });
    if let (Some(json), Value::Object(fields)) = (json.as_object_mut(), fields) {
        json.extend(fields);
    }
    json
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_comes_first() {
        assert_eq!(versioned(serde_json::json!({"a": 2})).to_string(), r#"{"schema":1,"a":2}"#);
    }
}
