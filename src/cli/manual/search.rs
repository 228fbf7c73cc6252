//! What the search finds: one line per operator, keyword, value list, former name, code, section, example, word.

use serde_json::json;

use super::file::File;

#[derive(Default)]
pub struct Index {
    entries: Vec<serde_json::Value>,
}

impl Index {
    /// `kind`: one word shown beside the title; `text`: what is searched after the title.
    pub fn add(&mut self, title: &str, kind: &str, address: &str, text: &str) {
        self.entries.push(json!([title, kind, address, text]));
    }

    /// A script, since pages opened from a disk may not read files.
    pub fn file(self) -> File {
        let lines: Vec<String> = self.entries.iter().map(|entry| entry.to_string()).collect();
        File { name: "search.js".to_string(), text: format!("window.INDEX=[\n{}\n];\n", lines.join(",\n")) }
    }
}
