//! The server: the loop over messages, checks and runs.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};

use serde_json::{Value, json};

use super::client::Client;
use super::features::Features;
use super::files::Files;
use super::jobs::{Event, Job};
use super::log::Log;
use super::state::{CANCELLED, CHANGED, Refusal, State, Waiting};
use super::wire::Incoming;
use super::{capabilities, requests};

/// The server and what it knows.
pub struct Server<'o> {
    pub client: Client<'o>,
    pub threads: Threads,
    pub state: State,
    /// Requests for diagnostics that a check will answer.
    pub waiting: Vec<Waiting>,
    /// Runs so far.
    pub runs: u64,
    asked_to_end: bool,
    initialized: bool,
}

/// Ways to the other threads.
pub struct Threads {
    pub jobs: Sender<Job>,
    /// What a run tells comes back through it.
    pub events: Sender<Event>,
}

impl<'o> Server<'o> {
    pub fn new(output: &'o mut dyn Write, log: Log, threads: Threads, files: Files) -> Self {
        Server {
            client: Client::new(output, log),
            threads,
            state: State::new(files),
            waiting: Vec::new(),
            runs: 0,
            asked_to_end: false,
            initialized: false,
        }
    }

    /// Answers until the client ends the server; the exit code.
    pub fn run(&mut self, events: &Receiver<Event>) -> u8 {
        let mut queue: VecDeque<Event> = VecDeque::new();
        loop {
            if queue.is_empty() {
                let event = match self.state.studies.values().filter_map(|study| study.run.as_ref()?.wait()).min() {
                    Some(wait) => events.recv_timeout(wait),
                    None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                };
                match event {
                    Ok(event) => queue.push_back(event),
                    Err(RecvTimeoutError::Timeout) => self.catch_up(),
                    Err(RecvTimeoutError::Disconnected) => return 1,
                }
            }
            // What has arrived meanwhile says which requests are of no use any more.
            queue.extend(std::iter::from_fn(|| events.try_recv().ok()));
            let Some(event) = queue.pop_front() else { continue };
            match event {
                Event::Checked(checked) => self.checked(*checked, &|uri| is_changed(&queue, uri)),
                Event::Run(study, number, told) => self.told(&study, number, told),
                Event::Incoming(Incoming::Malformed(why)) => {
                    self.client.log.line(&format!("a message that is no JSON: {why}"));
                    let error = json!({ "code": -32700, "message": why });
                    self.client.send(&json!({ "jsonrpc": "2.0", "id": null, "error": error }));
                }
                Event::Incoming(Incoming::End(Ok(()))) => return u8::from(!self.asked_to_end),
                Event::Incoming(Incoming::End(Err(why))) => {
                    self.client.log.line(&format!("the input ends: {why}"));
                    return 1;
                }
                Event::Incoming(Incoming::Message(message)) => {
                    if message["method"] == "exit" {
                        return u8::from(!self.asked_to_end);
                    }
                    self.message(&message, &queue);
                }
            }
        }
    }

    fn message(&mut self, message: &Value, queue: &VecDeque<Event>) {
        let Some(method) = message["method"].as_str() else {
            // An answer to something that the server asked: nothing depends on it.
            return;
        };
        self.client.log.line(&format!("<- {method}"));
        let id = message.get("id").cloned();
        let params = &message["params"];
        let work = || match &id {
            Some(id) => match superseded(queue, id, params) {
                Some(refusal) => Err(refusal),
                None => self.request(id, method, params),
            },
            None => {
                self.notification(method, params);
                Ok(None)
            }
        };
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let answer = done.unwrap_or_else(|_| {
            let why = format!("{method} failed by an error of the program; the server goes on");
            self.client.log.line(&why);
            Err(Refusal(-32603, why))
        });
        if let (Some(id), Some(answer)) = (id, answer.transpose()) {
            self.client.answer(&id, answer);
        }
    }

    /// The answer to a request; none when it comes later.
    fn request(&mut self, id: &Value, method: &str, params: &Value) -> Result<Option<Value>, Refusal> {
        if self.asked_to_end {
            return Err(Refusal(-32600, "the server was asked to end".into()));
        }
        if method == "initialize" {
            self.state.can = Features::of(params);
            self.client.can = self.state.can;
            self.initialized = true;
            return Ok(Some(capabilities::capabilities(&self.state.can)));
        }
        if !self.initialized {
            return Err(Refusal(-32002, "the first request is `initialize`".into()));
        }
        match method {
            "shutdown" => {
                self.asked_to_end = true;
                self.cancel_run(|_| true);
                Ok(Some(Value::Null))
            }
            "workspace/executeCommand" => self.execute(id, params),
            "textDocument/diagnostic" => self.pulled(id, params),
            _ => requests::answer(&self.state, method, params).map(Some),
        }
    }
}

/// Messages that have arrived and were not looked at yet.
fn later(queue: &VecDeque<Event>) -> impl Iterator<Item = &Value> {
    queue.iter().filter_map(|event| match event {
        Event::Incoming(Incoming::Message(message)) => Some(message),
        _ => None,
    })
}

/// Whether a later message changes a text.
fn is_changed(queue: &VecDeque<Event>, uri: &str) -> bool {
    later(queue).any(|message| {
        let changes = ["textDocument/didChange", "textDocument/didClose"].iter().any(|m| message["method"] == *m);
        changes && message["params"]["textDocument"]["uri"] == uri
    })
}

/// Why a request is of no use any more: it was taken back, or the text that it is about has changed.
fn superseded(queue: &VecDeque<Event>, id: &Value, params: &Value) -> Option<Refusal> {
    let taken_back = |message: &Value| message["method"] == "$/cancelRequest" && message["params"]["id"] == *id;
    if later(queue).any(taken_back) {
        return Some(Refusal(CANCELLED, "cancelled".into()));
    }
    let uri = params["textDocument"]["uri"].as_str()?;
    is_changed(queue, uri).then(|| Refusal(CHANGED, "the text has changed meanwhile".into()))
}
