//! Inputs from a terminal: lines are edited, kept in a history, completed; an empty line ends a block.

use std::path::PathBuf;

use rustyline::completion::{Completer, Pair};
use rustyline::config::Configurer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::input::{Next, is_command};
use super::tab::offered;
use crate::cli::console::terminal_width;
use crate::language::{Name, Word};
use crate::syntax::{Ending, ending};

const PROMPT: &str = ">>> ";
const CONTINUATION: &str = "... ";
/// What an indented line starts with.
const INDENT: &str = "    ";
const HISTORY_SIZE: usize = 2000;

pub struct Terminal {
    editor: Editor<Tab, DefaultHistory>,
    /// Where the history is kept, when there is such a place.
    history: Option<PathBuf>,
}

impl Terminal {
    /// `None` when this terminal cannot be edited in.
    pub fn open() -> Option<Self> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).ok()?;
        editor.set_helper(Some(Tab::default()));
        // A session without history is better than none: nothing of this may fail it.
        let _ = editor.set_max_history_size(HISTORY_SIZE);
        let history = history_file();
        if let Some(file) = &history {
            let _ = editor.load_history(file);
        }
        Some(Terminal { editor, history })
    }

    /// The names that Tab completes.
    pub fn know(&mut self, names: Vec<Name>) {
        if let Some(tab) = self.editor.helper_mut() {
            tab.names = names;
        }
    }

    pub fn next(&mut self) -> Next {
        let mut text = String::new();
        let mut state = Ending::Whole;
        loop {
            if let Some(tab) = self.editor.helper_mut() {
                tab.before.clone_from(&text);
            }
            let prompt = if text.is_empty() { PROMPT } else { CONTINUATION };
            let indent = if state == Ending::Block { indentation(&text) } else { String::new() };
            let line = match self.editor.readline_with_initial(prompt, (&indent, "")) {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => return Next::Cleared,
                Err(ReadlineError::Signal(_)) => continue,
                Err(_) if text.is_empty() => return Next::End,
                Err(_) => return Next::Text(text),
            };
            let ends = state == Ending::Block && line.trim().is_empty();
            if !ends {
                text.push_str(&line);
                text.push('\n');
                state = ending(&text);
            }
            if ends || state == Ending::Whole || is_command(&text) {
                self.remember(text.trim_end());
                return Next::Text(text);
            }
        }
    }

    fn remember(&mut self, text: &str) {
        if let (Ok(true), Some(file)) = (self.editor.add_history_entry(text), &self.history) {
            let _ = self.editor.append_history(file);
        }
    }
}

/// Blanks for the next line of a block: those of the line before, more after a colon.
fn indentation(text: &str) -> String {
    let last = text.lines().next_back().unwrap_or("");
    let blanks: String = last.chars().take_while(|c| *c == ' ').collect();
    if last.trim_end().ends_with(':') { blanks + INDENT } else { blanks }
}

/// `stickslip/history` in the user's folder for data, made when it is not there.
fn history_file() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| variable("HOME").map(|home| home.join(".local/share")))
    };
    let folder = data?.join("stickslip");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}

/// What Tab knows.
#[derive(Default)]
struct Tab {
    names: Vec<Name>,
    /// Lines of the input above the one being edited.
    before: String,
}

/// Columns kept free beside a word and its gloss.
const MARGIN: usize = 2;

/// Words as they are listed: with their gloss, as far as the line goes, where there are several.
fn listed(words: Vec<Word>) -> Vec<Pair> {
    let columns = terminal_width().unwrap_or(80).saturating_sub(MARGIN);
    let wide = words.iter().map(|word| word.text.chars().count()).max().unwrap_or(0) + MARGIN;
    let glossed = words.iter().any(|word| !word.gloss.is_empty());
    let shown = |word: &Word| {
        if !glossed || wide + MARGIN >= columns {
            return word.text.clone();
        }
        let line = format!("{:wide$}{}", word.text, word.gloss);
        match line.char_indices().nth(columns.saturating_sub(3)).filter(|_| line.chars().count() > columns) {
            Some((at, _)) => format!("{}...", line[..at].trim_end()),
            None => format!("{line:columns$}"),
        }
    };
    words.iter().map(|word| Pair { display: shown(word), replacement: word.text.clone() }).collect()
}

impl Completer for Tab {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let text = format!("{}{}", self.before, line.get(..cursor).unwrap_or(line));
        let (start, words) = offered(&text, &self.names);
        // What stands on a line above cannot be replaced.
        let inside = start.checked_sub(self.before.len());
        Ok(inside.map_or((cursor, Vec::new()), |start| (start, listed(words))))
    }
}

impl Hinter for Tab {
    type Hint = String;
}

impl Highlighter for Tab {}

impl Validator for Tab {}

impl Helper for Tab {}

#[cfg(test)]
mod tests {
    use super::indentation;

    #[test]
    fn blocks_are_indented() {
        assert_eq!(indentation("for i in x:\n"), "    ");
        assert_eq!(indentation("def f(x):\n  y = 1\n"), "  ");
        assert_eq!(indentation(""), "");
    }
}
