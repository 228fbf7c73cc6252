//! `stickslip upgrade`: a study written in today's syntax.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::options::study_or_shown;
use super::sandbox;
use super::settings::Settings;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::streams::{stream_to_stdout, to_stderr};
use crate::cli::words::count;
use crate::diag::Diagnostic;
use crate::former::upgrade::{Change, upgrade_all};
use crate::source::{SourceMap, World};
use crate::study::StudyPlaces;
use crate::syntax::{decode, rewritten};

/// Where the upgraded text goes.
#[derive(clap::Args)]
pub struct Target {
    /// File to write instead of the standard output
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Replace the command files of the study
    #[arg(long)]
    in_place: bool,
}

pub fn upgrade(study: &Path, target: &Target, set: &Settings, disk: &dyn World) -> u8 {
    let world = &sandbox::of_study(study, None, &set.macros, disk);
    let console = Console::new(true).aside();
    let Some(opened) = study_or_shown(set, study, world, &console) else { return WRONG };
    let files: Vec<PathBuf> = match study.extension().is_some_and(|e| e == "export") {
        true => opened.project().commands.clone(),
        false => vec![study.to_path_buf()],
    };
    if files.len() > 1 && !target.in_place {
        let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
        to_stderr(&format!("the study has {}: {}", count(files.len(), "command file"), names.join(", ")));
        to_stderr("use --in-place, or upgrade each of them");
        return WRONG;
    }
    let places = StudyPlaces::of(opened.project(), opened.options(), world);
    let mut texts = Vec::with_capacity(files.len());
    for file in &files {
        match world.read(file) {
            Ok(bytes) => texts.push((file.display().to_string(), decode(&bytes), bytes)),
            Err(error) => {
                let message = format!("{} cannot be read: {error}", file.display());
                console.show(&Diagnostic::error("I001", message), &SourceMap::default());
                return WRONG;
            }
        }
    }
    let named: Vec<(&str, &str)> = texts.iter().map(|(name, text, _)| (name.as_str(), text.as_str())).collect();
    let upgraded = upgrade_all(&named, &places);
    for ((file, (_, text, bytes)), new) in files.iter().zip(&texts).zip(upgraded) {
        table(file, "changed", &new.changed);
        table(file, "left as it is", &new.left);
        to_stderr(&format!(
            "{}: {} changed, {} left as they are",
            file.display(),
            count(new.changed.len(), "form"),
            new.left.len()
        ));
        if target.in_place && new.text == *text {
            continue;
        }
        // A text that declares its encoding keeps it.
        let new = rewritten(bytes, &new.edits).unwrap_or_else(|| new.text.into_bytes());
        let (path, written) = match &target.output {
            _ if target.in_place => (file, world.write(file, &new)),
            Some(path) => (path, sandbox::beside(path, disk).write(path, &new)),
            None => {
                stream_to_stdout(|out| {
                    out.write_all(&new)?;
                    if new.ends_with(b"\n") { Ok(()) } else { out.write_all(b"\n") }
                });
                continue;
            }
        };
        if let Err(error) = written {
            to_stderr(&format!("{} cannot be written: {error}", path.display()));
            return WRONG;
        }
    }
    HELD
}

fn table(file: &Path, what: &str, changes: &[Change]) {
    for change in changes {
        to_stderr(&format!("{}:{}  {what:13}  {}", file.display(), change.line, change.what));
    }
}
