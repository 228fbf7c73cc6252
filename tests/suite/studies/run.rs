//! One run of a study, in a copy of its folder, for all who ask about it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use stickslip::answers::Outcome;
use stickslip::api::{State, Study};

use crate::clone::{clone, left, other_pictures};
use crate::program::{copy_of, root};

/// What a run left.
pub struct Ran {
    /// It ran to its end and every assertion holds.
    pub held: bool,
    /// What was found by each assertion, all digits.
    pub figures: Vec<String>,
    /// Errors, and assertions that fail.
    pub told: String,
    /// Keywords that no operator read, as `COMMAND/FACTOR/KEYWORD`.
    pub unread: Vec<String>,
}

type Once<T> = Mutex<BTreeMap<(String, String), Arc<OnceLock<T>>>>;

static RUNS: Once<Ran> = Mutex::new(BTreeMap::new());
/// Copies of folders, in which one study at a time runs.
static COPIES: Once<Mutex<PathBuf>> = Mutex::new(BTreeMap::new());

/// A clone, in which the examples run.
static CLONE: OnceLock<Option<PathBuf>> = OnceLock::new();

fn is_example(folder: &str) -> bool {
    folder.starts_with("examples/")
}

fn cell<T>(all: &Once<T>, folder: &str, study: &str) -> Arc<OnceLock<T>> {
    all.lock().unwrap().entry((folder.to_string(), study.to_string())).or_default().clone()
}

/// The run of a study of a folder, on two threads; it is run when it is asked for the first time.
pub fn ran<R>(folder: &str, study: &str, ask: impl FnOnce(&Ran) -> R) -> R {
    let run = cell(&RUNS, folder, study);
    ask(run.get_or_init(|| {
        let copy = cell(&COPIES, folder, "");
        let copy = copy.get_or_init(|| {
            let cloned = CLONE.get_or_init(|| clone("clone_of_studies")).as_ref().filter(|_| is_example(folder));
            let copy = || copy_of(&root().join(folder), &format!("studies_{}", folder.replace('/', "_")));
            Mutex::new(cloned.map_or_else(copy, |clone| clone.join(folder)))
        });
        // A study that panicked has left the others of its folder alone.
        let copy = copy.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        run_in(&copy, study)
    }))
}

/// What the runs of an example left in its folder, and must not.
pub fn traces(folder: &str) -> Vec<String> {
    let copy = cell(&COPIES, folder, "");
    let Some(copy) = copy.get().filter(|_| is_example(folder)) else { return Vec::new() };
    let copy = copy.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let left = CLONE.get().into_iter().flatten().flat_map(|clone| left(clone, folder)).collect();
    [left, other_pictures(&root().join(folder), &copy)].concat()
}

fn run_in(copy: &Path, study: &str) -> Ran {
    let opened = match Study::open(copy.join(study)) {
        Ok(opened) => opened,
        Err(failure) => {
            let told = failure.diagnostic.json(&failure.sources).to_string();
            return Ran { held: false, figures: Vec::new(), told, unread: Vec::new() };
        }
    };
    let report = opened.threads(2).run();
    let errors = report.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.json(&report.sources).to_string());
    let failed = report.verdicts.iter().filter(|v| v.passed == Some(false));
    let told = errors.chain(failed.map(|record| serde_json::to_string(&**record).unwrap()));
    let ended = report.graph.nodes.iter().zip(&report.states).filter(|(_, state)| **state == State::Done);
    Ran {
        held: Outcome::of(&report) == Outcome::Held,
        figures: report.verdicts.iter().map(|v| serde_json::to_value(&**v).unwrap()["computed"].to_string()).collect(),
        told: told.collect::<Vec<_>>().join("\n"),
        unread: ended
            .flat_map(|(node, _)| node.call.unread().into_iter().map(|path| format!("{}/{path}", node.call.command)))
            .collect(),
    }
}
