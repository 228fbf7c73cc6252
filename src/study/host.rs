//! What the study's Python asks of its session: commands, values of concepts, files, messages.

use std::collections::BTreeSet;
use std::iter::once;
use std::path::PathBuf;
use std::sync::Arc;

use super::input::Phase;
use super::plan::State;
use super::session::{LAST, MOST_LOOKS_AFTER_ERROR, Session};
use crate::concepts::{Concept, Handle};
use crate::diag::{Diagnostic, Stage};
use crate::io::arrays;
use crate::operators::Units;
use crate::python::{
    Check, CommandCall, CommandOutcome, Fault, Host, ReadArray, Reading, Result, Scope, Value, represent,
};
use crate::source::Span;
use crate::syntax::{self, Statement};
use crate::verdict::{Criterion, Kind, Record};

impl Host for Session<'_> {
    fn is_command(&self, name: &str) -> bool {
        crate::catalogue::command(name).is_some() || self.macro_description(name).is_some()
    }

    fn command_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = crate::catalogue::names().collect();
        if let Some(macros) = &self.setup.options.macros {
            names.extend(macros.names());
        }
        names
    }

    fn command(&mut self, call: CommandCall, scope: &Arc<Scope>) -> Result<CommandOutcome> {
        self.call_operator(call, scope)
    }

    fn skipped_call(&mut self, name: &str, span: Span) {
        let known = crate::catalogue::command(name).is_some() || crate::catalogue::way_out(name).is_some();
        if known && self.is_refused(name) {
            self.report(super::commands::not_built(name, span));
        }
    }

    fn run_now(&mut self) -> Result<bool> {
        let (true, Some(rank)) = (self.catching, self.input.last) else { return Ok(false) };
        if self.is_idle() {
            return Ok(true);
        }
        self.rehearse()?;
        self.settle_formulas(false);
        match self.run_nodes([rank], Some(rank)) {
            Some(error) => Err(Fault::with("AsterError", *error)),
            None if self.setup.world().cancelled() => Err(Fault::Stop),
            None => Ok(false),
        }
    }

    fn demand(&mut self, handle: &Handle, _: Span) -> Result<Option<Concept>> {
        if let Some(concept) = handle.get() {
            return Ok(Some(concept.clone()));
        }
        let Some(rank) = self.graph.maker(handle) else { return Ok(None) };
        if self.is_idle() {
            return Ok(None);
        }
        self.rehearse()?;
        self.settle_formulas(false);
        if self.runner.state(rank) == State::Waiting {
            let together = self.run_together_with(rank);
            self.run_nodes(once(rank).chain(together), None);
        } else if self.input.shown_file.is_some() && !self.outbox.diagnostics.iter().any(Diagnostic::is_error) {
            // The study that was run first failed before it.
            return Err(Fault::new("RuntimeError", format!("{} was not computed", handle.name())));
        }
        if self.setup.world().cancelled() {
            return Err(Fault::Stop);
        }
        Ok(handle.get().cloned())
    }

    fn renew_formulas(&mut self) {
        Session::renew_formulas(self);
    }

    fn named(&self, name: &str) -> Option<Handle> {
        let mut made = self.graph.nodes.iter().rev().flat_map(|node| node.makes());
        made.find(|handle| handle.name() == name).cloned()
    }

    fn newest(&self, handle: &Handle) -> Handle {
        self.graph.newest(handle)
    }

    fn change(&mut self, handle: &Handle, change: &mut dyn FnMut(Concept) -> Concept) {
        if let Some((newest, value)) = self.graph.newest_alone(handle) {
            newest.set(change(value));
            return;
        }
        let old = self.graph.newest(handle);
        let Some(value) = old.get().cloned() else { return };
        self.register.next_id += 1;
        let new = Handle::new(self.register.next_id, old.kind.clone());
        self.graph.enrich(&old, &new);
        new.set(change(value));
    }

    fn print(&mut self, text: String) {
        if self.input.phase != Phase::Check {
            self.outbox.print(text);
            self.send_complete();
        }
    }

    fn shows(&mut self, value: &Value, span: Span) {
        if self.is_idle() || self.input.shown_file != Some(span.file) {
            return;
        }
        if !matches!(value, Value::None | Value::Nothing(_) | Value::Unknown) {
            self.scope.set(LAST, value.clone());
        }
        let last = self.input.last_typed == Some(span);
        match value {
            Value::None | Value::Nothing(_) | Value::Unknown => {}
            Value::Concept(handle) => {
                self.outbox.show(Value::Concept(self.graph.newest(handle)), String::new(), last);
            }
            // What a list holds may change before it is shown: its text is made now.
            value => self.outbox.show(value.clone(), represent(value), last),
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        let consequence =
            self.input.lenient && diagnostic.stage() != Some(Stage::Catalogue) && diagnostic.code != "G003";
        if consequence {
            return;
        }
        if self.input.repeats.is_new(&diagnostic, self.register.visit) {
            self.input.diagnostics.push(diagnostic);
        }
    }

    fn check(&mut self, check: Check) {
        if self.is_idle() {
            return;
        }
        let (file, line) = self.place_line(check.span);
        self.outbox.judge(Record {
            command: check.name.into(),
            file,
            line,
            label: check.label.into(),
            kind: Kind::Regression,
            reference: "PYTHON".into(),
            expected: check.expected,
            computed: check.computed,
            error: check.error,
            tolerance: check.tolerance,
            criterion: Criterion::Absolute,
            passed: Some(check.passed),
        });
    }

    fn cancelled(&self) -> bool {
        if self.setup.world().cancelled() {
            return true;
        }
        if !self.input.lenient && !self.has_errors() {
            return false;
        }
        // A loop whose way out is wrong, or does not parse, would go on for ever.
        self.input.looks_after_error.set(self.input.looks_after_error.get() + 1);
        self.input.looks_after_error.get() > MOST_LOOKS_AFTER_ERROR
    }

    fn included(&mut self) {
        self.input.include_depth = self.input.include_depth.saturating_sub(1);
    }

    fn module(&mut self, name: &str) -> Option<Vec<Statement>> {
        let file = format!("{}.py", name.replace('.', "/"));
        let named = |p: &&PathBuf| p.file_stem().is_some_and(|stem| *stem == *name);
        let path = self.setup.project.modules.iter().find(named).cloned().unwrap_or_else(|| self.beside(&file));
        if self.setup.world().exists(&path) { self.load(&path) } else { None }
    }

    fn read_file(&mut self, name: &str) -> Result<Reading> {
        Ok(match self.bytes_of(name)? {
            Bytes::There(bytes) => Reading::Text(syntax::decode(&bytes)),
            Bytes::Unknown => Reading::Unknown,
            Bytes::Missing => Reading::Missing,
        })
    }

    fn read_array(&mut self, name: &str) -> Result<ReadArray> {
        Ok(match self.bytes_of(name)? {
            Bytes::There(bytes) => match arrays::read(&bytes).as_deref() {
                Ok([array]) if array.width == 1 => ReadArray::Array(vec![array.numbers.len()], array.numbers.clone()),
                Ok([array]) => {
                    let rows = array.numbers.len() / array.width.max(1);
                    ReadArray::Array(vec![rows, array.width], array.numbers.clone())
                }
                Ok(several) => {
                    ReadArray::Wrong(format!("it is an archive of {} arrays (.npz), not one (.npy)", several.len()))
                }
                Err(fault) => ReadArray::Wrong(fault.to_string()),
            },
            Bytes::Unknown => ReadArray::Unknown,
            Bytes::Missing => ReadArray::Missing,
        })
    }

    fn write_array(&mut self, name: &str, shape: &[usize], numbers: &[f64]) -> Result<std::result::Result<(), String>> {
        let bytes = match shape {
            [_, width] => arrays::array_file(&arrays::Array { width: *width, numbers: numbers.to_vec() }),
            _ => arrays::row_file(numbers),
        };
        self.write_bytes(name, &bytes)
    }

    fn write_file(&mut self, name: &str, text: &str) -> Result<std::result::Result<(), String>> {
        self.write_bytes(name, text.as_bytes())
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.setup.options.environment.clone()
    }

    fn has_override(&self, name: &str) -> bool {
        self.bindings.has_override(name)
    }

    fn override_of(&mut self, name: &str, own: Option<&Value>) -> Option<Value> {
        let (value, doubt) = self.bindings.take_override(name, own)?;
        doubt.into_iter().for_each(|doubt| self.report(doubt));
        Some(value)
    }
}

/// What a file of the study holds.
enum Bytes {
    There(Vec<u8>),
    /// The study writes it, but not while it is only checked.
    Unknown,
    Missing,
}

impl Session<'_> {
    fn bytes_of(&mut self, name: &str) -> Result<Bytes> {
        let idle = self.is_idle();
        let keys = self.bindings.units.keys_of_name(name);
        let writers = self.graph.writers(&keys);
        if idle && (!writers.is_empty() || self.bindings.is_announced(&keys)) {
            return Ok(Bytes::Unknown);
        }
        // A call may write files that its keywords do not name.
        if !idle && !self.graph.nodes.is_empty() {
            if !writers.is_empty() {
                self.run_waiting(writers)?;
            } else if !self.bindings.is_announced(&keys) {
                self.run_waiting((0..self.graph.nodes.len()).collect())?;
                self.flush();
            }
        }
        if self.setup.world().may_touch(&self.setup.project.folder.join(name)).is_err() {
            let message = format!("'{name}' lies outside the folder of the study (--sandbox)");
            return Err(Fault::new("PermissionError", message));
        }
        let found = self.bindings.units.file_named(name, self.setup.world()).ok();
        let bytes = found.and_then(|path| self.setup.world().read(&path).ok());
        Ok(match bytes {
            Some(bytes) => Bytes::There(bytes),
            None if idle && !self.graph.nodes.is_empty() => Bytes::Unknown,
            None => Bytes::Missing,
        })
    }

    /// Runs the calls that have not run, so that what the study's Python does next comes after them.
    pub(super) fn run_waiting(&mut self, ranks: BTreeSet<usize>) -> Result<()> {
        let waits = |rank: &usize| self.runner.state(*rank) == State::Waiting;
        let waiting: Vec<usize> = ranks.into_iter().filter(waits).collect();
        if !waiting.is_empty() {
            self.rehearse()?;
            self.settle_formulas(false);
            self.run_nodes(waiting, None);
        }
        if self.setup.world().cancelled() { Err(Fault::Stop) } else { Ok(()) }
    }

    /// Writes a file after the calls before, which read or write it, and so that those that follow add to it.
    fn write_bytes(&mut self, name: &str, bytes: &[u8]) -> Result<std::result::Result<(), String>> {
        let keys = self.bindings.units.keys_of_name(name);
        self.bindings.announce(&keys);
        let path = self.bindings.units.file_to_write(name);
        if !self.is_idle() {
            self.run_waiting(self.graph.users(&keys))?;
            if let Err(error) = self.setup.world().write(&path, bytes) {
                return Ok(Err(error.to_string()));
            }
            self.bindings.units.put(&path, bytes);
        }
        if let Some(unit) = Units::unit_of_name(name).filter(|unit| path == self.bindings.units.fort(*unit)) {
            self.bindings.free(unit);
        }
        Ok(Ok(()))
    }
}
