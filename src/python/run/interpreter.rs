//! The interpreter: walks the tree of a study. Operator calls, files and messages go to its [`Host`].
//!
//! Values that are not known (an earlier error was reported there, or nothing is computed because the
//! study is only checked) flow as [`Value::Unknown`] and silence everything that depends on them.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::concepts::{Concept, Handle};
use crate::diag::Diagnostic;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::{Arguments, Body, Function};
use crate::python::core::scope::Scope;
use crate::python::core::value::{Keyword, Module, Value};
use crate::python::modules::unit_checks::Check;
use crate::source::Span;
use crate::syntax::Statement;

/// What the interpreter asks of the study around it. The defaults are those of a place without study: a
/// formula being evaluated, a value of the command line.
pub trait Host {
    fn is_command(&self, name: &str) -> bool {
        let _ = name;
        false
    }
    /// Names to suggest when a command is misspelt.
    fn command_names(&self) -> Vec<&str> {
        Vec::new()
    }
    fn command(&mut self, call: CommandCall, scope: &Arc<Scope>) -> Result<CommandOutcome> {
        let _ = scope;
        Err(Fault::new("RuntimeError", format!("{} cannot be called here", call.name)))
    }
    /// A call in a branch that is left out because its condition is not known.
    fn skipped_call(&mut self, name: &str, span: Span) {
        let _ = (name, span);
    }
    /// Runs the node of the last call at once, so that `try` can catch its error. Whether an error would come is not
    /// known when this is true.
    fn run_now(&mut self) -> Result<bool> {
        Ok(false)
    }
    /// The value of a concept; `None` when it is not computed.
    fn demand(&mut self, handle: &Handle, span: Span) -> Result<Option<Concept>> {
        let _ = span;
        match handle.get() {
            Some(concept) => Ok(Some(concept.clone())),
            None => Err(Fault::new("RuntimeError", format!("{} is not computed", handle.name()))),
        }
    }
    /// Makes again the formulas whose variables have changed.
    fn renew_formulas(&mut self) {}
    /// The newest version of a concept enriched by `reuse`.
    fn newest(&self, handle: &Handle) -> Handle {
        handle.clone()
    }
    fn print(&mut self, text: String) {
        let _ = text;
    }
    /// The value of an expression that is a statement of its own, outside functions.
    fn shows(&mut self, value: &Value, span: Span) {
        let _ = (value, span);
    }
    /// A check of the study's own (`test.assertEqual`).
    fn check(&mut self, check: Check) {
        let _ = check;
    }
    fn report(&mut self, diagnostic: Diagnostic) {
        let _ = diagnostic;
    }
    fn cancelled(&self) -> bool {
        false
    }
    /// The statements of an INCLUDE have run.
    fn included(&mut self) {}
    /// A Python module that comes with the study.
    fn module(&mut self, name: &str) -> Option<Vec<Statement>> {
        let _ = name;
        None
    }
    fn read_file(&mut self, name: &str) -> Result<Reading> {
        let _ = name;
        Ok(Reading::Missing)
    }
    fn write_file(&mut self, name: &str, text: &str) -> std::result::Result<(), String> {
        let _ = (name, text);
        Err("no file can be written here".to_string())
    }
    /// `--set NAME=VALUE`: the value to take for the first assignment of a module's name.
    fn override_of(&mut self, name: &str) -> Option<Value> {
        let _ = name;
        None
    }
}

/// What there is to read in a file.
pub enum Reading {
    Text(String),
    /// The study writes it, but not while it is only checked.
    Unknown,
    Missing,
}

/// No study around.
pub struct Alone;

impl Host for Alone {}

/// A call of an operator, arguments evaluated.
#[derive(Debug)]
pub struct CommandCall {
    pub name: Arc<str>,
    pub name_span: Span,
    pub span: Span,
    pub arguments: Vec<Keyword>,
}

/// What a call of an operator gives at once.
#[derive(Debug)]
pub struct CommandOutcome {
    pub value: Value,
    /// Concepts asked for with `CO`.
    pub created: Vec<(Arc<str>, Value)>,
    /// INCLUDE: statements to run in place.
    pub include: Option<Vec<Statement>>,
    /// FIN.
    pub ends: bool,
}

impl CommandOutcome {
    pub fn of(value: Value) -> Self {
        CommandOutcome { value, created: Vec::new(), include: None, ends: false }
    }
}

pub struct Interpreter<'h> {
    pub host: &'h mut dyn Host,
    /// Expressions being evaluated, calls of functions included.
    pub(crate) depth: usize,
    /// Functions of the study being called.
    pub(crate) calls: usize,
    limits: Limits,
    /// `try` bodies being run.
    pub(crate) tries: usize,
    /// Values of concepts asked for and not known, because the study is only checked.
    pub(crate) unknown: usize,
    ticks: u32,
    /// Names without value met so far.
    pub(crate) suggestions: usize,
    pub(crate) modules: IndexMap<String, Arc<Module>>,
}

/// How deep evaluation may go on the stack at hand.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub depth: usize,
    pub calls: usize,
}

impl Limits {
    /// For a thread with [`STACK_BYTES`] of stack.
    pub const STUDY: Limits = Limits { depth: 12_000, calls: 1_000 };
    /// For a formula evaluated while operators run.
    pub const FORMULA: Limits = Limits { depth: 2_000, calls: 150 };
}

/// Stack of the thread that evaluates a study; reserved, not used, until it is needed.
pub const STACK_BYTES: usize = 512 << 20;

impl<'h> Interpreter<'h> {
    pub fn new(host: &'h mut dyn Host, limits: Limits) -> Self {
        Interpreter {
            host,
            depth: 0,
            calls: 0,
            limits,
            tries: 0,
            unknown: 0,
            ticks: 0,
            suggestions: 0,
            modules: IndexMap::new(),
        }
    }

    /// The same, but errors are returned as if a `try` stood around.
    pub fn raising(mut self) -> Self {
        self.tries = 1;
        self
    }

    /// Counts one step of work; now and then looks whether the user asked to stop.
    pub(crate) fn tick(&mut self) -> Result<()> {
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks.is_multiple_of(1024) && self.host.cancelled() { Err(Fault::Stop) } else { Ok(()) }
    }

    /// The same before a step that may be long.
    pub(crate) fn pause(&mut self) -> Result<()> {
        if self.host.cancelled() { Err(Fault::Stop) } else { self.tick() }
    }

    pub(crate) fn enter(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Fault::new("RecursionError", "the expression is nested too deeply"));
        }
        Ok(())
    }

    /// Calls a function of the study.
    pub fn call_function(&mut self, function: &Arc<Function>, arguments: Arguments) -> Result<Value> {
        let span = arguments.span;
        let scope = function.bind(arguments)?;
        if self.calls >= self.limits.calls {
            return Err(Fault::new(
                "RecursionError",
                format!("more than {} calls inside each other", self.limits.calls),
            ));
        }
        self.calls += 1;
        let result = match &function.body {
            Body::Lambda(lambda) => self.evaluate(&lambda.1, &scope),
            Body::Definition(definition) => self.run_body(&definition.body, &scope),
        };
        self.calls -= 1;
        result.map_err(|mut fault| {
            if let (Fault::Raised(e), Some(span)) = (&mut fault, span) {
                // Only calls outside the place of the error lead to it.
                if e.span.is_some() {
                    e.calls.push((span, function.name.clone()));
                }
            }
            fault
        })
    }

    /// The value of a concept, as Python needs it.
    pub(crate) fn demand(&mut self, handle: &Handle, span: Span) -> Result<Option<Concept>> {
        if handle.is_a("formule") {
            self.host.renew_formulas();
        }
        let newest = self.host.newest(handle);
        let concept = self.host.demand(&newest, span)?;
        self.unknown += usize::from(concept.is_none());
        Ok(concept)
    }

    /// Reports an error, unless a `try` may catch it.
    pub(crate) fn report_or_raise(&mut self, fault: Fault) -> Result<()> {
        match fault {
            Fault::Raised(e) if self.tries == 0 => {
                self.host.report(e.diagnostic());
                Ok(())
            }
            other => Err(other),
        }
    }
}

/// The value of a text given outside a study (`--set`): an expression of literals and built-in names,
/// otherwise the text itself.
pub fn literal(file: crate::source::FileId, text: &str) -> Value {
    let Ok(tree) = crate::syntax::parse_expression(file, text, 0) else { return Value::text(text) };
    let mut host = Alone;
    let value = Interpreter::new(&mut host, Limits::FORMULA).raising().evaluate(&tree, &Scope::module());
    value.unwrap_or_else(|_| Value::text(text))
}
