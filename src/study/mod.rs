//! Studies: what they are made of, their evaluation, the operation graph, its execution.
//!
//! [`evaluate`] is the whole way: the command files are read and evaluated, each call of an operator
//! becomes a node, and once all is known to be right the nodes run.

mod alike;
mod bindings;
mod commands;
mod convert;
pub mod events;
mod formula;
mod formula_values;
pub mod graph;
mod host;
mod live;
mod macros;
mod named_values;
mod outbox;
mod places;
mod plan;
mod prepare;
mod profile;
mod project;
mod ranks;
mod runner;
mod session;
mod shared;
mod surroundings;
#[cfg(test)]
mod tests;

pub use live::{Answer, Live};
pub use macros::{Emission, Emitted, MacroFault, Macros};
pub use places::StudyPlaces;
pub use plan::State;
pub use project::Project;
pub use session::LAST;
pub use shared::Shared;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use self::events::{Event, Observer};
use self::graph::Graph;
use self::session::{Phase, Session};
use crate::catalogue::Form;
use crate::diag::Diagnostic;
use crate::former::Request;
use crate::operators::{self, Operator};
use crate::python::{Fault, Interpreter, Limits, STACK_BYTES, Value};
use crate::source::{Confined, SourceMap, Stop, World, memory};
use crate::syntax::Statements;
use crate::verdict::Record;

/// How a study is evaluated.
#[derive(Clone)]
pub struct Options {
    pub threads: usize,
    /// All errors are looked for and nothing is run.
    pub check_only: bool,
    /// A study that is only checked runs what costs nothing: meshes, models, loads, materials, functions, tables; of small
    /// structures also their matrices and modes, and transients up to their first step.
    pub prepares: bool,
    /// `--set NAME=VALUE`
    pub set: Vec<(String, Value)>,
    /// The operators there are.
    pub find: fn(&str) -> Option<&'static Operator>,
    /// Macro-commands, beside the operators.
    pub macros: Option<Arc<dyn Macros>>,
    /// What this evaluation shares with others of the same study.
    pub shared: Option<Arc<Shared>>,
    /// The study stays in its folder, and in that of its results.
    pub sandbox: bool,
    /// The age the user says the study has; it goes before the profile's.
    pub former: Option<Request>,
    /// The keywords of a call are given back once it has run: nobody looks at them in the report.
    pub forgets: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 1,
            check_only: false,
            prepares: false,
            set: Vec::new(),
            find: operators::find,
            macros: None,
            shared: None,
            sandbox: false,
            former: None,
            forgets: false,
        }
    }
}

/// What an evaluation leaves.
pub struct Report {
    pub study: String,
    pub sources: SourceMap,
    /// Errors and warnings, those of reading and checking first.
    pub diagnostics: Vec<Diagnostic>,
    /// Forms of former versions that were read as today's, in the order of the text.
    pub forms: Vec<Form>,
    /// How many of them were shown already, while operators ran (they are the last ones).
    pub shown: usize,
    pub verdicts: Vec<Arc<Record>>,
    pub graph: Graph,
    /// State of each node.
    pub states: Vec<State>,
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
}

/// Whether studies can call a command: it has an operator, or acts on the study itself.
pub fn is_built(command: &str) -> bool {
    commands::OWN.contains(&command) || operators::find(command).is_some()
}

/// Evaluates a study and, unless it is only checked or something is wrong, runs it.
pub fn evaluate(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = on_its_stack(|| evaluate_here(project, options, world, observer))
        .unwrap_or_else(|error| empty_report(project, *error));
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

/// The same on a thread that has [`STACK_BYTES`] of stack already, as [`on_its_stack`] makes one.
pub fn evaluate_in_place(project: &Project, options: &Options, world: &dyn World, observer: &dyn Observer) -> Report {
    let start = Instant::now();
    let mut report = evaluate_here(project, options, world, observer);
    report.wall_s = start.elapsed().as_secs_f64();
    report
}

/// The memory of a thread grows page by page, with a call of the system each time: this takes what a small study needs in
/// a few pieces and gives them back to the thread.
fn make_room() {
    const PIECE: usize = 100 << 10;
    let pieces: [Vec<u8>; 12] = std::array::from_fn(|_| Vec::with_capacity(PIECE));
    drop(std::hint::black_box(pieces));
}

/// Evaluation recurses as deep as the study does: it gets a stack of its own.
pub fn on_its_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Box<Diagnostic>> {
    let work = || {
        make_room();
        work()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("study".into()).stack_size(STACK_BYTES);
        match thread.spawn_scoped(scope, work).map(|handle| handle.join()) {
            Ok(Ok(report)) => Ok(report),
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("the thread that evaluates the study cannot be started: {error}");
                Err(Box::new(Diagnostic::error("R001", message)))
            }
        }
    })
}

fn empty_report(project: &Project, diagnostic: Diagnostic) -> Report {
    Report {
        study: project.name.clone(),
        sources: SourceMap::default(),
        diagnostics: vec![diagnostic],
        forms: Vec::new(),
        shown: 0,
        verdicts: Vec::new(),
        graph: Graph::default(),
        states: Vec::new(),
        stopped: false,
        files: Vec::new(),
        wall_s: 0.0,
    }
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
    // In the order of the text, whatever found them; errors of nodes run half-way stay apart.
    session.diagnostics.sort_by_key(|d| d.span);
    if session.phase != Phase::Check && !session.has_errors() && !world.cancelled() {
        session.phase = Phase::Run;
        let all = 0..session.graph.nodes.len();
        if let Some(fault) = session.run_nodes(all, None) {
            session.diagnostics.push(*fault);
        }
    }
    if options.prepares && session.can_prepare() {
        let ranks = prepare::cheap(&session.graph);
        session.run_nodes(ranks, None);
        let done = |rank: usize| session.runner.state(rank) == State::Done;
        let ranks = prepare::small(&session.graph, done);
        session.run_nodes(ranks, None);
    }
    session.flush();
    let states: Vec<State> = (0..session.graph.nodes.len()).map(|rank| session.runner.state(rank)).collect();
    if options.prepares && session.can_prepare() {
        session.outbox.diagnostics.extend(prepare::unknown_names(&session.graph, &states));
    }
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let stopped = world.stop();
    diagnostics.extend(stopped.map(stop_diagnostic));
    let shown = session.outbox.diagnostics.len();
    diagnostics.append(&mut session.outbox.diagnostics);
    if options.check_only {
        diagnostics.sort_by_key(|d| d.span);
    }
    Report {
        study: project.name.clone(),
        sources: session.sources,
        diagnostics,
        forms: session.forms.into_values().collect(),
        shown,
        verdicts: session.outbox.verdicts,
        graph: session.graph,
        states,
        stopped: stopped.is_some(),
        files: world.written(),
        wall_s: 0.0,
    }
}

/// The world a study sees.
pub fn confined<'w>(project: &Project, options: &Options, world: &'w dyn World) -> Confined<'w> {
    let folders = [project.folder.as_path(), project.output.as_path()];
    Confined::new(world, project.own_files(), options.sandbox.then_some(&folders))
}

/// Says why a run ended before its end.
pub fn stop_diagnostic(why: Stop) -> Diagnostic {
    let limit = memory::shown(memory::limit());
    match why {
        Stop::Asked => Diagnostic::error(
            "R002",
            "the run was stopped; files already written are complete, what was under way is lost",
        ),
        Stop::Memory => Diagnostic::error(
            "R005",
            format!(
                "the run was stopped: it uses more memory than it may ({limit}); files already written are complete"
            ),
        )
        .help(
            "--max-memory sets another limit; keep fewer states (PAS_ARCH, LIST_INST of ARCHIVAGE), or shorter lists",
        ),
        Stop::Time => Diagnostic::error(
            "R006",
            "the run was stopped: it takes longer than it may; files already written are complete",
        )
        .help("--max-time sets another limit"),
    }
}

fn evaluate_files(session: &mut Session<'_>) {
    let mut files = Vec::new();
    for path in session.project.commands.clone() {
        files.extend(session.load_long(&path));
    }
    evaluate_statements(session, files);
}

fn evaluate_statements(session: &mut Session<'_>, files: Vec<Statements>) {
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
