//! From lines to inputs: lines are joined while a bracket, a text or a block is open.

use std::io::BufRead;

use crate::syntax::{Ending, continues_block, ending};

/// Where lines come from.
pub struct Lines(Box<dyn FnMut() -> Option<String>>);

impl Lines {
    /// The standard input; a line that is no UTF-8 is read as well as it can be.
    pub fn of_stdin() -> Self {
        Lines(Box::new(|| {
            let mut bytes = Vec::new();
            match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => None,
                Ok(_) => Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_string()),
            }
        }))
    }
}

/// Inputs of a pipe, where only a line that is not indented ends a block.
pub struct Reader {
    lines: Lines,
    /// A line that was read and belongs to the next input.
    kept: Option<String>,
}

impl Reader {
    pub fn new(lines: Lines) -> Self {
        Reader { lines, kept: None }
    }

    pub fn next(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut state = Ending::Whole;
        loop {
            let Some(line) = self.kept.take().or_else(|| (self.lines.0)()) else {
                return (!text.is_empty()).then_some(text);
            };
            if state == Ending::Block && !continues_block(&line) {
                self.kept = Some(line);
                return Some(text);
            }
            text.push_str(&line);
            text.push('\n');
            if is_command(&text) {
                return Some(text);
            }
            state = ending(&text);
            if state == Ending::Whole {
                return Some(text);
            }
        }
    }
}

/// Whether an input is for the REPL itself.
pub fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}
