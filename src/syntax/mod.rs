//! From text to tree: logical lines, the pest grammar, the syntax tree.
//!
//! Invariant: parsing never fails. It returns a tree of the lines that could be read and a
//! diagnostic for each that could not.

mod binding;
mod blocks;
mod decode;
mod ending;
mod explain;
mod expression;
mod grammar;
mod lines;
mod listing;
mod nesting;
mod operand;
mod parse;
mod parts;
mod pieces;
mod resumption;
pub mod scan;
mod shift;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod walk;

pub use binding::{bound, globals, target_names};
pub use decode::{decode, rewritten};
pub use ending::{Ending, continues_block, ending};
pub use lines::LogicalLine;
pub use parse::{Parsed, comments, logical_lines, parse, parse_expression};
pub use parts::{Origin, Parts, parse_parts};
pub use pieces::{Statements, parse_for_one_run};
pub use tree::{
    Argument, BinaryOperator, CompareOperator, Comprehension, Expression, ExpressionKind, FunctionDefinition,
    Identifier, Parameter, Statement, StatementKind, TextPart, UnaryOperator,
};
pub use walk::{blocks, children, each_expression, each_inside, each_statement, own_expressions};
