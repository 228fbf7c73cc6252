//! `stickslip test`: runs every study below some paths, each in a process of its own, and shows which pass.

mod child;
mod farm;
mod files;
mod last_line;
mod log;
mod select;
mod shown;

pub use select::find_studies;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::Age;
use super::formats::Format;
use super::limits;
use crate::cli::codes::FAILED;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::source::World;
use crate::verdict::{Ending, StudyResult};

/// Which studies, and what is written of them.
#[derive(clap::Args)]
pub struct Choice {
    /// Only studies whose path this regular expression matches somewhere
    #[arg(short = 'R', value_name = "REGEX")]
    pattern: Option<String>,
    /// Only studies with a label that this regular expression matches: `P testlist` of the profile, or a comment `# labels: A B`
    #[arg(short = 'L', value_name = "REGEX")]
    label: Option<String>,
    /// Part K (from 1) of N of the studies
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,
    /// Run only the studies that failed last time (`.stickslip/failed` in the current folder)
    #[arg(long)]
    rerun_failed: bool,
    /// List the studies and their labels, run nothing
    #[arg(long)]
    list: bool,
    /// Studies run at once [default: as many as the machine has cores]
    #[arg(short = 'j', value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Longest time per study, such as 90 (seconds), 10m or 2h [default: `P time_limit` of the profile, else 1h]
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    timeout: Option<Duration>,
    /// Factor on the time limits of profiles
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    time_factor: f64,
    /// Start no study after the first that does not pass
    #[arg(long)]
    fail_fast: bool,
    /// Studies without a verified assertion (NO_TEST) count as passed
    #[arg(long)]
    allow_empty: bool,
    /// Print only the studies that do not pass, and the last line
    #[arg(short, long)]
    quiet: bool,
    /// How the results are printed: a table, JSON, one line per problem (FILE:LINE), or GitHub annotations
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the verdicts as JUnit XML; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the verdicts as JSON; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a page with filters, the failed assertions beside their source lines, and the curves
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    age: Age,
}

impl Choice {
    /// The standard output belongs to a report: the table goes to the other one.
    fn is_aside(&self) -> bool {
        [&self.junit, &self.json, &self.html].into_iter().flatten().any(|path| path == Path::new("-"))
    }

    fn passes(&self, ending: Ending) -> bool {
        ending == Ending::Held || (ending == Ending::NoTest && self.allow_empty)
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| "give a number from 1".to_string())
}

fn positive(text: &str) -> Result<f64, String> {
    let value = text.parse().ok().filter(|x: &f64| *x > 0.0 && x.is_finite());
    value.ok_or_else(|| "give a positive number".to_string())
}

pub fn test(paths: &[PathBuf], choice: &Choice, time: Option<Duration>, world: &dyn World) -> u8 {
    let start = Instant::now();
    let studies = match select::studies(paths, choice, time, world) {
        Ok(studies) => studies,
        Err(why) => {
            to_stderr(&why);
            return WRONG;
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
    let results = farm::run_all(&studies, choice, world, &mut |results: &[StudyResult]| {
        reports.now_and_then(results, start.elapsed().as_secs_f64());
    });
    files::remember(&results);
    let cut = |result: &StudyResult| matches!(result.ending, Ending::Stopped | Ending::NotRun);
    let stopped = world.cancelled() && results.iter().any(cut);
    let wall_s = start.elapsed().as_secs_f64();
    let last = last_line::last_line(&results, choice, stopped, wall_s);
    let written = reports.finish(&results, &last, wall_s);
    match choice.format {
        Format::Json => {
            to_stdout(&format!("{:#}", files::json(&results, wall_s)));
        }
        Format::Human if !choice.is_aside() => {
            to_stdout(&last.painted);
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
