//! The module `numpy`, as far as studies use it: arrays of one or two dimensions of numbers.

mod creation;
mod joining;
mod linear;
mod reduction;
mod spectra;
mod writing;

pub use joining::ordered;
pub use reduction::method as reduction_method;
pub use spectra::module as fft;

use std::sync::Arc;

use num_complex::Complex64;

use super::arithmetic::binary;
use super::array::{self, Array};
use super::builtins::Builtin;
use super::compare::{are_equal, truth};
use super::fault::{Fault, Result};
use super::function::Arguments;
use super::interpreter::Interpreter;
use super::mathematics;
use super::scope::Scope;
use super::value::{Module, Value};
use crate::kernel::linalg::modulus;
use crate::syntax::BinaryOperator;

const FUNCTIONS: &[Builtin] = &[
    entry("abs", |_, a, _| absolute("abs", a)),
    entry("absolute", |_, a, _| absolute("absolute", a)),
    entry("allclose", |_, a, _| close("allclose", a)),
    entry("append", joining::append),
    entry("angle", |_, a, _| complex_map("angle", a, |z| Value::Real(libm::atan2(z.im, z.re)))),
    entry("arange", creation::arange),
    entry("arctan2", |_, a, _| pair("arctan2", a, libm::atan2)),
    entry("argsort", |_, a, _| sorted("argsort", a)),
    entry("around", |_, a, _| round("around", a)),
    entry("array", creation::array_of),
    entry("array_equal", |_, a, _| {
        let [a, b] = a.exactly("array_equal", ["a", "b"])?;
        let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
        Ok(Value::Logical(a.shape == b.shape && are_equal(&a.to_list(), &b.to_list())?))
    }),
    entry("asarray", creation::array_of),
    entry("ceil", |_, a, _| real_map("ceil", a, |x| Value::Real(x.ceil()))),
    entry("clip", |_, a, _| {
        let [x, low, high] = a.exactly("clip", ["a", "a_min", "a_max"])?;
        clipped(&x, &low, &high)
    }),
    entry("column_stack", |_, a, _| joining::stack("column_stack", a, true)),
    entry("concatenate", |_, a, _| joining::concatenate("concatenate", a, None)),
    entry("conj", |_, a, _| complex_map("conj", a, |z| Value::Complex(z.conj()))),
    entry("conjugate", |_, a, _| complex_map("conjugate", a, |z| Value::Complex(z.conj()))),
    entry("copy", creation::array_of),
    entry("cross", |_, a, _| linear::cross(a)),
    entry("diag", creation::diagonal),
    entry("diff", joining::differences),
    entry("dot", |_, a, _| a.exactly("dot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("empty", |_, a, _| creation::constant("empty", a, 0.0)),
    entry("eye", |_, a, _| creation::identity("eye", a)),
    entry("flip", |_, a, _| sorted("flip", a)),
    entry("flipud", |_, a, _| sorted("flipud", a)),
    entry("floor", |_, a, _| real_map("floor", a, |x| Value::Real(x.floor()))),
    entry("full", creation::full),
    entry("hstack", |_, a, _| joining::concatenate("hstack", a, Some(1))),
    entry("hypot", |_, a, _| pair("hypot", a, libm::hypot)),
    entry("identity", |_, a, _| creation::identity("identity", a)),
    entry("imag", |_, a, _| complex_map("imag", a, |z| Value::Real(z.im))),
    entry("inner", |_, a, _| a.exactly("inner", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("interp", joining::interpolate),
    entry("isclose", |_, a, _| close("isclose", a)),
    entry("isfinite", |_, a, _| real_map("isfinite", a, |x| Value::Logical(x.is_finite()))),
    entry("isinf", |_, a, _| real_map("isinf", a, |x| Value::Logical(x.is_infinite()))),
    entry("isnan", |_, a, _| real_map("isnan", a, |x| Value::Logical(x.is_nan()))),
    entry("linspace", creation::linspace),
    entry("logical_and", |_, a, _| logical("logical_and", a, |x, y| x && y)),
    entry("logical_not", |_, a, _| {
        let [x] = a.exactly("logical_not", ["x"])?;
        array::map(&x, &mut |x| Ok(truth(x)?.map_or(Value::Unknown, |b| Value::Logical(!b))))
    }),
    entry("logical_or", |_, a, _| logical("logical_or", a, |x, y| x || y)),
    entry("logspace", creation::logspace),
    entry("matmul", |_, a, _| a.exactly("matmul", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    entry("maximum", |_, a, _| pair("maximum", a, f64::max)),
    entry("minimum", |_, a, _| pair("minimum", a, f64::min)),
    entry("mod", |_, a, _| operation("mod", a, BinaryOperator::Modulo)),
    entry("ones", |_, a, _| creation::constant("ones", a, 1.0)),
    entry("ones_like", |_, a, _| creation::alike("ones_like", a, 1)),
    entry("outer", |_, a, _| linear::outer(a)),
    entry("polyfit", |_, a, _| spectra::fit(a)),
    entry("polyval", |_, a, _| spectra::value(a)),
    entry("power", |_, a, _| operation("power", a, BinaryOperator::Power)),
    entry("real", |_, a, _| complex_map("real", a, |z| Value::Real(z.re))),
    entry("repeat", |_, a, _| joining::repeated("repeat", a)),
    entry("rint", |_, a, _| real_map("rint", a, |x| Value::Real(x.round_ties_even()))),
    entry("round", |_, a, _| round("round", a)),
    entry("savetxt", writing::save_text),
    entry("searchsorted", joining::search),
    entry("sign", |_, a, _| {
        real_map("sign", a, |x| Value::Real(if x == 0.0 || x.is_nan() { x } else { 1f64.copysign(x) }))
    }),
    entry("sort", |_, a, _| sorted("sort", a)),
    entry("square", |_, a, _| {
        let [x] = a.exactly("square", ["x"])?;
        binary(BinaryOperator::Multiply, &listed(x)?, &Value::Integer(1))
            .and_then(|x| binary(BinaryOperator::Multiply, &x, &x))
    }),
    entry("tile", |_, a, _| joining::repeated("tile", a)),
    entry("trace", |_, a, _| linear::trace(a)),
    entry("transpose", |_, a, _| {
        let [x] = a.exactly("transpose", ["a"])?;
        Ok(array::from_value(&x)?.and_then(|x| array::attribute(&x, "T")).unwrap_or(Value::Unknown))
    }),
    entry("trapezoid", |_, a, _| joining::trapezoid("trapezoid", a)),
    entry("trapz", |_, a, _| joining::trapezoid("trapz", a)),
    entry("unique", |_, a, _| sorted("unique", a)),
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
        &[$(entry($name, |_, a, _| elementary_of($name, $math, a))),*]
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
    let number = |x: &Value| x.as_real().ok_or_else(|| Fault::type_error(format!("{name}() wants real numbers")));
    array.items.iter().map(number).collect::<Result<Vec<f64>>>().map(Some)
}

/// A list or tuple as an array; a number stays one.
fn listed(value: Value) -> Result<Value> {
    match value {
        Value::List(_) | Value::Tuple(_) => Ok(array::from_value(&value)?.map_or(Value::Unknown, Array::value)),
        other => Ok(other),
    }
}

fn operation(name: &'static str, arguments: Arguments, operator: BinaryOperator) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    binary(operator, &listed(a)?, &listed(b)?)
}

fn sorted(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, _] = arguments.take(name, ["a", "axis"], 1)?;
    match given(items)? {
        Some(array) => ordered(name, &array),
        None => Ok(Value::Unknown),
    }
}

fn elementary_of(name: &str, math: &'static str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    array::map(&listed(x)?, &mut |x| match x {
        Value::Complex(z) => match math {
            "exp" => Ok(Value::Complex(Complex64::new(libm::cos(z.im), libm::sin(z.im)) * libm::exp(z.re))),
            "sqrt" => Ok(Value::Complex(square_root(*z))),
            "log" => Ok(Value::Complex(Complex64::new(libm::log(libm::hypot(z.re, z.im)), libm::atan2(z.im, z.re)))),
            _ => Err(Fault::type_error(format!("{name}() wants real numbers"))),
        },
        x => mathematics::elementary(math, x),
    })
}

/// The root whose real part is not negative.
fn square_root(z: Complex64) -> Complex64 {
    let size = libm::hypot(z.re, z.im);
    let (half_sum, half_difference) = (((size + z.re) / 2.0).max(0.0), ((size - z.re) / 2.0).max(0.0));
    Complex64::new(half_sum.sqrt(), half_difference.sqrt().copysign(z.im))
}

fn absolute(name: &str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    array::map(&listed(x)?, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        Value::Integer(i) => Ok(Value::Integer(i.saturating_abs())),
        Value::Complex(z) => Ok(Value::Real(libm::hypot(z.re, z.im))),
        x => x.as_real().map(|x| Value::Real(x.abs())).ok_or_else(|| Fault::type_error("abs() wants numbers")),
    })
}

fn round(name: &str, arguments: Arguments) -> Result<Value> {
    let [x, digits] = arguments.take(name, ["a", "decimals"], 1)?;
    rounded(&listed(x.unwrap_or(Value::None))?, digits.as_ref())
}

/// To a number of decimals, ties to even: scaled, rounded and scaled back, as numpy does.
pub fn rounded(x: &Value, digits: Option<&Value>) -> Result<Value> {
    let digits = match digits {
        None | Some(Value::None) => 0,
        Some(digits) => digits.as_index().ok_or_else(|| Fault::type_error("round() wants a number of decimals"))?,
    };
    let scale = libm::pow(10.0, digits.clamp(-300, 300) as f64);
    let round = |x: f64| if digits == 0 { x.round_ties_even() } else { (x * scale).round_ties_even() / scale };
    array::map(x, &mut |x| match x {
        Value::Real(x) => Ok(Value::Real(round(*x))),
        Value::Complex(z) => Ok(Value::Complex(Complex64::new(round(z.re), round(z.im)))),
        Value::Integer(_) | Value::Logical(_) | Value::Unknown => Ok(x.clone()),
        other => Err(Fault::type_error(format!("round() wants numbers, not a {}", other.type_name()))),
    })
}

/// Every item between two bounds; `None` is no bound.
pub fn clipped(x: &Value, low: &Value, high: &Value) -> Result<Value> {
    let (low, high) = (low.as_real().unwrap_or(f64::NEG_INFINITY), high.as_real().unwrap_or(f64::INFINITY));
    array::map(&listed(x.clone())?, &mut |x| {
        let number = x.as_real().ok_or_else(|| Fault::type_error("clip() wants real numbers"))?;
        Ok(if number < low {
            Value::Real(low)
        } else if number > high {
            Value::Real(high)
        } else {
            x.clone()
        })
    })
}

/// Whether numbers agree within `atol + rtol |b|`.
fn close(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [a, b, relative, absolute] = arguments.take(name, ["a", "b", "rtol", "atol"], 2)?;
    let number = |v: Option<Value>, default: f64| v.and_then(|v| v.as_real()).unwrap_or(default);
    let (relative, absolute) = (number(relative, 1e-5), number(absolute, 1e-8));
    let (Some(a), Some(b)) = (a, b) else { return Ok(Value::Unknown) };
    let near = array::combine(&listed(a)?, &listed(b)?, &mut |x, y| match (x.as_complex(), y.as_complex()) {
        (Some(x), Some(y)) => Ok(Value::Logical(x == y || modulus(x - y) <= absolute + relative * modulus(y))),
        _ => Err(Fault::type_error(format!("{name}() wants numbers"))),
    })?;
    let Some(near) = array::from_value(&near)? else { return Ok(Value::Unknown) };
    match near.items.as_slice() {
        [one] if name == "isclose" => Ok(one.clone()),
        _ if name == "isclose" => Ok(near.value()),
        _ => reduction::reduce("all", &near, None),
    }
}

fn logical(name: &'static str, arguments: Arguments, f: fn(bool, bool) -> bool) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    array::combine(&listed(a)?, &listed(b)?, &mut |x, y| match (truth(x)?, truth(y)?) {
        (Some(x), Some(y)) => Ok(Value::Logical(f(x, y))),
        _ => Ok(Value::Unknown),
    })
}

fn pair(name: &'static str, arguments: Arguments, f: fn(f64, f64) -> f64) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    let wants = || Fault::type_error(format!("{name}() wants real numbers"));
    let apply = |x: &Value, y: &Value| -> Result<Value> {
        Ok(Value::Real(f(x.as_real().ok_or_else(wants)?, y.as_real().ok_or_else(wants)?)))
    };
    if a.as_real().is_some() && b.as_real().is_some() {
        return apply(&a, &b);
    }
    array::combine(&a, &b, &mut |x, y| apply(x, y))
}

fn real_map(name: &str, arguments: Arguments, f: fn(f64) -> Value) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    array::map(&listed(x)?, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        x => x.as_real().map(f).ok_or_else(|| Fault::type_error(format!("{name}() wants real numbers"))),
    })
}

fn complex_map(name: &str, arguments: Arguments, f: fn(Complex64) -> Value) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    array::map(&listed(x)?, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        x => x.as_complex().map(f).ok_or_else(|| Fault::type_error(format!("{name}() wants numbers"))),
    })
}
