//! `stickslip sweep`: campaigns of one study with many values of its variables.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use clap::{Subcommand, ValueEnum};

use super::console::Console;
use super::going_on::GoesOn;
use super::limits;
use super::options::{is_sandboxed, options};
use super::settings::Settings;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::cli::words::{count, duration};
use crate::diag::Diagnostic;
use crate::python::literal;
use crate::source::{Disk, SourceMap, World, memory};
use crate::study::events::Silent;
use crate::study::{Options, Project, evaluate};
use crate::sweep::{
    Axes, Block, Campaign, Fault, Plan, Progress, Shard, Sheet, Store, Submission, UnderWay, grid, range,
};

#[derive(Subcommand)]
pub enum Sweep {
    /// Plan a campaign: list its cases, all combinations of the given parameters
    Plan(PlanOptions),
    /// Run the cases that do not have a result yet
    Run {
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Number of cases run at the same time [default: one per core]
        #[arg(short, long, value_name = "N")]
        jobs: Option<usize>,
        /// Part K (from 1) of N [default: the task of the array that Slurm, SGE, PBS, LSF or HyperQueue names, else all]
        #[arg(long, value_name = "K/N")]
        shard: Option<String>,
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
    /// Folder of macro-commands (NAME.rhai), beside `macros` in the study's folder
    #[arg(long, value_name = "DIR")]
    macros: Vec<PathBuf>,
}

pub fn sweep(command: &Sweep, time: Option<Duration>, world: &Disk) -> u8 {
    let outcome = match command {
        Sweep::Plan(options) => plan(options, world),
        Sweep::Run { folder, jobs, shard, alone } => run(folder, *jobs, shard.as_deref(), alone, time, world),
        Sweep::Status { folder } => status(folder, world),
        Sweep::Merge { folder, output } => merge(folder, output, world),
        Sweep::Report { folder, output } => report(folder, output, world),
        Sweep::Submit { folder, engine: Engine::Slurm, shards, jobs, print, options } => {
            submit(folder, *shards, *jobs, *print, options, time, world)
        }
    };
    outcome.unwrap_or_else(|error| {
        Console::new(false).show(&error, &SourceMap::default());
        WRONG
    })
}

fn fault(message: impl Into<String>) -> Fault {
    Box::new(Diagnostic::error("W001", message))
}

fn plan(given: &PlanOptions, world: &Disk) -> Result<u8, Fault> {
    let axes = axes(given, world)?;
    let absolute = |path: &Path| std::path::absolute(path).map_err(|e| fault(format!("{}: {e}", path.display())));
    let study = absolute(&given.study)?;
    let macros = given.macros.iter().map(|path| absolute(path)).collect::<Result<Vec<_>, _>>()?;
    let project = Project::open(&study, None, world)?;
    let output = absolute(&given.output)?;
    let mut plan = Plan::new(&output, &project, study, macros, &axes, &given.collect, world)?;
    if let Some(wrong) = check(&plan, &project, world)? {
        return Ok(wrong);
    }
    plan.write(world)?;
    to_stdout(&format!(
        "{} of {} planned in {}",
        count(plan.cases.len(), "case"),
        project.name,
        given.output.display()
    ));
    Ok(HELD)
}

fn axes(given: &PlanOptions, world: &Disk) -> Result<Axes, Fault> {
    let mut axes = Axes::default();
    for path in &given.cases {
        let named = |why: String| fault(format!("--cases {}: {why}", path.display()));
        let bytes = world.read(path).map_err(|error| named(error.to_string()))?;
        axes.blocks.push(Block::of_csv(&bytes).map_err(named)?);
    }
    for text in &given.grid {
        axes.blocks.push(grid(text).map_err(fault)?);
    }
    let ranges = given.range.iter().map(|text| range(text)).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    match (given.lhs, given.sobol) {
        (Some(0), _) | (_, Some(0)) => return Err(fault("at least one sample is needed")),
        (Some(n), _) | (_, Some(n)) if n > 20_000_000 => return Err(fault(format!("{n} samples are too many"))),
        (Some(n), _) => axes.blocks.push(Block::latin_hypercube(&ranges, n, given.seed)),
        (_, Some(n)) => axes.blocks.push(Block::sobol(&ranges, n, given.seed).map_err(fault)?),
        _ if !ranges.is_empty() => return Err(fault("--range is sampled by --lhs N or --sobol N: give one of them")),
        _ => {}
    }
    Ok(axes)
}

/// The first case is checked as `stickslip check` does: an error there is one of the campaign.
fn check(plan: &Plan, project: &Project, world: &Disk) -> Result<Option<u8>, Fault> {
    let console = Console::new(false);
    let values = plan.head.parameters.iter().zip(&plan.cases[0]);
    let set = values.map(|(name, value)| (name.clone(), literal(crate::source::FileId(u32::MAX), value))).collect();
    let settings = Options { check_only: true, set, ..of_study(&plan.head.macros, project, world)? };
    let checked = evaluate(project, &settings, world, &Silent);
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

fn of_study(macros: &[PathBuf], project: &Project, world: &Disk) -> Result<Options, Fault> {
    let settings = Settings { macros: macros.to_vec(), ..Settings::default() };
    options(&settings, project, world).map_err(|error| Box::new(error.0))
}

fn run(
    folder: &Path,
    jobs: Option<usize>,
    shard: Option<&str>,
    alone: &[usize],
    time: Option<Duration>,
    world: &Disk,
) -> Result<u8, Fault> {
    let start = Instant::now();
    let plan = Arc::new(Plan::read(folder, world)?);
    let shard = match shard {
        Some(text) => Shard::parse(text),
        None => Shard::of_engine(&|name| std::env::var(name).ok()),
    };
    let shard = shard.map_err(fault)?;
    let project = Project::open(&plan.head.study, None, world)?;
    plan.check_study(&project, world)?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let jobs = jobs.unwrap_or(cores).max(1);
    let under_way = Arc::new(UnderWay::new(jobs));
    limits::tell(Box::new(GoesOn { plan: plan.clone(), under_way: under_way.clone(), time }));
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
        options: of_study(&plan.head.macros, &project, world)?,
        world,
        time,
        alone,
        under_way: &under_way,
        resume: &|| world.resume(),
        progress: &progress,
    };
    let done = crate::sweep::run(&campaign, shard, jobs)?;
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

fn sheet(folder: &Path, world: &Disk) -> Result<(Plan, Sheet), Fault> {
    let plan = Plan::read(folder, world)?;
    let rows = Store::of(folder).rows().map_err(|error| fault(format!("{}: {error}", folder.display())))?;
    let sheet = crate::sweep::merge(&plan, &rows);
    Ok((plan, sheet))
}

fn told(sheet: &Sheet) -> String {
    let tally = sheet.tally;
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
    let (_, sheet) = sheet(folder, world)?;
    to_stdout(&told(&sheet));
    Ok(HELD)
}

fn merge(folder: &Path, output: &Path, world: &Disk) -> Result<u8, Fault> {
    let (_, sheet) = sheet(folder, world)?;
    let bytes = match output.extension().and_then(|e| e.to_str()) {
        Some("csv") => sheet.csv().map_err(|error| fault(error.to_string()))?,
        Some("npz") => sheet.npz(),
        _ => return Err(fault(format!("{}: give a name that ends with .csv or .npz", output.display()))),
    };
    put(output, &bytes, world)?;
    to_stdout(&format!("{}; {} written", told(&sheet), output.display()));
    Ok(HELD)
}

fn put(output: &Path, bytes: &[u8], world: &Disk) -> Result<(), Fault> {
    world.write(output, bytes).map_err(|error| fault(format!("{} cannot be written: {error}", output.display())))
}

fn report(folder: &Path, output: &Path, world: &Disk) -> Result<u8, Fault> {
    let (plan, sheet) = sheet(folder, world)?;
    let page = crate::sweep::page(&plan, &sheet).map_err(|error| fault(error.to_string()))?;
    put(output, page.as_bytes(), world)?;
    to_stdout(&format!("{} written", output.display()));
    Ok(HELD)
}

fn submit(
    folder: &Path,
    shards: Option<usize>,
    jobs: usize,
    print: bool,
    options: &[String],
    time: Option<Duration>,
    world: &Disk,
) -> Result<u8, Fault> {
    let plan = Plan::read(folder, world)?;
    let absolute = std::path::absolute(folder).map_err(|error| fault(error.to_string()))?;
    let program = std::env::current_exe().map_err(|error| fault(error.to_string()))?;
    let shards = shards.unwrap_or(plan.cases.len().div_ceil(100).min(1000)).clamp(1, plan.cases.len());
    let mut limits = Vec::new();
    if let Some(time) = time {
        limits.extend(["--max-time".to_string(), time.as_secs_f64().to_string()]);
    }
    if let Some(bytes) = memory::limit_set() {
        limits.extend(["--max-memory".to_string(), bytes.to_string()]);
    }
    if is_sandboxed() {
        limits.push("--sandbox".to_string());
    }
    let submission = Submission { folder: &absolute, program: &program, shards, jobs: jobs.max(1), limits, options };
    let (array, merge) = crate::sweep::script(&submission);
    if print {
        to_stdout(&format!("{array}\n{merge}"));
        return Ok(HELD);
    }
    std::fs::create_dir_all(absolute.join("log")).map_err(|error| fault(format!("{}: {error}", absolute.display())))?;
    let send = |name: &str, text: &str, more: &[String]| {
        let path = absolute.join(name);
        put(&path, text.as_bytes(), world)?;
        let sent = std::process::Command::new("sbatch").arg("--parsable").args(more).arg(&path).output();
        let sent = sent.map_err(|error| fault(format!("sbatch cannot be run: {error}; --print shows the script")))?;
        if !sent.status.success() {
            return Err(fault(format!("sbatch: {}", String::from_utf8_lossy(&sent.stderr).trim())));
        }
        let text = String::from_utf8_lossy(&sent.stdout);
        Ok(text.trim().split(';').next().unwrap_or_default().to_string())
    };
    let array = send("array.sh", &array, &[])?;
    let merge = send("merge.sh", &merge, &[format!("--dependency=afterany:{array}")])?;
    to_stdout(&format!(
        "job {array}: {} of {}; job {merge} merges",
        count(shards, "task"),
        count(plan.cases.len(), "case")
    ));
    Ok(HELD)
}
