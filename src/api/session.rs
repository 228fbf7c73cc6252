//! A session: a study that goes on, text by text.

use std::path::PathBuf;
use std::sync::Arc;

use super::names::{Names, of_scope};
use super::study::Study;
use super::value::Value;
use crate::python::Value as Setting;
use crate::source::{BorrowedOrShared, SourceMap, World};
use crate::study::events::{Observer, Silent};
use crate::study::graph::Graph;
use crate::study::{Answer, Limits, Options, Project, Session as Evaluated, Shared, on_its_stack};

/// Study that goes on text by text. It owns all it needs: several may run at the same time, each on a thread of its own.
pub struct Session<'w> {
    evaluated: Evaluated<'w>,
}

impl Session<'static> {
    /// Opens a session without an observer; files are looked up in the current folder of `world`.
    pub fn new(world: impl World + 'static) -> Self {
        Session::seen(Arc::new(world), Arc::new(Silent))
    }

    /// Opens a session; `observer` sees what is printed, found wrong and shown while it happens.
    pub fn seen(world: Arc<dyn World>, observer: Arc<dyn Observer>) -> Self {
        let project = Project { name: "session".into(), output: PathBuf::new(), ..Project::default() };
        let macros = crate::script::ScriptMacros::embedded();
        let shared = Arc::new(Shared::new(Limits::of_session()));
        let options = Options { macros: Some(Arc::new(macros)), shared: Some(shared), ..Options::default() };
        let held = (BorrowedOrShared::Shared(Arc::new(project)), BorrowedOrShared::Shared(Arc::new(options)));
        Session {
            evaluated: Evaluated::new(
                held.0,
                held.1,
                BorrowedOrShared::Shared(world),
                BorrowedOrShared::Shared(observer),
            ),
        }
    }
}

impl<'w> Session<'w> {
    /// Opens a session on a study, with its files and settings; `observer` sees what is printed, found wrong and shown.
    pub fn of(study: &'w Study<'w>, observer: &'w dyn Observer) -> Self {
        let held = (BorrowedOrShared::Lent(&study.project), BorrowedOrShared::Lent(&study.options));
        Session { evaluated: Evaluated::new(held.0, held.1, study.world.clone(), BorrowedOrShared::Lent(observer)) }
    }

    /// Runs the command files of the study. What was computed before an error stays.
    pub fn start(&mut self) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.start()).unwrap_or_else(|_| Answer::failed())
    }

    /// Evaluates a text and runs its operators. A text that fails leaves everything as it was.
    pub fn take(&mut self, text: &str) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.take(text)).unwrap_or_else(|_| Answer::failed())
    }

    /// Evaluates a text and runs its operators; messages call the text `name`.
    pub fn take_named(&mut self, text: &str, name: Option<&str>) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.take_named(text, name)).unwrap_or_else(|_| Answer::failed())
    }

    /// Lets the next texts overwrite the files that earlier texts wrote, as a run of its own does, and not append to them.
    pub fn begin_files(&mut self) {
        self.evaluated.begin_files();
    }

    /// Skips the next assignment to a name: it keeps its value, as one given by `--set` does.
    pub fn keep_once(&mut self, name: &str) {
        self.evaluated.keep_once(name);
    }

    /// Takes [`Session::keep_once`] back; returns false when the name was not to be kept.
    pub fn forget_kept(&mut self, name: &str) -> bool {
        self.evaluated.forget_kept(name)
    }

    /// Returns the files written since the last call, with their sizes in bytes.
    pub fn take_written(&self) -> Vec<(PathBuf, u64)> {
        self.evaluated.take_written()
    }

    /// Undoes the last text that changed something, with those after it; files written stay. Returns the number of texts undone.
    pub fn undo(&mut self) -> Option<usize> {
        self.evaluated.undo()
    }

    /// Returns all names with their values, each concept in its newest version.
    pub fn values(&self) -> Vec<(Arc<str>, Setting)> {
        self.evaluated.names()
    }

    /// Returns the graph of the operators so far.
    pub fn graph(&self) -> &Graph {
        &self.evaluated.graph
    }

    /// Returns the texts so far, for the places that diagnostics point at.
    pub fn sources(&self) -> &SourceMap {
        &self.evaluated.sources
    }
}

impl Names for Session<'_> {
    fn names(&self) -> Vec<Arc<str>> {
        self.evaluated.names().into_iter().map(|(name, _)| name).collect()
    }

    fn get(&self, name: &str) -> Option<Value> {
        of_scope(&self.evaluated.scope, &self.evaluated.graph, name)
    }
}
