//! What the interpreter asks of the study around it, and what they hand each other.

use std::sync::Arc;

use super::fault::{Fault, Result};
use super::value::{Keyword, Scope, Value};
use crate::concepts::{Concept, Handle};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::syntax::Statement;
use crate::verdict::Compared;

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
    /// The newest concept of a name.
    fn named(&self, name: &str) -> Option<Handle> {
        let _ = name;
        None
    }
    /// The newest version of a concept enriched by `reuse`.
    fn newest(&self, handle: &Handle) -> Handle {
        handle.clone()
    }
    /// Gives a computed concept its next version, which `change` makes of its value, for all that comes after.
    fn change(&mut self, handle: &Handle, change: &mut dyn FnMut(Concept) -> Concept) {
        let _ = (handle, change);
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
    fn write_file(&mut self, name: &str, text: &str) -> Result<std::result::Result<(), String>> {
        let _ = (name, text);
        Ok(Err("no file can be written here".to_string()))
    }
    /// The array in a file of numpy.
    fn read_array(&mut self, name: &str) -> Result<ReadArray> {
        let _ = name;
        Ok(ReadArray::Missing)
    }
    /// Writes reals, row by row, as a file of numpy.
    fn write_array(&mut self, name: &str, shape: &[usize], numbers: &[f64]) -> Result<std::result::Result<(), String>> {
        let _ = (name, shape, numbers);
        Ok(Err("no file can be written here".to_string()))
    }
    /// Variables of the environment that the study sees.
    fn environment(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// Whether a value set by the user waits for the first assignment of this name.
    fn has_override(&self, name: &str) -> bool {
        let _ = name;
        false
    }
    /// `--set NAME=VALUE`: the value to take for the first assignment of a module's name, instead of its `own` where that is known.
    fn override_of(&mut self, name: &str, own: Option<&Value>) -> Option<Value> {
        let _ = (name, own);
        None
    }
}

/// What there is to read in a file of an array: its sizes and its numbers, row by row.
pub enum ReadArray {
    Array(Vec<usize>, Vec<f64>),
    /// The study writes it, but not while it is only checked.
    Unknown,
    Missing,
    /// Why it cannot be read.
    Wrong(String),
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

/// One check of the study's Python.
#[derive(Debug)]
pub struct Check {
    pub name: &'static str,
    pub label: String,
    pub computed: Compared,
    pub expected: Compared,
    /// Distance and tolerance of numbers.
    pub error: Option<f64>,
    pub tolerance: f64,
    pub passed: bool,
    pub span: Span,
}
