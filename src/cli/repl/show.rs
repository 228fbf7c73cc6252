//! What an input shows: the log of operators as `run` shows it, and values.

use crate::cli::console::{Console, to_stdout};
use crate::concepts::Handle;
use crate::study::events::{Event, Observer};

pub struct Screen {
    pub console: Console,
}

impl Observer for Screen {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Concept(handle) => to_stdout(&described(handle)),
            other => self.console.see(other),
        }
    }
}

/// One line: type, name, sizes; then the first rows of a table or function.
fn described(handle: &Handle) -> String {
    format!("{} {}", handle.kind, handle.name())
}
