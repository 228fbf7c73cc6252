//! The command: the study is evaluated without being run, its graph written where it is asked for.

use std::path::Path;

use super::formats::{Format, drawn};
use crate::answers::graph::data;
use crate::cli::codes::{HELD, WRONG};
use crate::cli::console::Console;
use crate::cli::options::study_or_shown;
use crate::cli::sandbox;
use crate::cli::settings::Settings;
use crate::cli::streams::{to_stderr, to_stdout};
use crate::source::World;

/// Without a format, the name of the file says it.
pub fn graph(study: &Path, format: Option<Format>, output: Option<&Path>, set: &Settings, disk: &dyn World) -> u8 {
    let world = &sandbox::of_study(study, None, &set.macros, disk);
    let console = Console::new(true);
    let format = format.or_else(|| Format::of(output?)).unwrap_or(Format::Svg);
    if matches!(format, Format::Png) && output.is_none() {
        to_stderr("a PNG picture is written to a file: add `-o FILE.png`");
        return WRONG;
    }
    let Some(study) = study_or_shown(set, study, world, &console) else { return WRONG };
    let report = study.outline();
    for diagnostic in report.diagnostics.iter().filter(|d| d.is_error()) {
        console.show(diagnostic, &report.sources);
    }
    if report.graph.nodes.is_empty() && report.error().is_some() {
        // An empty drawing would take the place of a good one.
        return WRONG;
    }
    if let (Some(path), Some(_)) = (output, report.error()) {
        to_stderr(&format!("{} is not written: the study has errors", path.display()));
        return WRONG;
    }
    let bytes = match format {
        Format::Json => Ok(format!("{:#}\n", data(&report)).into_bytes()),
        _ => drawn(study.name(), &report.graph, format).map_err(|e| e.to_string()),
    };
    let written = match (output, bytes) {
        (Some(path), bytes) => bytes
            .and_then(|bytes| sandbox::beside(path, disk).write(path, &bytes).map_err(|e| e.to_string()))
            .map_err(|e| format!("{} cannot be written: {e}", path.display())),
        (None, bytes) => bytes.map(|bytes| {
            to_stdout(&String::from_utf8_lossy(&bytes));
        }),
    };
    if let Err(why) = &written {
        to_stderr(why);
    }
    // On the standard output, a graph with errors in it is drawn as far as it goes.
    if report.error().is_some() || written.is_err() { WRONG } else { HELD }
}
