//! The other end: messages to the client, each with a line of the log.

use std::io::Write;

use serde_json::{Value, json};

use super::features::Features;
use super::log::Log;
use super::state::Refusal;
use super::wire::write;

/// Where answers, notifications and requests go.
pub struct Client<'o> {
    output: &'o mut dyn Write,
    pub log: Log,
    pub can: Features,
    /// Number of the last request of the server.
    asked: u64,
}

/// Kinds of what a client can be told to ask for again, in the order of [`Features::refreshes`].
const REFRESHES: [&str; 3] =
    ["workspace/diagnostic/refresh", "workspace/codeLens/refresh", "workspace/inlayHint/refresh"];

impl<'o> Client<'o> {
    pub fn new(output: &'o mut dyn Write, log: Log) -> Self {
        Client { output, log, can: Features::default(), asked: 0 }
    }

    pub fn send(&mut self, message: &Value) {
        if let Err(error) = write(self.output, message) {
            self.log.line(&format!("a message cannot be sent: {error}"));
        }
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.log.line(&format!("-> {method}"));
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks something of the client, whose answer nothing depends on.
    pub fn ask(&mut self, method: &str, params: Value) {
        self.log.line(&format!("-> {method}"));
        self.asked += 1;
        let id = format!("stickslip {}", self.asked);
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    pub fn answer(&mut self, id: &Value, result: Result<Value, Refusal>) {
        let answer = match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Refusal(code, why)) => {
                self.log.line(&format!("refused: {why}"));
                let mut error = json!({ "code": code, "message": why });
                if code == super::state::RETRY {
                    error["data"] = json!({ "retriggerRequest": true });
                }
                json!({ "jsonrpc": "2.0", "id": id, "error": error })
            }
        };
        self.send(&answer);
    }

    /// Shows a sentence; `kind`: 1 error, 2 warning, 3 information.
    pub fn say(&mut self, kind: u8, text: &str) {
        self.notify("window/showMessage", json!({ "type": kind, "message": text }));
    }

    pub fn refresh_diagnostics(&mut self) {
        self.refresh(0);
    }

    /// Lenses are no longer what they were.
    pub fn refresh_lenses(&mut self) {
        self.refresh(1);
    }

    /// Lenses and hints are no longer what they were. Editors pass over a second word on hints that comes soon after the first: it is said
    /// where they are all there.
    pub fn refresh_marks(&mut self) {
        self.refresh(1);
        self.refresh(2);
    }

    fn refresh(&mut self, which: usize) {
        if self.can.refreshes[which] {
            self.ask(REFRESHES[which], Value::Null);
        }
    }

    /// Files whose changes concern studies, told by the client from now on.
    pub fn watch_files(&mut self) {
        if !self.can.watches {
            return;
        }
        let glob = "**/*.{comm,com1,com2,com3,export,mail,med,mmed,msh,unv,csv,txt,dat,rhai}";
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": [{ "globPattern": glob }] },
        });
        self.ask("client/registerCapability", json!({ "registrations": [registration] }));
    }
}
