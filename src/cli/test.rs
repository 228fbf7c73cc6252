//! `stickslip test`: runs every study below some paths and tells which hold.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::console::{Colour, count, duration, painted, to_stderr, to_stdout};
use super::options::options;
use super::run::{FAILED, HELD, WRONG, code_of, is_unverified};
use super::{Age, Settings};
use crate::source::{Limited, World, note_temporary};
use crate::study::events::Silent;
use crate::study::{Options, Project, evaluate};
use crate::verdict::{Record, StudyResult, Tally, junit};

/// Which studies, and what is written of them.
#[derive(clap::Args)]
pub struct Choice {
    /// Only studies whose path this regular expression matches somewhere
    #[arg(short = 'R', value_name = "REGEX")]
    pattern: Option<String>,
    /// Studies run at once [default: as many as the machine has cores]
    #[arg(short = 'j', value_name = "N")]
    jobs: Option<usize>,
    /// Write the verdicts as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Only the studies that did not hold the last time (`.stickslip/failed` in the current folder)
    #[arg(long)]
    rerun_failed: bool,
    #[command(flatten)]
    age: Age,
}

/// What came of one study.
struct Outcome {
    code: u8,
    tally: Tally,
    records: Vec<Record>,
    /// The first error.
    error: Option<String>,
    /// The first thing wrong, in one line.
    why: String,
    /// Nothing failed because nothing was verified.
    unverified: bool,
    wall_s: f64,
}

/// The studies of the last run that did not hold, a path a line.
const FAILED_STUDIES: &str = ".stickslip/failed";

pub fn test(paths: &[PathBuf], choice: &Choice, time: Option<Duration>, world: &dyn World) -> u8 {
    let start = Instant::now();
    let mut studies = match chosen(paths, choice) {
        Ok(studies) => studies,
        Err(why) => {
            to_stderr(&why);
            return WRONG;
        }
    };
    studies.sort();
    studies.dedup();
    if studies.is_empty() {
        to_stderr("no study found");
        return WRONG;
    }
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let limits = (choice.age, time);
    let outcomes = run_all(&studies, choice.jobs.unwrap_or(cores).max(1), limits, world);
    remember(&outcomes);
    let unwritten = choice.junit.as_ref().is_some_and(|file| !write_junit(file, &outcomes, world));
    let mut codes = [0usize; 3];
    for (_, outcome) in &outcomes {
        codes[usize::from(outcome.code.min(2))] += 1;
    }
    let tally = outcomes.iter().fold((0, 0), |(held, failed), (_, o)| (held + o.tally.passed, failed + o.tally.failed));
    let (word, colour) = if codes[1] + codes[2] == 0 { ("OK", Colour::Green) } else { ("FAILED", Colour::Red) };
    let mut parts = vec![format!("{} of {} studies hold", codes[0], outcomes.len())];
    for (n, what) in [(codes[1], "with failed assertions"), (codes[2], "in error")] {
        if n > 0 {
            parts.push(format!("{n} {what}"));
        }
    }
    let unverified = outcomes.iter().filter(|(_, o)| o.unverified).count();
    if unverified > 0 {
        parts.push(format!("{unverified} of them without a verified assertion"));
    }
    parts.push(format!("{} held", count(tally.0, "assertion")));
    if tally.1 > 0 {
        parts.push(format!("{} failed", tally.1));
    }
    to_stdout(&format!("{}  {}, {}", painted(word, colour), parts.join(", "), duration(start.elapsed().as_secs_f64())));
    match codes {
        _ if unwritten => WRONG,
        [_, 0, 0] => HELD,
        [_, _, 0] => FAILED,
        _ => WRONG,
    }
}

/// The studies below the paths that are asked for.
fn chosen(paths: &[PathBuf], choice: &Choice) -> Result<Vec<PathBuf>, String> {
    let pattern = match &choice.pattern {
        Some(text) => Some(regex_lite::Regex::new(text).map_err(|error| format!("-R '{text}': {error}"))?),
        None => None,
    };
    let here = [PathBuf::from(".")];
    let mut studies = Vec::new();
    for path in if paths.is_empty() { &here } else { paths } {
        if !path.exists() {
            return Err(format!("{} does not exist", path.display()));
        }
        find_studies(path, &mut studies);
    }
    studies.retain(|study| pattern.as_ref().is_none_or(|p| p.is_match(&study.to_string_lossy())));
    if choice.rerun_failed {
        let text = std::fs::read_to_string(FAILED_STUDIES)
            .map_err(|_| format!("no study failed the last time ({FAILED_STUDIES} is not there)"))?;
        let failed: Vec<PathBuf> = text.lines().map(plain).collect();
        studies.retain(|study| failed.contains(&plain(&study.to_string_lossy())));
    }
    Ok(studies)
}

/// A path without the leading `./`.
fn plain(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| *part != std::path::Component::CurDir).collect()
}

/// Writes down which studies did not hold; those of this run that held are struck off.
fn remember(outcomes: &[(&PathBuf, Outcome)]) {
    let path = |study: &Path| plain(&study.to_string_lossy()).to_string_lossy().into_owned();
    let run: Vec<String> = outcomes.iter().map(|(study, _)| path(study)).collect();
    let before = std::fs::read_to_string(FAILED_STUDIES).unwrap_or_default();
    let mut failed: Vec<String> = before.lines().filter(|l| !run.iter().any(|r| r == l)).map(String::from).collect();
    failed.extend(outcomes.iter().filter(|(_, o)| o.code != HELD).map(|(study, _)| path(study)));
    // A convenience: where nothing can be written, the next run is simply not shorter.
    if failed.is_empty() {
        let _ = std::fs::remove_file(FAILED_STUDIES);
        let _ = std::fs::remove_dir(".stickslip");
        return;
    }
    let _ = std::fs::create_dir_all(".stickslip");
    let _ = std::fs::write(FAILED_STUDIES, failed.join("\n") + "\n");
}

/// Whether the file could be written.
fn write_junit(file: &Path, outcomes: &[(&PathBuf, Outcome)], world: &dyn World) -> bool {
    let studies = outcomes.iter().map(|(study, outcome)| StudyResult {
        name: study.to_string_lossy().into_owned(),
        wall_s: outcome.wall_s,
        records: &outcome.records,
        error: outcome.error.as_deref(),
    });
    let written = junit(studies).and_then(|text| world.write(file, text.as_bytes()).map_err(|e| e.to_string()));
    if let Err(why) = &written {
        to_stderr(&format!("{} cannot be written: {why}", file.display()));
    }
    written.is_ok()
}

/// Runs the studies on several threads, which a study has for itself when there are few; each is shown as soon as all before it
/// have ended.
fn run_all<'s>(
    studies: &'s [PathBuf],
    jobs: usize,
    (age, time): (Age, Option<Duration>),
    world: &dyn World,
) -> Vec<(&'s PathBuf, Outcome)> {
    let width = studies.iter().map(|s| s.to_string_lossy().chars().count()).max().unwrap_or(0);
    let threads = (jobs / studies.len().max(1)).max(1);
    let next = AtomicUsize::new(0);
    let done: Mutex<(usize, Vec<Option<Outcome>>)> = Mutex::new((0, studies.iter().map(|_| None).collect()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(studies.len()) {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(study) = studies.get(i).filter(|_| !world.cancelled()) else { return };
                    let outcome = run_one(study, i, threads, age, &Limited::new(world, time));
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    done.1[i] = Some(outcome);
                    while let Some(Some(outcome)) = done.1.get(done.0) {
                        to_stdout(&line(&studies[done.0], outcome, width));
                        done.0 += 1;
                    }
                }
            });
        }
    });
    let outcomes = done.into_inner().unwrap_or_else(PoisonError::into_inner).1;
    studies.iter().zip(outcomes).filter_map(|(s, o)| o.map(|o| (s, o))).collect()
}

fn line(study: &Path, outcome: &Outcome, width: usize) -> String {
    let word = match outcome.code {
        HELD if outcome.unverified => "NO_TEST".to_string(),
        HELD => painted(" OK ", Colour::Green),
        FAILED => painted("NOOK", Colour::Red),
        _ => painted("ERR ", Colour::Red),
    };
    let name = study.to_string_lossy();
    let pad = " ".repeat(width.saturating_sub(name.chars().count()));
    let total = outcome.tally.passed + outcome.tally.failed;
    let text = format!(
        "{word} {name}{pad}  {:>4}/{total:<4}  {:>8}  {}",
        outcome.tally.passed,
        duration(outcome.wall_s),
        outcome.why
    );
    text.trim_end().to_string()
}

fn run_one(study: &Path, rank: usize, threads: usize, age: Age, world: &dyn World) -> Outcome {
    let broken = |why: String| {
        let error = Some(why.clone());
        Outcome {
            code: WRONG,
            tally: Tally::default(),
            records: Vec::new(),
            error,
            why,
            unverified: false,
            wall_s: 0.0,
        }
    };
    // What the study writes goes to a folder of its own and is thrown away.
    let scratch = std::env::temp_dir().join(format!("stickslip-{}-{rank}", std::process::id()));
    if let Err(error) = std::fs::create_dir_all(&scratch) {
        return broken(format!("{} cannot be made: {error}", scratch.display()));
    }
    note_temporary(&scratch, true);
    let outcome = match Project::open(study, Some(&scratch), world) {
        Err(diagnostic) => broken(format!("{} {}", diagnostic.code, diagnostic.message)),
        Ok(project) => {
            let options = match options(&Settings { age, ..Settings::default() }, &project, world) {
                Ok(options) => Options { threads, ..options },
                Err(error) => return broken(format!("{} {}", error.0.code, error.0.message)),
            };
            let report = evaluate(&project, &options, world, &Silent);
            let error = report.error().map(|error| {
                let place = error.span.and_then(|s| report.sources.place(s));
                let line = place.map_or(String::new(), |(_, at)| format!("line {}: ", at.line));
                format!("{line}{} {}", error.code, error.message)
            });
            let why = match (&error, report.verdicts.iter().find(|v| v.passed == Some(false))) {
                (Some(error), _) => error.clone(),
                (None, Some(v)) => format!("line {}: {} is {}, expected {}", v.line, v.label, v.computed, v.expected),
                _ => String::new(),
            };
            let (code, tally, unverified) = (code_of(&report), Tally::of(&report.verdicts), is_unverified(&report));
            Outcome { code, tally, error, why, unverified, wall_s: report.wall_s, records: report.verdicts }
        }
    };
    let _ = std::fs::remove_dir_all(&scratch);
    note_temporary(&scratch, false);
    outcome
}

/// Profiles, and command files that no profile beside them names.
fn find_studies(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        found.push(path.to_path_buf());
        return;
    }
    let Ok(entries) = std::fs::read_dir(path) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    entries.sort();
    let is = |p: &PathBuf, kind: &str| p.extension().is_some_and(|e| e == kind);
    let profiles: Vec<&PathBuf> = entries.iter().filter(|p| is(p, "export")).collect();
    let texts: Vec<String> = profiles.iter().map(|p| std::fs::read_to_string(p).unwrap_or_default()).collect();
    let claimed = |p: &PathBuf| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        texts.iter().any(|t| t.split_whitespace().any(|word| word == name))
    };
    found.extend(profiles.into_iter().cloned());
    found.extend(entries.iter().filter(|p| is(p, "comm") && !claimed(p)).cloned());
    for folder in entries.iter().filter(|p| p.is_dir()) {
        let hidden = folder.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if !hidden && folder.file_name().is_none_or(|n| n != "target") {
            find_studies(folder, found);
        }
    }
}
