//! From lines to inputs: lines are joined while a bracket, a text or a block is open.

use std::io::BufRead;

use crate::syntax::{Ending, continues_block, decode, ending};

/// What comes next.
pub enum Next {
    Text(String),
    /// The user threw a line away.
    Cleared,
    End,
}

/// Inputs of a pipe, where only a line that is not indented ends a block.
#[derive(Default)]
pub struct Pipe {
    /// A line that was read and belongs to the next input.
    kept: Option<String>,
}

impl Pipe {
    pub fn next(&mut self) -> Next {
        let mut text = String::new();
        let mut state = Ending::Whole;
        loop {
            let Some(line) = self.kept.take().or_else(line_of_stdin) else {
                return if text.is_empty() { Next::End } else { Next::Text(text) };
            };
            if state == Ending::Block && !continues_block(&line) {
                self.kept = Some(line);
                return Next::Text(text);
            }
            text.push_str(&line);
            text.push('\n');
            state = ending(&text);
            if state == Ending::Whole || is_command(&text) {
                return Next::Text(text);
            }
        }
    }
}

/// A line that is no UTF-8 is read as well as it can be.
fn line_of_stdin() -> Option<String> {
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(decode(&bytes).trim_end_matches(['\r', '\n']).to_string()),
    }
}

/// Whether an input is for the REPL itself.
pub fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}
