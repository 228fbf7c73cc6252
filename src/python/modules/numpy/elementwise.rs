//! Functions item by item: elementary functions, rounding, extremes, comparisons within a tolerance.

use num_complex::Complex64;

use super::reduction;

use super::arguments::{given, listed};
use crate::kernel::linalg::modulus;
use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::value::{Array, Data, Value};
use crate::python::modules::mathematics;
use crate::python::objects::array;
use crate::python::objects::array::{Kind, Side, each};
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

pub fn operation(name: &'static str, arguments: Arguments, operator: BinaryOperator) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    binary(operator, &listed(a)?, &listed(b)?)
}

pub fn square(arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly("square", ["x"])?;
    let x = listed(x)?;
    binary(BinaryOperator::Multiply, &x, &x)
}

/// A function of the module `math`, of complex numbers where it has a value there.
pub fn elementary(name: &str, math: &'static str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    let all = |items: &[f64]| mathematics::elementary_of_all(math, items).map(Data::Real);
    array::map_reals(&listed(x)?, &all, &mut |x| match x {
        Value::Complex(z) => match math {
            "exp" => Ok(Value::Complex(Complex64::new(libm::cos(z.im), libm::sin(z.im)) * libm::exp(z.re))),
            "sqrt" => Ok(Value::Complex(square_root(*z))),
            "log" => Ok(Value::Complex(Complex64::new(libm::log(libm::hypot(z.re, z.im)), libm::atan2(z.im, z.re)))),
            _ => Err(Fault::type_error(format!("{name}() expects real numbers"))),
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

pub fn absolute(name: &str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    let all = |items: &[f64]| Some(Data::Real(items.iter().map(|x| x.abs()).collect()));
    array::map_reals(&listed(x)?, &all, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        Value::Integer(i) => Ok(Value::Integer(i.saturating_abs())),
        Value::Complex(z) => Ok(Value::Real(libm::hypot(z.re, z.im))),
        x => x.as_real().map(|x| Value::Real(x.abs())).ok_or_else(|| Fault::type_error("abs() expects numbers")),
    })
}

pub fn round(name: &str, arguments: Arguments) -> Result<Value> {
    let [x, digits] = arguments.take(name, ["a", "decimals"], 1)?;
    rounded(&listed(x.unwrap_or(Value::None))?, digits.as_ref())
}

/// To a number of decimals, ties to even: scaled, rounded and scaled back, as numpy does.
pub fn rounded(x: &Value, digits: Option<&Value>) -> Result<Value> {
    let digits = match digits {
        None | Some(Value::None) => 0,
        Some(digits) => digits.as_index().ok_or_else(|| Fault::type_error("round() expects a number of decimals"))?,
    };
    let scale = libm::pow(10.0, digits.clamp(-300, 300) as f64);
    let round = |x: f64| if digits == 0 { x.round_ties_even() } else { (x * scale).round_ties_even() / scale };
    let all = |items: &[f64]| Some(Data::Real(items.iter().map(|x| round(*x)).collect()));
    array::map_reals(x, &all, &mut |x| match x {
        Value::Real(x) => Ok(Value::Real(round(*x))),
        Value::Complex(z) => Ok(Value::Complex(Complex64::new(round(z.re), round(z.im)))),
        Value::Integer(_) | Value::Logical(_) | Value::Unknown => Ok(x.clone()),
        other => Err(Fault::type_error(format!("round() expects numbers, not {}", other.a_type()))),
    })
}

/// Every item between two bounds, numbers or arrays; `None` is no bound.
pub fn clipped(x: &Value, low: &Value, high: &Value) -> Result<Value> {
    let mut clipped = listed(x.clone())?;
    for (bound, greatest) in [(low, true), (high, false)] {
        if !matches!(bound, Value::None) {
            clipped = extreme("clip", &clipped, &listed(bound.clone())?, greatest)?;
        }
    }
    Ok(clipped)
}

/// `maximum` and `minimum`; what is not a number stays, as in numpy.
pub fn extremes(name: &'static str, arguments: Arguments, greatest: bool) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    extreme(name, &listed(a)?, &listed(b)?, greatest)
}

fn extreme(name: &str, a: &Value, b: &Value, greatest: bool) -> Result<Value> {
    let of_reals = |x: f64, y: f64| if (if greatest { x >= y } else { x <= y }) || x.is_nan() { x } else { y };
    let of_integers = |x: i64, y: i64| if greatest { x.max(y) } else { x.min(y) };
    let all = |a: &Array, b: &Array, count: usize| {
        let (left, right) = (a.data(), b.data());
        if left.kind().max(right.kind()) == Kind::Real {
            let (x, y) = (Side::of(a.as_reals(&left)?, count), Side::of(b.as_reals(&right)?, count));
            return Some(Data::Real(each(&x, &y, count, of_reals)));
        }
        let (x, y) = (Side::of(a.as_integers(&left)?, count), Side::of(b.as_integers(&right)?, count));
        Some(Data::Integer(each(&x, &y, count, of_integers)))
    };
    let mut one = |x: &Value, y: &Value| match (x.as_index(), y.as_index()) {
        (Some(x), Some(y)) => Ok(Value::Integer(of_integers(x, y))),
        _ => match (x.as_real(), y.as_real()) {
            (Some(x), Some(y)) => Ok(Value::Real(of_reals(x, y))),
            _ if x.is_unknown() || y.is_unknown() => Ok(Value::Unknown),
            _ => Err(Fault::type_error(format!("{name}() expects real numbers"))),
        },
    };
    let number = |v: &Value| v.as_complex().is_some();
    if number(a) && number(b) { one(a, b) } else { array::zipped(a, b, &all, &mut one) }
}

/// Whether numbers agree within `atol + rtol |b|`.
pub fn close(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [a, b, relative, absolute] = arguments.take(name, ["a", "b", "rtol", "atol"], 2)?;
    let number = |v: Option<Value>, default: f64| v.and_then(|v| v.as_real()).unwrap_or(default);
    let (relative, absolute) = (number(relative, 1e-5), number(absolute, 1e-8));
    let (Some(a), Some(b)) = (a, b) else { return Ok(Value::Unknown) };
    let close = |x: Complex64, y: Complex64| x == y || modulus(x - y) <= absolute + relative * modulus(y);
    let all = |a: &Array, b: &Array, count: usize| {
        let (left, right) = (a.data(), b.data());
        let (x, y) = (Side::of(a.as_complexes(&left)?, count), Side::of(b.as_complexes(&right)?, count));
        Some(Data::Logical(each(&x, &y, count, close)))
    };
    let near = array::zipped(&listed(a)?, &listed(b)?, &all, &mut |x, y| match (x.as_complex(), y.as_complex()) {
        (Some(x), Some(y)) => Ok(Value::Logical(close(x, y))),
        _ => Err(Fault::type_error(format!("{name}() expects numbers"))),
    })?;
    let Some(near) = array::from_value(&near)? else { return Ok(Value::Unknown) };
    match near.len() {
        1 if name == "isclose" => Ok(near.at(0)),
        _ if name == "isclose" => Ok(near.value()),
        _ => reduction::reduce("all", &near, None),
    }
}

pub fn logical(name: &'static str, arguments: Arguments, f: fn(bool, bool) -> bool) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    let all = |a: &Array, b: &Array, count: usize| {
        let (left, right) = (a.data(), b.data());
        let (x, y) = (Side::of(a.as_logicals(&left)?, count), Side::of(b.as_logicals(&right)?, count));
        Some(Data::Logical(each(&x, &y, count, f)))
    };
    array::zipped(&listed(a)?, &listed(b)?, &all, &mut |x, y| match (truth(x)?, truth(y)?) {
        (Some(x), Some(y)) => Ok(Value::Logical(f(x, y))),
        _ => Ok(Value::Unknown),
    })
}

/// A function of two real numbers.
pub fn pair(name: &'static str, arguments: Arguments, f: fn(f64, f64) -> f64) -> Result<Value> {
    let [a, b] = arguments.exactly(name, ["a", "b"])?;
    let refused = || Fault::type_error(format!("{name}() expects real numbers"));
    let apply = |x: &Value, y: &Value| -> Result<Value> {
        Ok(Value::Real(f(x.as_real().ok_or_else(refused)?, y.as_real().ok_or_else(refused)?)))
    };
    if a.as_real().is_some() && b.as_real().is_some() {
        return apply(&a, &b);
    }
    let all = |a: &Array, b: &Array, count: usize| {
        let (left, right) = (a.data(), b.data());
        let (x, y) = (Side::of(a.as_reals(&left)?, count), Side::of(b.as_reals(&right)?, count));
        Some(Data::Real(each(&x, &y, count, f)))
    };
    array::zipped(&a, &b, &all, &mut |x, y| apply(x, y))
}

/// A real, or a question, of each real number.
pub fn of_reals<T: Clone>(
    name: &str,
    arguments: Arguments,
    f: fn(f64) -> T,
    data: fn(Vec<T>) -> Data,
    value: fn(T) -> Value,
) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    let all = |items: &[f64]| Some(data(items.iter().map(|x| f(*x)).collect()));
    array::map_reals(&listed(x)?, &all, &mut |x| match x {
        Value::Unknown => Ok(Value::Unknown),
        x => match x.as_real() {
            Some(x) => Ok(value(f(x))),
            None => Err(Fault::type_error(format!("{name}() expects real numbers"))),
        },
    })
}

pub fn real_map(name: &str, arguments: Arguments, f: fn(f64) -> f64) -> Result<Value> {
    of_reals(name, arguments, f, Data::Real, Value::Real)
}

pub fn ask(name: &str, arguments: Arguments, f: fn(f64) -> bool) -> Result<Value> {
    of_reals(name, arguments, f, Data::Logical, Value::Logical)
}

/// A real number of each complex one.
pub fn of_complex(name: &str, arguments: Arguments, f: fn(Complex64) -> f64) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    let refused = || Fault::type_error(format!("{name}() expects numbers"));
    let x = listed(x)?;
    if let Some(z) = x.as_complex() {
        return Ok(Value::Real(f(z)));
    }
    let Some(array) = given(Some(x))? else { return Ok(Value::Unknown) };
    let data = array.data();
    let items = array.as_complexes(&data).ok_or_else(refused)?;
    Ok(Array::new(Data::Real(items.iter().map(|z| f(*z)).collect()), array.shape).value())
}

pub fn conjugate(name: &str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.exactly(name, ["x"])?;
    array::map(&listed(x)?, &mut |x| match x {
        Value::Complex(z) => Ok(Value::Complex(z.conj())),
        Value::Unknown | Value::Real(_) | Value::Integer(_) | Value::Logical(_) => Ok(x.clone()),
        _ => Err(Fault::type_error(format!("{name}() expects numbers"))),
    })
}
