//! The Python of studies: a tree-walking interpreter of the subset the command language needs. It knows
//! operators only through [`Host`], so it can be tested alone and be lent to formulas.

mod access;
mod arithmetic;
mod array;
mod assignment;
mod builtins;
mod calls;
mod compare;
mod concepts;
mod display;
mod environment;
mod expressions;
mod extracts;
mod fault;
mod files;
mod format;
mod function;
mod handlers;
mod imports;
mod inside;
mod interpreter;
mod iteration;
mod json;
mod mathematics;
mod methods;
mod names;
mod numpy;
mod percent;
mod room;
mod scope;
mod sequences;
mod small_modules;
mod snapshot;
mod statements;
mod table;
mod table_methods;
#[cfg(test)]
mod tests;
mod texts;
mod transients;
mod unit_checks;
mod value;

pub use array::Array;
pub use builtins::Builtin;
pub use display::{display, represent};
pub use fault::{Exception, Fault, Result};
pub use function::{Arguments, Body, Function};
pub use interpreter::{Alone, CommandCall, CommandOutcome, Host, Interpreter, Limits, Reading, STACK_BYTES, literal};
pub use iteration::collect;
pub use mathematics::is_mathematical;
pub use names::{expression as walk, function as walk_function, mentioned};
pub use room::Walk;
pub use scope::{Found, Scope};
pub use snapshot::Snapshot;
pub use unit_checks::Check;
pub use value::{Factor, Keyword, Module, Value, holds_unknown, read};
