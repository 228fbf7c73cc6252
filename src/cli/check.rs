//! `stickslip check`: all errors of studies; nothing is run that takes long or writes.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use super::console::{Colour, Console, painted};
use super::fixes::{self, Wanted};
use super::formats::{Format, line_of};
use super::max_errors;
use super::options::study as opened;
use super::sandbox;
use super::settings::Settings;
use super::test::find_studies;
use crate::answers::{self, Looked, Missing, Table};
use crate::cli::codes::{HELD, NO_STUDY, WRONG};
use crate::cli::streams::{to_stderr, to_stdout};
use crate::cli::words::count;
use crate::diag::{Diagnostic, Severity};
use crate::source::{SourceMap, Typed, World};

/// Checks of one study at most, each after fixes of the one before.
const MOST_CHECKS: usize = 10;

/// What is told of a study.
#[derive(clap::Args)]
pub struct Details {
    /// How the results are printed: messages, JSON, one line per problem (FILE:LINE), or GitHub annotations
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// List the forms of former versions too, with today's spelling
    #[arg(short, long)]
    verbose: bool,
    /// Show at most N errors of each study, and how many there are beside
    #[arg(long, value_name = "N")]
    max_errors: Option<usize>,
    /// Write the fixes that are sure into the files, and check again
    #[arg(long)]
    fix: bool,
}

pub fn check(paths: &[PathBuf], set: &Settings, details: &Details, world: &dyn World) -> u8 {
    let mut studies = Vec::new();
    for path in paths {
        let before = studies.len();
        if path.is_dir() {
            find_studies(path, &mut studies, world)
        } else {
            studies.push(path.clone())
        }
        if studies.len() == before {
            to_stderr(&format!("no study found in {}", path.display()));
            return NO_STUDY;
        }
    }
    let checks = Checks { set, details, console: Console::new(true), taken: Cell::new(false), world };
    let mut found: Vec<Checked> = studies.iter().map(|study| checks.one(study)).collect();
    let lacking: Vec<Missing> = found.iter_mut().map(|checked| std::mem::take(&mut checked.missing)).collect();
    let table = Table::of(&lacking);
    if details.format == Format::Json {
        let studies: Vec<&serde_json::Value> = found.iter().map(|checked| &checked.json).collect();
        to_stdout(&format!("{:#}", answers::check(&studies, &table)));
    } else {
        table.lines().iter().for_each(|line| {
            to_stdout(line);
        });
    }
    if found.iter().all(|checked| checked.errors == 0) { HELD } else { WRONG }
}

struct Checks<'c> {
    set: &'c Settings,
    details: &'c Details,
    console: Console,
    /// The standard input was read.
    taken: Cell<bool>,
    world: &'c dyn World,
}

/// What was not checked.
fn not_checked(looked: &Looked) -> String {
    let listed = |names: &[String]| {
        let mut names = names.to_vec();
        names.dedup();
        names.join(", ")
    };
    let mut parts = Vec::new();
    if !looked.rehearsed.is_empty() {
        parts.push(format!("not computed: {}", listed(&looked.rehearsed)));
    }
    if !looked.unwritten.is_empty() {
        parts.push(format!("not written: {}", listed(&looked.unwritten)));
    }
    if !looked.rest.is_empty() {
        parts.push(format!("not tried, only their keywords: {}", listed(&looked.rest)));
    }
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
}

/// What is said of a study without errors.
fn no_error(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.iter().filter(|d| d.severity == Severity::Warning).count() {
        0 => "nothing wrong".to_string(),
        n => format!("no error, {}", count(n, "warning")),
    }
}

struct Checked {
    errors: usize,
    missing: Missing,
    json: serde_json::Value,
}

impl Checks<'_> {
    fn one(&self, study: &Path) -> Checked {
        let typed = match Typed::of(study, &self.taken, self.world) {
            Ok(typed) => typed,
            Err(error) => {
                let error = Diagnostic::error("I001", format!("the standard input cannot be read: {error}"));
                return self.told(study, &[error], &SourceMap::default(), &Looked::default());
            }
        };
        let world: &dyn World = typed.as_ref().map_or(self.world, |typed| typed as &dyn World);
        let study = typed.as_ref().map_or(study, |typed| typed.path());
        let world = &sandbox::of_study(study, None, &self.set.macros, world);
        let opened = match opened(self.set, study, None, world) {
            Ok(opened) => opened,
            Err(failure) => {
                return self.told(study, &[failure.diagnostic], &failure.sources, &Looked::default());
            }
        };
        let mut report = opened.check();
        for _ in 1..MOST_CHECKS {
            match if self.details.fix {
                fixes::apply(&report.diagnostics, &report.sources, Wanted::Sure, world)
            } else {
                Ok(0)
            } {
                Ok(0) => break,
                Ok(n) => {
                    let fixes = if n == 1 { "1 fix".to_string() } else { format!("{n} fixes") };
                    to_stderr(&format!("{}: {fixes} written", study.display()));
                }
                Err(why) => {
                    to_stderr(&format!("a fix cannot be written: {why}"));
                    break;
                }
            }
            report = opened.check();
        }
        if self.details.verbose && self.details.format == Format::Human {
            for form in &report.forms {
                let place = report.sources.place(form.span).map(|(file, place)| format!("{file}:{}", place.line));
                to_stdout(&format!("  {}  {}", place.unwrap_or_default(), form.sentence()));
            }
        }
        self.told(study, &report.diagnostics, &report.sources, &Looked::of(&report))
    }

    fn told(&self, study: &Path, diagnostics: &[Diagnostic], sources: &SourceMap, looked: &Looked) -> Checked {
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        let path = study.to_string_lossy();
        let all: Vec<serde_json::Value> = diagnostics.iter().map(|d| d.json(sources)).collect();
        let missing = Missing::of(&all);
        let (shown, left) = max_errors::shown(diagnostics, self.details.max_errors);
        for diagnostic in &shown {
            match self.details.format {
                Format::Human => self.console.show(diagnostic, sources),
                Format::Json => {}
                format => {
                    to_stdout(&line_of(diagnostic, sources, &path, format));
                }
            }
        }
        if let Some(left) =
            max_errors::left_out(left, self.details.max_errors).filter(|_| self.details.format != Format::Json)
        {
            to_stderr(&left);
        }
        if self.details.format == Format::Human {
            let calls = count(looked.operators, "operator");
            let rest = not_checked(looked);
            to_stdout(&match errors {
                0 => format!("{}  {path}: {calls}, {}{rest}", painted("OK", Colour::Green), no_error(diagnostics)),
                _ => format!("{}  {path}: {}{rest}", painted("ERROR", Colour::Red), count(errors, "error")),
            });
            missing.line().iter().for_each(|line| {
                to_stdout(&format!("  {line}"));
            });
        }
        let mut json = answers::checked(&answers::Checked {
            path: &path,
            shown: &shown,
            errors,
            sources,
            looked,
            missing: &missing,
        });
        if self.details.max_errors.is_some() {
            json["errors_not_shown"] = left.into();
        }
        Checked { errors, missing, json }
    }
}
