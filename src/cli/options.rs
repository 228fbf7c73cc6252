//! From the command line to how a study is evaluated: variables set, macro-commands found.

use std::path::PathBuf;
use std::sync::Arc;

use super::console::Console;
use super::doors::is_sandboxed;
use super::settings::Settings;
use crate::diag::Diagnostic;
use crate::python::Value;
use crate::python::literal;
use crate::script::{LoadError, ScriptMacros};
use crate::source::{FileId, SourceMap, World};
use crate::study::{Options, Project};

/// Options for a study.
pub fn options(settings: &Settings, project: &Project, world: &dyn World) -> Result<Options, LoadError> {
    let set = variables(settings).map_err(|error| Box::new((*error, SourceMap::default())))?;
    let macros = macros(settings, project, world)?;
    let (former, sandbox) = (settings.age.former, is_sandboxed());
    Ok(Options { set, macros: Some(Arc::new(macros)), former, sandbox, ..Options::default() })
}

/// The same; what is wrong with them is shown.
pub fn options_or_shown(
    settings: &Settings,
    project: &Project,
    world: &dyn World,
    console: &Console,
) -> Option<Options> {
    options(settings, project, world).map_err(|error| console.show(&error.0, &error.1)).ok()
}

fn variables(settings: &Settings) -> Result<Vec<(String, Value)>, Box<Diagnostic>> {
    let mut out = Vec::new();
    for text in &settings.set {
        let Some((name, value)) = text.split_once('=') else {
            let message = format!("--set {text}: an equal sign is missing");
            return Err(Box::new(Diagnostic::error("G013", message).help("write --set NAME=VALUE")));
        };
        if name.trim().is_empty() {
            let message = format!("--set {text}: a name is missing before the equal sign");
            return Err(Box::new(Diagnostic::error("G013", message).help("write --set NAME=VALUE")));
        }
        out.push((name.trim().to_string(), literal(FileId(u32::MAX), value)));
    }
    Ok(out)
}

/// Those of the program, of a folder `macros` beside the study, and of the folders asked for.
fn macros(settings: &Settings, project: &Project, world: &dyn World) -> Result<ScriptMacros, LoadError> {
    let mut macros = ScriptMacros::embedded();
    let beside: Option<PathBuf> = Some(project.folder.join("macros")).filter(|folder| folder.is_dir());
    for folder in beside.iter().chain(&settings.macros) {
        macros.add_folder(folder, world)?;
    }
    Ok(macros)
}
