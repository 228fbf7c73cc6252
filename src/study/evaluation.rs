//! The whole way of a study: its files are evaluated, each call of an operator becomes a node, and the nodes run.

use super::events::{Event, Observer};
use super::input::Phase;
use super::options::Options;
use super::plan::State;
use super::project::Project;
use super::report::Report;
use super::session::Session;
use super::stack::on_its_stack;
use super::stops::stop_diagnostic;
use super::{commands, prepare, replaced};
use crate::operators;
use crate::python::{Fault, Interpreter, Limits, Value};
use crate::source::{BorrowedOrShared, Instant, World};
use crate::syntax::Statements;

/// Evaluates a study and, unless it is only checked or something is wrong, runs it.
pub fn evaluate(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = on_its_stack(|| run_study(project, options, world, observer))
        .unwrap_or_else(|error| Report::of_error(project, *error));
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

/// Evaluates on a thread that has [`STACK_BYTES`](crate::python::STACK_BYTES) of stack already, as [`on_its_stack`] makes one.
pub fn evaluate_in_place(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = run_study(project, options, world, observer);
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

fn run_study(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    Session::new(
        BorrowedOrShared::Lent(project),
        BorrowedOrShared::Lent(options),
        BorrowedOrShared::Lent(world),
        BorrowedOrShared::Lent(observer),
    )
    .run_study()
}

impl Session<'_> {
    /// Evaluates the study to its end and runs what it asks for.
    pub fn run_study(mut self) -> Report {
        self.takes_thread();
        self.tell_notes();
        evaluate_files(&mut self);
        self.settle_formulas(true);
        if !self.has_errors() && !self.input.lenient && !self.setup.world().cancelled() {
            self.unused_overrides();
        }
        self.note_of_age();
        self.note_of_outside();
        self.name_overrides();
        self.input.repeats.tell(&mut self.input.diagnostics, &self.sources);
        // In the order of the text, whatever found them; errors of nodes run half-way stay apart.
        self.input.diagnostics.sort_by_key(|d| d.span);
        if self.input.phase != Phase::Check && !self.has_errors() && !self.setup.world().cancelled() {
            self.input.phase = Phase::Run;
            let all = 0..self.graph.nodes.len();
            if let Some(fault) = self.run_nodes(all, None) {
                self.input.diagnostics.push(*fault);
            }
        }
        if self.setup.options.prepares {
            self.prepare();
        }
        self.flush();
        self.into_report()
    }

    /// Notes on how the study was found.
    pub(super) fn tell_notes(&self) {
        for note in &self.setup.project.notes {
            self.setup.observer.see(Event::Text(&format!("{note}\n")));
        }
    }

    fn into_report(mut self) -> Report {
        let states: Vec<State> = (0..self.graph.nodes.len()).map(|rank| self.runner.state(rank)).collect();
        if self.setup.options.prepares && self.can_prepare() {
            for (rank, diagnostic) in prepare::wrong_calls(&self.graph, &states) {
                if self.outbox.repeats.is_new(&diagnostic, rank) {
                    self.outbox.diagnostics.push(diagnostic);
                }
            }
        }
        self.outbox.repeats.tell(&mut self.outbox.diagnostics, &self.sources);
        let mut diagnostics = std::mem::take(&mut self.input.diagnostics);
        let stopped = self.setup.world().stop();
        diagnostics.extend(stopped.map(stop_diagnostic));
        let shown = self.outbox.diagnostics.len();
        diagnostics.append(&mut self.outbox.diagnostics);
        replaced::tell(&mut diagnostics, &self.graph, &self.sources);
        if self.setup.options.check_only {
            diagnostics.sort_by_key(|d| d.span);
        }
        let is_dated = self.setup.options.former.or(self.setup.project.former).is_some();
        let names = self.scope.entries().into_iter();
        let unknown = names.filter(|(_, value)| matches!(value, Value::Unknown)).map(|(name, _)| name).collect();
        Report {
            study: self.setup.project.name.clone(),
            files: self.setup.written(),
            sources: self.sources,
            diagnostics,
            forms: self.history.forms.into_values().collect(),
            shown,
            verdicts: self.outbox.verdicts,
            graph: self.graph,
            scope: self.scope,
            advice: self.outbox.advice,
            is_dated,
            unknown,
            taken: self.runner.taken,
            states,
            stopped: stopped.is_some(),
            wall_s: 0.0,
        }
    }
}

pub(super) fn evaluate_files(session: &mut Session<'_>) {
    let mut files = Vec::new();
    for path in session.setup.project.commands.clone() {
        files.extend(session.load_long(&path));
    }
    evaluate_statements(session, files);
}

pub(super) fn evaluate_statements(session: &mut Session<'_>, files: Vec<Statements>) {
    // Lines that do not parse leave holes: what can still be checked is, and nothing runs.
    if session.input.lenient {
        session.input.phase = Phase::Check;
    }
    let scope = session.scope.clone();
    let mut interpreter = Interpreter::new(session, Limits::STUDY);
    for statements in files {
        match interpreter.run_file(statements, &scope) {
            Ok(()) | Err(Fault::End) => {}
            Err(Fault::Stop) => break,
            Err(Fault::Raised(error)) => interpreter.host.report(error.diagnostic()),
        }
    }
}

/// Tells whether studies can call a command: it has an operator, or acts on the study itself.
pub fn is_built(command: &str) -> bool {
    commands::OWN.contains(&command) || operators::find(command).is_some()
}
