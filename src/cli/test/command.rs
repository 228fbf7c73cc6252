//! The command itself: studies are chosen, run and reported.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::choice::Choice;
use super::{files, last_line, select, shown, workers};
use crate::answers::{Missing, Table};
use crate::cli::codes::{FAILED, HELD, WRONG};
use crate::cli::formats::Format;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::source::World;
use crate::verdict::{Ending, StudyResult};

pub fn test(paths: &[PathBuf], choice: &Choice, time: Option<Duration>, world: &dyn World) -> u8 {
    let start = Instant::now();
    let studies = match select::studies(paths, choice, time, world) {
        Ok(studies) => studies,
        Err((code, why)) => {
            to_stderr(&why);
            return code;
        }
    };
    if choice.list {
        shown::list(&studies, choice.format);
        return HELD;
    }
    let mut reports = files::Reports::new(choice, world);
    if !reports.start() {
        return WRONG;
    }
    let results = workers::run_all(&studies, choice, world, &mut |results: &[StudyResult]| {
        reports.now_and_then(results, start.elapsed().as_secs_f64());
    });
    files::remember(&results, choice, world);
    let cut = |result: &StudyResult| matches!(result.ending, Ending::Stopped | Ending::NotRun);
    let stopped = world.cancelled() && results.iter().any(cut);
    let wall_s = start.elapsed().as_secs_f64();
    let last = last_line::last_line(&results, choice, stopped, wall_s);
    let written = reports.finish(&results, &last, wall_s);
    match choice.format {
        Format::Json => {
            to_stdout(&format!("{:#}", files::json(&results, wall_s)));
        }
        Format::Human => {
            let mut lines = shown::recapitulation(&results, choice);
            let lacking: Vec<Missing> = results.iter().map(|result| Missing::of(&result.diagnostics)).collect();
            lines.extend(Table::of(&lacking).lines());
            match choice.is_aside() {
                true => lines.iter().chain([&last.plain]).for_each(|line| to_stderr(line)),
                false => lines.iter().chain([&last.painted]).for_each(|line| {
                    to_stdout(line);
                }),
            }
        }
        _ => to_stderr(&last.plain),
    }
    if !written {
        return WRONG;
    }
    code(&results, choice)
}

/// 0 when all pass, 1 when some do not, 2 when some could not be run.
fn code(results: &[StudyResult], choice: &Choice) -> u8 {
    let code = |result: &StudyResult| match result.ending {
        ending if choice.passes(ending) => HELD,
        Ending::Failed | Ending::NoTest => FAILED,
        // Those that were never started because another one failed.
        Ending::NotRun if choice.fail_fast => HELD,
        _ => WRONG,
    };
    results.iter().map(code).max().unwrap_or(HELD)
}
