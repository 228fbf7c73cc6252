//! One check of a study, as `check` makes it: what is wrong in each of its files, and what its names stand for.

use std::path::Path;

use super::offered::Name;
use crate::api::{Graph, Project, Study};
use crate::catalogue::Form;
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::{Held, SourceMap, World};

/// What a check found.
#[derive(Default)]
pub struct Rehearsal {
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
    /// Concepts by name, each in its newest version, with what is known of them.
    pub concepts: Vec<Name>,
    /// What the study is made of, unless it could not be opened.
    pub project: Option<Project>,
    pub graph: Graph,
    /// Forms of former versions.
    pub forms: Vec<Form>,
    /// It was stopped before its end: what it found is not whole.
    pub stopped: bool,
}

/// Checks a study, given by its command file or profile.
pub fn rehearse(study: &Path, world: &dyn World) -> Rehearsal {
    let wrong = |diagnostic: Diagnostic, sources: SourceMap| Rehearsal {
        diagnostics: vec![diagnostic],
        sources,
        ..Rehearsal::default()
    };
    let study = match Study::in_world(study, None, Held::Lent(world)) {
        Ok(study) => study,
        Err(failure) => return wrong(failure.diagnostic, failure.sources),
    };
    let report = study.check();
    let mut concepts: Vec<Name> = Vec::new();
    for handle in report.graph.nodes.iter().flat_map(|node| node.makes()) {
        put(&mut concepts, handle);
    }
    let mut diagnostics: Vec<Diagnostic> = report.diagnostics.into_iter().flat_map(Diagnostic::parts).collect();
    diagnostics.extend(study.project().warnings.clone());
    Rehearsal {
        sources: report.sources,
        diagnostics,
        concepts,
        graph: report.graph,
        forms: report.forms,
        project: Some(study.project().clone()),
        stopped: report.stopped,
    }
}

fn put(concepts: &mut Vec<Name>, handle: &Handle) {
    let name = handle.name();
    if name.is_empty() {
        return;
    }
    match concepts.iter_mut().find(|(own, _)| own == name) {
        Some((_, known)) => *known = Some(handle.clone()),
        None => concepts.push((name.to_string(), Some(handle.clone()))),
    }
}
