//! What the evaluator hands to the checker: a call as the study wrote it, values evaluated, nothing
//! looked up in the catalogue yet.

use std::sync::Arc;

use num_complex::Complex64;

use super::call::Call;
use super::values::PythonFunction;
use crate::concepts::Handle;
use crate::diag::Diagnostic;
use crate::source::Span;

/// A call with its arguments in the order written.
#[derive(Clone, Debug)]
pub struct RawCall {
    /// Name of the operator, as written.
    pub command: Arc<str>,
    /// Place of the operator's name.
    pub name_span: Span,
    /// Place of the whole call.
    pub span: Span,
    /// Line of the operator's name, from 1.
    pub line: usize,
    /// Without `reuse`.
    pub arguments: Vec<RawArgument>,
    /// The value of `reuse=` and its place; `reuse=None` is absent.
    pub reuse: Option<(RawValue, Span)>,
}

/// `NAME=value`.
#[derive(Clone, Debug)]
pub struct RawArgument {
    pub name: Arc<str>,
    /// From the name to the end of the value.
    pub span: Span,
    pub value: RawValue,
    pub value_span: Span,
}

/// A value as the study's Python made it.
#[derive(Clone, Debug)]
pub enum RawValue {
    /// Python's `None`: as if the keyword were not written.
    None,
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    Text(Arc<str>),
    Logical(bool),
    /// An existing (or future) concept.
    Concept(Handle),
    /// `CO("name")`.
    New(Arc<str>),
    /// A list, tuple, range or array.
    List(Vec<(RawValue, Span)>),
    /// `_F(...)` or a dictionary, and its place.
    Factor(Vec<RawArgument>, Span),
    /// A function of the study (free keywords of FORMULE).
    Python(Arc<dyn PythonFunction>),
    /// Comes from an expression already reported as wrong: fits everywhere, nothing is reported about it.
    Unknown,
    /// Any other Python value, named for messages (`a dictionary`, `a table`).
    Other(String),
}

/// Result of a check: the call when it can be run, and everything there is to say about it.
#[derive(Debug, Default)]
pub struct Checked {
    /// `None` when there is an error, or when a value is [`RawValue::Unknown`].
    pub call: Option<Call>,
    /// The call without the values that are unknown, when nothing else is wrong with it: it cannot run.
    pub sketch: Option<Call>,
    /// The concept the call would return, even when it cannot be run, so that the rest of the study can
    /// be checked; `None` when the operator returns nothing or its type cannot be known.
    pub result: Option<Handle>,
    /// The concept it makes a new version of.
    pub enriched: Option<Handle>,
    /// The concepts asked for with `CO("name")`, even when the call cannot be run.
    pub created: Vec<(Arc<str>, Handle)>,
    pub diagnostics: Vec<Diagnostic>,
    /// A form of former versions that is read as today's.
    pub forms: Vec<Form>,
}

/// A form of former versions, where a study writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub command: Arc<str>,
    /// `NOEUD`, `CONCEPT/NOM`, `TYPE_CHAM='VECT_3D'`; empty for the command itself.
    pub old: String,
    /// Form to write today; `None` when nothing has to be.
    pub today: Option<String>,
    pub span: Span,
}

impl Form {
    /// `TEST_RESU: RESU/NOEUD is now RESU/GROUP_NO`.
    pub fn sentence(&self) -> String {
        let old = if self.old.is_empty() { String::new() } else { format!(": {}", self.old) };
        match &self.today {
            Some(today) => format!("{}{old} is now {today}", self.command),
            None => format!("{}{old} is no longer needed", self.command),
        }
    }
}
