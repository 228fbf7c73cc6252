//! The command: rounds, and the wait between them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::arguments::Watch;
use super::looked::{Looked, Stamps, changed};
use super::round::Rounds;
use crate::api::{Limits, Shared};
use crate::cli::codes::HELD;
use crate::cli::console::Console;
use crate::cli::sandbox;
use crate::source::{Disk, Limited, Stop, World};

/// Between two looks at the files.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// A file that is being written is left alone until it has stayed the same for this long.
const AT_REST: Duration = Duration::from_millis(20);

/// Does a round whenever a file of the study changes, also while one is under way; `time` is the longest that one may take.
pub fn watch(asked: &Watch, disk: &Disk, time: Option<Duration>) -> u8 {
    let console = Console::new(false);
    let mut rounds = Rounds::sharing(Arc::new(Shared::new(Limits::of_session())));
    let (mut code, mut done) = (HELD, 0);
    loop {
        let limited = Limited::new(disk, time);
        let sandbox = sandbox::of_study(&asked.study, asked.output.as_deref(), &asked.set.macros, &limited);
        let looked = Looked::new(&sandbox);
        let round = code_of_round(&mut rounds, asked, &console, &looked, disk);
        // A round that is given up, or that Ctrl-C ends, says nothing of the study.
        code = match (disk.resume_after_change(), disk.cancelled()) {
            (true, _) => code,
            (false, true) => code.max(round),
            (false, false) => round,
        };
        done += 1;
        if disk.cancelled() || asked.rounds.is_some_and(|most| done >= most) {
            return code;
        }
        let mut files = looked.files();
        files.entry(asked.study.clone()).or_insert_with(|| disk.stamp(&asked.study));
        let Some(which) = wait(&files, disk) else { return code };
        console.say(&format!("\n--- {}", names(&which)));
    }
}

/// Does a round, which ends early when a file that it has read changes meanwhile.
fn code_of_round(rounds: &mut Rounds, asked: &Watch, console: &Console, looked: &Looked<'_>, disk: &Disk) -> u8 {
    let (under_way, over) = channel::<()>();
    std::thread::scope(|scope| {
        let looking = move || {
            while over.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                if !changed(&looked.so_far(), disk).is_empty() {
                    return disk.cancel(Stop::Changed);
                }
            }
        };
        // Without it a round goes on to its end.
        let _ = std::thread::Builder::new().name("changes".into()).spawn_scoped(scope, looking);
        let code = rounds.one(asked, console, looked);
        drop(under_way);
        code
    })
}

/// Waits until files have changed and are at rest; `None` when there is a reason to stop.
fn wait(files: &Stamps, world: &dyn World) -> Option<Vec<PathBuf>> {
    loop {
        if world.cancelled() {
            return None;
        }
        let which = changed(files, world);
        if which.is_empty() {
            std::thread::sleep(BETWEEN_LOOKS);
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
