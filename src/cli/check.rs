//! `stickslip check`: all errors of studies, nothing is run.

use std::path::PathBuf;

use super::Settings;
use super::console::{Colour, Console, count, painted, to_stdout};
use super::options::options_or_shown;
use super::run::{HELD, WRONG};
use crate::source::{SourceMap, World};
use crate::study::events::Silent;
use crate::study::{Options, Project, evaluate};

pub fn check(studies: &[PathBuf], set: &Settings, verbose: bool, world: &dyn World) -> u8 {
    let console = Console::new(true);
    let mut code = HELD;
    for study in studies {
        let project = match Project::open(study, None, world) {
            Ok(project) => project,
            Err(diagnostic) => {
                console.show(&diagnostic, &SourceMap::default());
                code = WRONG;
                continue;
            }
        };
        let Some(options) = options_or_shown(set, &project, world, &console) else { return WRONG };
        let report = evaluate(&project, &Options { check_only: true, ..options }, world, &Silent);
        for diagnostic in &report.diagnostics {
            console.show(diagnostic, &report.sources);
        }
        if verbose {
            for form in &report.forms {
                let place = report.sources.place(form.span).map(|(file, place)| format!("{file}:{}", place.line));
                to_stdout(&format!("  {}  {}", place.unwrap_or_default(), form.sentence()));
            }
        }
        let errors = report.diagnostics.iter().filter(|d| d.is_error()).count();
        let calls = count(report.graph.nodes.len(), "operator");
        to_stdout(&if errors > 0 {
            code = WRONG;
            format!("{}  {}: {}", painted("ERROR", Colour::Red), study.display(), count(errors, "error"))
        } else {
            format!("{}  {}: {calls}, nothing wrong", painted("OK", Colour::Green), study.display())
        });
    }
    code
}
