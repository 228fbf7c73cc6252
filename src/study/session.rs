//! One evaluation of a study: what is known of it, and what it runs. Calls of operators become nodes of the graph;
//! nothing runs before the whole study is evaluated, or before its Python needs a number. What the interpreter asks of
//! it is in `host.rs`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::batches::Batches;
use super::bindings::Bindings;
use super::events::Observer;
use super::formulas::Formulas;
use super::graph::Graph;
use super::history::History;
use super::input::{Input, Phase};
use super::options::Options;
use super::outbox::Outbox;
use super::outside;
use super::plan::State;
use super::prepare;
use super::project::Project;
use super::register::Register;
use super::run_context::RunContext;
use super::runner::Runner;
use super::setup::Setup;
use super::shared::Read;
use super::undo::UndoHistory;
use crate::diag::{Diagnostic, Stage};
use crate::former::Age;
use crate::python::{Scope, represent};
use crate::source::{BorrowedOrShared, FileId, SourceFile, SourceMap, Span, World, interrupt, place};
use crate::syntax::{self, Statement, Statements};

/// Once something is wrong, evaluation only looks for more errors: about half a million steps of it (it asks every
/// 1024).
pub(super) const MOST_LOOKS_AFTER_ERROR: u32 = 500;

/// The last value that was shown, as in Python's own sessions.
pub const LAST: &str = "_";

/// A study that is evaluated: its own, or what is typed.
pub struct Session<'a> {
    pub(super) setup: Setup<'a>,
    pub sources: SourceMap,
    /// Variables of the study.
    pub scope: Arc<Scope>,
    pub graph: Graph,
    pub runner: Runner,
    pub outbox: Outbox,
    /// What is evaluated now.
    pub(super) input: Input,
    /// ERREUR_F="EXCEPTION": errors of operators can be caught.
    pub(super) catching: bool,
    /// Units, variables set by the user, files written by name.
    pub(super) bindings: Bindings,
    pub(super) formulas: Formulas,
    pub(super) batches: Batches,
    pub(super) register: Register,
    pub(super) history: History,
    /// What can be taken back.
    pub(super) undo: UndoHistory,
}

impl<'a> Session<'a> {
    pub fn new(
        project: BorrowedOrShared<'a, Project>,
        options: BorrowedOrShared<'a, Options>,
        world: BorrowedOrShared<'a, dyn World + 'a>,
        observer: BorrowedOrShared<'a, dyn Observer + 'a>,
    ) -> Self {
        let setup = Setup::new(project, options, world, observer);
        let (project, options) = (&*setup.project, &*setup.options);
        let input = Input { diagnostics: project.warnings.clone(), ..Input::new(options, Phase::Rehearse) };
        Session {
            sources: SourceMap::default(),
            scope: Scope::module(),
            graph: Graph::default(),
            runner: Runner::new(options.threads),
            outbox: Outbox::judging(project.validation),
            input,
            catching: false,
            bindings: Bindings::new(project, options),
            formulas: Formulas::default(),
            batches: Batches::default(),
            register: Register::default(),
            history: History::default(),
            undo: UndoHistory::default(),
            setup,
        }
    }

    /// This thread works for this session from now on, on a new input.
    pub(super) fn takes_thread(&mut self) {
        if self.input.phase != Phase::Check {
            self.setup.options.shared.iter().for_each(|shared| shared.begin());
        }
        self.runner.begin_input();
        interrupt::heed(self.setup.world().flag());
        place::begin(self.register.files.session(), Span::new(FileId(u32::MAX), 0, 0));
    }

    /// Whether nothing is computed: the study is only checked, or something is wrong with it.
    pub(super) fn is_idle(&self) -> bool {
        self.input.phase == Phase::Check || self.has_errors()
    }

    /// Whether reading and checking found errors; nothing runs then.
    pub fn has_errors(&self) -> bool {
        self.input.has_errors()
    }

    /// Reads and parses a file of the study.
    pub fn load(&mut self, path: &Path) -> Option<Vec<Statement>> {
        let rank = self.sources.iter().count() as u32;
        let bytes = self.bytes(path)?;
        let Some(shared) = self.setup.options.shared.clone() else {
            return Some(self.read(source_file(path, &bytes)).1);
        };
        if let Some(read) = shared.tree(path, rank, &bytes) {
            self.add(read.file.clone());
            return Some(self.take_parsed(read.parsed.clone()));
        }
        let file = source_file(path, &bytes);
        let id = self.add(file.clone());
        let parsed = syntax::parse(id, &file);
        shared.keep_tree(path, rank, Read { bytes, file, parsed: parsed.clone() });
        Some(self.take_parsed(parsed))
    }

    /// Reads and parses a file that is run once: its statements come as they are asked for.
    pub(super) fn load_long(&mut self, path: &Path) -> Option<Statements> {
        if self.setup.options.shared.is_some() {
            return self.load(path).map(Statements::from);
        }
        let file = source_file(path, &self.bytes(path)?);
        let id = self.add(file);
        let file = self.sources.get(id)?;
        let (statements, diagnostics) = syntax::parse_for_one_run(id, file, &mut |read| self.history.read(read));
        self.input.lenient |= diagnostics.iter().any(Diagnostic::is_error);
        self.input.diagnostics.extend(diagnostics);
        Some(statements)
    }

    fn bytes(&mut self, path: &Path) -> Option<Vec<u8>> {
        match self.setup.world().read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let message = format!("{} cannot be read: {error}", path.display());
                self.input.diagnostics.push(Diagnostic::error("I001", message));
                None
            }
        }
    }

    fn add(&mut self, file: SourceFile) -> FileId {
        let id = self.sources.add(file);
        self.sources.get(id).into_iter().for_each(|file| self.register.files.publish(id, file));
        id
    }

    fn take_parsed(&mut self, parsed: syntax::Parsed) -> Vec<Statement> {
        self.input.lenient |= parsed.diagnostics.iter().any(Diagnostic::is_error);
        self.input.diagnostics.extend(parsed.diagnostics);
        self.history.read(&parsed.statements);
        parsed.statements
    }

    /// Parses a text, which becomes one of the files of the study.
    pub fn read(&mut self, file: SourceFile) -> (FileId, Vec<Statement>) {
        let id = self.add(file);
        let parsed = self.sources.get(id).map(|file| syntax::parse(id, file)).unwrap_or_default();
        (id, self.take_parsed(parsed))
    }

    /// When the study was written, as far as its texts read so far tell.
    pub(super) fn age(&self) -> Age {
        self.history.signs.age(self.setup.options.former.or(self.setup.project.former))
    }

    /// What differs from a former version is said once per study.
    pub(super) fn say_once(&mut self, note: Diagnostic) {
        if !self.input.diagnostics.iter().any(|d| d.message == note.message) {
            self.input.diagnostics.push(note);
        }
    }

    /// Says, once, that the study has forms of former versions; a study with errors has more to say.
    pub(super) fn note_of_age(&mut self) {
        if !self.has_errors() {
            self.input.diagnostics.extend(self.history.note(&self.age()));
        }
    }

    /// Says what the study asked of the machine and did not see.
    pub(super) fn note_of_outside(&mut self) {
        let notes = self.history.outside.notes(&self.setup.options.environment, &outside::is_set);
        self.input.diagnostics.extend(notes);
    }

    /// Says which `--set` names the study never assigned.
    pub fn unused_overrides(&mut self) {
        let names: Vec<Arc<str>> = self.scope.entries().into_iter().map(|(name, _)| name).collect();
        self.input.diagnostics.extend(self.bindings.unused_overrides(&names));
    }

    /// Errors on lines that use a variable set by the user say so: the line itself may be right.
    pub fn name_overrides(&mut self) {
        for diagnostic in self.input.diagnostics.iter_mut().filter(|d| d.is_error() && d.code != "G013") {
            let Some(span) = diagnostic.span else { continue };
            let Some(file) = self.sources.get(span.file) else { continue };
            let line = &file.text[file.line_range(file.line_rank(span.start as usize))];
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            let Some((name, value)) =
                words.find_map(|word| self.setup.options.set.iter().find(|(name, _)| name == word))
            else {
                continue;
            };
            let said = format!("{name} is {} ({}), from --set", represent(value), value.type_name());
            diagnostic.help = Some(match diagnostic.help.take() {
                Some(help) => format!("{said}\n{help}"),
                None => said,
            });
        }
    }

    /// Whether a check may run something: all that is wrong so far are calls, no error is to be caught, no file is
    /// missing that the study's Python would write.
    pub fn can_prepare(&self) -> bool {
        let local = |d: &Diagnostic| d.stage() == Some(Stage::Catalogue) || d.code == "G003";
        let known = self.input.diagnostics.iter().filter(|d| d.is_error()).all(local) && !self.bindings.unbound;
        let fine = known && !self.input.lenient && !self.catching && !self.setup.world().cancelled();
        self.input.phase == Phase::Check && fine && !self.bindings.announces()
    }

    /// Runs what a check runs, if it may run something.
    pub(super) fn prepare(&mut self) {
        if !self.can_prepare() {
            return;
        }
        let ranks = prepare::cheap(&self.graph);
        self.run_nodes(ranks, None);
        let done = |rank: usize| self.runner.state(rank) == State::Done;
        let ranks = prepare::small(&self.graph, done);
        self.run_nodes(ranks, None);
    }

    /// Calls of the same command as `rank` that can run beside it. While errors are caught each call runs by itself, so that
    /// the error is its own.
    pub(super) fn run_together_with(&mut self, rank: usize) -> Vec<usize> {
        if self.catching {
            return Vec::new();
        }
        let found = self.batches.take(&self.graph, rank);
        let (waits, runs): (Vec<usize>, Vec<usize>) =
            found.into_iter().partition(|&rank| self.formulas.holds_up(&self.graph, rank));
        self.batches.give_back(&self.graph, waits);
        runs
    }

    /// Runs the nodes given and all they need. Returns the error of `caught`, if it failed.
    pub fn run_nodes(
        &mut self,
        ranks: impl IntoIterator<Item = usize>,
        caught: Option<usize>,
    ) -> Option<Box<Diagnostic>> {
        let wanted = self.graph.needed(ranks);
        let age = self.age();
        let around = RunContext {
            world: self.setup.world(),
            observer: &*self.setup.observer,
            sources: &self.sources,
            session: self.register.files.session(),
            age: &age,
            shared: self.setup.options.shared.as_deref().filter(|_| self.input.phase != Phase::Check),
            wrote: self.bindings.announces(),
            rehearsal: self.input.phase == Phase::Check,
            forgets: self.input.phase == Phase::Run && self.setup.options.forgets,
        };
        let last_run = self.input.phase == Phase::Run && !self.setup.options.keeps;
        self.runner.run(&mut self.graph, &wanted, &around, &mut self.outbox, caught, last_run)
    }

    /// Sends all messages.
    pub fn flush(&mut self) {
        let age = Age::default();
        self.outbox.flush_all(&RunContext::of_messages(&self.setup, &self.sources, &age, self.input.phase));
    }

    /// Sends those before which no operator is left to run.
    pub(super) fn send_complete(&mut self) {
        let age = Age::default();
        self.outbox.flush(&RunContext::of_messages(&self.setup, &self.sources, &age, self.input.phase));
    }

    pub(super) fn place_line(&mut self, span: Span) -> (Arc<str>, usize) {
        let Some((name, place)) = self.sources.place(span) else { return ("".into(), 0) };
        (self.register.shared_text(name), place.line)
    }

    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.setup.project.folder.join(name)
    }
}

/// A file by its name and its text.
fn source_file(path: &Path, bytes: &[u8]) -> SourceFile {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
    SourceFile::new(name, Some(path.to_path_buf()), syntax::decode(bytes))
}
