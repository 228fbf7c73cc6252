//! `stickslip lint`: what is legal in studies and doubtful.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use super::codes::{FAILED, HELD, NO_STUDY, WRONG};
use super::console::Console;
use super::fixes::{self, Wanted};
use super::formats::{Format, line_of};
use super::options::study as opened;
use super::sandbox;
use super::settings::Settings;
use super::streams::{to_stderr, to_stdout};
use super::test::find_studies;
use super::words::count;
use crate::answers;
use crate::catalogue::replaced;
use crate::diag::Diagnostic;
use crate::language::{Choice, LINTS, Rehearsal, lints, rehearse_with};
use crate::source::{Typed, World};

/// Rounds of fixes at most, each after those of the one before.
const MOST_ROUNDS: usize = 10;

/// What is looked for, and what is done about it.
#[derive(clap::Args)]
pub struct Lint {
    /// Studies, folders of studies, or `-` for the standard input
    #[arg(required = true, value_name = "STUDY")]
    studies: Vec<PathBuf>,
    /// Write the fixes that are sure into the files, and look again
    #[arg(long)]
    fix: bool,
    /// With --fix: write also the fixes that change the meaning and are to be looked at
    #[arg(long, requires = "fix")]
    unsure: bool,
    /// End with exit code 1 when this lint is found; `all` for any
    #[arg(long, value_name = "CODE")]
    deny: Vec<String>,
    /// Also look for this lint, which is not looked for otherwise (L006)
    #[arg(long, value_name = "CODE")]
    also: Vec<String>,
    /// Leave this lint out
    #[arg(long, value_name = "CODE")]
    without: Vec<String>,
    /// How the results are printed: messages, JSON, one line per lint (FILE:LINE), or GitHub annotations
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    set: Settings,
}

/// What was found in one study.
struct Linted {
    path: String,
    rehearsal: Rehearsal,
    found: Vec<Diagnostic>,
}

pub fn lint(options: &Lint, world: &dyn World) -> u8 {
    for code in options
        .deny
        .iter()
        .filter(|code| !code.eq_ignore_ascii_case("all"))
        .chain(&options.also)
        .chain(&options.without)
    {
        if !LINTS.iter().any(|lint| lint.code.eq_ignore_ascii_case(code)) {
            let near = replaced(code, LINTS.iter().map(|lint| lint.code), None);
            let hint = near.map_or("`stickslip explain` lists them".to_string(), |(help, _)| help);
            to_stderr(&format!("there is no lint {code}; {hint}"));
            return WRONG;
        }
    }
    let mut studies = Vec::new();
    for path in &options.studies {
        let before = studies.len();
        if path.is_dir() {
            find_studies(path, &mut studies, world);
        } else {
            studies.push(path.clone());
        }
        if studies.len() == before {
            to_stderr(&format!("no study found in {}", path.display()));
            return NO_STUDY;
        }
    }
    let denied: Vec<String> = options.deny.iter().map(|code| code.to_ascii_uppercase()).collect();
    let with = denied.iter().filter(|code| *code != "ALL").chain(&options.also).cloned().collect();
    let choice = Choice { with, without: options.without.clone() };
    let mut all = Vec::new();
    let mut wrong = false;
    let taken = Cell::new(false);
    for study in &studies {
        match one(study, options, &choice, &taken, world) {
            Ok(linted) => {
                told(&linted, options);
                all.push(linted);
            }
            Err(why) => {
                to_stderr(&why);
                wrong = true;
            }
        }
    }
    summary(&all, options);
    let is_denied = |lint: &Diagnostic| denied.iter().any(|code| code == "ALL" || code == lint.code);
    wrong |= all.iter().any(|linted| !linted.errors().is_empty());
    match (wrong, all.iter().flat_map(|linted| &linted.found).any(is_denied)) {
        (true, _) => WRONG,
        (false, true) => FAILED,
        (false, false) => HELD,
    }
}

fn one(study: &Path, asked: &Lint, choice: &Choice, taken: &Cell<bool>, world: &dyn World) -> Result<Linted, String> {
    let typed =
        Typed::of(study, taken, world).map_err(|error| format!("the standard input cannot be read: {error}"))?;
    let is_typed = typed.is_some();
    let world: &dyn World = typed.as_ref().map_or(world, |typed| typed as &dyn World);
    let study = typed.as_ref().map_or(study, |typed| typed.path());
    let world = &sandbox::of_study(study, None, &asked.set.macros, world);
    let path = study.display().to_string();
    let study = opened(&asked.set, study, None, world).map_err(|failure| failure.to_string())?;
    let mut rehearsal = rehearse_with(&study, world);
    let mut found = lints(&rehearsal, choice);
    for _ in 0..if asked.fix && !is_typed { MOST_ROUNDS } else { 0 } {
        let wanted = if asked.unsure { Wanted::All } else { Wanted::Sure };
        let written = fixes::apply(&found, &rehearsal.sources, wanted, world);
        match written.map_err(|why| format!("a fix cannot be written: {why}"))? {
            0 => break,
            1 => to_stderr(&format!("{path}: 1 fix written")),
            n => to_stderr(&format!("{path}: {n} fixes written")),
        };
        rehearsal = rehearse_with(&study, world);
        found = lints(&rehearsal, choice);
    }
    Ok(Linted { path, rehearsal, found })
}

impl Linted {
    /// What is wrong with the study, so that not all of it could be looked at.
    fn errors(&self) -> Vec<&Diagnostic> {
        self.rehearsal.diagnostics.iter().filter(|d| d.is_error()).collect()
    }
}

fn told(linted: &Linted, options: &Lint) {
    let sources = &linted.rehearsal.sources;
    let console = Console::new(true);
    for lint in &linted.found {
        match options.format {
            Format::Human => console.show(lint, sources),
            Format::Json => {}
            format => {
                to_stdout(&line_of(lint, sources, &linted.path, format));
            }
        }
    }
    let errors = linted.errors();
    let Some(first) = errors.first() else { return };
    match options.format {
        Format::Human => console.show(first, sources),
        Format::Json => {}
        format => {
            to_stdout(&line_of(first, sources, &linted.path, format));
        }
    }
    let path = &linted.path;
    to_stderr(&format!("{path}: {}, which `stickslip check {path}` shows", count(errors.len(), "error")));
}

fn summary(all: &[Linted], options: &Lint) {
    let number: usize = all.iter().map(|linted| linted.found.len()).sum();
    let placed = |lint: &Diagnostic, linted: &Linted| lint.placed_fixes(&linted.rehearsal.sources);
    let fixes = all.iter().flat_map(|linted| linted.found.iter().flat_map(move |lint| placed(lint, linted)));
    let (sure, unsure): (Vec<_>, Vec<_>) = fixes.partition(|fix| fix.sure);
    match options.format {
        Format::Json => {
            let study = |linted: &Linted| answers::linted(&linted.path, &linted.rehearsal, &linted.found);
            to_stdout(&format!("{:#}", answers::lint(all.iter().map(study).collect())));
        }
        Format::Human => {
            let mut line = format!(
                "{} in {}",
                count(number, "lint"),
                if all.len() == 1 { "1 study".into() } else { format!("{} studies", all.len()) }
            );
            if !sure.is_empty() {
                line += &format!("; `--fix` mends {}", sure.len());
            }
            if !unsure.is_empty() {
                line += &format!("; {} with `--fix --unsure`", unsure.len());
            }
            to_stdout(&line);
        }
        Format::Short | Format::Github => {}
    }
}
