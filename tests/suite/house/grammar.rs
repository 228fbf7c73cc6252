//! The catalogue says nothing twice: what several places share stands in `grammar/fragments/` or in `shared` of a command.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::program::root;

/// Characters of a part, without blanks, from which it is written once.
const LONGEST_REPEAT: usize = 300;

/// Notes each part of `value` under its text; `file` tells entries of `shared` of different commands apart.
fn note(value: &Value, file: &str, place: &str, seen: &mut BTreeMap<String, Vec<String>>) {
    let parts: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(name, part)| (name.clone(), part)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(k, part)| (k.to_string(), part)).collect(),
        _ => return,
    };
    let text = value.to_string();
    if text.chars().count() >= LONGEST_REPEAT {
        let own = text.split("\"include\":\"").skip(1).any(|name| !name.split('"').next().unwrap_or("").contains(": "));
        let key = if own { format!("{file}: {text}") } else { text };
        seen.entry(key).or_default().push(format!("{file}{place}"));
    }
    for (name, part) in parts {
        note(part, file, &format!("{place}/{name}"), seen);
    }
}

#[test]
fn no_part_of_the_catalogue_stands_twice() {
    let mut seen = BTreeMap::new();
    for folder in ["grammar/commands", "grammar/fragments"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let file = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
            let value: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            note(&value, &file, "", &mut seen);
        }
    }
    let twice: Vec<_> =
        seen.into_values().filter(|places| places.len() > 1).map(|places| places.join(" and ")).collect();
    assert!(twice.is_empty(), "written twice, move it to grammar/fragments:\n{}", twice.join("\n"));
}
