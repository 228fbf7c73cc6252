//! The command: the session is opened, and held at a terminal or through a pipe.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use super::arguments::Repl;
use super::prompt;
use super::show::Screen;
use super::talk::Talk;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::console::Console;
use crate::cli::doors;
use crate::cli::options::options;
use crate::cli::run::make_folder;
use crate::diag::Diagnostic;
use crate::source::{Disk, SourceMap, World};
use crate::study::{Live, Options, Project, confined, on_its_stack};

/// Tells whether somebody types, so that lines can be edited.
pub fn is_edited() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

pub fn repl(arguments: &Repl, disk: &Disk) -> u8 {
    let screen = Screen { console: Console::new(false) };
    let typed = Path::new("repl.comm");
    let study = arguments.study.as_deref().unwrap_or(typed);
    let world = &doors::of_study(study, arguments.output.as_deref(), &arguments.set.macros, disk);
    let opened = open(arguments, world)
        .map_err(|error| Box::new((*error, SourceMap::default())))
        .and_then(|project| Ok((options(&arguments.set, &project, world)?, project)));
    let (options, project) = match opened {
        Ok(opened) => opened,
        Err(error) => {
            screen.console.show(&error.0, &error.1);
            return WRONG;
        }
    };
    let threads = arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()));
    let options = Options { threads, ..options };
    let world = confined(&project, &options, world);
    let talk = || {
        let mut talk = Talk {
            live: Live::new(&project, &options, &world, &screen),
            disk,
            project: &project,
            saved: std::collections::BTreeSet::new(),
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
fn open(arguments: &Repl, world: &dyn World) -> Result<Project, Box<Diagnostic>> {
    let output = arguments.output.as_deref();
    make_folder(output)?;
    match &arguments.study {
        Some(study) => Project::open(study, output, world),
        None => Ok(Project {
            name: "repl".to_string(),
            output: output.map_or_else(PathBuf::new, Path::to_path_buf),
            ..Project::default()
        }),
    }
}
