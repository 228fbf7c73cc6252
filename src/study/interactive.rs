//! A study that lives on: its names, graph, files and threads stay, and it takes more text. Each text is evaluated and
//! run as a study is, by the same evaluator; one that fails leaves everything as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use super::evaluation::evaluate_statements;
use super::events::Event;
use super::graph::Node;
use super::input::{Input, Phase};
use super::plan::State;
use super::session::{LAST, Session};
use super::undo::{Before, MOST_UNDONE};
use crate::diag::Diagnostic;
use crate::python::{Snapshot, Value, holds_unknown};
use crate::source::SourceFile;
use crate::syntax::{StatementKind, Statements};
use crate::verdict::Record;

/// Nesting in which values that are not known are looked for.
const DEPTH: usize = 20;

/// What came of a text.
pub struct Answer {
    /// Nothing was wrong with it (assertions may have failed), and it was not interrupted.
    pub held: bool,
    pub verdicts: Vec<Arc<Record>>,
    /// Operators that ran, or whose result was there.
    pub run: usize,
    /// Those of them whose result was there already.
    pub taken: usize,
    /// Names taken away because what they stand for was not computed.
    pub lost: Vec<Arc<str>>,
}

impl Answer {
    /// The answer where nothing could be evaluated.
    pub fn failed() -> Self {
        Answer { held: false, verdicts: Vec::new(), run: 0, taken: 0, lost: Vec::new() }
    }
}

impl Session<'_> {
    /// Runs the command files of the project. What was computed before an error stays.
    pub fn start(&mut self) -> Answer {
        self.takes_thread();
        self.tell_notes();
        let before = self.before();
        let mut files = Vec::new();
        for path in self.setup.project.commands.clone() {
            files.extend(self.load(&path).map(Statements::from));
        }
        let mut answer = self.carry_out(files, before.nodes);
        if !answer.held {
            if answer.run == 0 {
                self.go_back(before);
            } else {
                answer.lost = self.drop_unknown();
            }
        }
        answer
    }

    /// Evaluates a text and runs its operators; messages call it `<1>`, `<2>` ...
    pub fn take(&mut self, text: &str) -> Answer {
        self.take_named(text, None)
    }

    /// Evaluates a text and runs its operators; messages call it `name`.
    pub fn take_named(&mut self, text: &str, name: Option<&str>) -> Answer {
        self.takes_thread();
        self.undo.inputs += 1;
        let before = self.before();
        let name = name.map_or_else(|| format!("<{}>", self.undo.inputs), str::to_string);
        let work = catch_unwind(AssertUnwindSafe(|| {
            self.input = Input::new(&self.setup.options, Phase::Session);
            let (file, statements) = self.read(SourceFile::new(name, None, text.into()));
            self.input.shown_file = Some(file);
            let last = statements.last().filter(|s| matches!(s.kind, StatementKind::Expression(_)));
            self.input.last_typed = last.map(|statement| statement.span);
            self.carry_out(vec![statements.into()], before.nodes)
        }));
        let answer = work.unwrap_or_else(|_| self.give_up());
        if !answer.held {
            self.go_back(before);
            return answer;
        }
        self.undo.before.push_back(before);
        if self.undo.before.len() > MOST_UNDONE {
            self.undo.before.pop_front();
        }
        answer
    }

    /// Has the texts that follow begin anew the files that those before wrote.
    pub fn begin_files(&self) {
        self.bindings.units.begin_anew();
    }

    /// What an error of the program itself leaves of an input: nothing.
    fn give_up(&mut self) -> Answer {
        let message = "internal error: what was typed left nothing, all names are as before";
        self.setup.observer.see(Event::Diagnostic(&Diagnostic::error("R001", message), &self.sources));
        self.outbox.discard();
        Answer::failed()
    }

    /// Has a name keep its value at the next assignment to it, as `--set` does.
    pub fn keep_once(&mut self, name: &str) {
        if let Some((_, value)) = self.names().into_iter().find(|(known, _)| **known == *name) {
            self.bindings.preset(name, value);
        }
    }

    /// Takes that back; false when nothing was kept.
    pub fn forget_kept(&mut self, name: &str) -> bool {
        self.bindings.forget(name)
    }

    /// Files written since this was asked last, with their sizes in bytes.
    pub fn take_written(&self) -> Vec<(PathBuf, u64)> {
        self.setup.take_written()
    }

    /// Takes back the last input that held and changed something, with those after it, which changed nothing: names and
    /// operators; files it wrote stay. Gives the number of inputs that went; `None` when there is none to take back.
    pub fn undo(&mut self) -> Option<usize> {
        let is_now = |before: &Before| {
            before.nodes == self.graph.nodes.len()
                && Arc::ptr_eq(&before.units, &self.bindings.units)
                && before.values.is_still(&self.scope, LAST)
        };
        let rank = self.undo.before.iter().rposition(|before| !is_now(before))?;
        let went = self.undo.before.len() - rank;
        let before = self.undo.before.drain(rank..).next()?;
        self.go_back(before);
        Some(went)
    }

    /// Names and values, each concept in its newest version.
    pub fn names(&self) -> Vec<(Arc<str>, Value)> {
        let newest = |value| match value {
            Value::Concept(handle) => Value::Concept(self.graph.newest(&handle)),
            other => other,
        };
        self.scope.entries().into_iter().map(|(name, value)| (name, newest(value))).collect()
    }

    fn before(&self) -> Before {
        let session = self;
        Before {
            values: Snapshot::of(&session.scope),
            graph: session.graph.mark(),
            nodes: session.graph.nodes.len(),
            units: session.bindings.units.clone(),
            documents: session.bindings.units.documents.lock().map(|all| all.clone()).unwrap_or_default(),
            catching: session.catching,
            ignored: session.outbox.ignored.len(),
        }
    }

    fn go_back(&mut self, before: Before) {
        before.values.restore(&self.scope);
        self.graph.rewind(before.graph);
        self.runner.rewind(before.nodes);
        self.bindings.units = before.units;
        if let Ok(mut documents) = self.bindings.units.documents.lock() {
            *documents = before.documents;
        }
        self.catching = before.catching;
        self.outbox.ignored.truncate(before.ignored);
        self.formulas.rewind(&self.graph);
    }

    fn carry_out(&mut self, files: Vec<Statements>, first: usize) -> Answer {
        let session = self;
        evaluate_statements(session, files);
        session.settle_formulas(true);
        session.note_of_outside();
        session.input.repeats.tell(&mut session.input.diagnostics, &session.sources);
        session.input.diagnostics.sort_by_key(|d| d.span);
        let wrong = session.has_errors();
        for diagnostic in &session.input.diagnostics {
            session.setup.observer.see(Event::Diagnostic(diagnostic, &session.sources));
        }
        if !wrong && session.input.phase != Phase::Check && !session.setup.world().cancelled() {
            let nodes = first..session.graph.nodes.len();
            if let Some(fault) = session.run_nodes(nodes, None) {
                session.setup.observer.see(Event::Diagnostic(&fault, &session.sources));
                session.outbox.diagnostics.push(*fault);
            }
        }
        for rank in first..session.graph.nodes.len() {
            let failed = session.outbox.diagnostics.iter().any(Diagnostic::is_error);
            if session.runner.state(rank) == State::NotRun && !failed {
                let why = not_run(&session.graph.nodes[rank]);
                session.setup.observer.see(Event::Diagnostic(&why, &session.sources));
                session.outbox.diagnostics.push(why);
            }
        }
        session.flush();
        let stopped = session.setup.world().cancelled();
        if stopped {
            let what = match session.input.shown_file {
                Some(_) => "what was typed left nothing, all names are as before",
                None => "what the study had computed stays, what was under way is lost",
            };
            let stop = Diagnostic::error("R002", format!("stopped: {what}; files already written are complete"));
            session.setup.observer.see(Event::Diagnostic(&stop, &session.sources));
        }
        let failed = session.outbox.diagnostics.iter().any(Diagnostic::is_error);
        let done = |rank: &usize| session.runner.state(*rank) == State::Done;
        let answer = Answer {
            held: !wrong && !failed && !stopped,
            verdicts: std::mem::take(&mut session.outbox.verdicts),
            run: (first..session.graph.nodes.len()).filter(done).count(),
            taken: session.runner.taken.range(first..).count(),
            lost: Vec::new(),
        };
        session.outbox.diagnostics.clear();
        answer
    }

    /// Takes away the names whose value was not computed.
    fn drop_unknown(&mut self) -> Vec<Arc<str>> {
        let missing = |value: &Value| match value {
            Value::Concept(handle) => handle.get().is_none(),
            other => holds_unknown(other, DEPTH),
        };
        let lost: Vec<Arc<str>> =
            self.names().into_iter().filter(|(_, value)| missing(value)).map(|(name, _)| name).collect();
        for name in &lost {
            self.scope.delete(name);
        }
        lost
    }
}

/// Why a node was passed over: the study that was run first failed before what it reads.
fn not_run(node: &Node) -> Diagnostic {
    let message = format!("{} reads what was not computed", node.title());
    Diagnostic::error("G004", message).at(node.call.span).label("cannot be run")
}
