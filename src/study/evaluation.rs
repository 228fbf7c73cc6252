//! The whole way of a study: its files are evaluated, each call of an operator becomes a node, and the nodes run.

use super::events::{Event, Observer};
use super::options::Options;
use super::plan::State;
use super::project::Project;
use super::report::Report;
use super::session::{Phase, Session};
use super::stack::on_its_stack;
use super::stops::stop_diagnostic;
use super::{commands, prepare};
use crate::operators;
use crate::python::{Fault, Interpreter, Limits, Value};
use crate::source::{Confined, Instant, World};
use crate::syntax::Statements;

/// Evaluates a study and, unless it is only checked or something is wrong, runs it.
pub fn evaluate(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = on_its_stack(|| evaluate_here(project, options, world, observer))
        .unwrap_or_else(|error| Report::of_error(project, *error));
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

/// The same on a thread that has [`STACK_BYTES`](crate::python::STACK_BYTES) of stack already, as [`on_its_stack`] makes one.
pub fn evaluate_in_place(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = evaluate_here(project, options, world, observer);
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

fn evaluate_here(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let world = &confined(project, options, world);
    let mut session = Session::new(project, options, world, observer);
    for note in &project.notes {
        observer.see(Event::Text(&format!("{note}\n")));
    }
    evaluate_files(&mut session);
    session.settle_formulas(true);
    if !session.has_errors() && !session.lenient && !world.cancelled() {
        session.unused_overrides();
    }
    session.note_of_age();
    session.name_overrides();
    session.repeats.tell(&mut session.diagnostics, &session.sources);
    // In the order of the text, whatever found them; errors of nodes run half-way stay apart.
    session.diagnostics.sort_by_key(|d| d.span);
    if session.phase != Phase::Check && !session.has_errors() && !world.cancelled() {
        session.phase = Phase::Run;
        let all = 0..session.graph.nodes.len();
        if let Some(fault) = session.run_nodes(all, None) {
            session.diagnostics.push(*fault);
        }
    }
    if options.prepares {
        session.prepare();
    }
    session.flush();
    let states: Vec<State> = (0..session.graph.nodes.len()).map(|rank| session.runner.state(rank)).collect();
    if options.prepares && session.can_prepare() {
        for (rank, diagnostic) in prepare::unknown_names(&session.graph, &states) {
            if session.outbox.repeats.is_new(&diagnostic, rank) {
                session.outbox.diagnostics.push(diagnostic);
            }
        }
    }
    session.outbox.repeats.tell(&mut session.outbox.diagnostics, &session.sources);
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let stopped = world.stop();
    diagnostics.extend(stopped.map(stop_diagnostic));
    let shown = session.outbox.diagnostics.len();
    diagnostics.append(&mut session.outbox.diagnostics);
    if options.check_only {
        diagnostics.sort_by_key(|d| d.span);
    }
    let names = session.scope.entries().into_iter();
    let unknown = names.filter(|(_, value)| matches!(value, Value::Unknown)).map(|(name, _)| name).collect();
    Report {
        study: project.name.clone(),
        sources: session.sources,
        diagnostics,
        forms: session.forms.into_values().collect(),
        shown,
        verdicts: session.outbox.verdicts,
        graph: session.graph,
        unknown,
        states,
        stopped: stopped.is_some(),
        files: world.written(),
        wall_s: 0.0,
    }
}

pub(super) fn evaluate_files(session: &mut Session<'_>) {
    let mut files = Vec::new();
    for path in session.project.commands.clone() {
        files.extend(session.load_long(&path));
    }
    evaluate_statements(session, files);
}

pub(super) fn evaluate_statements(session: &mut Session<'_>, files: Vec<Statements>) {
    // Lines that do not parse leave holes: what can still be checked is, and nothing runs.
    if session.lenient {
        session.phase = Phase::Check;
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

/// The world a study sees.
pub fn confined<'w>(project: &Project, options: &Options, world: &'w dyn World) -> Confined<'w> {
    let folders = [project.folder.as_path(), project.output.as_path()];
    Confined::new(world, project.own_files(), options.sandbox.then_some(&folders))
}

/// Tells whether studies can call a command: it has an operator, or acts on the study itself.
pub fn is_built(command: &str) -> bool {
    commands::OWN.contains(&command) || operators::find(command).is_some()
}
