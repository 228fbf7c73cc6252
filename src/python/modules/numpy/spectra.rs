//! The module `numpy.fft`, and polynomials: `polyfit` (least squares, by QR on scaled powers), `polyval`.

use nalgebra::{DMatrix, DVector};
use num_complex::Complex64;

use super::arguments::{given, listed, reals};
use crate::kernel::signal;
use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::room;
use crate::python::core::value::{Array, Data, Value};
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

/// `numpy.fft`
pub const FUNCTIONS: &[Entry] = &[
    function("fft", |_, a, _| transformed("fft", a)),
    function("ifft", |_, a, _| transformed("ifft", a)),
    function("rfft", |_, a, _| transformed("rfft", a)),
    function("fftfreq", |_, a, _| frequencies("fftfreq", a)),
    function("rfftfreq", |_, a, _| frequencies("rfftfreq", a)),
];

fn transformed(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, count] = arguments.take(name, ["a", "n"], 1)?;
    let Some(items) = given(items)? else { return Ok(Value::Unknown) };
    let data = items.data();
    let Some(mut values) = items.as_complexes(&data).map(|items| items.into_owned()) else {
        return Err(Fault::type_error(format!("{name}() expects numbers")));
    };
    if let Some(count) = count.and_then(|n| n.as_index()) {
        let count = usize::try_from(count).unwrap_or(0);
        room::for_items(count)?;
        values.resize(count, Complex64::default());
    }
    if values.is_empty() {
        return Err(Fault::value_error(format!("{name}() expects at least one value")));
    }
    let mut out = if name == "ifft" { signal::fourier::inverse(&values) } else { signal::fourier::transform(&values) };
    if name == "rfft" {
        out.truncate(values.len() / 2 + 1);
    }
    Ok(Array::flat(Data::Complex(out)).value())
}

/// `fftfreq(n, d)`: 0, 1, ... and then the negative ones, over `n d`; `rfftfreq` without them.
fn frequencies(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [count, step] = arguments.take(name, ["n", "d"], 1)?;
    let count = count.unwrap_or(Value::None);
    if count.is_unknown() || step.as_ref().is_some_and(Value::is_unknown) {
        return Ok(Value::Unknown);
    }
    let n = count.as_index().filter(|n| *n > 0).ok_or_else(|| Fault::value_error(format!("{name}() expects n > 0")))?;
    room::for_items(n as usize)?;
    let step = step.and_then(|d| d.as_real()).unwrap_or(1.0);
    let signed = |k: i64| if k > (n - 1) / 2 { k - n } else { k };
    let ranks: Vec<i64> = if name == "fftfreq" { (0..n).map(signed).collect() } else { (0..=n / 2).collect() };
    Ok(Array::reals(ranks.into_iter().map(|k| k as f64 / (n as f64 * step))).value())
}

/// `polyfit(x, y, degree)`: coefficients, that of the highest power first.
pub fn fit(arguments: Arguments) -> Result<Value> {
    let [x, y, degree] = arguments.exactly("polyfit", ["x", "y", "deg"])?;
    let (Some(x), Some(y)) = (reals("polyfit", Some(x))?, reals("polyfit", Some(y))?) else {
        return Ok(Value::Unknown);
    };
    let Some(degree) = degree.as_index().and_then(|d| usize::try_from(d).ok()) else {
        return Err(Fault::value_error("polyfit() expects a degree"));
    };
    if x.len() != y.len() || x.len() <= degree || x.iter().chain(&y).any(|v| !v.is_finite()) {
        return Err(Fault::value_error(
            "polyfit() expects as many abscissae as values, more than the degree, all finite",
        ));
    }
    // Columns of one size: powers of x over its largest absolute value.
    let scale = x.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    let scale = if scale > 0.0 { scale } else { 1.0 };
    let power = |row: usize, column: usize| (0..degree - column).fold(1.0, |p, _| p * x[row] / scale);
    let matrix = DMatrix::from_fn(x.len(), degree + 1, power);
    let decomposed = matrix.qr();
    let right = decomposed.q().transpose() * DVector::from_vec(y);
    let Some(solved) = decomposed.r().solve_upper_triangular(&right) else {
        return Err(Fault::new("LinAlgError", "polyfit() has too few different abscissae"));
    };
    let unscaled = (0..=degree).map(|k| (0..degree - k).fold(solved[k], |c, _| c / scale));
    Ok(Array::reals(unscaled).value())
}

/// `polyval(coefficients, x)`
pub fn value(arguments: Arguments) -> Result<Value> {
    let [coefficients, x] = arguments.exactly("polyval", ["p", "x"])?;
    let Some(coefficients) = given(Some(coefficients))? else { return Ok(Value::Unknown) };
    // Horner's rule, on all places at once.
    let x = listed(x)?;
    let mut sum = Value::Integer(0);
    for c in coefficients.values() {
        sum = binary(BinaryOperator::Add, &binary(BinaryOperator::Multiply, &sum, &x)?, &c)?;
    }
    Ok(sum)
}
