//! Methods of concepts: one shape of entry for all their tables.

use crate::concepts::{Concept, Handle};
use crate::python::core::fault::Result;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::methods::Call;
use crate::python::core::value::Value;

/// A method of concepts: name, types that have it, what it does.
pub type Method = (&'static str, &'static [&'static str], Way);

/// What a method works on.
#[derive(Clone, Copy)]
pub enum Way {
    /// The value of the concept; there are no arguments.
    Value(fn(&Concept) -> Value),
    /// The value of the concept and the arguments.
    Call(fn(&Concept, Call) -> Result<Value>),
    /// Value of the concept and the arguments, with a text that is printed.
    Said(fn(&Concept, Call) -> Result<(Value, String)>),
    /// The concept itself, which need not be computed.
    Whole(fn(&mut Interpreter<'_>, &Handle, Call) -> Result<Value>),
}
