//! The command: rounds, and the wait between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::arguments::Watch;
use super::looked::{Looked, Stamps, changed};
use super::round::Rounds;
use crate::api::{Limits, Shared};
use crate::cli::codes::HELD;
use crate::cli::console::Console;
use crate::cli::doors;
use crate::source::{Limited, World};

/// Between two looks at the files.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// A file that is being written is left alone until it has stayed the same for this long.
const AT_REST: Duration = Duration::from_millis(20);

/// Does a round whenever a file of the study changes; `time` is the longest that one may take.
pub fn watch(asked: &Watch, world: &dyn World, time: Option<Duration>) -> u8 {
    let console = Console::new(false);
    let mut rounds = Rounds::sharing(Arc::new(Shared::new(Limits::of_session())));
    let (mut code, mut done) = (HELD, 0);
    loop {
        let limited = Limited::new(world, time);
        let doors = doors::of_study(&asked.study, asked.output.as_deref(), &asked.set.macros, &limited);
        let looked = Looked::new(&doors);
        code = code_of_round(&mut rounds, asked, &console, &looked, code);
        done += 1;
        if world.cancelled() || asked.rounds.is_some_and(|most| done >= most) {
            return code;
        }
        let mut files = looked.files();
        files.entry(asked.study.clone()).or_insert_with(|| world.stamp(&asked.study));
        let Some(which) = wait(&files, world) else { return code };
        console.say(&format!("\n--- {}", names(&which)));
    }
}

fn code_of_round(rounds: &mut Rounds, asked: &Watch, console: &Console, world: &dyn World, before: u8) -> u8 {
    let code = rounds.one(asked, console, world);
    // A round that Ctrl-C ends says nothing of the study.
    if world.cancelled() { before.max(code) } else { code }
}

/// Waits until files have changed and are at rest; `None` when there is a reason to stop.
fn wait(files: &Stamps, world: &dyn World) -> Option<Vec<PathBuf>> {
    loop {
        std::thread::sleep(BETWEEN_LOOKS);
        if world.cancelled() {
            return None;
        }
        let which = changed(files, world);
        if which.is_empty() {
            continue;
        }
        loop {
            let now: Stamps = files.keys().map(|path| (path.clone(), world.stamp(path))).collect();
            std::thread::sleep(AT_REST);
            if world.cancelled() {
                return None;
            }
            if changed(&now, world).is_empty() {
                return Some(which);
            }
        }
    }
}

fn names(files: &[PathBuf]) -> String {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match files {
        [one] => format!("{} has changed", name(one)),
        [one, rest @ ..] => format!("{} and {} more have changed", name(one), rest.len()),
        [] => String::new(),
    }
}
