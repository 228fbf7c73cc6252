//! From text to tree: logical lines, the pest grammar, the syntax tree.
//!
//! Invariant: parsing never fails. It returns a tree of the lines that could be read and a
//! diagnostic for each that could not.

mod blocks;
mod expression;
mod grammar;
mod lines;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod tree;

pub use tree::{
    Argument, BinaryOperator, CompareOperator, Comprehension, Expression, ExpressionKind, FunctionDefinition,
    Parameter, Statement, StatementKind, TextPart, UnaryOperator,
};

use self::blocks::Blocks;
use self::expression::Builder;
use self::grammar::Rule;
use self::statement::Line;
use crate::diag::Diagnostic;
use crate::source::{FileId, SourceFile};

/// What reading one file gives.
#[derive(Debug, Default)]
pub struct Parsed {
    pub statements: Vec<Statement>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a whole command file.
pub fn parse(id: FileId, file: &SourceFile) -> Parsed {
    let masked = lines::split(id, &file.text);
    let mut diagnostics = masked.diagnostics;
    let mut read = Vec::with_capacity(masked.lines.len());
    for logical in masked.lines {
        let text = &masked.text[logical.start..logical.end];
        let line = match grammar::read(Rule::line, text, id, logical.start) {
            Ok(node) => {
                let mut builder = Builder { file: id, base: logical.start, fault: None };
                let line = statement::line(&mut builder, node);
                diagnostics.extend(builder.fault);
                line
            }
            Err(error) => {
                // One message a line: a bracket or text error of the same line was said already.
                let said = |d: &Diagnostic| {
                    d.span.is_some_and(|s| (logical.start..=logical.end).contains(&(s.start as usize)))
                };
                if !diagnostics.iter().any(said) {
                    diagnostics.push(*error);
                }
                Line::Broken { opens_block: blocks::opens_block(text) }
            }
        };
        read.push((logical, line));
    }
    let mut blocks = Blocks::new(id, read, file.text.len());
    let statements = blocks.file();
    diagnostics.append(&mut blocks.diagnostics);
    diagnostics.sort_by_key(|d| d.span.map(|s| s.start));
    Parsed { statements, diagnostics }
}

/// Reads one expression that stands inside a text of the study (`VALE` of FORMULE). `text` is the
/// expression itself; spans of the result are shifted so that its first byte has offset `base` in
/// `id`. Newlines and leading blanks mean nothing.
pub fn parse_expression(id: FileId, text: &str, base: usize) -> Result<Expression, Box<Diagnostic>> {
    let node = grammar::read(Rule::formula, text, id, base)?;
    let mut builder = Builder { file: id, base, fault: None };
    let tree = node.into_inner().find(|n| n.as_rule() == Rule::expressions).map(|n| builder.expressions(n));
    match (builder.fault, tree) {
        (Some(fault), _) => Err(Box::new(fault)),
        (None, Some(tree)) => Ok(tree),
        (None, None) => Err(Box::new(Diagnostic::error("S001", "there is no expression here"))),
    }
}

/// Decodes a file: UTF-8 when it is, Latin-1 otherwise (old studies have accents in comments).
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_string(),
        Err(_) => bytes.iter().map(|&b| b as char).collect(),
    }
}
