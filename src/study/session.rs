//! One evaluation of a study: the interpreter's [`Host`]. Calls of operators become nodes of the graph;
//! nothing runs before the whole study is evaluated, or before its Python needs a number.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::formula::Wanted;
use super::formula_values::NamedValues;
use super::graph::Graph;
use super::outbox::Outbox;
use super::project::Project;
use super::runner::{Runner, State, Surroundings};
use super::{Options, events::Observer};
use crate::catalogue::{Form, nearest};
use crate::concepts::{Concept, Handle};
use crate::diag::Diagnostic;
use crate::former::{self, Age, Signs};
use crate::operators::Units;
use crate::python::{Check, CommandCall, CommandOutcome, Fault, Host, Reading, Result, Scope, Value, represent};
use crate::source::{FileId, SourceFile, SourceMap, Span, World, place};
use crate::syntax::{self, Statement};
use crate::verdict::{Criterion, Kind, Record};

/// Once something is wrong, evaluation only looks for more errors: about half a million steps of it (it asks every
/// 1024).
const MOST_LOOKS_AFTER_ERROR: u32 = 500;

/// The last value that was shown, as in Python's own sessions.
pub const LAST: &str = "_";

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
    /// Nothing runs: the study is only checked.
    pub(super) checking: bool,
    /// Lines that do not parse may have given values to names: missing names are not reported.
    pub(super) lenient: bool,
    /// Messages reported so far, by place and code.
    pub(super) said: BTreeMap<(Option<Span>, &'static str), Vec<String>>,
    /// How often evaluation asked whether to go on since there is something wrong.
    pub(super) looks_after_error: Cell<u32>,
    /// ERREUR_F="EXCEPTION": errors of operators can be caught.
    pub(super) catching: bool,
    pub(super) units: Arc<Units>,
    pub(super) next_id: u64,
    /// Formulas that wait for variables not defined yet.
    pub(super) formulas: Vec<(usize, Vec<Wanted>)>,
    /// Formulas that name variables.
    pub(super) named_values: Vec<NamedValues>,
    /// Node of the last call, when it made one.
    pub(super) last: Option<usize>,
    overrides: BTreeMap<String, Option<Value>>,
    /// The study was checked as a whole before its Python asked for a first number.
    pub(super) rehearsed: bool,
    /// Files the study's Python writes; not there yet while it is only checked.
    announced: BTreeSet<String>,
    /// The text of the study is evaluated: what runs now runs last.
    pub(super) evaluated: bool,
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
        let units = Units {
            bound: Mutex::new(project.units.clone()),
            results: project.results.clone(),
            folder: project.folder.clone(),
            stem: project.name.clone(),
            output: project.output.clone(),
            ..Units::default()
        };
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
            checking: options.check_only,
            lenient: false,
            said: BTreeMap::new(),
            looks_after_error: Cell::new(0),
            catching: false,
            units: Arc::new(units),
            next_id: 0,
            formulas: Vec::new(),
            named_values: Vec::new(),
            last: None,
            overrides: options.set.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect(),
            rehearsed: false,
            announced: BTreeSet::new(),
            evaluated: false,
            include_depth: 0,
            inclusions: 0,
            macro_depth: 0,
            shown_file: None,
            signs: Signs::default(),
            forms: BTreeMap::new(),
        }
    }

    /// Whether reading and checking found errors; nothing runs then.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// Reads and parses a file of the study.
    pub fn load(&mut self, path: &Path) -> Option<Vec<Statement>> {
        let rank = self.sources.iter().count() as u32;
        if let Some(read) = self.options.shared.as_ref().and_then(|shared| shared.file(path, rank)) {
            let (file, parsed) = (read.0.clone(), read.1.clone());
            self.add(file);
            return Some(self.take_parsed(parsed));
        }
        let bytes = match self.world.read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let message = format!("{} cannot be read: {error}", path.display());
                self.diagnostics.push(Diagnostic::error("I001", message));
                return None;
            }
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let file = SourceFile::new(name, Some(path.to_path_buf()), syntax::decode(&bytes));
        let Some(shared) = self.options.shared.clone() else { return Some(self.read(file).1) };
        let id = self.add(file.clone());
        let parsed = syntax::parse(id, &file);
        shared.keep_file(path, rank, Arc::new((file, parsed.clone())));
        Some(self.take_parsed(parsed))
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
        let unused: Vec<&String> = self.overrides.iter().filter(|(_, v)| v.is_some()).map(|(n, _)| n).collect();
        let names: Vec<Arc<str>> = self.scope.entries().into_iter().map(|(name, _)| name).collect();
        for name in unused {
            if names.iter().any(|known| **known == **name) {
                let message = format!("--set {name}: the study gives {name} its value otherwise than by an assignment");
                let help =
                    "only assignments at the top level of a command file can be set: not loops, imports, or `def`";
                self.diagnostics.push(Diagnostic::error("G013", message).help(help));
                continue;
            }
            let message = format!("--set {name}: the study assigns no variable of that name");
            let diagnostic = Diagnostic::error("G013", message);
            self.diagnostics.push(match nearest(name, names.iter().map(|n| &**n)) {
                Some(near) => diagnostic.help(format!("did you mean {near}?")),
                None => diagnostic.help("only variables assigned at the top level of a command file can be set"),
            });
        }
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

    /// Whether a check may run something: nothing is wrong so far, no error is to be caught, no file is missing that the study's
    /// Python would write.
    pub fn can_prepare(&self) -> bool {
        let fine = !self.has_errors() && !self.lenient && !self.catching && !self.world.cancelled();
        self.checking && fine && self.announced.is_empty()
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
            wrote: !self.announced.is_empty(),
            rehearsal: self.checking,
        };
        self.runner.run(&self.graph, &wanted, &around, &mut self.outbox, caught, self.evaluated)
    }

    /// Sends all messages.
    pub fn flush(&mut self) {
        let (world, observer, sources) = (self.world, self.observer, &self.sources);
        let age = &Age::default();
        let around =
            Surroundings { world, observer, sources, age, shared: None, wrote: false, rehearsal: self.checking };
        self.outbox.flush_all(&around);
    }

    /// Sends those before which no operator is left to run.
    fn send_complete(&mut self) {
        let (world, observer, sources) = (self.world, self.observer, &self.sources);
        let age = &Age::default();
        let around =
            Surroundings { world, observer, sources, age, shared: None, wrote: false, rehearsal: self.checking };
        self.outbox.flush(&around);
    }

    /// Before anything runs half-way: the whole study is checked, so that an error at its end is said
    /// before an hour is spent.
    fn rehearse(&mut self) -> Result<()> {
        if self.rehearsed {
            return Ok(());
        }
        self.rehearsed = true;
        let options = Options { check_only: true, ..self.options.clone() };
        let report = super::evaluate(self.project, &options, self.world, &super::events::Silent);
        if report.diagnostics.iter().any(Diagnostic::is_error) {
            // Files are loaded in the same order, but those of INCLUDE and of modules may come later.
            self.sources = report.sources;
            self.diagnostics = report.diagnostics;
            return Err(Fault::Stop);
        }
        Ok(())
    }

    pub(super) fn place_line(&self, span: Span) -> (Arc<str>, usize) {
        match self.sources.place(span) {
            Some((name, place)) => (name.into(), place.line),
            None => ("".into(), 0),
        }
    }

    fn beside(&self, name: &str) -> PathBuf {
        self.project.folder.join(name)
    }
}

impl Host for Session<'_> {
    fn is_command(&self, name: &str) -> bool {
        crate::catalogue::command(name).is_some() || self.macro_description(name).is_some()
    }

    fn command_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = crate::catalogue::names().collect();
        if let Some(macros) = &self.options.macros {
            names.extend(macros.names());
        }
        names
    }

    fn command(&mut self, call: CommandCall, scope: &Arc<Scope>) -> Result<CommandOutcome> {
        self.call_operator(call, scope)
    }

    fn skipped_call(&mut self, name: &str, span: Span) {
        if crate::catalogue::command(name).is_some() && self.is_refused(name) {
            self.report(super::commands::not_built(name, span));
        }
    }

    fn run_now(&mut self) -> Result<bool> {
        let (true, Some(rank)) = (self.catching, self.last) else { return Ok(false) };
        if self.checking || self.has_errors() {
            return Ok(true);
        }
        self.rehearse()?;
        self.settle_formulas(false);
        match self.run_nodes([rank], Some(rank)) {
            Some(error) => Err(Fault::with("AsterError", *error)),
            None if self.world.cancelled() => Err(Fault::Stop),
            None => Ok(false),
        }
    }

    fn demand(&mut self, handle: &Handle, _: Span) -> Result<Option<Concept>> {
        if let Some(concept) = handle.get() {
            return Ok(Some(concept.clone()));
        }
        let Some(rank) = self.graph.maker(handle) else { return Ok(None) };
        if self.checking || self.has_errors() {
            return Ok(None);
        }
        self.rehearse()?;
        self.settle_formulas(false);
        if self.runner.state(rank) == State::Waiting {
            self.run_nodes([rank], None);
        } else if self.shown_file.is_some() && !self.outbox.diagnostics.iter().any(Diagnostic::is_error) {
            // The study that was run first failed before it.
            return Err(Fault::new("RuntimeError", format!("{} was not computed", handle.name())));
        }
        if self.world.cancelled() {
            return Err(Fault::Stop);
        }
        Ok(handle.get().cloned())
    }

    fn renew_formulas(&mut self) {
        Session::renew_formulas(self);
    }

    fn newest(&self, handle: &Handle) -> Handle {
        self.graph.newest(handle)
    }

    fn print(&mut self, text: String) {
        if !self.checking {
            self.outbox.print(text);
            self.send_complete();
        }
    }

    fn shows(&mut self, value: &Value, span: Span) {
        if self.checking || self.has_errors() || self.shown_file != Some(span.file) {
            return;
        }
        if !matches!(value, Value::None | Value::Nothing(_) | Value::Unknown) {
            self.scope.set(LAST, value.clone());
        }
        match value {
            Value::None | Value::Nothing(_) | Value::Unknown => {}
            Value::Concept(handle) => self.outbox.show(self.graph.newest(handle)),
            value => self.outbox.print(represent(value) + "\n"),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let consequence = self.lenient && !diagnostic.code.starts_with('C') && diagnostic.code != "G003";
        if consequence {
            return;
        }
        // The same place in a loop says the same again.
        let said = (diagnostic.span, diagnostic.code);
        let before = self.said.entry(said).or_default();
        if !before.contains(&diagnostic.message) {
            before.push(diagnostic.message.clone());
            self.diagnostics.push(diagnostic);
        }
    }

    fn check(&mut self, check: Check) {
        if self.checking || self.has_errors() {
            return;
        }
        let (file, line) = self.place_line(check.span);
        self.outbox.judge(Record {
            command: check.name.to_string(),
            file: file.to_string(),
            line,
            label: check.label,
            kind: Kind::Regression,
            reference: "PYTHON".to_string(),
            expected: check.expected,
            computed: check.computed,
            error: check.error,
            tolerance: check.tolerance,
            criterion: Criterion::Absolute,
            passed: Some(check.passed),
        });
    }

    fn cancelled(&self) -> bool {
        if self.world.cancelled() {
            return true;
        }
        if !self.lenient && !self.has_errors() {
            return false;
        }
        // A loop whose way out is wrong, or does not parse, would go on for ever.
        self.looks_after_error.set(self.looks_after_error.get() + 1);
        self.looks_after_error.get() > MOST_LOOKS_AFTER_ERROR
    }

    fn included(&mut self) {
        self.include_depth = self.include_depth.saturating_sub(1);
    }

    fn module(&mut self, name: &str) -> Option<Vec<Statement>> {
        let file = format!("{}.py", name.replace('.', "/"));
        let named = |p: &&PathBuf| p.file_stem().is_some_and(|stem| *stem == *name);
        let path = self.project.modules.iter().find(named).cloned().unwrap_or_else(|| self.beside(&file));
        if self.world.exists(&path) { self.load(&path) } else { None }
    }

    fn read_file(&mut self, name: &str) -> Result<Reading> {
        let idle = self.checking || self.has_errors();
        let writer = self.graph.writer(name, &self.units);
        if idle && (writer.is_some() || self.announced.contains(name)) {
            return Ok(Reading::Unknown);
        }
        // A call may write files that its keywords do not name.
        if !idle && !self.graph.nodes.is_empty() && !self.announced.contains(name) {
            self.rehearse()?;
            self.settle_formulas(false);
            match writer {
                Some(rank) if self.runner.state(rank) != State::Waiting => {}
                Some(rank) => {
                    self.run_nodes([rank], None);
                }
                None => {
                    self.run_nodes(0..self.graph.nodes.len(), None);
                    self.flush();
                }
            }
            if self.world.cancelled() {
                return Err(Fault::Stop);
            }
        }
        if !self.world.may_touch(&self.project.folder.join(name)) {
            let message = format!("'{name}' lies outside the folder of the study (--sandbox)");
            return Err(Fault::new("PermissionError", message));
        }
        let found = self.units.file_named(name, self.world).ok();
        let bytes = found.and_then(|path| self.world.read(&path).ok());
        Ok(match bytes {
            Some(bytes) => Reading::Text(syntax::decode(&bytes)),
            None if idle && !self.graph.nodes.is_empty() => Reading::Unknown,
            None => Reading::Missing,
        })
    }

    fn write_file(&mut self, name: &str, text: &str) -> std::result::Result<(), String> {
        self.announced.insert(name.to_string());
        if self.checking || self.has_errors() {
            return Ok(());
        }
        self.world.write(&self.project.output.join(name), text.as_bytes()).map_err(|e| e.to_string())
    }

    fn override_of(&mut self, name: &str) -> Option<Value> {
        self.overrides.get_mut(name)?.take()
    }
}
