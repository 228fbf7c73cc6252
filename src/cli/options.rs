//! From the command line to how a study is evaluated: variables set, macro-commands found.

use std::path::Path;

use super::console::Console;
use super::settings::Settings;
use crate::api::{Failure, Study};
use crate::diag::Diagnostic;
use crate::python::Value;
use crate::python::literal;
use crate::source::{BorrowedOrShared, FileId, World};

/// The study given on the command line, with what is set there.
pub fn study<'w>(
    settings: &Settings,
    path: &Path,
    output: Option<&Path>,
    world: &'w dyn World,
) -> Result<Study<'w>, Box<Failure>> {
    prepared(settings, Study::in_world(path, output, BorrowedOrShared::Lent(world))?)
}

/// Opens the study given on the command line; shows the error if there is one.
pub fn study_or_shown<'w>(
    settings: &Settings,
    path: &Path,
    world: &'w dyn World,
    console: &Console,
) -> Option<Study<'w>> {
    study(settings, path, None, world).map_err(|error| console.show(&error.diagnostic, &error.sources)).ok()
}

/// A study with what is set on the command line.
pub fn prepared<'w>(settings: &Settings, study: Study<'w>) -> Result<Study<'w>, Box<Failure>> {
    let set = variables(settings)?;
    let study = study.macros(&settings.macros)?.version(settings.age.former);
    let study = seen(settings)?.into_iter().fold(study, |study, (name, value)| study.environment(&name, &value));
    Ok(set.into_iter().fold(study, |study, (name, value)| study.with(&name, value)))
}

/// The variables of the environment that a study sees.
fn seen(settings: &Settings) -> Result<Vec<(String, String)>, Box<Failure>> {
    let mut out = Vec::new();
    for text in &settings.env {
        let (name, given) = text.split_once('=').map_or((text.as_str(), None), |(name, value)| (name, Some(value)));
        let own = || std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        let wrong = |message: String, help: &str| Err(Failure::of(Diagnostic::error("G013", message).help(help)));
        if name.is_empty() {
            return wrong(format!("--env {text}: a name is missing before the equal sign"), "write --env NAME=VALUE");
        }
        let Some(value) = given.map(str::to_string).or_else(own) else {
            return wrong(format!("--env {name}: this variable is not set here"), "write --env NAME=VALUE");
        };
        out.push((name.to_string(), value));
    }
    Ok(out)
}

fn variables(settings: &Settings) -> Result<Vec<(String, Value)>, Box<Failure>> {
    let mut out = Vec::new();
    for text in &settings.set {
        let Some((name, value)) = text.split_once('=') else {
            let message = format!("--set {text}: an equal sign is missing");
            return Err(Failure::of(Diagnostic::error("G013", message).help("write --set NAME=VALUE")));
        };
        if name.trim().is_empty() {
            let message = format!("--set {text}: a name is missing before the equal sign");
            return Err(Failure::of(Diagnostic::error("G013", message).help("write --set NAME=VALUE")));
        }
        out.push((name.trim().to_string(), literal(FileId(u32::MAX), value)));
    }
    Ok(out)
}

/// As many threads as asked for, or as the machine has.
pub fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |n| n.get()))
}
