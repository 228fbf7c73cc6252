//! Requests as they come, a JSON object per line, read by a thread of its own so that an interrupt is seen at once.

use std::io::BufRead;
use std::sync::mpsc::Sender;

use serde_json::{Value as Json, json};

use super::queue::Queue;
use crate::cli::codes::WRONG;
use crate::cli::wire::send;

/// Longest line that is read (bytes).
const LONGEST: usize = 256 << 20;

/// A request and its number.
pub struct Request {
    pub number: u64,
    pub fields: Json,
}

impl Request {
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields[key].as_str()
    }
}

/// Reads requests to the end of the input, or until one asks to end. `with_parent`: the end of the input is that of the
/// program which started this one, and nobody waits for what runs.
pub fn read(queue: &Queue<'_>, requests: &Sender<Request>, with_parent: bool) {
    loop {
        let line = match next_line() {
            Some(line) => line,
            None if with_parent => {
                crate::source::remove_temporaries();
                std::process::exit(i32::from(WRONG));
            }
            None => return,
        };
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let fields = match serde_json::from_slice::<Json>(&line) {
            Ok(fields) if fields.is_object() => fields,
            Ok(_) => {
                refuse(&Json::Null, "a request is a JSON object with an entry `do`");
                continue;
            }
            Err(error) => {
                refuse(&Json::Null, &format!("this line is not JSON: {error}"));
                continue;
            }
        };
        match fields["do"].as_str() {
            Some("interrupt") => {
                queue.interrupt();
                send(&fields["id"], json!({"done": "ok"}));
            }
            Some(_) => {
                let ends = fields["do"] == "end";
                if requests.send(Request { number: queue.came(), fields }).is_err() || ends {
                    return;
                }
            }
            None => refuse(&fields["id"], "a request says what to do in the entry `do`, which is a text"),
        }
    }
}

/// Answers that a request cannot be carried out.
pub fn refuse(id: &Json, why: &str) {
    send(id, json!({"done": "error", "message": why}));
}

/// A line without its end; none at the end of the input. A line that never ends is one.
fn next_line() -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut input = std::io::stdin().lock();
    match std::io::Read::take(&mut input, LONGEST as u64).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(line),
    }
}
