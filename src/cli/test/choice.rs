//! The options of `stickslip test`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cli::formats::Format;
use crate::cli::limits;
use crate::cli::settings::Age;
use crate::verdict::Ending;

/// Which studies, and what is written of them.
#[derive(clap::Args)]
pub struct Choice {
    /// Only studies whose path this regular expression matches somewhere
    #[arg(short = 'R', value_name = "REGEX")]
    pub(super) pattern: Option<String>,
    /// Only studies with a label that this regular expression matches: `P testlist` of the profile, or a comment `# labels: A B`
    #[arg(short = 'L', value_name = "REGEX")]
    pub(super) label: Option<String>,
    /// Part K (from 1) of N of the studies
    #[arg(long, value_name = "K/N")]
    pub(super) shard: Option<String>,
    /// Run only the studies that did not pass last time (`.stickslip/failed` in the current folder)
    #[arg(long)]
    pub(super) rerun_failed: bool,
    /// List the studies and their labels without running them
    #[arg(long)]
    pub(super) list: bool,
    /// Number of studies run at the same time [default: the number of cores]
    #[arg(short = 'j', value_name = "N", value_parser = at_least_one)]
    pub(super) jobs: Option<usize>,
    /// Longest time per study, such as 90 (seconds), 10m or 2h [default: `P time_limit` of the profile, else 1h]
    #[arg(long, value_name = "TIME", value_parser = limits::seconds)]
    pub(super) timeout: Option<Duration>,
    /// Factor on the time limits of profiles
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = positive)]
    pub(super) time_factor: f64,
    /// Start no further study after the first that does not pass
    #[arg(long)]
    pub(super) fail_fast: bool,
    /// Count studies without a verified assertion (NO_TEST) as passed
    #[arg(long)]
    pub(super) allow_empty: bool,
    /// Name the N studies that took longest, after the table (0: all of them)
    #[arg(long, value_name = "N")]
    pub(super) durations: Option<usize>,
    /// Print only the studies that do not pass and the last line
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// How the results are printed: a table, JSON, one line per problem (FILE:LINE), or GitHub annotations
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// Write the verdicts as JUnit XML; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    pub(super) junit: Option<PathBuf>,
    /// Write the verdicts as JSON; `-` writes to standard output
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write an HTML page with filters, the failed assertions beside their source lines, and the curves
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) age: Age,
}

impl Choice {
    /// The standard output belongs to a report: the table goes to the other one.
    pub(super) fn is_aside(&self) -> bool {
        [&self.junit, &self.json, &self.html].into_iter().flatten().any(|path| path == Path::new("-"))
    }

    pub(super) fn passes(&self, ending: Ending) -> bool {
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
