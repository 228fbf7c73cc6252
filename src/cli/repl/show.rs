//! What an input shows: the log of operators as `run` shows it, and concepts: a line with type, name and sizes, then the
//! first rows of what is a table.

use crate::api::{Event, Observer};
use crate::cli::console::Console;
use crate::cli::streams::to_stdout;
use crate::language::shown::described;
use crate::python::Value;

/// Rows shown of a table or function.
const ROWS: usize = 10;

pub struct Screen {
    pub console: Console,
}

impl Observer for Screen {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Value { value: Value::Concept(handle), .. } => {
                to_stdout(&described(handle, ROWS));
            }
            Event::Value { text, .. } => {
                to_stdout(text);
            }
            other => self.console.see(other),
        }
    }
}
