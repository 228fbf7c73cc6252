//! The command line: the only part that knows terminals. `stickslip help` is its documentation.

mod arguments;
mod check;
mod codes;
mod console;
mod dispatch;
mod doc;
mod explain;
mod fmt;
mod formats;
mod going_on;
mod graph;
mod install;
mod interrupts;
mod last_words;
mod limits;
mod lsp;
mod manual;
mod missing;
mod most;
mod options;
mod overall;
mod pager;
mod repl;
mod run;
mod settings;
mod streams;
mod study_report;
mod sweep;
mod test;
mod upgrade;
mod words;

pub use dispatch::main;
