//! The Python of studies: a tree-walking interpreter of the subset the command language needs. It knows
//! operators only through [`Host`], so it can be tested alone and be lent to formulas.

mod core;
mod modules;
mod objects;
mod run;
#[cfg(test)]
mod tests;

pub use self::core::asked::asked_in;
pub use self::core::display::{display, represent};
pub use self::core::fault::{Fault, Result};
pub use self::core::function::Arguments;
pub use self::core::host::{Alone, Check, CommandCall, CommandOutcome, Host, ReadArray, Reading};
pub use self::core::interpreter::{Interpreter, Limits, STACK_BYTES};
pub use self::core::iteration::collect;
pub use self::core::room::Walk;
pub use self::core::scope::Found;
pub use self::core::snapshot::Snapshot;
pub use self::core::unknown::holds_unknown;
pub use self::core::value::{Array, Body, Data, Exception, Factor, Function, Keyword, Module, Scope, Value, read};
pub use modules::glosses::{Gloss, gloss};
pub use modules::mathematics::is_mathematical;
pub use modules::register::{MODULES, known, known_names, mathematics, module};
pub use run::attributes::{attributes, empty};
pub use run::expressions::literal;
pub use run::names::{function as walk_function, mentioned};
