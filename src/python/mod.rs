//! The Python of studies: a tree-walking interpreter of the subset the command language needs. It knows
//! operators only through [`Host`], so it can be tested alone and be lent to formulas.

mod core;
mod modules;
mod objects;
mod run;
#[cfg(test)]
mod tests;

pub use self::core::display::{display, represent};
pub use self::core::fault::{Exception, Fault, Result};
pub use self::core::function::{Arguments, Body, Function};
pub use self::core::iteration::collect;
pub use self::core::room::Walk;
pub use self::core::scope::{Found, Scope};
pub use self::core::snapshot::Snapshot;
pub use self::core::value::{Factor, Keyword, Module, Value, holds_unknown, read};
pub use modules::builtins::Builtin;
pub use modules::mathematics::is_mathematical;
pub use modules::unit_checks::Check;
pub use objects::array::Array;
pub use objects::concepts::methods;
pub use run::interpreter::{
    Alone, CommandCall, CommandOutcome, Host, Interpreter, Limits, Reading, STACK_BYTES, literal,
};
pub use run::names::{expression as walk, function as walk_function, mentioned};
