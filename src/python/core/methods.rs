//! Methods of objects: one table for each type, in which each method is named once.

use std::sync::Arc;

use super::fault::{Fault, Result};
use super::function::Arguments;
use super::interpreter::Interpreter;
use super::value::{Shared, Value, write};
use crate::source::Span;

/// A call of a method.
pub struct Call {
    /// The method, for functions that do the work of several.
    pub name: &'static str,
    pub arguments: Arguments,
    pub span: Span,
}

/// Computes one or several methods of objects held as `T`.
pub type Method<T> = fn(&mut Interpreter<'_>, &T, Call) -> Result<Value>;

/// The methods of a type.
pub type Methods<T> = &'static [(&'static str, Method<T>)];

impl Call {
    /// As [`Arguments::take`].
    pub fn take<const N: usize>(self, names: [&str; N], required: usize) -> Result<[Option<Value>; N]> {
        self.arguments.take(self.name, names, required)
    }

    /// Takes the arguments of these names, all of which are required.
    pub fn exactly<const N: usize>(self, names: [&str; N]) -> Result<[Value; N]> {
        self.arguments.exactly(self.name, names)
    }

    /// Refuses arguments.
    pub fn alone(self) -> Result<()> {
        self.exactly([]).map(|[]| ())
    }

    /// Refuses arguments, whatever their number.
    pub fn bare(&self) -> Result<()> {
        match self.arguments.positional.is_empty() && self.arguments.named.is_empty() {
            true => Ok(()),
            false => Err(Fault::type_error(format!("{}() takes no argument", self.name))),
        }
    }

    /// Refuses names of arguments.
    pub fn by_place(self) -> Result<Call> {
        Ok(Call { arguments: self.arguments.by_place(self.name)?, ..self })
    }
}

/// Calls a method of a table; gives the arguments back where the type has no such method.
pub fn call<T>(
    methods: Methods<T>,
    interpreter: &mut Interpreter<'_>,
    object: &T,
    name: &str,
    arguments: Arguments,
    span: Span,
) -> std::result::Result<Result<Value>, Arguments> {
    match methods.iter().find(|(own, _)| *own == name) {
        Some((name, method)) => Ok(method(interpreter, object, Call { name, arguments, span })),
        None => Err(arguments),
    }
}

/// The method `clear` of what can be empty.
pub fn clear<T: Default>(_: &mut Interpreter<'_>, items: &Shared<T>, call: Call) -> Result<Value> {
    call.by_place()?.alone()?;
    *write(items) = T::default();
    Ok(Value::None)
}

/// An argument that is a text.
pub fn as_text(name: &str, value: &Value) -> Result<Arc<str>> {
    match value {
        Value::Text(text) => Ok(text.clone()),
        other => Err(Fault::type_error(format!("{name}() expects a text, not {}", other.a_type()))),
    }
}

/// An argument that is an integer.
pub fn as_integer(name: &str, value: &Value) -> Result<i64> {
    let wanted = || Fault::type_error(format!("{name}() expects an integer, not {}", value.a_type()));
    value.as_index().ok_or_else(wanted)
}
