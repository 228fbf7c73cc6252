//! The module `numpy`, as far as studies use it: arrays of one or two dimensions of numbers.

mod creation;
mod elementwise;
mod joining;
mod linear;
mod ordering;
mod reduction;
mod spectra;
mod totals;
mod writing;

pub use elementwise::{clipped, rounded};
pub use ordering::ordered;
pub use reduction::method as reduction_method;
pub use spectra::module as fft;

use std::sync::Arc;

use super::builtins::Builtin;
use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::scope::Scope;
use crate::python::core::value::{Module, Value};
use crate::python::objects::array::{self, Array};
use crate::python::run::interpreter::Interpreter;
use crate::syntax::{BinaryOperator, CompareOperator};

const FUNCTIONS: &[Builtin] = &[
    entry("abs", |_, a, _| elementwise::absolute("abs", a)),
    entry("absolute", |_, a, _| elementwise::absolute("absolute", a)),
    entry("allclose", |_, a, _| elementwise::close("allclose", a)),
    entry("append", joining::append),
    entry("angle", |_, a, _| elementwise::of_complex("angle", a, |z| libm::atan2(z.im, z.re))),
    entry("arange", creation::arange),
    entry("arctan2", |_, a, _| elementwise::pair("arctan2", a, libm::atan2)),
    entry("argsort", |_, a, _| ordering::call("argsort", a)),
    entry("around", |_, a, _| elementwise::round("around", a)),
    entry("array", creation::array_of),
    entry("array_equal", |_, a, _| {
        let [a, b] = a.exactly("array_equal", ["a", "b"])?;
        let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
        if a.shape != b.shape {
            return Ok(Value::Logical(false));
        }
        let same = array::compare(CompareOperator::Equal, &a.value(), &b.value())?;
        array::from_value(&same)?.map_or(Ok(Value::Unknown), |same| reduction::reduce("all", &same, None))
    }),
    entry("asarray", creation::as_array),
    entry("ceil", |_, a, _| elementwise::real_map("ceil", a, |x| x.ceil())),
    entry("clip", |_, a, _| {
        let [x, low, high] = a.exactly("clip", ["a", "a_min", "a_max"])?;
        clipped(&x, &low, &high)
    }),
    entry("column_stack", |_, a, _| joining::stack("column_stack", a, true)),
    entry("concatenate", |_, a, _| joining::concatenate("concatenate", a, None)),
    entry("conj", |_, a, _| elementwise::conjugate("conj", a)),
    entry("conjugate", |_, a, _| elementwise::conjugate("conjugate", a)),
    entry("copy", creation::array_of),
    entry("cross", |_, a, _| linear::cross(a)),
    entry("diag", creation::diagonal),
    entry("diff", joining::differences),
    entry("dot", |_, a, _| a.exactly("dot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("empty", |_, a, _| creation::constant("empty", a, 0.0)),
    entry("eye", |_, a, _| creation::identity("eye", a)),
    entry("flip", |_, a, _| ordering::call("flip", a)),
    entry("flipud", |_, a, _| ordering::call("flipud", a)),
    entry("floor", |_, a, _| elementwise::real_map("floor", a, |x| x.floor())),
    entry("full", creation::full),
    entry("hstack", |_, a, _| joining::concatenate("hstack", a, Some(1))),
    entry("hypot", |_, a, _| elementwise::pair("hypot", a, libm::hypot)),
    entry("identity", |_, a, _| creation::identity("identity", a)),
    entry("imag", |_, a, _| elementwise::of_complex("imag", a, |z| z.im)),
    entry("inner", |_, a, _| a.exactly("inner", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("interp", joining::interpolate),
    entry("isclose", |_, a, _| elementwise::close("isclose", a)),
    entry("isfinite", |_, a, _| elementwise::ask("isfinite", a, |x| x.is_finite())),
    entry("isinf", |_, a, _| elementwise::ask("isinf", a, |x| x.is_infinite())),
    entry("isnan", |_, a, _| elementwise::ask("isnan", a, |x| x.is_nan())),
    entry("linspace", creation::linspace),
    entry("logical_and", |_, a, _| elementwise::logical("logical_and", a, |x, y| x && y)),
    entry("logical_not", |_, a, _| {
        let [x] = a.exactly("logical_not", ["x"])?;
        array::map(&x, &mut |x| Ok(truth(x)?.map_or(Value::Unknown, |b| Value::Logical(!b))))
    }),
    entry("logical_or", |_, a, _| elementwise::logical("logical_or", a, |x, y| x || y)),
    entry("logspace", creation::logspace),
    entry("matmul", |_, a, _| a.exactly("matmul", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("maximum", |_, a, _| elementwise::extremes("maximum", a, true)),
    entry("minimum", |_, a, _| elementwise::extremes("minimum", a, false)),
    entry("mod", |_, a, _| elementwise::operation("mod", a, BinaryOperator::Modulo)),
    entry("ones", |_, a, _| creation::constant("ones", a, 1.0)),
    entry("ones_like", |_, a, _| creation::alike("ones_like", a, 1)),
    entry("outer", |_, a, _| linear::outer(a)),
    entry("polyfit", |_, a, _| spectra::fit(a)),
    entry("polyval", |_, a, _| spectra::value(a)),
    entry("power", |_, a, _| elementwise::operation("power", a, BinaryOperator::Power)),
    entry("real", |_, a, _| elementwise::of_complex("real", a, |z| z.re)),
    entry("repeat", |_, a, _| joining::repeated("repeat", a)),
    entry("rint", |_, a, _| elementwise::real_map("rint", a, |x| x.round_ties_even())),
    entry("round", |_, a, _| elementwise::round("round", a)),
    entry("savetxt", writing::save_text),
    entry("searchsorted", ordering::search),
    entry("sign", |_, a, _| {
        elementwise::real_map("sign", a, |x| if x == 0.0 || x.is_nan() { x } else { 1f64.copysign(x) })
    }),
    entry("sort", |_, a, _| ordering::call("sort", a)),
    entry("square", |_, a, _| elementwise::square(a)),
    entry("tile", |_, a, _| joining::repeated("tile", a)),
    entry("trace", |_, a, _| linear::trace(a)),
    entry("transpose", |_, a, _| {
        let [x] = a.exactly("transpose", ["a"])?;
        Ok(array::from_value(&x)?.and_then(|x| array::attribute(&x, "T")).unwrap_or(Value::Unknown))
    }),
    entry("trapezoid", |_, a, _| joining::trapezoid("trapezoid", a)),
    entry("trapz", |_, a, _| joining::trapezoid("trapz", a)),
    entry("unique", |_, a, _| ordering::call("unique", a)),
    entry("vdot", |_, a, _| a.exactly("vdot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("vstack", |_, a, _| joining::stack("vstack", a, false)),
    entry("where", joining::choose),
    entry("zeros", |_, a, _| creation::constant("zeros", a, 0.0)),
    entry("zeros_like", |_, a, _| creation::alike("zeros_like", a, 0)),
];

/// Functions over all items, or along an axis.
macro_rules! reductions {
    ($($name:literal),*) => {
        &[$(entry($name, |_, a, _| reduction::call($name, a))),*]
    };
}

const REDUCTIONS: &[Builtin] = reductions!(
    "all",
    "amax",
    "amin",
    "any",
    "argmax",
    "argmin",
    "argwhere",
    "count_nonzero",
    "cumprod",
    "cumsum",
    "max",
    "mean",
    "median",
    "min",
    "nanargmax",
    "nanargmin",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanprod",
    "nanstd",
    "nansum",
    "nanvar",
    "nonzero",
    "prod",
    "ptp",
    "std",
    "sum",
    "var"
);

const LINEAR: &[Builtin] = &[
    entry("det", |_, a, _| linear::square("det", a)),
    entry("eig", |_, a, _| linear::square("eig", a)),
    entry("eigh", |_, a, _| linear::square("eigh", a)),
    entry("eigvals", |_, a, _| linear::square("eigvals", a)),
    entry("eigvalsh", |_, a, _| linear::square("eigvalsh", a)),
    entry("inv", |_, a, _| linear::square("inv", a)),
    entry("norm", |_, a, _| linear::norm(a)),
    entry("solve", |_, a, _| linear::square("solve", a)),
];

const fn entry(name: &'static str, run: fn(&mut Interpreter<'_>, Arguments, &Arc<Scope>) -> Result<Value>) -> Builtin {
    Builtin { name, is_type: false, run }
}

/// Functions of `math` under their own names, of numbers, sequences and arrays.
macro_rules! elementary {
    ($($name:literal: $math:literal),* $(,)?) => {
        &[$(entry($name, |_, a, _| elementwise::elementary($name, $math, a))),*]
    };
}

const ELEMENTARY: &[Builtin] = elementary!(
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctanh": "atanh",
    "cos": "cos",
    "cosh": "cosh",
    "deg2rad": "radians",
    "degrees": "degrees",
    "exp": "exp",
    "expm1": "expm1",
    "fabs": "fabs",
    "log": "log",
    "log10": "log10",
    "log1p": "log1p",
    "log2": "log2",
    "rad2deg": "degrees",
    "radians": "radians",
    "sin": "sin",
    "sinh": "sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
);

pub fn fill(scope: &Arc<Scope>) {
    for builtin in FUNCTIONS.iter().chain(REDUCTIONS).chain(ELEMENTARY) {
        scope.set(builtin.name, Value::Builtin(*builtin));
    }
    for (name, value) in
        [("pi", std::f64::consts::PI), ("e", std::f64::consts::E), ("inf", f64::INFINITY), ("nan", f64::NAN)]
    {
        scope.set(name, Value::Real(value));
    }
    scope.set("newaxis", Value::None);
    for (name, kind) in [("float64", "float"), ("int64", "int"), ("int32", "int"), ("complex128", "complex")] {
        if let Some(value) = Builtin::find(kind) {
            scope.set(name, value);
        }
    }
    scope.set("linalg", Value::Module(linalg()));
    scope.set("fft", Value::Module(spectra::module()));
}

/// The module `numpy.linalg`.
pub fn linalg() -> Arc<Module> {
    let scope = Scope::module();
    for builtin in LINEAR {
        scope.set(builtin.name, Value::Builtin(*builtin));
    }
    Arc::new(Module { name: "numpy.linalg".into(), scope })
}

/// The array of an argument; `None` when it is unknown.
fn given(value: Option<Value>) -> Result<Option<Array>> {
    array::from_value(&value.unwrap_or(Value::None))
}

/// The numbers of an argument; `None` when they are unknown.
fn reals(name: &str, value: Option<Value>) -> Result<Option<Vec<f64>>> {
    let Some(array) = given(value)? else { return Ok(None) };
    let data = array.data();
    match array.as_reals(&data) {
        Some(items) => Ok(Some(items.into_owned())),
        None => Err(Fault::type_error(format!("{name}() expects real numbers"))),
    }
}

/// A list or tuple as an array; a number stays one.
fn listed(value: Value) -> Result<Value> {
    match value {
        Value::List(_) | Value::Tuple(_) => Ok(array::from_value(&value)?.map_or(Value::Unknown, Array::value)),
        other => Ok(other),
    }
}
