//! A session: a study that goes on, text by text.

use std::path::PathBuf;
use std::sync::Arc;

use super::names::{Names, of_scope};
use super::study::Study;
use super::value::Value;
use crate::python::Value as Setting;
use crate::source::{Held, SourceMap, World};
use crate::study::events::{Observer, Silent};
use crate::study::graph::Graph;
use crate::study::{Answer, Limits, Options, Project, Session as Evaluated, Shared, on_its_stack};

/// A study that goes on. It owns all it needs: several may run at the same time, each on a thread of its own.
pub struct Session<'w> {
    evaluated: Evaluated<'w>,
}

impl Session<'static> {
    /// A session in a world that nobody looks at; files are looked up in the current folder.
    pub fn new(world: impl World + 'static) -> Self {
        Session::seen(Arc::new(world), Arc::new(Silent))
    }

    /// The same with somebody who sees what is printed, found wrong and shown.
    pub fn seen(world: Arc<dyn World>, observer: Arc<dyn Observer>) -> Self {
        let project = Project { name: "session".into(), output: PathBuf::new(), ..Project::default() };
        let macros = crate::script::ScriptMacros::embedded();
        let shared = Arc::new(Shared::new(Limits::of_session()));
        let options = Options { macros: Some(Arc::new(macros)), shared: Some(shared), ..Options::default() };
        let held = (Held::Shared(Arc::new(project)), Held::Shared(Arc::new(options)));
        Session { evaluated: Evaluated::new(held.0, held.1, Held::Shared(world), Held::Shared(observer)) }
    }
}

impl<'w> Session<'w> {
    /// The session of a study; an observer sees what is printed, found wrong and shown.
    pub fn of(study: &'w Study<'w>, observer: &'w dyn Observer) -> Self {
        let held = (Held::Lent(&study.project), Held::Lent(&study.options));
        Session { evaluated: Evaluated::new(held.0, held.1, study.world.clone(), Held::Lent(observer)) }
    }

    /// Runs the command files of its study. What was computed before an error stays.
    pub fn start(&mut self) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.start()).unwrap_or_else(|_| Answer::failed())
    }

    /// Evaluates a text and runs its operators. One that fails leaves all as it was.
    pub fn take(&mut self, text: &str) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.take(text)).unwrap_or_else(|_| Answer::failed())
    }

    /// The same for a text that has a name in messages.
    pub fn take_named(&mut self, text: &str, name: Option<&str>) -> Answer {
        let evaluated = &mut self.evaluated;
        on_its_stack(|| evaluated.take_named(text, name)).unwrap_or_else(|_| Answer::failed())
    }

    /// Has the texts that follow begin anew the files that those before wrote, as a run of its own does.
    pub fn begin_files(&mut self) {
        self.evaluated.begin_files();
    }

    /// Has a name keep its value at the next assignment to it, as `--set` does.
    pub fn keep_once(&mut self, name: &str) {
        self.evaluated.keep_once(name);
    }

    /// Takes that back; false when nothing was kept.
    pub fn forget_kept(&mut self, name: &str) -> bool {
        self.evaluated.forget_kept(name)
    }

    /// Files written since this was asked last, with their sizes in bytes.
    pub fn take_written(&self) -> Vec<(PathBuf, u64)> {
        self.evaluated.take_written()
    }

    /// Takes back the last text that changed something; gives the number of texts that went.
    pub fn undo(&mut self) -> Option<usize> {
        self.evaluated.undo()
    }

    /// Names and the interpreter's values, each concept in its newest version.
    pub fn values(&self) -> Vec<(Arc<str>, Setting)> {
        self.evaluated.names()
    }

    /// The operators so far.
    pub fn graph(&self) -> &Graph {
        &self.evaluated.graph
    }

    /// The texts so far.
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
