//! The values of a keyword. Most keywords have one, and a long study has millions of them: one value takes no room of its
//! own.

use std::any::Any;
use std::ops::Deref;
use std::sync::Arc;

use indexmap::IndexMap;
use num_complex::Complex64;

use super::schema::Constant;
use crate::concepts::Handle;

/// One value of a simple keyword.
#[derive(Clone, Debug)]
pub enum Value {
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    Text(Arc<str>),
    Logical(bool),
    /// An existing concept (its value is there when the operator runs).
    Concept(Handle),
    /// `CO("name")`: a concept to create.
    New(Box<NewConcept>),
}

/// A concept asked for with `CO("name")`; the operator sets its value.
#[derive(Clone, Debug)]
pub struct NewConcept {
    pub name: Arc<str>,
    pub handle: Handle,
}

/// Values of a keyword; one is held in place.
#[derive(Clone, Debug)]
pub enum Values {
    One(Value),
    Several(Box<[Value]>),
}

impl Deref for Values {
    type Target = [Value];

    fn deref(&self) -> &[Value] {
        match self {
            Values::One(value) => std::slice::from_ref(value),
            Values::Several(values) => values,
        }
    }
}

impl From<Vec<Value>> for Values {
    fn from(values: Vec<Value>) -> Self {
        match <[Value; 1]>::try_from(values) {
            Ok([value]) => Values::One(value),
            Err(values) => Values::Several(values.into_boxed_slice()),
        }
    }
}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        values.into_iter().collect::<Vec<Value>>().into()
    }
}

impl<'v> IntoIterator for &'v Values {
    type Item = &'v Value;
    type IntoIter = std::slice::Iter<'v, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl From<Constant> for Value {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Integer(i) => Value::Integer(i),
            Constant::Real(x) => Value::Real(x),
            Constant::Complex(re, im) => Value::Complex(Complex64::new(re, im)),
            Constant::Text(text) => Value::Text(text.into()),
            Constant::Logical(b) => Value::Logical(b),
        }
    }
}

impl Value {
    /// Tells whether two values of the catalogue are the same.
    pub(super) fn is_as(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Real(a), Value::Real(b)) => a.to_bits() == b.to_bits(),
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::Logical(a), Value::Logical(b)) => a == b,
            _ => false,
        }
    }

    pub(super) fn as_handle(&self) -> Option<&Handle> {
        if let Value::Concept(handle) = self { Some(handle) } else { None }
    }

    pub(super) fn as_new(&self) -> Option<&NewConcept> {
        if let Value::New(new) = self { Some(new) } else { None }
    }

    /// The value as a real number; an integer is one.
    pub fn as_real(&self) -> Option<f64> {
        match self {
            Value::Real(x) => Some(*x),
            Value::Integer(i) => Some(*i as f64),
            _ => None,
        }
    }

    /// The value as an integer; a real number without fraction is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            Value::Integer(i) => Some(*i),
            Value::Real(x) if x.fract() == 0.0 && x.abs() < 9.0e15 => Some(*x as i64),
            _ => None,
        }
    }

    /// The value as a complex number; a real number is one.
    pub fn as_complex(&self) -> Option<Complex64> {
        match self {
            Value::Complex(z) => Some(*z),
            other => other.as_real().map(|x| Complex64::new(x, 0.0)),
        }
    }

    /// The text, without blanks at its end.
    pub fn as_text(&self) -> Option<Arc<str>> {
        match self {
            Value::Text(t) => Some(if t.ends_with(' ') { t.trim_end().into() } else { t.clone() }),
            _ => None,
        }
    }
}

/// Value of a free keyword of FORMULE. Python values the kernel cannot hold stay opaque.
#[derive(Clone, Debug)]
pub enum FreeValue {
    Number(Complex64),
    /// Nested sequences are flattened only when they hold numbers.
    Numbers(Vec<f64>),
    Concept(Handle),
    /// A Python function of the study; see `python`.
    Python(Arc<dyn PythonFunction>),
    Other(Arc<dyn Any + Send + Sync>),
}

/// Free keyword, which no study can write, of the expression of a formula as one Python function of its parameters.
pub const WHOLE_EXPRESSION: &str = "VALE()";

/// A function defined in the study, callable from a formula.
pub trait PythonFunction: Send + Sync + std::fmt::Debug {
    /// Calls it with real or complex numbers; the error is the text of the Python error.
    fn call(&self, arguments: &[Complex64]) -> Result<Complex64, String>;
}

/// The free keywords of a call, in order.
pub type FreeKeywords = IndexMap<Arc<str>, FreeValue>;
