//! What the names of a formula stand for.

use std::rc::Rc;
use std::sync::Arc;

use num_complex::Complex64;

use crate::catalogue::{FreeValue, PythonFunction};
use crate::concepts::{Concept, FormulaValue, Function, Handle};
use crate::kernel::signal::program::{Callable, Scalar};
use crate::syntax::Expression;

/// What a name stands for while the expression is compiled.
#[derive(Clone, Debug)]
pub(super) enum Binding<'a> {
    /// A parameter, by rank.
    Argument(usize),
    Constant(Scalar),
    Sequence(Rc<Vec<Binding<'a>>>),
    /// An element of a sequence written in the expression, with the names it sees.
    Expression(&'a Expression, Scope<'a>),
    Function {
        callee: Arc<dyn Callable>,
        arity: Option<usize>,
    },
    /// Bound, but to something a formula cannot use; says to what.
    Other(String),
}

/// Names bound by the comprehensions around an expression, innermost first.
pub(super) type Scope<'a> = Option<Rc<Frame<'a>>>;

#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub name: &'a str,
    pub binding: Binding<'a>,
    pub outer: Scope<'a>,
}

pub(super) fn find<'a>(scope: &Scope<'a>, name: &str) -> Option<Binding<'a>> {
    let mut frame = scope.as_ref();
    while let Some(here) = frame {
        if here.name == name {
            return Some(here.binding.clone());
        }
        frame = here.outer.as_ref();
    }
    None
}

/// The value of a free keyword of FORMULE.
pub(super) fn free<'a>(name: &str, value: &FreeValue) -> Binding<'a> {
    match value {
        FreeValue::Number(z) => Binding::Constant(scalar(*z)),
        FreeValue::Numbers(values) => sequence(values.iter().copied()),
        FreeValue::Python(function) => Binding::Function { callee: python(name, function), arity: None },
        FreeValue::Concept(handle) => concept(name, handle),
        FreeValue::Other(_) => Binding::Other("a Python value that is neither a number nor a function".into()),
    }
}

/// A function of the study as a program calls it.
pub(super) fn python(name: &str, function: &Arc<dyn PythonFunction>) -> Arc<dyn Callable> {
    Arc::new(Python { name: name.into(), function: function.clone() })
}

fn concept<'a>(name: &str, handle: &Handle) -> Binding<'a> {
    let function = |arity, value: &Concept| Binding::Function {
        callee: Arc::new(ConceptFunction { name: name.into(), value: value.clone() }),
        arity: Some(arity),
    };
    match handle.get() {
        Some(Concept::RealList(values)) => sequence(values.iter().copied()),
        Some(Concept::IntegerList(values)) => sequence(values.iter().map(|i| *i as f64)),
        Some(value @ (Concept::Function(_) | Concept::ComplexFunction(_))) => function(1, value),
        Some(value @ Concept::Surface(_)) => function(2, value),
        Some(value @ Concept::Formula(formula)) => function(formula.parameters.len(), value),
        Some(_) => Binding::Other(format!("a concept of type {}", handle.kind)),
        None => Binding::Other("a concept that was not computed".into()),
    }
}

fn sequence<'a>(values: impl Iterator<Item = f64>) -> Binding<'a> {
    Binding::Sequence(Rc::new(values.map(|x| Binding::Constant(Scalar::Real(x))).collect()))
}

fn scalar(z: Complex64) -> Scalar {
    if z.im == 0.0 { Scalar::Real(z.re) } else { Scalar::Complex(z) }
}

/// A function, surface or formula of the study, evaluated by the command rule.
#[derive(Debug)]
struct ConceptFunction {
    name: String,
    value: Concept,
}

impl Callable for ConceptFunction {
    fn call(&self, arguments: &[Scalar]) -> Result<Scalar, String> {
        let mut reals = [0.0; 16];
        for (real, argument) in reals.iter_mut().zip(arguments) {
            let Scalar::Real(x) = argument else { return Err(format!("{} takes real numbers", self.name)) };
            *real = *x;
        }
        let reals = &reals[..arguments.len().min(16)];
        let value = match (&self.value, reals) {
            (Concept::Function(function), [x]) => Function::value(function, *x).map(Scalar::Real),
            (Concept::ComplexFunction(function), [x]) => function.value(*x).map(Scalar::Complex),
            (Concept::Surface(surface), [p, x]) => surface.value(*p, *x).map(Scalar::Real),
            (Concept::Formula(formula), reals) => formula.value(reals).map(|value| match value {
                FormulaValue::Real(x) => Scalar::Real(x),
                FormulaValue::Complex(z) => Scalar::Complex(z),
            }),
            _ => return Err(format!("{} cannot be called with {} values", self.name, reals.len())),
        };
        value.map_err(|fault| format!("{}: {fault}", self.name))
    }
}

/// A function that the study defines with `def`.
#[derive(Debug)]
struct Python {
    name: String,
    function: Arc<dyn PythonFunction>,
}

impl Callable for Python {
    fn call(&self, arguments: &[Scalar]) -> Result<Scalar, String> {
        let arguments: Vec<Complex64> = arguments.iter().map(|z| z.complex()).collect();
        self.function.call(&arguments).map(scalar).map_err(|text| format!("{}: {text}", self.name))
    }
}
