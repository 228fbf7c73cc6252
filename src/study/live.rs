//! A study that lives on: its names, graph, files and threads stay, and it takes more text. Each text is evaluated and
//! run as a study is, by the same evaluator; one that fails leaves everything as it was.

use std::collections::VecDeque;
use std::sync::Arc;

use super::evaluation::evaluate_statements;
use super::events::{Event, Observer};
use super::graph::{Graph, Mark, Node};
use super::options::Options;
use super::plan::State;
use super::project::Project;
use super::repeats::Repeats;
use super::session::{LAST, Phase, Session};

use crate::diag::Diagnostic;
use crate::operators::Units;
use crate::python::{Scope, Snapshot, Value, holds_unknown};
use crate::source::{SourceFile, SourceMap, World};
use crate::syntax::Statements;
use crate::verdict::Record;

/// Nesting in which values that are not known are looked for.
const DEPTH: usize = 20;

pub struct Live<'a> {
    session: Session<'a>,
    inputs: usize,
    /// What was before each of the last inputs that held.
    history: VecDeque<Before>,
}

/// Inputs that can be undone.
const MOST_UNDONE: usize = 20;

/// What came of a text.
pub struct Answer {
    /// Nothing was wrong with it (assertions may have failed), and it was not interrupted.
    pub held: bool,
    pub verdicts: Vec<Arc<Record>>,
    /// Operators that ran.
    pub run: usize,
    /// Names taken away because what they stand for was not computed.
    pub lost: Vec<Arc<str>>,
}

/// What a text that fails must not change.
struct Before {
    values: Snapshot,
    graph: Mark,
    nodes: usize,
    units: Arc<Units>,
    catching: bool,
    ignored: usize,
}

impl<'a> Live<'a> {
    pub fn new(project: &'a Project, options: &'a Options, world: &'a dyn World, observer: &'a dyn Observer) -> Self {
        let mut session = Session::new(project, options, world, observer);
        // Each text is checked as a whole when it comes.
        if project.commands.is_empty() && session.phase == Phase::Rehearse {
            session.phase = Phase::Session;
        }
        Live { session, inputs: 0, history: VecDeque::new() }
    }

    /// Runs the command files of the project. What was computed before an error stays.
    pub fn start(&mut self) -> Answer {
        for note in &self.session.project.notes {
            self.session.observer.see(Event::Text(&format!("{note}\n")));
        }
        let before = self.before();
        let mut files = Vec::new();
        for path in &self.session.project.commands {
            files.extend(self.session.load(path).map(Statements::from));
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
        self.inputs += 1;
        let before = self.before();
        let (file, statements) = self.session.read(SourceFile::new(format!("<{}>", self.inputs), None, text.into()));
        self.session.shown_file = Some(file);
        let answer = self.carry_out(vec![statements.into()], before.nodes);
        if !answer.held {
            self.go_back(before);
            return answer;
        }
        self.history.push_back(before);
        if self.history.len() > MOST_UNDONE {
            self.history.pop_front();
        }
        answer
    }

    /// Takes back the last input that held and changed something, with those after it, which changed nothing: names and
    /// operators; files it wrote stay. Gives the number of inputs that went; `None` when there is none to take back.
    pub fn undo(&mut self) -> Option<usize> {
        let is_now = |before: &Before| {
            before.nodes == self.session.graph.nodes.len()
                && Arc::ptr_eq(&before.units, &self.session.bindings.units)
                && before.values.is_still(&self.session.scope, LAST)
        };
        let rank = self.history.iter().rposition(|before| !is_now(before))?;
        let went = self.history.len() - rank;
        let before = self.history.drain(rank..).next()?;
        self.go_back(before);
        Some(went)
    }

    /// Names and values, each concept in its newest version.
    pub fn names(&self) -> Vec<(Arc<str>, Value)> {
        let newest = |value| match value {
            Value::Concept(handle) => Value::Concept(self.session.graph.newest(&handle)),
            other => other,
        };
        self.session.scope.entries().into_iter().map(|(name, value)| (name, newest(value))).collect()
    }

    pub fn graph(&self) -> &Graph {
        &self.session.graph
    }

    pub fn sources(&self) -> &SourceMap {
        &self.session.sources
    }

    fn scope(&self) -> &Arc<Scope> {
        &self.session.scope
    }

    fn before(&self) -> Before {
        let session = &self.session;
        Before {
            values: Snapshot::of(&session.scope),
            graph: session.graph.mark(),
            nodes: session.graph.nodes.len(),
            units: session.bindings.units.clone(),
            catching: session.catching,
            ignored: session.outbox.ignored.len(),
        }
    }

    fn go_back(&mut self, before: Before) {
        before.values.restore(&self.session.scope);
        self.session.graph.rewind(before.graph);
        self.session.runner.rewind(before.nodes);
        self.session.bindings.units = before.units;
        self.session.catching = before.catching;
        self.session.outbox.ignored.truncate(before.ignored);
        self.session.formulas.clear();
        let graph = &self.session.graph;
        self.session.named_values.retain(|formula| graph.maker(&formula.handle).is_some());
    }

    fn carry_out(&mut self, files: Vec<Statements>, first: usize) -> Answer {
        let session = &mut self.session;
        evaluate_statements(session, files);
        session.settle_formulas(true);
        session.repeats.tell(&mut session.diagnostics, &session.sources);
        session.diagnostics.sort_by_key(|d| d.span);
        let wrong = session.has_errors();
        for diagnostic in &session.diagnostics {
            session.observer.see(Event::Diagnostic(diagnostic, &session.sources));
        }
        if !wrong && session.phase != Phase::Check && !session.world.cancelled() {
            let nodes = first..session.graph.nodes.len();
            if let Some(fault) = session.run_nodes(nodes, None) {
                session.observer.see(Event::Diagnostic(&fault, &session.sources));
                session.outbox.diagnostics.push(*fault);
            }
        }
        for rank in first..session.graph.nodes.len() {
            let failed = session.outbox.diagnostics.iter().any(Diagnostic::is_error);
            if session.runner.state(rank) == State::NotRun && !failed {
                let why = not_run(&session.graph.nodes[rank]);
                session.observer.see(Event::Diagnostic(&why, &session.sources));
                session.outbox.diagnostics.push(why);
            }
        }
        session.flush();
        let stopped = session.world.cancelled();
        if stopped {
            let what = match session.shown_file {
                Some(_) => "what was typed left nothing, all names are as before",
                None => "what the study had computed stays, what was under way is lost",
            };
            let stop = Diagnostic::error("R002", format!("stopped: {what}; files already written are complete"));
            session.observer.see(Event::Diagnostic(&stop, &session.sources));
        }
        let failed = session.outbox.diagnostics.iter().any(Diagnostic::is_error);
        let done = |rank: &usize| session.runner.state(*rank) == State::Done;
        let answer = Answer {
            held: !wrong && !failed && !stopped,
            verdicts: std::mem::take(&mut session.outbox.verdicts),
            run: (first..session.graph.nodes.len()).filter(done).count(),
            lost: Vec::new(),
        };
        session.outbox.diagnostics.clear();
        session.diagnostics.clear();
        session.repeats = Repeats::default();
        session.looks_after_error.set(0);
        (session.include_depth, session.inclusions) = (0, 0);
        session.lenient = false;
        session.phase = if session.options.check_only { Phase::Check } else { Phase::Session };
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
            self.scope().delete(name);
        }
        lost
    }
}

/// Why a node was passed over: the study that was run first failed before what it reads.
fn not_run(node: &Node) -> Diagnostic {
    let message = format!("{} reads what was not computed", node.title());
    Diagnostic::error("G004", message).at(node.call.span).label("cannot be run")
}
