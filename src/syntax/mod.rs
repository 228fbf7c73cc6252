//! From text to tree: logical lines, the pest grammar, the syntax tree.
//!
//! Invariant: parsing never fails. It returns a tree of the lines that could be read and a
//! diagnostic for each that could not.

mod tree;

pub use tree::{
    Argument, BinaryOperator, CompareOperator, Comprehension, Expression, ExpressionKind, FunctionDefinition,
    Parameter, Statement, StatementKind, TextPart, UnaryOperator,
};

use crate::diag::Diagnostic;
use crate::source::{FileId, SourceFile};

/// What reading one file gives.
#[derive(Debug, Default)]
pub struct Parsed {
    pub statements: Vec<Statement>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole command file.
pub fn parse(_id: FileId, _file: &SourceFile) -> Parsed {
    Parsed::default()
}

/// Reads one expression that stands inside a text of the study (`VALE` of FORMULE). `text` is the
/// expression itself; spans of the result are shifted so that its first byte has offset `base` in
/// `id`. Newlines and leading blanks mean nothing.
pub fn parse_expression(_id: FileId, _text: &str, _base: usize) -> Result<Expression, Box<Diagnostic>> {
    Err(Box::new(Diagnostic::error("S001", "expressions cannot be read yet")))
}
