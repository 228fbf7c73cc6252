//! Which names of a study are its own.

use crate::api::LAST;
use crate::python::Value;

/// Whether a name is the study's own: those that the language gives are not.
pub fn is_own(name: &str, value: &Value) -> bool {
    let given = matches!(
        value,
        Value::Module(_) | Value::Builtin(_) | Value::Command(_) | Value::ExceptionKind(_) | Value::Nothing(_)
    );
    name != LAST && !given
}

/// Whether a value is a constant that `from math import *` or numpy gives.
pub fn is_of_mathematics(name: &str, value: &Value) -> bool {
    let given = match name {
        "pi" => std::f64::consts::PI,
        "e" => std::f64::consts::E,
        "tau" => std::f64::consts::TAU,
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return false,
    };
    matches!(value, Value::Real(x) if x.to_bits() == given.to_bits() || x.is_nan() && given.is_nan())
}
