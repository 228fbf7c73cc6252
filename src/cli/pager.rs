//! Long pages at a terminal go through the pager of the user: PAGER, or `less -R`.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use crate::cli::streams::to_stdout;

/// Shows a text: as it is where it goes to a file or a pipe, fits the screen, or no pager starts. Whether all was written.
pub fn show(text: &str) -> bool {
    let fits = console::Term::stdout().size_checked().is_none_or(|(rows, _)| text.lines().count() < usize::from(rows));
    if fits || !std::io::stdout().is_terminal() || through_pager(text).is_none() {
        return to_stdout(text);
    }
    true
}

/// `None` when there is no pager, or it is told not to be there (an empty PAGER, or `cat`).
fn through_pager(text: &str) -> Option<()> {
    let chosen = std::env::var("PAGER").unwrap_or_else(|_| "less -R".to_string());
    let mut words = chosen.split_whitespace();
    let name = words.next().filter(|name| *name != "cat")?;
    let mut pager = Command::new(name).args(words).stdin(Stdio::piped()).spawn().ok()?;
    if let Some(mut input) = pager.stdin.take() {
        // A pager that is left early closes its input.
        let _ = input.write_all(text.as_bytes());
    }
    let _ = pager.wait();
    Some(())
}
