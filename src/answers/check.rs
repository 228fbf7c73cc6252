//! The object of `check --format json`.

use serde_json::{Value as Json, json};

use super::missing::{Missing, Table};
use super::schema::versioned;
use crate::api::{Node, Report, State};
use crate::diag::Diagnostic;
use crate::source::SourceMap;

/// How far a study was looked at.
#[derive(Default)]
pub struct Looked {
    pub operators: usize,
    /// Commands of the operators whose data were read and whose computation was left out.
    pub rehearsed: Vec<String>,
    /// Commands of the operators that would have written files.
    pub unwritten: Vec<String>,
    /// Commands of the operators that were checked against the catalogue and not run.
    pub rest: Vec<String>,
}

impl Looked {
    pub fn of(report: &Report) -> Looked {
        let commands = |wanted: fn(&State, &Node) -> bool| {
            let nodes = report.graph.nodes.iter().zip(&report.states);
            let wanted = nodes.filter(|(node, state)| wanted(state, node));
            let mut names: Vec<String> = wanted.map(|(node, _)| node.call.command.to_string()).collect();
            names.sort();
            names
        };
        Looked {
            operators: report.graph.nodes.len(),
            rehearsed: commands(|state, node| *state == State::Rehearsed && !node.makes().is_empty()),
            unwritten: commands(|state, node| *state == State::Rehearsed && node.makes().is_empty()),
            rest: commands(|state, _| !matches!(state, State::Done | State::Failed | State::Rehearsed)),
        }
    }
}

/// What a check found in one study: the diagnostics that are shown, and how many of all are errors.
pub struct Checked<'c> {
    pub path: &'c str,
    pub shown: &'c [&'c Diagnostic],
    pub errors: usize,
    pub sources: &'c SourceMap,
    pub looked: &'c Looked,
    pub missing: &'c Missing,
}

/// One study of a check.
pub fn checked(found: &Checked<'_>) -> Json {
    json!({
        "study": found.path,
        "status": if found.errors > 0 { "error" } else { "ok" },
        "operators": found.looked.operators,
        "not_computed": found.looked.rehearsed,
        "not_written": found.looked.unwritten,
        "not_tried": found.looked.rest,
        "missing": found.missing.names(),
        "diagnostics": found.shown.iter().map(|d| d.json(found.sources)).collect::<Vec<_>>(),
    })
}

/// The object of a check.
pub fn check(studies: &[&Json], missing: &Table) -> Json {
    versioned(json!({ "studies": studies, "missing": missing.json() }))
}
