//! A client of `stickslip lsp` that does what a test says: JSON-RPC over standard input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// A server and the messages that come from it.
pub struct Client {
    pub child: Child,
    pub input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Messages that were read and not asked for yet.
    pub kept: Vec<Value>,
    next: i64,
    pub exchanges: usize,
}

/// Longest wait for a message: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

impl Client {
    pub fn start(folder: &Path, encodings: &[&str]) -> Client {
        Client::able(folder, json!({ "general": { "positionEncodings": encodings } }), Value::Null, &[])
    }

    /// One with abilities and wishes, of a program that is given further arguments.
    pub fn able(folder: &Path, capabilities: Value, options: Value, arguments: &[&str]) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stickslip"))
            .args(arguments)
            .args(["lsp", "--log", "lsp.log"])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if output.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.trim().strip_prefix("Content-Length:") {
                        Some(number) => length = number.trim().parse().unwrap(),
                        None if line.trim().is_empty() => break,
                        None => {}
                    }
                }
                let mut bytes = vec![0; length];
                if output.read_exact(&mut bytes).is_err() {
                    return;
                }
                if sender.send(serde_json::from_slice(&bytes).unwrap()).is_err() {
                    return;
                }
            }
        });
        let mut client = Client { child, input, messages, kept: Vec::new(), next: 0, exchanges: 0 };
        let params = json!({ "capabilities": capabilities, "processId": null, "initializationOptions": options });
        let answer = client.ask("initialize", params);
        assert_eq!(answer["serverInfo"]["name"], "stickslip");
        client.tell("initialized", json!({}));
        client
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn raw(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The first message, kept or to come, that is wanted.
    pub fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(rank) = self.kept.iter().position(&wanted) {
            return self.kept.remove(rank);
        }
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let message = self.messages.recv_timeout(left).expect("the server answers");
            if wanted(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    /// The whole answer to a request.
    pub fn whole(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Sends a request; its number.
    pub fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.exchanges += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The whole answer to the request of a number.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(|message| message["id"] == id && message.get("method").is_none())
    }

    /// The parameters of the next notification or request of the server with this method.
    pub fn told(&mut self, method: &str) -> Value {
        self.wait(|message| message["method"] == method)["params"].clone()
    }

    /// The result of a request.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let answer = self.whole(method, params);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// The sentence that refuses a request, and its number.
    pub fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let answer = self.whole(method, params);
        let error = &answer["error"];
        (error["code"].as_i64().expect(method), error["message"].as_str().unwrap_or("").to_string())
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "comm", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn replace(&mut self, uri: &str, version: i64, text: &str) {
        let changes = json!([{ "text": text }]);
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Codes of the next diagnostics of a file and version.
    pub fn diagnostics(&mut self, uri: &str, version: Option<i64>) -> Vec<Value> {
        self.exchanges += 1;
        let message = self.wait(|message| {
            let params = &message["params"];
            let method = message["method"] == "textDocument/publishDiagnostics";
            method && params["uri"] == uri && version.is_none_or(|version| params["version"] == version)
        });
        message["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Waits until a file has diagnostics, or none: a check that was under way may tell its own before.
    pub fn until(&mut self, uri: &str, has_some: bool) {
        self.exchanges += 1;
        self.wait(|message| {
            let params = &message["params"];
            let method = message["method"] == "textDocument/publishDiagnostics";
            method && params["uri"] == uri && (params["diagnostics"] != json!([])) == has_some
        });
    }

    pub fn end(mut self) -> (Option<i32>, usize) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        (self.child.wait().unwrap().code(), self.exchanges)
    }
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// Place of the first byte of a word, with columns in units of UTF-16.
pub fn place(text: &str, word: &str, shift: usize) -> Value {
    let at = text.find(word).unwrap_or_else(|| panic!("{word} is not in the text")) + shift;
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    json!({ "line": text[..at].matches('\n').count(), "character": text[start..at].encode_utf16().count() })
}

pub fn at(uri: &str, text: &str, word: &str, shift: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": place(text, word, shift) })
}
