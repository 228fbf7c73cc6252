//! The report of an evaluation.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use super::graph::Graph;
use super::plan::State;
use super::project::Project;
use crate::catalogue::Form;
use crate::diag::Diagnostic;
use crate::python::Scope;
use crate::source::SourceMap;
use crate::verdict::Record;

/// Everything that an evaluation leaves.
pub struct Report {
    pub study: String,
    pub sources: SourceMap,
    /// Errors and warnings, those of reading and checking first.
    pub diagnostics: Vec<Diagnostic>,
    /// What operators advise, for `lint`.
    pub advice: Vec<Diagnostic>,
    /// The user or the profile says how old the study is.
    pub is_dated: bool,
    /// Forms of former versions that were read as today's, in the order of the text.
    pub forms: Vec<Form>,
    /// How many of them were shown already, while operators ran (they are the last ones).
    pub shown: usize,
    pub verdicts: Vec<Arc<Record>>,
    pub graph: Graph,
    /// Variables of the study.
    pub scope: Arc<Scope>,
    /// Names whose value is not known after a check.
    pub unknown: Vec<Arc<str>>,
    /// State of each node.
    pub states: Vec<State>,
    /// Nodes whose result was taken from another evaluation.
    pub taken: BTreeSet<usize>,
    /// The user asked to stop.
    pub stopped: bool,
    /// Files written, with their sizes in bytes.
    pub files: Vec<(PathBuf, u64)>,
    pub wall_s: f64,
}

impl Report {
    pub fn error(&self) -> Option<&Diagnostic> {
        self.diagnostics.iter().find(|d| d.is_error())
    }

    pub fn failed_assertions(&self) -> usize {
        self.verdicts.iter().filter(|v| v.passed == Some(false)).count()
    }

    /// Nodes left out because another failed, or because the run was stopped.
    pub fn not_run(&self) -> usize {
        self.states.iter().filter(|s| matches!(s, State::NotRun | State::Stopped)).count()
    }

    /// The report of a study that could not be started.
    pub(super) fn of_error(project: &Project, diagnostic: Diagnostic) -> Self {
        Report {
            study: project.name.clone(),
            sources: SourceMap::default(),
            diagnostics: vec![diagnostic],
            advice: Vec::new(),
            is_dated: false,
            forms: Vec::new(),
            shown: 0,
            verdicts: Vec::new(),
            graph: Graph::default(),
            scope: Scope::module(),
            unknown: Vec::new(),
            states: Vec::new(),
            taken: BTreeSet::new(),
            stopped: false,
            files: Vec::new(),
            wall_s: 0.0,
        }
    }
}
