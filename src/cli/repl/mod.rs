//! `stickslip repl`: a study that is typed. Inputs are evaluated one after the other by the evaluator of `run`; those
//! that start with a colon are commands of the REPL itself.
//!
//! From a terminal, lines are edited and completed; from a pipe they are read as they come, without prompt, and the
//! exit code is the one `run` would give.

mod asked;
mod call;
mod commands;
mod complete;
mod grid;
mod habits;
mod input;
mod offered;
mod plot;
mod plot_words;
mod prompt;
mod save;
mod show;
mod sizes;
mod structure;
mod terminal;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use self::complete::Name;
use self::input::{Next, Pipe, is_command};
use self::show::Screen;
use super::Settings;
use super::console::Console;
use super::options::options;
use crate::cli::codes::FAILED;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::to_stdout;
use crate::cli::words::duration;
use crate::diag::Diagnostic;
use crate::python::Value;
use crate::source::{Disk, FileId, SourceFile, SourceMap, World};
use crate::study::{Answer, LAST, Live, Options, Project, confined, on_its_stack};
use crate::syntax::{Statement, parse};
use crate::verdict::table;

#[derive(Args)]
pub struct Repl {
    /// A command file (.comm) or a profile (.export) to run first
    #[arg(value_name = "STUDY")]
    study: Option<PathBuf>,
    #[command(flatten)]
    set: Settings,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for the files that are written [default: beside the study, or the current folder]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Whether somebody types, and lines can be edited.
pub fn is_edited() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

pub fn repl(arguments: &Repl, disk: &Disk) -> u8 {
    let screen = Screen { console: Console::new(false) };
    let opened = open(arguments, disk)
        .map_err(|error| Box::new((*error, SourceMap::default())))
        .and_then(|project| Ok((options(&arguments.set, &project, disk)?, project)));
    let (options, project) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            screen.console.show(&error.0, &error.1);
            return WRONG;
        }
    };
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    let options = Options { threads, ..options };
    let world = confined(&project, &options, disk);
    let talk = || {
        let mut talk = Talk {
            live: Live::new(&project, &options, &world, &screen),
            disk,
            project: &project,
            held: Vec::new(),
            study_held: false,
            timed: false,
            code: HELD,
        };
        if is_edited() { prompt::converse(&mut talk) } else { talk.read() }
    };
    match on_its_stack(talk) {
        Ok(code) => code,
        Err(error) => {
            screen.console.show(&error, &SourceMap::default());
            WRONG
        }
    }
}

/// The study given, or an empty one in the current folder.
fn open(arguments: &Repl, disk: &Disk) -> Result<Project, Box<Diagnostic>> {
    let output = arguments.output.as_deref();
    super::run::make_folder(output)?;
    match &arguments.study {
        Some(study) => Project::open(study, output, disk),
        None => Ok(Project {
            name: "repl".to_string(),
            output: output.map_or_else(PathBuf::new, Path::to_path_buf),
            ..Project::default()
        }),
    }
}

/// One session.
struct Talk<'t> {
    live: Live<'t>,
    disk: &'t Disk,
    project: &'t Project,
    /// Inputs that held.
    held: Vec<(Vec<Statement>, String)>,
    /// The study given at the start ran to its end.
    study_held: bool,
    /// Each input tells how long it took.
    timed: bool,
    code: u8,
}

impl Talk<'_> {
    /// Runs the study that was given.
    fn start(&mut self) {
        if self.project.commands.is_empty() {
            return;
        }
        let start = Instant::now();
        let answer = self.live.start();
        self.study_held = answer.held;
        self.account(&answer, start);
        let names: Vec<&str> = answer.lost.iter().map(|name| &**name).collect();
        if !names.is_empty() {
            to_stdout(&format!("not computed: {}", names.join(", ")));
        }
    }

    /// Takes inputs from a pipe to their end; gives the exit code.
    fn read(&mut self) -> u8 {
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
    fn answer(&mut self, text: &str) -> bool {
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

    fn names(&self) -> Vec<Name> {
        let concept = |value: Value| if let Value::Concept(handle) = value { Some(handle) } else { None };
        let names = self.live.names().into_iter().filter(|(name, _)| **name != *LAST);
        names.map(|(name, value)| (name.to_string(), concept(value))).collect()
    }

    pub(super) fn evaluate(&mut self, text: &str) -> bool {
        let start = Instant::now();
        let answer = self.live.take(text);
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
            table(&answer.verdicts, |lines| {
                to_stdout(lines);
            });
        }
        let failed = answer.verdicts.iter().any(|v| v.passed == Some(false));
        let code = match (answer.held, failed) {
            (false, _) => WRONG,
            (true, true) => FAILED,
            (true, false) => HELD,
        };
        self.code = self.code.max(code);
        if self.timed {
            to_stdout(&duration(start.elapsed().as_secs_f64()));
        }
    }
}
