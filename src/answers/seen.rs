//! What is seen of a run for a page: its log, and how far it is.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::json;

use crate::api::{Event, Observer};
use crate::diag::Style;

/// Columns of messages in the log.
const COLUMNS: usize = 100;

/// Takes one object of JSON: `title` of an operator, `fraction` done, a short `text`.
pub type Tell = fn(&str);

/// Keeps the log and tells the progress.
pub struct Seen {
    tell: Tell,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    log: String,
    titles: BTreeMap<usize, String>,
}

impl Seen {
    pub fn new(tell: Tell) -> Self {
        Seen { tell, state: Mutex::default() }
    }

    /// The log so far.
    pub fn log(self) -> String {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).log
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, node: usize, fraction: f64, text: &str) {
        let title = self.state().titles.get(&node).cloned().unwrap_or_default();
        (self.tell)(&json!({"title": title, "fraction": fraction.clamp(0.0, 1.0), "text": text}).to_string());
    }
}

impl Observer for Seen {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Text(text) => {
                let mut state = self.state();
                state.log += text;
                if !text.ends_with('\n') {
                    state.log.push('\n');
                }
            }
            Event::Diagnostic(diagnostic, sources) => {
                self.state().log += &diagnostic.render(sources, Style::Plain, COLUMNS);
            }
            Event::Started { node, title } => {
                self.state().titles.insert(node, title.to_string());
                self.tell(node, 0.0, "");
            }
            Event::Progress { node, fraction, text } => self.tell(node, fraction, text),
            Event::Ended { node } => {
                self.state().titles.remove(&node);
            }
            Event::Value { .. } | Event::Verdict(_) | Event::Planned(_) => {}
        }
    }
}
