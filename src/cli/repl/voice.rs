//! Where the answers of a session go: a terminal or a pipe for people, lines of JSON for programs.

use std::path::Path;
use std::sync::Arc;

use super::terminal_chart::drawn;
use crate::cli::pager;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::language::shown::Picture;
use crate::verdict::{Record, table};

pub(in crate::cli::repl) trait Voice: Sync {
    fn say(&self, text: &str);
    /// What was asked cannot be done, and why.
    fn complain(&self, why: &str);
    /// A text that may be long.
    fn page(&self, text: &str);
    fn assertions(&self, records: &[Arc<Record>]);
    fn draw(&self, picture: &Picture);
    /// A file was written by a command of the session.
    fn wrote(&self, file: &Path, bytes: u64);
}

/// People.
pub(super) struct Aloud;

impl Voice for Aloud {
    fn say(&self, text: &str) {
        to_stdout(text);
    }

    fn complain(&self, why: &str) {
        to_stderr(why);
    }

    fn page(&self, text: &str) {
        pager::show(text);
    }

    fn assertions(&self, records: &[Arc<Record>]) {
        table(records, |lines| {
            to_stdout(lines);
        });
    }

    fn draw(&self, picture: &Picture) {
        match picture {
            Picture::Chart(chart) => drop(to_stdout(&drawn(chart, false))),
            Picture::Structure(structure) => {
                if let Some(chart) = structure.chart() {
                    to_stdout(&drawn(&chart, true));
                }
            }
        }
    }

    fn wrote(&self, file: &Path, _: u64) {
        to_stdout(&format!("{} written", file.display()));
    }
}
