//! What a session says to a program: events.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;

use crate::cli::repl::voice::Voice;
use crate::cli::wire::Wire;
use crate::language::shown::{Picture, of_assertions};
use crate::verdict::{Record, table};

impl Voice for Wire {
    fn say(&self, text: &str) {
        self.send(json!({"event": "text", "text": format!("{}\n", text.trim_end_matches('\n'))}));
    }

    fn complain(&self, why: &str) {
        self.send(json!({
            "event": "diagnostic", "code": "", "severity": "error", "message": why, "file": null, "line": null, "column": null,
            "end_line": null, "end_column": null, "help": null, "fixes": [], "rendered": format!("{why}\n"),
        }));
    }

    fn page(&self, text: &str) {
        self.say(text);
    }

    fn assertions(&self, records: &[Arc<Record>]) {
        let mut text = String::new();
        table(records, |lines| text.push_str(lines));
        self.send(json!({"event": "assertions", "text": text, "html": of_assertions(records)}));
    }

    fn draw(&self, picture: &Picture) {
        self.send(json!({
            "event": "value", "name": "", "type": "picture", "text": "a picture\n", "svg": picture.svg(), "last": true,
        }));
    }

    fn wrote(&self, file: &Path, bytes: u64) {
        self.file(file, bytes);
    }
}
