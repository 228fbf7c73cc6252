//! `stickslip sweep`: campaigns of one study with many values of its variables.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::{Subcommand, ValueEnum};

use super::campaign::{Study, allow, changed, fault, of_one_kind, of_study, put, read, results};
use super::console::Console;
use super::limits;
use super::restart::Restart;
use super::sandbox;
use super::submit::{Asked, submit};
use crate::api::{self, Project};
use crate::cli::codes::{HELD, OF_SWEEP, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::cli::words::{count, duration};
use crate::diag::Diagnostic;
use crate::python::literal;
use crate::source::{BorrowedOrShared, Disk, FileId, SourceMap, World};
use crate::sweep::{
    Again, Aside, Axes, Block, Campaign, Fault, Plan, Progress, Readings, Shard, Tally, UnderWay, Wanted,
    allow_samples, grid, long, moment, range,
};

#[derive(Subcommand)]
pub enum Sweep {
    /// Plan a campaign: list its cases, all combinations of the given parameters
    Plan(PlanOptions),
    /// Run the cases that do not have a result yet
    #[command(after_help = OF_SWEEP)]
    Run {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Number of cases run at the same time [default: one per core]
        #[arg(short, long, value_name = "N")]
        jobs: Option<usize>,
        /// Part K (from 1) of N [default: the task of the array that Slurm, SGE, PBS, LSF or HyperQueue names, else all]
        #[arg(long, value_name = "K/N")]
        shard: Option<String>,
        /// Run cases again that have a result: those in error, those that a limit of time or memory ended, or all
        #[arg(long, value_name = "error|limit|all", value_parser = again)]
        again: Option<Again>,
        /// Moment before which results are run again
        #[arg(long, value_name = "NANOSECONDS", hide = true)]
        since: Option<u128>,
        /// Ranks of cases to run first, one at a time
        #[arg(long, value_name = "RANK,...", value_delimiter = ',', hide = true)]
        alone: Vec<usize>,
    },
    /// Print how many cases have ended, and with which result
    Status {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Write all results as one table, in the order of the plan
    Merge {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Write one line per case and row of the collected tables, instead of one line per case
        #[arg(long)]
        long: bool,
        /// FILE.csv or FILE.npz
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// Submit the campaign to a batch system, as an array of jobs and a final job that merges
    Submit {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[arg(long, value_enum)]
        engine: Engine,
        /// Number of tasks in the array [default: one per 100 cases, at most 1000]
        #[arg(long, value_name = "N")]
        shards: Option<usize>,
        /// Number of cores per task
        #[arg(short, long, value_name = "N", default_value_t = 1)]
        jobs: usize,
        /// Print the scripts without submitting them
        #[arg(long)]
        print: bool,
        /// Options of sbatch, after --
        #[arg(last = true, value_name = "SBATCH OPTIONS")]
        options: Vec<String>,
    },
    /// Write a page that draws any column of the results against any other
    Report {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[arg(short, long, value_name = "FILE.html")]
        output: PathBuf,
    },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Engine {
    Slurm,
}

#[derive(clap::Args)]
pub struct PlanOptions {
    /// A command file (.comm) or a profile (.export)
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// Folder of the campaign
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Values of a variable of the study: NAME=V1,V2,... or NAME=FIRST:LAST:COUNT
    #[arg(long, value_name = "NAME=VALUES")]
    grid: Vec<String>,
    /// CSV file of cases: names of variables in the first line, then one case per line
    #[arg(long, value_name = "FILE.csv")]
    cases: Vec<PathBuf>,
    /// N points of a Latin hypercube in the ranges
    #[arg(long, value_name = "N", conflicts_with = "sobol", requires = "range")]
    lhs: Option<usize>,
    /// N points of a Sobol sequence in the ranges
    #[arg(long, value_name = "N", requires = "range")]
    sobol: Option<usize>,
    /// Interval to sample
    #[arg(long, value_name = "NAME=MIN:MAX")]
    range: Vec<String>,
    /// Seed of the samples
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Name of a table of the study whose rows are kept
    #[arg(long, value_name = "TABLE")]
    collect: Vec<String>,
    /// Judge the assertions: without it, a case whose assertions fail is `ok`, since their values are those of the study as it stands
    #[arg(long)]
    assertions: bool,
    /// Folder of macro-commands (NAME.rhai), beside `macros` in the study's folder
    #[arg(long, value_name = "DIR")]
    macros: Vec<PathBuf>,
}

pub fn sweep(command: &Sweep, time: Option<Duration>, world: &Disk) -> u8 {
    let outcome = match command {
        Sweep::Plan(options) => plan(options, world),
        Sweep::Run { folder, jobs, shard, again, alone, since } => {
            let wanted = Wanted { again: *again, since: since.unwrap_or_else(moment), time };
            let asked = Running { jobs: *jobs, shard: shard.as_deref(), alone, wanted };
            run(folder, &asked, world)
        }
        Sweep::Status { folder } => status(folder, world),
        Sweep::Merge { folder, output, long } => merge(folder, output, *long, world),
        Sweep::Report { folder, output } => report(folder, output, world),
        Sweep::Submit { folder, engine: Engine::Slurm, shards, jobs, print, options } => {
            let asked = Asked { shards: *shards, jobs: *jobs, print: *print, options };
            submit(folder, &asked, time, world)
        }
    };
    outcome.unwrap_or_else(|error| {
        Console::new(false).show(&error, &SourceMap::default());
        WRONG
    })
}

/// `error`, `limit` or `all`
fn again(text: &str) -> Result<Again, String> {
    let words = [("error", Again::Error), ("limit", Again::Limit), ("all", Again::All)];
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, again)| *again).ok_or_else(|| "give error, limit or all".to_string())
}

fn plan(given: &PlanOptions, world: &Disk) -> Result<u8, Fault> {
    let axes = axes(given, world)?;
    let absolute = |path: &Path| std::path::absolute(path).map_err(|e| fault(format!("{}: {e}", path.display())));
    let study = absolute(&given.study)?;
    let macros = given.macros.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>()?;
    let output = absolute(&given.output)?;
    allow(&output, &study, &macros, world)?;
    let confined = sandbox::of_study(&study, None, &macros, world);
    let opened =
        api::Study::in_world(&study, None, BorrowedOrShared::Lent(&confined)).and_then(|study| study.macros(&macros));
    let opened = opened.map_err(|failure| Box::new(failure.diagnostic))?;
    let mut plan = Plan::new(&output, study, macros, &axes, &given.collect)?;
    plan.head.assertions = given.assertions;
    if let Some(wrong) = check(&plan, opened.clone())? {
        return Ok(wrong);
    }
    plan.write(&sandbox::within(&[&output], world))?;
    to_stdout(&format!(
        "{} of {} planned in {}",
        count(plan.cases.len(), "case"),
        opened.name(),
        given.output.display()
    ));
    Ok(HELD)
}

fn axes(given: &PlanOptions, world: &Disk) -> Result<Axes, Fault> {
    let mut axes = Axes::default();
    for path in &given.cases {
        let named = |why: String| fault(format!("--cases {}: {why}", path.display()));
        let bytes = sandbox::beside(path, world).read(path).map_err(|error| named(error.to_string()))?;
        axes.blocks.push(Block::of_csv(&bytes).map_err(named)?);
    }
    for text in &given.grid {
        axes.blocks.push(grid(text).map_err(fault)?);
    }
    let ranges = given.range.iter().map(|text| range(text)).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    allow_samples(given.lhs.or(given.sobol).unwrap_or(0), ranges.len())?;
    match (given.lhs, given.sobol) {
        (Some(0), _) | (_, Some(0)) => return Err(fault("at least one sample is needed")),
        (Some(n), _) => axes.blocks.push(Block::latin_hypercube(&ranges, n, given.seed)),
        (_, Some(n)) => axes.blocks.push(Block::sobol(&ranges, n, given.seed).map_err(fault)?),
        _ if !ranges.is_empty() => return Err(fault("--range is sampled by --lhs N or --sobol N: give one of them")),
        _ => {}
    }
    Ok(axes)
}

/// The first case is checked as `stickslip check` does: an error there is one of the campaign.
fn check(plan: &Plan, study: api::Study<'_>) -> Result<Option<u8>, Fault> {
    let console = Console::new(false);
    let values = plan.head.parameters.iter().zip(plan.cases.get(0));
    let study = values.fold(study, |study, (name, value)| study.with(name, literal(FileId(u32::MAX), value)));
    let checked = study.outline();
    if checked.error().is_some() {
        checked.diagnostics.iter().filter(|d| d.is_error()).for_each(|d| console.show(d, &checked.sources));
        return Ok(Some(WRONG));
    }
    let made = checked.graph.nodes.iter().flat_map(|node| node.makes()).map(|handle| handle.name());
    // A name whose value is not known before a run may be a table's.
    let names: BTreeSet<&str> = made.chain(checked.unknown.iter().map(|name| &**name)).collect();
    match plan.head.collect.iter().find(|name| !names.contains(name.as_str())) {
        Some(name) => Err(Box::new(
            Diagnostic::error("W003", format!("--collect {name}: the study makes no table of that name"))
                .help("give the name a table is assigned to, as in WEAR = POST_DYNA_MODA_T(...)"),
        )),
        None => Ok(None),
    }
}

/// How a campaign is run.
struct Running<'r> {
    jobs: Option<usize>,
    shard: Option<&'r str>,
    alone: &'r [usize],
    wanted: Wanted,
}

fn run(folder: &Path, asked: &Running<'_>, world: &Disk) -> Result<u8, Fault> {
    let start = Instant::now();
    let plan = Arc::new(read(folder, world)?);
    let shard = match asked.shard {
        Some(text) => Shard::parse(text),
        None => Shard::of_engine(&|name| std::env::var(name).ok()),
    };
    let shard = shard.map_err(fault)?;
    let study = Study::of(folder, &plan, world)?;
    let readings = Arc::new(Readings::default());
    let opening = Aside::new(&study.world, &readings);
    let project = Project::open(&plan.head.study, None, &opening)?;
    let options = of_study(&plan.head.macros, &project, &study.world)?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let jobs = asked.jobs.unwrap_or(cores).max(1);
    let under_way = Arc::new(UnderWay::new(jobs));
    limits::tell(Box::new(Restart {
        plan: plan.clone(),
        under_way: under_way.clone(),
        readings: readings.clone(),
        wanted: asked.wanted,
    }));
    let shown = Mutex::new(Instant::now());
    let progress = |progress: &Progress| {
        let Ok(mut last) = shown.lock() else { return };
        if last.elapsed() > Duration::from_secs(2) {
            *last = Instant::now();
            to_stderr(&format!("{} of {} cases", progress.done, progress.all));
        }
    };
    let campaign = Campaign {
        plan: &plan,
        project: &project,
        options,
        world: &study.world,
        results: &sandbox::within(&[folder], world),
        opened: opening.marks(plan.study_folder()),
        readings: &readings,
        wanted: asked.wanted,
        alone: asked.alone,
        under_way: &under_way,
        resume: &|| world.resume(),
        progress: &progress,
    };
    let done = crate::sweep::run(&campaign, shard, jobs)?;
    if !done.again.is_empty() {
        to_stdout(&format!("run again because of {}", changed(&done.again)));
    }
    let each = |seconds: f64| format!("{:.3} ms", 1e3 * seconds / done.done.max(1) as f64);
    to_stdout(&format!(
        "{} run, {} failed, {} in error, {} left, {}; per case {} evaluating and {} beside it; {} of {} operators shared, which saves {}",
        count(done.done, "case"),
        done.failed,
        done.errors,
        done.all - done.done,
        duration(start.elapsed().as_secs_f64()),
        each(done.evaluating_s),
        each(done.beside_s),
        done.taken,
        done.taken + done.made,
        duration(done.saved_s)
    ));
    Ok(if done.stopped || done.done < done.all { WRONG } else { HELD })
}

fn told(tally: &Tally) -> String {
    format!(
        "{}: {} ok, {} failed, {} in error, {} left",
        count(tally.cases, "case"),
        tally.ok,
        tally.failed,
        tally.error,
        tally.left()
    )
}

fn status(folder: &Path, world: &Disk) -> Result<u8, Fault> {
    let (plan, results) = results(folder, world)?;
    let sheet = crate::sweep::merge(&plan, &results.rows);
    to_stdout(&told(&sheet.tally));
    let limited = results.rows.values().filter(|row| row.limit.is_some()).count();
    if limited > 0 {
        to_stdout(&format!(
            "{} ended by a limit; `sweep run` with a higher one, or --again limit, runs them again",
            count(limited, "case")
        ));
    }
    if let Err(why) = of_one_kind(folder, &results) {
        to_stdout(&why.message);
    }
    Ok(HELD)
}

/// The file named must not be one that the campaign is made of.
fn spare(plan: &Plan, output: &Path) -> Result<(), Fault> {
    match plan.is_own(output) || plan.head.study == std::path::absolute(output).unwrap_or_default() {
        true => Err(fault(format!("{} is a file of the campaign itself: give another name", output.display()))),
        false => Ok(()),
    }
}

fn merge(folder: &Path, output: &Path, is_long: bool, world: &Disk) -> Result<u8, Fault> {
    let (plan, results) = results(folder, world)?;
    spare(&plan, output)?;
    of_one_kind(folder, &results)?;
    let sheet = if is_long { long(&plan, &results.rows)? } else { crate::sweep::merge(&plan, &results.rows) };
    let bytes = match output.extension().and_then(|e| e.to_str()) {
        Some("csv") => sheet.csv().map_err(|error| fault(error.to_string()))?,
        Some("npz") => sheet.npz(),
        _ => return Err(fault(format!("{}: give a name that ends with .csv or .npz", output.display()))),
    };
    put(output, &bytes, world)?;
    to_stdout(&format!("{}; {} written", told(&sheet.tally), output.display()));
    Ok(HELD)
}

fn report(folder: &Path, output: &Path, world: &Disk) -> Result<u8, Fault> {
    let (plan, results) = results(folder, world)?;
    spare(&plan, output)?;
    of_one_kind(folder, &results)?;
    let sheet = crate::sweep::merge(&plan, &results.rows);
    let page = crate::sweep::page(&plan, &sheet).map_err(|error| fault(error.to_string()))?;
    put(output, page.as_bytes(), world)?;
    to_stdout(&format!("{} written", output.display()));
    Ok(HELD)
}
