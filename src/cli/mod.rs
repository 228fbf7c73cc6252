//! The command line: the only part that knows terminals. `stickslip help` is its documentation.

mod arguments;
mod campaign;
mod check;
mod codes;
mod console;
mod dispatch;
mod doc;
mod doors;
mod explain;
mod fixes;
mod fmt;
mod formats;
mod going_on;
mod graph;
mod install;
mod interrupts;
mod last_words;
mod law_pages;
mod limits;
mod live_lines;
mod lsp;
mod manual;
mod options;
mod overall;
mod pager;
mod repl;
mod run;
mod settings;
mod streams;
mod study_report;
mod submit;
mod sweep;
mod test;
mod upgrade;
mod words;

pub use dispatch::{commands, main};
