//! One evaluation of a study: what is known of it, and what it runs. Calls of operators become nodes of the graph;
//! nothing runs before the whole study is evaluated, or before its Python needs a number. What the interpreter asks of
//! it is in `host.rs`.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::alike::Alike;
use super::bindings::Bindings;
use super::events::Observer;
use super::formula::Wanted;
use super::graph::Graph;
use super::options::Options;
use super::outbox::Outbox;
use super::plan::State;
use super::prepare;
use super::project::Project;
use super::repeats::Repeats;
use super::runner::Runner;
use crate::catalogue::Form;
use crate::diag::{Diagnostic, Stage};
use crate::former::{self, Age, Signs};
use crate::python::{Scope, represent};
use crate::source::{FileId, SourceFile, SourceMap, Span, World, place};
use crate::study::named_values::NamedValues;
use crate::study::surroundings::Surroundings;
use crate::syntax::{self, Statement, Statements};

/// Once something is wrong, evaluation only looks for more errors: about half a million steps of it (it asks every
/// 1024).
pub(super) const MOST_LOOKS_AFTER_ERROR: u32 = 500;

/// The last value that was shown, as in Python's own sessions.
pub const LAST: &str = "_";

/// How far an evaluation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The study is only checked: nothing runs but what a check may run.
    Check,
    /// The study is evaluated. Before its Python is given a first number it is checked as a whole, so that an error at its
    /// end is said before an hour is spent.
    Rehearse,
    /// The same once it is checked, or of a text that is typed: what is asked for is computed.
    Session,
    /// The study is evaluated to its end: what runs now runs last.
    Run,
}

/// An evaluation.
pub struct Session<'a> {
    pub(super) world: &'a dyn World,
    pub(super) observer: &'a dyn Observer,
    pub(super) options: &'a Options,
    pub(super) project: &'a Project,
    pub sources: SourceMap,
    /// Variables of the study.
    pub scope: Arc<Scope>,
    pub graph: Graph,
    pub runner: Runner,
    pub outbox: Outbox,
    pub diagnostics: Vec<Diagnostic>,
    /// How far the evaluation is, and so what may run.
    pub(super) phase: Phase,
    /// Lines that do not parse may have given values to names: missing names are not reported.
    pub(super) lenient: bool,
    /// Messages reported so far.
    pub(super) repeats: Repeats,
    /// How many calls there were.
    pub(super) visit: usize,
    /// How often evaluation asked whether to go on since there is something wrong.
    pub(super) looks_after_error: Cell<u32>,
    /// ERREUR_F="EXCEPTION": errors of operators can be caught.
    pub(super) catching: bool,
    /// A call that acts on the study itself is wrong: files and units are not known.
    pub(super) unbound: bool,
    /// Units, variables set by the user, files written by name.
    pub(super) bindings: Bindings,
    pub(super) next_id: u64,
    /// Formulas that wait for variables not defined yet.
    pub(super) formulas: Vec<(usize, Vec<Wanted>)>,
    /// Formulas that name variables.
    pub(super) named_values: Vec<NamedValues>,
    pub(super) alike: Alike,
    /// Names of files and commands: a study may call one a million times.
    texts: BTreeSet<Arc<str>>,
    /// Node of the last call, when it made one.
    pub(super) last: Option<usize>,
    /// Files being included, one inside the other, and files included so far.
    pub(super) include_depth: usize,
    pub(super) inclusions: usize,
    /// Macro-commands being expanded.
    pub(super) macro_depth: usize,
    /// The file whose expressions show their value: what a user types.
    pub(super) shown_file: Option<FileId>,
    signs: Signs,
    /// Forms of former versions in the calls checked so far, each place once.
    pub(super) forms: BTreeMap<Span, Form>,
}

impl<'a> Session<'a> {
    pub fn new(project: &'a Project, options: &'a Options, world: &'a dyn World, observer: &'a dyn Observer) -> Self {
        Session {
            world,
            observer,
            options,
            project,
            sources: SourceMap::default(),
            scope: Scope::module(),
            graph: Graph::default(),
            runner: Runner::new(options.threads),
            outbox: Outbox::judging(project.validation),
            diagnostics: project.warnings.clone(),
            phase: if options.check_only { Phase::Check } else { Phase::Rehearse },
            lenient: false,
            repeats: Repeats::default(),
            visit: 0,
            looks_after_error: Cell::new(0),
            catching: false,
            unbound: false,
            bindings: Bindings::new(project, options),
            next_id: 0,
            formulas: Vec::new(),
            named_values: Vec::new(),
            alike: Alike::default(),
            texts: BTreeSet::new(),
            last: None,
            include_depth: 0,
            inclusions: 0,
            macro_depth: 0,
            shown_file: None,
            signs: Signs::default(),
            forms: BTreeMap::new(),
        }
    }

    /// Whether nothing is computed: the study is only checked, or something is wrong with it.
    pub(super) fn is_idle(&self) -> bool {
        self.phase == Phase::Check || self.has_errors()
    }

    /// Whether reading and checking found errors; nothing runs then.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Reads and parses a file of the study.
    pub fn load(&mut self, path: &Path) -> Option<Vec<Statement>> {
        let rank = self.sources.iter().count() as u32;
        if let Some(read) = self.options.shared.as_ref().and_then(|shared| shared.file(path, rank)) {
            self.world.used(path);
            let (file, parsed) = (read.0.clone(), read.1.clone());
            self.add(file);
            return Some(self.take_parsed(parsed));
        }
        let file = self.open(path)?;
        let Some(shared) = self.options.shared.clone() else { return Some(self.read(file).1) };
        let id = self.add(file.clone());
        let parsed = syntax::parse(id, &file);
        shared.keep_file(path, rank, Arc::new((file, parsed.clone())));
        Some(self.take_parsed(parsed))
    }

    /// The same for a file that is run once: its statements come as they are asked for.
    pub(super) fn load_long(&mut self, path: &Path) -> Option<Statements> {
        if self.options.shared.is_some() {
            return self.load(path).map(Statements::from);
        }
        let file = self.open(path)?;
        let id = self.add(file);
        let file = self.sources.get(id)?;
        let (statements, diagnostics) = syntax::parse_for_one_run(id, file, &mut |read| self.signs.read(read));
        self.lenient |= diagnostics.iter().any(Diagnostic::is_error);
        self.diagnostics.extend(diagnostics);
        Some(statements)
    }

    fn open(&mut self, path: &Path) -> Option<SourceFile> {
        match self.world.read(path) {
            Ok(bytes) => {
                let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
                Some(SourceFile::new(name, Some(path.to_path_buf()), syntax::decode(&bytes)))
            }
            Err(error) => {
                let message = format!("{} cannot be read: {error}", path.display());
                self.diagnostics.push(Diagnostic::error("I001", message));
                None
            }
        }
    }

    fn add(&mut self, file: SourceFile) -> FileId {
        let id = self.sources.add(file);
        self.sources.get(id).into_iter().for_each(|file| place::publish(id, file));
        id
    }

    fn take_parsed(&mut self, parsed: syntax::Parsed) -> Vec<Statement> {
        self.lenient |= parsed.diagnostics.iter().any(Diagnostic::is_error);
        self.diagnostics.extend(parsed.diagnostics);
        self.signs.read(&parsed.statements);
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
        self.signs.age(self.options.former.or(self.project.former))
    }

    /// What differs from a former version is said once per study.
    pub(super) fn say_once(&mut self, note: Diagnostic) {
        if !self.diagnostics.iter().any(|d| d.message == note.message) {
            self.diagnostics.push(note);
        }
    }

    /// Says, once, that the study has forms of former versions; a study with errors has more to say.
    pub(super) fn note_of_age(&mut self) {
        let age = self.age();
        if self.forms.is_empty() || self.has_errors() || age.kind == former::Kind::Today {
            return;
        }
        let (number, verb) = match self.forms.len() {
            1 => ("1 form".to_string(), "is"),
            n => (format!("{n} forms"), "are"),
        };
        let because = age.because();
        let message = format!("written for version 15 or before{because}: {number} {verb} read as today's");
        let help = "`stickslip check --verbose` lists them, `stickslip upgrade` writes the study in today's syntax";
        self.diagnostics.push(Diagnostic::note("G030", message).help(help));
    }

    /// Says which `--set` names the study never assigned.
    pub fn unused_overrides(&mut self) {
        let names: Vec<Arc<str>> = self.scope.entries().into_iter().map(|(name, _)| name).collect();
        self.diagnostics.extend(self.bindings.unused_overrides(&names));
    }

    /// Errors on lines that use a variable set by the user say so: the line itself may be right.
    pub fn name_overrides(&mut self) {
        for diagnostic in self.diagnostics.iter_mut().filter(|d| d.is_error() && d.code != "G013") {
            let Some(span) = diagnostic.span else { continue };
            let Some(file) = self.sources.get(span.file) else { continue };
            let line = &file.text[file.line_range(file.line_rank(span.start as usize))];
            let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            let Some((name, value)) = words.find_map(|word| self.options.set.iter().find(|(name, _)| name == word))
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
        let known = self.diagnostics.iter().filter(|d| d.is_error()).all(local) && !self.unbound;
        let fine = known && !self.lenient && !self.catching && !self.world.cancelled();
        self.phase == Phase::Check && fine && !self.bindings.announces()
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
    pub(super) fn alike(&mut self, rank: usize) -> Vec<usize> {
        if self.catching {
            return Vec::new();
        }
        let found = self.alike.take(&self.graph, rank);
        let (waits, runs): (Vec<usize>, Vec<usize>) = found.into_iter().partition(|&rank| {
            let open = !self.formulas.is_empty();
            open && self.graph.needed([rank]).iter().any(|needed| self.formulas.iter().any(|(f, _)| f == needed))
        });
        self.alike.give_back(&self.graph, waits);
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
        let around = Surroundings {
            world: self.world,
            observer: self.observer,
            sources: &self.sources,
            age: &age,
            shared: self.options.shared.as_deref(),
            wrote: self.bindings.announces(),
            rehearsal: self.phase == Phase::Check,
            forgets: self.phase == Phase::Run && self.options.forgets,
        };
        self.runner.run(&mut self.graph, &wanted, &around, &mut self.outbox, caught, self.phase == Phase::Run)
    }

    /// Sends all messages.
    pub fn flush(&mut self) {
        let rehearsal = self.phase == Phase::Check;
        let age = Age::default();
        self.outbox.flush_all(&Surroundings::of_messages(self.world, self.observer, &self.sources, &age, rehearsal));
    }

    /// Sends those before which no operator is left to run.
    pub(super) fn send_complete(&mut self) {
        let rehearsal = self.phase == Phase::Check;
        let age = Age::default();
        self.outbox.flush(&Surroundings::of_messages(self.world, self.observer, &self.sources, &age, rehearsal));
    }

    pub(super) fn place_line(&mut self, span: Span) -> (Arc<str>, usize) {
        let Some((name, place)) = self.sources.place(span) else { return ("".into(), 0) };
        (one_of(&mut self.texts, name), place.line)
    }

    /// The same text for all who ask.
    pub(super) fn shared_text(&mut self, text: &str) -> Arc<str> {
        one_of(&mut self.texts, text)
    }

    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.project.folder.join(name)
    }
}

fn one_of(texts: &mut BTreeSet<Arc<str>>, text: &str) -> Arc<str> {
    match texts.get(text) {
        Some(known) => known.clone(),
        None => {
            let new: Arc<str> = text.into();
            texts.insert(new.clone());
            new
        }
    }
}
