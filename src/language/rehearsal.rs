//! One check of a study, as `check` makes it: what is wrong in each of its files, and what its names stand for.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

use indexmap::IndexMap;

use super::offered::Name;
use super::own_values::{is_of_mathematics, is_own};
use crate::api::{Graph, Project, Report, Study};
use crate::catalogue::{Form, Keywords};
use crate::diag::{Diagnostic, Fix};
use crate::former::upgrade::upgrade_all;
use crate::python::Value;
use crate::source::{BorrowedOrShared, FileId, SourceFile, SourceMap, Span, World};
use crate::study::StudyPlaces;
use crate::syntax::decode;

/// What a check found.
#[derive(Default)]
pub struct Rehearsal {
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
    /// Concepts by name, each in its newest version, and variables, with what is known of them.
    pub names: Vec<Name>,
    /// What the study is made of, unless it could not be opened.
    pub project: Option<Project>,
    pub graph: Graph,
    /// Forms of former versions.
    pub forms: Vec<Form>,
    /// For each of them, where that was looked for, the change that writes today's.
    pub upgrades: Vec<Option<Fix>>,
    /// The user or the profile says how old the study is.
    pub is_dated: bool,
    /// What operators advise, for lints.
    pub advice: Vec<Diagnostic>,
    /// The profile, among the files.
    pub profile: Option<FileId>,
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
    match Study::in_world(study, None, BorrowedOrShared::Lent(world)) {
        Ok(study) => rehearsed(&study, world),
        Err(failure) => wrong(failure.diagnostic, failure.sources),
    }
}

/// Checks a study that is open, and looks for the changes that write today's forms.
pub fn rehearse_with(study: &Study<'_>, world: &dyn World) -> Rehearsal {
    let mut found = rehearsed(study, world);
    if !found.forms.is_empty() {
        let places = StudyPlaces::of(study.project(), study.options(), world);
        found.upgrades = upgrades(&found.forms, &found.sources, &places);
    }
    found
}

fn rehearsed(study: &Study<'_>, world: &dyn World) -> Rehearsal {
    let report = study.check();
    let names = names_of(&report);
    let mut diagnostics: Vec<Diagnostic> = report.diagnostics.into_iter().flat_map(Diagnostic::parts).collect();
    diagnostics.extend(study.project().warnings.clone());
    let mut sources = report.sources;
    let profile = study.project().profile.as_ref().and_then(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = decode(&world.read(path).ok()?);
        Some(sources.add(SourceFile::new(name, Some(path.clone()), text)))
    });
    Rehearsal {
        sources,
        diagnostics,
        names,
        graph: report.graph,
        forms: report.forms,
        upgrades: Vec::new(),
        is_dated: report.is_dated,
        advice: report.advice,
        profile,
        project: Some(study.project().clone()),
        stopped: report.stopped,
    }
}

/// Replacements of parts of a text.
type Edits = Vec<(Range<usize>, String)>;

/// What an upgrade would change where each form stands, with what it changes beside: names become groups that are defined, and a
/// study whose forms are today's is no longer read as a former one.
fn upgrades(forms: &[Form], sources: &SourceMap, places: &StudyPlaces) -> Vec<Option<Fix>> {
    let files: BTreeSet<FileId> = forms.iter().map(|form| form.span.file).collect();
    let files: Vec<(FileId, &SourceFile)> =
        files.into_iter().filter_map(|id| Some((id, &**sources.get(id)?))).collect();
    let texts: Vec<(&str, &str)> =
        files.iter().map(|(_, source)| (source.name.as_str(), source.text.as_str())).collect();
    let upgraded = files.iter().map(|(id, _)| *id).zip(upgrade_all(&texts, places));
    let edits: BTreeMap<FileId, (Edits, Edits)> = upgraded.map(|(id, new)| (id, (new.edits, new.joint))).collect();
    let of = |form: &Form| {
        let file = form.span.file;
        let (all, joint) = edits.get(&file)?;
        let (start, end) = (form.span.start as usize, form.span.end as usize);
        let mut here: Edits =
            all.iter().filter(|(range, _)| range.start <= end && start <= range.end).cloned().collect();
        if here.is_empty() {
            return None;
        }
        here.extend(joint.iter().filter(|edit| !here.contains(edit)).cloned().collect::<Edits>());
        let here = here.into_iter().map(|(range, text)| (Span::new(file, range.start, range.end), text)).collect();
        let title = form.today.as_ref().map_or(format!("take {} out", form.old), |today| format!("write {today}"));
        Some(Fix::new(title, here).sure())
    };
    forms.iter().map(of).collect()
}

/// Names of a study after a check or a run: concepts, each in its newest version, then variables and modules.
pub fn names_of(report: &Report) -> Vec<Name> {
    let mut names: IndexMap<String, Name> = IndexMap::new();
    for node in &report.graph.nodes {
        for handle in node.makes().into_iter().filter(|handle| !handle.name().is_empty()) {
            let mut name = Name::new(handle.name(), Some(Value::Concept(handle.clone())));
            if handle.get().is_none() {
                name.columns = columns_written(&node.call.keywords);
            }
            names.insert(name.name.clone(), name);
        }
    }
    for (name, value) in report.scope.entries() {
        let is_shown = matches!(value, Value::Module(_)) || is_own(&name, &value) && !is_of_mathematics(&name, &value);
        if is_shown && !matches!(value, Value::Concept(_)) {
            names.entry(name.to_string()).or_insert_with(|| Name::new(&*name, Some(value)));
        }
    }
    names.into_values().collect()
}

/// Columns that CREA_TABLE writes: a table with values that only a run knows has them already.
fn columns_written(keywords: &Keywords) -> Vec<String> {
    keywords.factor("LISTE").iter().filter_map(|list| list.text_if_given("PARA")).map(|name| name.to_string()).collect()
}
