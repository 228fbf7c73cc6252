//! `stickslip run`.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::console::{Colour, Console, painted};
use super::max_errors;
use super::options::{study as opened, threads};
use super::report_on_abort;
use super::run_observer::RunObserver;
use super::sandbox;
use super::settings::Settings;
use super::wire::Wire;
use crate::answers::{
    Missing, NO_ASSERTION, Outcome, StudyReport, fields_of, is_unverified, unopened, values, write_event, write_text,
};
use crate::api::{Failure, Report, State};
use crate::cli::codes::FAILED;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{stream_to_stdout, to_stderr, to_stdout};
use crate::cli::words::{count, duration};
use crate::diag::Diagnostic;
use crate::source::{Limited, Typed, World};
use crate::verdict::{Record, Tally, significant, table};

#[derive(Args)]
pub(super) struct Run {
    /// Command files (.comm) or profiles (.export), run one after the other; `-` reads a command file from standard input
    #[arg(required = true, value_name = "STUDY")]
    pub(super) studies: Vec<PathBuf>,
    #[command(flatten)]
    set: Settings,
    /// Write the results as JSON; `-` writes to standard output and moves the log to standard error
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// With `--json -`: also write what happens, one JSON object per line (text, progress, diagnostic, verdict, file), the report last
    #[arg(long, requires = "json")]
    events: bool,
    /// Values by name in the JSON report, numbers as base64: `all` (tables, functions, modes, numbers), or names
    #[arg(long, value_name = "all|NAME,...", value_delimiter = ',', requires = "json")]
    values: Vec<String>,
    /// Values with their HTML tables and SVG pictures, too, as notebooks show them
    #[arg(long, requires = "values")]
    pictures: bool,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Folder for the files the study writes [default: beside the study]
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print errors, failed assertions and the last line only
    #[arg(short, long)]
    quiet: bool,
    /// List the assertions, also where --set is given: without it, those that then fail are only counted
    #[arg(long)]
    assertions: bool,
    /// Do not judge the assertions: the exit code tells only whether the studies ran
    #[arg(long, conflicts_with = "assertions")]
    no_test: bool,
    /// Show at most N of the errors found before anything runs, and how many there are beside
    #[arg(long, value_name = "N")]
    max_errors: Option<usize>,
    /// End when the standard input is closed, as it is when the program that started this one ends
    #[arg(long)]
    with_parent: bool,
}

/// Runs the studies one after the other; the worst exit code counts.
pub fn run_all(arguments: &Run, world: &dyn World, time: Option<Duration>) -> u8 {
    if arguments.with_parent {
        end_with_parent();
    }
    if arguments.events && !is_stdout(arguments) {
        to_stderr("--events writes to the standard output: give --json - with it");
        return WRONG;
    }
    let mut reports = Vec::new();
    let mut code = HELD;
    let taken = Cell::new(false);
    for study in &arguments.studies {
        if world.cancelled() {
            break;
        }
        if arguments.studies.len() > 1 && !arguments.quiet {
            let name = format!("--- {}", study.display());
            if is_stdout(arguments) {
                to_stderr(&name)
            } else {
                to_stdout(&name);
            }
        }
        let (path, typed) = match Typed::of(study, &taken, world) {
            Ok(Some(typed)) => (typed.path().to_path_buf(), Some(typed)),
            Ok(None) => (study.clone(), None),
            Err(error) => {
                to_stderr(&format!("the standard input cannot be read: {error}"));
                return WRONG;
            }
        };
        let world: &dyn World = typed.as_ref().map_or(world, |typed| typed as &dyn World);
        let one = run(arguments, &path, &mut reports, &Limited::new(world, time));
        code = code.max(one);
    }
    code
}

/// Runs one study; its report joins those before it.
fn run(arguments: &Run, study: &Path, reports: &mut Vec<StudyReport>, disk: &dyn World) -> u8 {
    let world = &sandbox::of_study(study, arguments.output.as_deref(), &arguments.set.macros, disk);
    if let Some(path) = arguments.json.clone() {
        let name = study.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let before = reports.clone();
        let several = arguments.studies.len() > 1;
        report_on_abort::begin(path, name, before, report_on_abort::Form { several, events: tells_events(arguments) });
    }
    let console = Console::new(arguments.quiet);
    let console = if is_stdout(arguments) { console.aside() } else { console };
    let output = arguments.output.as_deref();
    let opened = make_folder(output)
        .map_err(|error| Failure::of(*error))
        .and_then(|()| opened(&arguments.set, study, output, world));
    let opened = match opened {
        Ok(opened) => opened,
        Err(failure) => {
            let Failure { diagnostic, sources } = &*failure;
            console.show(diagnostic, sources);
            let name = study.file_stem().unwrap_or_default().to_string_lossy();
            reports.push(unopened(&name, &failure));
            write_json(arguments, reports, disk);
            return WRONG;
        }
    };
    let wire = tells_events(arguments).then(Wire::default);
    let told = RunObserver { console: &console, wire: wire.as_ref() };
    let opened =
        opened.threads(threads(arguments.threads)).drop_keywords_after_run().keep_states(!arguments.values.is_empty());
    let mut report = opened.run_observed(&told);
    if arguments.no_test {
        report.verdicts.clear();
    }
    show(&report, &console, arguments);
    told.rest(&report);
    let mut code = code_of(&report);
    if arguments.json.is_some() {
        let mut fields = fields_of(&report);
        match values(&report, &arguments.values, arguments.pictures) {
            Ok(found) if !arguments.values.is_empty() => fields["values"] = found,
            Ok(_) => {}
            Err(why) => {
                to_stderr(&why);
                code = WRONG;
            }
        }
        reports.push(StudyReport::new(fields, report.verdicts.clone()));
    }
    if !write_json(arguments, reports, disk) {
        return WRONG;
    }
    code
}

/// Ends this process once the other end of its standard input is closed.
fn end_with_parent() {
    let wait = || {
        let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
        crate::source::remove_temporaries();
        std::process::exit(i32::from(WRONG));
    };
    // Without it the study goes on to its own limits.
    let _ = std::thread::Builder::new().name("parent".into()).stack_size(256 << 10).spawn(wait);
}

/// The folder for what the study writes.
pub fn make_folder(output: Option<&Path>) -> Result<(), Box<Diagnostic>> {
    let Some(folder) = output else { return Ok(()) };
    std::fs::create_dir_all(folder).map_err(|error| {
        Box::new(Diagnostic::error("I003", format!("the folder {} cannot be made: {error}", folder.display())))
    })
}

pub fn code_of(report: &Report) -> u8 {
    match Outcome::of(report) {
        Outcome::Held => HELD,
        Outcome::Failed => FAILED,
        Outcome::Wrong => WRONG,
    }
}

/// What was not shown while the study ran, then the verdicts and the last line.
fn show(report: &Report, console: &Console, arguments: &Run) {
    let (quiet, max_errors) = (arguments.quiet, arguments.max_errors);
    let before = report.diagnostics.len() - report.shown;
    let (shown, left) = max_errors::shown(&report.diagnostics[..before], max_errors);
    for diagnostic in shown.into_iter().filter(|d| d.is_error() || !quiet) {
        console.show(diagnostic, &report.sources);
    }
    if let Some(left) = max_errors::left_out(left, max_errors) {
        to_stderr(&left);
    }
    let found: Vec<serde_json::Value> = report.diagnostics[..before].iter().map(|d| d.json(&report.sources)).collect();
    if let Some(line) = Missing::of(&found).line() {
        to_stderr(&line);
    }
    if !quiet {
        written(report, console);
    }
    let failed = report.failed_assertions();
    if failed > 0 && !arguments.set.set.is_empty() && !arguments.assertions {
        console.say(&not_held(failed, &arguments.set.set));
    } else {
        let shown: Vec<&Arc<Record>> = report.verdicts.iter().filter(|v| !quiet || v.passed == Some(false)).collect();
        if !shown.is_empty() {
            table(&shown, |lines| console.say(lines));
        }
    }
    console.say(&last_line(report, arguments.no_test));
}

/// The line in place of assertions that fail where variables were set.
fn not_held(failed: usize, set: &[String]) -> String {
    let names: Vec<&str> = set.iter().map(|text| text.split('=').next().unwrap_or(text).trim()).collect();
    let (names, were) = match names.as_slice() {
        [one] => (one.to_string(), "was"),
        [first @ .., last] => (format!("{} and {last}", first.join(", ")), "were"),
        [] => (String::new(), "was"),
    };
    let hold = if failed == 1 { "does not hold" } else { "do not hold" };
    format!("{} {hold} ({names} {were} set); --assertions lists all, --no-test judges none", count(failed, "assertion"))
}

/// Files that are named one by one.
const MOST_FILES: usize = 20;

/// The files the study wrote. Those of a series are told with the file that lists them: `run.pvd` and the folder `run`.
pub fn written(report: &Report, console: &Console) {
    let series = |path: &Path| path.parent().map(|folder| folder.with_extension(extension_after(folder, "pvd")));
    let listed = |path: &Path| series(path).is_some_and(|list| report.files.iter().any(|(known, _)| *known == list));
    let (states, files): (Vec<_>, Vec<_>) = report.files.iter().partition(|(path, _)| listed(path));
    for (path, bytes) in files.iter().take(MOST_FILES) {
        let own: Vec<u64> = states.iter().filter(|(s, _)| series(s).as_ref() == Some(path)).map(|(_, b)| *b).collect();
        let more = match own.len() {
            0 => String::new(),
            number => format!(", with {} of {}", count(number, "state"), size(own.iter().sum())),
        };
        console.say(&format!("written  {} ({}{more})", path.display(), size(*bytes)));
    }
    if files.len() > MOST_FILES {
        console.say(&format!("written  {} more files", files.len() - MOST_FILES));
    }
}

/// `80_MODES.pvd` for the folder `beam.80_MODES`, `pvd` for `run`.
fn extension_after(folder: &Path, extension: &str) -> String {
    folder.extension().map_or(extension.into(), |own| format!("{}.{extension}", own.to_string_lossy()))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => count(bytes as usize, "byte"),
        1000..1_000_000 => format!("{} kB", significant(bytes as f64 / 1e3, 2.max((bytes / 1000).to_string().len()))),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

pub fn last_line(report: &Report, no_test: bool) -> String {
    let errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
    let tally = Tally::of(&report.verdicts);
    let ran = report.states.iter().filter(|s| matches!(s, State::Done)).count() - report.taken.len();
    let (word, colour) = match Outcome::of(report) {
        Outcome::Held => ("OK", Colour::Green),
        Outcome::Failed => ("FAILED", Colour::Red),
        Outcome::Wrong => ("ERROR", Colour::Red),
    };
    let mut parts = Vec::new();
    if errors > 0 {
        parts.push(count(errors, "error"));
    }
    if errors == 0 && report.verdicts.is_empty() {
        parts.push(if no_test { "assertions not judged (--no-test)" } else { NO_ASSERTION }.to_string());
    }
    if errors == 0 && is_unverified(report) && !report.verdicts.is_empty() {
        parts.push(format!("no assertion was verified, {} not compared (VALE_CALC=0)", tally.skipped));
    } else if !report.verdicts.is_empty() {
        parts.push(tally.to_string());
    }
    parts.push(if ran == 0 && errors > 0 {
        "nothing run".to_string()
    } else {
        format!("{} run", count(ran, "operator"))
    });
    if report.not_run() > 0 {
        let because = match (report.stopped, errors) {
            (false, 1) => " because of it",
            (false, 2..) => " because of them",
            _ => "",
        };
        parts.push(format!("{} not run{because}", report.not_run()));
    }
    format!("{}  {}, {}", painted(word, colour), parts.join(", "), duration(report.wall_s))
}

/// `--json -`
fn is_stdout(arguments: &Run) -> bool {
    arguments.json.as_deref() == Some(Path::new("-"))
}

/// `--json - --events`
fn tells_events(arguments: &Run) -> bool {
    arguments.events && is_stdout(arguments)
}

/// False when the file asked for could not be written.
fn write_json(arguments: &Run, reports: &[StudyReport], world: &dyn World) -> bool {
    let Some(path) = &arguments.json else { return true };
    // Whoever ends the program from now on has nothing to add.
    if !report_on_abort::end() {
        std::thread::sleep(std::time::Duration::from_secs(5));
    }
    let several = arguments.studies.len() > 1;
    if tells_events(arguments) {
        return reports.last().is_none_or(|report| stream_to_stdout(|out| write_event(out, report)));
    }
    if several && reports.len() < arguments.studies.len() && is_stdout(arguments) && !world.cancelled() {
        return true;
    }
    if is_stdout(arguments) {
        let arrived = stream_to_stdout(|out| write_text(out, reports, several));
        if !arrived {
            to_stderr("the JSON report was not written: nobody takes the standard output");
        }
        return arrived;
    }
    match sandbox::beside(path, world).write_pieces(path, &mut |out| write_text(out, reports, several)) {
        Ok(()) => true,
        Err(error) => {
            to_stderr(&format!("{} cannot be written: {error}", path.display()));
            false
        }
    }
}
