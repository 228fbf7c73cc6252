//! The command: the session is opened, and held at a terminal or through a pipe.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::arguments::Repl;
use super::program::{Manner, converse};
use super::prompt;
use super::show::Screen;
use super::talk::Talk;
use super::voice::{Aloud, Voice};
use crate::api::{Failure, Limits, Observer, Session, Shared, Study, on_its_stack};
use crate::cli::codes::{HELD, WRONG};
use crate::cli::console::Console;
use crate::cli::options::{prepared, threads};
use crate::cli::run::make_folder;
use crate::cli::sandbox;
use crate::cli::wire::Wire;
use crate::source::{BorrowedOrShared, Disk, SourceMap, World};

/// Tells whether somebody types, so that lines can be edited.
fn is_edited() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
}

/// Tells whether an input that is stopped ends alone: somebody, or a program, asks for the next one.
pub fn goes_on(arguments: &Repl) -> bool {
    arguments.json || is_edited()
}

/// Holds a session; `time` is the longest that an input of a program may take.
pub fn repl(arguments: &Repl, disk: &Disk, time: Option<Duration>) -> u8 {
    let wire = arguments.json.then(Wire::default);
    let screen = Screen { console: Console::new(false) };
    let typed = Path::new("repl.comm");
    let study = arguments.study.as_deref().unwrap_or(typed);
    let world = &sandbox::of_study(study, arguments.output.as_deref(), &arguments.set.macros, disk);
    let opened = make_folder(arguments.output.as_deref()).map_err(|error| Failure::of(*error)).and_then(|()| {
        let study = open(arguments, world)?;
        let shared = Arc::new(Shared::new(Limits::of_session()));
        Ok(prepared(&arguments.set, study)?.threads(threads(arguments.threads)).sharing(shared))
    });
    let study = match opened {
        Ok(study) => study,
        Err(failure) => {
            match &wire {
                Some(wire) => wire.diagnostic(&failure.diagnostic, &failure.sources),
                None => screen.console.show(&failure.diagnostic, &failure.sources),
            }
            return WRONG;
        }
    };
    let (observer, voice): (&dyn Observer, &dyn Voice) = match &wire {
        Some(wire) => (wire, wire),
        None => (&screen, &Aloud),
    };
    let talk = || {
        let mut talk = Talk {
            session: Session::of(&study, observer),
            voice,
            disk,
            world,
            project: study.project(),
            saved: std::collections::BTreeSet::new(),
            held: Vec::new(),
            study_held: false,
            timed: false,
            code: HELD,
            ran: (0, 0),
            input: None,
        };
        if let Some(wire) = &wire {
            let manner = Manner { time, with_parent: arguments.with_parent };
            return converse(&mut talk, wire, disk, manner);
        }
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
fn open<'w>(arguments: &Repl, world: &'w dyn World) -> Result<Study<'w>, Box<Failure>> {
    let output = arguments.output.as_deref();
    match &arguments.study {
        Some(study) => Study::in_world(study, output, BorrowedOrShared::Lent(world)),
        None => Study::empty("repl", output, BorrowedOrShared::Lent(world)),
    }
}
