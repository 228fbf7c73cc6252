//! One session: inputs are carried out one after the other, and counted in the exit code.

use std::time::Instant;

use super::input::{Next, Pipe, is_command};
use super::voice::Voice;
use crate::api::{Answer, LAST, Project, Session};
use crate::cli::codes::{FAILED, HELD, WRONG};
use crate::cli::words::duration;
use crate::language::Name;
use crate::source::{Disk, FileId, SourceFile, World};
use crate::syntax::{Statement, parse};

/// One session.
pub(in crate::cli::repl) struct Talk<'t> {
    pub(in crate::cli::repl) session: Session<'t>,
    pub(in crate::cli::repl) voice: &'t dyn Voice,
    pub(super) disk: &'t Disk,
    /// Where commands of the session read and write: with `--sandbox` the folders that the study has.
    pub(super) world: &'t dyn World,
    pub(in crate::cli::repl) project: &'t Project,
    /// Files that `:save` wrote.
    pub(super) saved: std::collections::BTreeSet<std::path::PathBuf>,
    /// Inputs that held.
    pub(super) held: Vec<(Vec<Statement>, String)>,
    /// The study given at the start ran to its end.
    pub(super) study_held: bool,
    /// Each input tells how long it took.
    pub(super) timed: bool,
    /// The worst exit code of the inputs.
    pub(in crate::cli::repl) code: u8,
    /// Operators of the last input, and those of them whose result was there already.
    pub(in crate::cli::repl) ran: (usize, usize),
    /// What messages call the next input; its number without one.
    pub(in crate::cli::repl) input: Option<String>,
}

impl Talk<'_> {
    /// Runs the study that was given.
    pub(in crate::cli::repl) fn start(&mut self) {
        if self.project.commands.is_empty() {
            return;
        }
        let start = Instant::now();
        let answer = self.session.start();
        self.study_held = answer.held;
        self.account(&answer, start);
        let names: Vec<&str> = answer.lost.iter().map(|name| &**name).collect();
        if !names.is_empty() {
            self.voice.say(&format!("not computed: {}", names.join(", ")));
        }
    }

    /// Takes inputs from a pipe to their end; gives the exit code.
    pub(super) fn read(&mut self) -> u8 {
        self.start();
        let mut pipe = Pipe::default();
        loop {
            let next = pipe.next();
            if self.disk.cancelled() {
                return self.code;
            }
            match next {
                Next::End => return self.code,
                Next::Cleared => {}
                Next::Text(text) => {
                    if !self.answer(&text) {
                        return self.code;
                    }
                }
            }
        }
    }

    /// Carries an input out; false when it ends the session.
    pub(in crate::cli::repl) fn answer(&mut self, text: &str) -> bool {
        if is_command(text) {
            return self.command(text.trim());
        }
        if text.trim().is_empty() {
            return true;
        }
        self.habit(text.trim()).unwrap_or_else(|| {
            self.evaluate(text);
            true
        })
    }

    pub(in crate::cli::repl) fn names(&self) -> Vec<Name> {
        let names = self.session.values().into_iter().filter(|(name, _)| **name != *LAST);
        names.map(|(name, value)| Name::new(&*name, Some(value))).collect()
    }

    pub(in crate::cli::repl) fn evaluate(&mut self, text: &str) -> bool {
        let start = Instant::now();
        let answer = self.session.take_named(text, self.input.take().as_deref());
        self.account(&answer, start);
        if answer.held {
            // A study ends where FIN stands, a session does not.
            let file = SourceFile::new("", None, text.to_string());
            let statements = parse(FileId(u32::MAX), &file).statements;
            self.held.push((statements, text.to_string()));
        }
        answer.held
    }

    /// Shows what an input leaves and counts it in the exit code.
    fn account(&mut self, answer: &Answer, start: Instant) {
        if !answer.verdicts.is_empty() {
            self.voice.assertions(&answer.verdicts);
        }
        self.ran = (answer.run, answer.taken);
        let failed = answer.verdicts.iter().any(|v| v.passed == Some(false));
        let code = match (answer.held, failed) {
            (false, _) => WRONG,
            (true, true) => FAILED,
            (true, false) => HELD,
        };
        self.code = self.code.max(code);
        if self.timed {
            self.voice.say(&duration(start.elapsed().as_secs_f64()));
        }
    }
}
