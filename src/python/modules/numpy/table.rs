//! Tables of the functions of `numpy`: name and what runs it.

use super::{creation, elementwise, joining, linear, methods, ordering, reading, reduction, spectra, writing};
use crate::python::core::compare::truth;
use crate::python::core::entry::{Entry, function};
use crate::python::core::value::Value;
use crate::python::objects::array;
use crate::syntax::{BinaryOperator, CompareOperator};

pub const FUNCTIONS: &[Entry] = &[
    function("abs", |_, a, _| elementwise::absolute("abs", a)),
    function("absolute", |_, a, _| elementwise::absolute("absolute", a)),
    function("allclose", |_, a, _| elementwise::close("allclose", a)),
    function("append", joining::append),
    function("angle", |_, a, _| elementwise::of_complex("angle", a, |z| libm::atan2(z.im, z.re))),
    function("arange", creation::arange),
    function("arctan2", |_, a, _| elementwise::pair("arctan2", a, libm::atan2)),
    function("argsort", |_, a, _| ordering::call("argsort", a)),
    function("around", |_, a, _| elementwise::round("around", a)),
    function("array", creation::array_of),
    function("array_equal", |_, a, _| {
        let [a, b] = a.exactly("array_equal", ["a", "b"])?;
        let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
        if a.shape != b.shape {
            return Ok(Value::Logical(false));
        }
        let same = array::compare(CompareOperator::Equal, &a.value(), &b.value())?;
        array::from_value(&same)?.map_or(Ok(Value::Unknown), |same| reduction::reduce("all", &same, None))
    }),
    function("asarray", creation::as_array),
    function("ceil", |_, a, _| elementwise::real_map("ceil", a, |x| x.ceil())),
    function("clip", |_, a, _| {
        let [x, low, high] = a.exactly("clip", ["a", "a_min", "a_max"])?;
        elementwise::clipped(&x, &low, &high)
    }),
    function("column_stack", |_, a, _| joining::stack("column_stack", a, true)),
    function("concatenate", |_, a, _| joining::concatenate("concatenate", a, None)),
    function("conj", |_, a, _| elementwise::conjugate("conj", a)),
    function("conjugate", |_, a, _| elementwise::conjugate("conjugate", a)),
    function("copy", creation::array_of),
    function("cross", |_, a, _| linear::cross(a)),
    function("diag", creation::diagonal),
    function("diff", joining::differences),
    function("dot", |_, a, _| a.exactly("dot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    function("empty", |_, a, _| creation::constant("empty", a, 0.0)),
    function("eye", |_, a, _| creation::identity("eye", a)),
    function("flip", |_, a, _| ordering::call("flip", a)),
    function("flipud", |_, a, _| ordering::call("flipud", a)),
    function("floor", |_, a, _| elementwise::real_map("floor", a, |x| x.floor())),
    function("full", creation::full),
    function("genfromtxt", reading::generate_from_text),
    function("hstack", |_, a, _| joining::concatenate("hstack", a, Some(1))),
    function("hypot", |_, a, _| elementwise::pair("hypot", a, libm::hypot)),
    function("identity", |_, a, _| creation::identity("identity", a)),
    function("imag", |_, a, _| elementwise::of_complex("imag", a, |z| z.im)),
    function("inner", |_, a, _| a.exactly("inner", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    function("interp", joining::interpolate),
    function("isclose", |_, a, _| elementwise::close("isclose", a)),
    function("isfinite", |_, a, _| elementwise::ask("isfinite", a, |x| x.is_finite())),
    function("isinf", |_, a, _| elementwise::ask("isinf", a, |x| x.is_infinite())),
    function("isnan", |_, a, _| elementwise::ask("isnan", a, |x| x.is_nan())),
    function("linspace", creation::linspace),
    function("load", reading::load),
    function("loadtxt", reading::load_text),
    function("logical_and", |_, a, _| elementwise::logical("logical_and", a, |x, y| x && y)),
    function("logical_not", |_, a, _| {
        let [x] = a.exactly("logical_not", ["x"])?;
        array::map(&x, &mut |x| Ok(truth(x)?.map_or(Value::Unknown, |b| Value::Logical(!b))))
    }),
    function("logical_or", |_, a, _| elementwise::logical("logical_or", a, |x, y| x || y)),
    function("logspace", creation::logspace),
    function("matmul", |_, a, _| a.exactly("matmul", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    function("maximum", |_, a, _| elementwise::extremes("maximum", a, true)),
    function("minimum", |_, a, _| elementwise::extremes("minimum", a, false)),
    function("mod", |_, a, _| elementwise::operation("mod", a, BinaryOperator::Modulo)),
    function("ones", |_, a, _| creation::constant("ones", a, 1.0)),
    function("ones_like", |_, a, _| creation::alike("ones_like", a, 1)),
    function("outer", |_, a, _| linear::outer(a)),
    function("polyfit", |_, a, _| spectra::fit(a)),
    function("polyval", |_, a, _| spectra::value(a)),
    function("power", |_, a, _| elementwise::operation("power", a, BinaryOperator::Power)),
    function("real", |_, a, _| elementwise::of_complex("real", a, |z| z.re)),
    function("repeat", |_, a, _| joining::repeated("repeat", a)),
    function("rint", |_, a, _| elementwise::real_map("rint", a, |x| x.round_ties_even())),
    function("round", |_, a, _| elementwise::round("round", a)),
    function("save", reading::save),
    function("savetxt", writing::save_text),
    function("searchsorted", ordering::search),
    function("sign", |_, a, _| {
        elementwise::real_map("sign", a, |x| if x == 0.0 || x.is_nan() { x } else { 1f64.copysign(x) })
    }),
    function("sort", |_, a, _| ordering::call("sort", a)),
    function("square", |_, a, _| elementwise::square(a)),
    function("tile", |_, a, _| joining::repeated("tile", a)),
    function("trace", |_, a, _| linear::trace(a)),
    function("transpose", |_, a, _| {
        let [x] = a.exactly("transpose", ["a"])?;
        Ok(array::from_value(&x)?.and_then(|x| methods::attribute(&x, "T")).unwrap_or(Value::Unknown))
    }),
    function("trapezoid", |_, a, _| joining::trapezoid("trapezoid", a)),
    function("trapz", |_, a, _| joining::trapezoid("trapz", a)),
    function("unique", |_, a, _| ordering::call("unique", a)),
    function("vdot", |_, a, _| a.exactly("vdot", ["a", "b"]).and_then(|[a, b]| array::dot(&a, &b))),
    function("vstack", |_, a, _| joining::stack("vstack", a, false)),
    function("where", joining::choose),
    function("zeros", |_, a, _| creation::constant("zeros", a, 0.0)),
    function("zeros_like", |_, a, _| creation::alike("zeros_like", a, 0)),
];

/// Functions over all items, or along an axis.
macro_rules! reductions {
    ($($name:literal),*) => {
        &[$(function($name, |_, a, _| reduction::call($name, a))),*]
    };
}

pub const REDUCTIONS: &[Entry] = reductions!(
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

pub const LINEAR: &[Entry] = &[
    function("det", |_, a, _| linear::square("det", a)),
    function("eig", |_, a, _| linear::square("eig", a)),
    function("eigh", |_, a, _| linear::square("eigh", a)),
    function("eigvals", |_, a, _| linear::square("eigvals", a)),
    function("eigvalsh", |_, a, _| linear::square("eigvalsh", a)),
    function("inv", |_, a, _| linear::square("inv", a)),
    function("norm", |_, a, _| linear::norm(a)),
    function("qr", |_, a, _| linear::qr(a)),
    function("solve", |_, a, _| linear::square("solve", a)),
];

/// Functions of `math` under their own names, of numbers, sequences and arrays.
macro_rules! elementary {
    ($($name:literal: $math:literal),* $(,)?) => {
        &[$(function($name, |_, a, _| elementwise::elementary($name, $math, a))),*]
    };
}

pub const ELEMENTARY: &[Entry] = elementary!(
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
