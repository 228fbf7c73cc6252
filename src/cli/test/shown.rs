//! What a test run shows: a line per study as it ends, the live line of progress, the last line, the list.

use std::time::Instant;

use super::child::Running;
use super::choice::Choice;
use super::select::Study;
use crate::answers::versioned;
use crate::cli::console::{Colour, is_live, painted};
use crate::cli::formats::{Format, Problem, beside};
use crate::cli::live_lines::LiveLines;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::cli::test::last_line::count_studies;
use crate::cli::words::duration;
use crate::verdict::{Ending, StudyResult};

/// Widest column of names.
const WIDEST: usize = 60;
/// Seconds after which the live line says how long a study has been running.
const LONG: u64 = 2;

/// Shows verdicts as they come.
pub struct Shower<'s> {
    studies: &'s [Study],
    choice: &'s Choice,
    live: LiveLines,
    width: usize,
    ended: usize,
    bad: usize,
    start: Instant,
}

impl<'s> Shower<'s> {
    pub fn new(studies: &'s [Study], choice: &'s Choice) -> Self {
        let live = LiveLines::new(!choice.quiet && is_live());
        let width = width_of(studies.iter().map(|study| study.name.as_str()));
        Shower { studies, choice, live, width, ended: 0, bad: 0, start: Instant::now() }
    }

    /// A study has ended.
    pub fn show(&mut self, result: &StudyResult) {
        self.ended += 1;
        let passes = self.choice.passes(result.ending);
        self.bad += usize::from(!passes);
        if passes && self.choice.quiet {
            return;
        }
        let text = match self.choice.format {
            Format::Human => line(result, self.width),
            Format::Json => return,
            format if passes => {
                let _ = format;
                return;
            }
            format => problems(result, format),
        };
        self.live.suspend(|| match self.choice.is_aside() {
            true => to_stderr(&text),
            false => {
                to_stdout(&text);
            }
        });
    }

    /// The live line: how far the run is, and what is under way.
    pub fn progress(&mut self, running: &[Running]) {
        if !self.live.is_on() {
            return;
        }
        let mut parts = vec![format!("{}/{}", self.ended, self.studies.len())];
        if self.bad > 0 {
            parts.push(format!("{} not passed", self.bad));
        }
        parts.push(format!("{} s", self.start.elapsed().as_secs()));
        let names = running.iter().map(|running| {
            let name = &self.studies[running.rank].name;
            match running.since.elapsed().as_secs() {
                long if long >= LONG => format!("{name} ({long} s)"),
                _ => name.clone(),
            }
        });
        self.live.show(vec![format!("{}: {}", parts.join(", "), names.collect::<Vec<_>>().join(", "))]);
    }

    pub fn finish(&self) {
        self.live.show(Vec::new());
    }
}

/// Width of the column of names.
fn width_of<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).min(WIDEST)
}

/// Lines after the table: the studies that did not pass once more, unless it has no others, and those that took longest.
pub fn recapitulation(results: &[StudyResult], choice: &Choice) -> Vec<String> {
    let mut lines = Vec::new();
    let ran: Vec<&StudyResult> = results.iter().filter(|result| result.ending != Ending::NotRun).collect();
    let bad: Vec<&StudyResult> = ran.iter().copied().filter(|result| !choice.passes(result.ending)).collect();
    let width = width_of(bad.iter().map(|result| result.name.as_str()));
    if !bad.is_empty() && !choice.quiet && bad.len() < ran.len() {
        lines.push(format!("\nnot passed ({} of {}):", bad.len(), count_studies(results.len())));
        lines.extend(bad.iter().map(|result| line(result, width)));
    }
    if let Some(most) = choice.durations {
        let mut slowest = ran;
        slowest.sort_by(|a, b| b.wall_s.total_cmp(&a.wall_s));
        slowest.truncate(if most == 0 { usize::MAX } else { most });
        lines.push(format!("\nlongest ({} of {}):", slowest.len(), count_studies(results.len())));
        lines.extend(
            slowest
                .iter()
                .map(|result| format!("{:<7} {:>8}  {}", result.ending.word(), duration(result.wall_s), result.name)),
        );
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    lines
}

fn line(result: &StudyResult, width: usize) -> String {
    let word = format!("{:<7}", result.ending.word());
    let word = match result.ending {
        Ending::Held => painted(&word, Colour::Green),
        Ending::NoTest | Ending::NotRun | Ending::Stopped => word,
        _ => painted(&word, Colour::Red),
    };
    let tally = result.tally();
    let pad = " ".repeat(width.saturating_sub(result.name.chars().count()));
    let text = format!(
        "{word} {}{pad}  {:>4}/{:<4}  {:>8}  {}",
        result.name,
        tally.passed,
        tally.passed + tally.failed,
        duration(result.wall_s),
        result.why_with_line()
    );
    text.trim_end().to_string()
}

/// One line per failed assertion and error.
fn problems(result: &StudyResult, format: Format) -> String {
    let mut lines = Vec::new();
    let mut add = |file: &str, line: Option<u64>, column: Option<u64>, title: &str, message: &str| {
        let file = if file.is_empty() { result.name.clone() } else { beside(&result.name, file) };
        lines.push(Problem { file: &file, line, column, severity: "error", title, message }.line_of(format));
    };
    for found in result.diagnostics.iter().filter(|found| found["severity"] == "error") {
        let text = |key: &str| found[key].as_str().unwrap_or_default();
        add(text("file"), found["line"].as_u64(), found["column"].as_u64(), text("code"), text("message"));
    }
    for record in result.records.iter().filter(|record| record.passed == Some(false)) {
        let message = format!("{} is {}, expected {}", record.label, record.computed, record.expected);
        add(&record.file, Some(record.line as u64), None, Ending::Failed.word(), &message);
    }
    if lines.is_empty() {
        let problem = Problem {
            file: &result.name,
            line: result.place.as_ref().map(|(_, line)| *line as u64),
            column: None,
            severity: "error",
            title: result.ending.word(),
            message: &result.why,
        };
        lines.push(problem.line_of(format));
    }
    lines.join("\n")
}

/// `--list`
pub fn list(studies: &[Study], format: Format) {
    if format == Format::Json {
        let all: Vec<serde_json::Value> = studies
            .iter()
            .map(|study| {
                let limit = study.limit.time.as_secs_f64();
                serde_json::json!({ "study": study.name, "labels": study.labels, "time_limit_s": limit })
            })
            .collect();
        to_stdout(&format!("{:#}", versioned(serde_json::json!({ "studies": all }))));
        return;
    }
    for study in studies {
        let labels = if study.labels.is_empty() { String::new() } else { format!("  [{}]", study.labels.join(" ")) };
        to_stdout(&format!("{}{labels}", study.name));
    }
    to_stderr(&count_studies(studies.len()));
}
