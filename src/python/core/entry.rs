//! One function of the language in the table of its module.

use std::sync::Arc;

use super::fault::Result;
use super::function::Arguments;
use super::interpreter::Interpreter;
use super::value::{Scope, Value};

/// Computes the function; variables are those at the place of the call.
pub type Run = fn(&mut Interpreter<'_>, Arguments, &Arc<Scope>) -> Result<Value>;

/// A name and what it computes.
#[derive(Clone, Copy)]
pub struct Entry {
    pub name: &'static str,
    /// `int`, `float` ...: also a type for `isinstance`.
    pub is_type: bool,
    pub run: Run,
}

/// A function.
pub const fn function(name: &'static str, run: Run) -> Entry {
    Entry { name, is_type: false, run }
}

/// A type, made by calling it.
pub const fn kind(name: &'static str, run: Run) -> Entry {
    Entry { name, is_type: true, run }
}
