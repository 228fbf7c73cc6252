//! Mathematical names: those known without import, and the module `math`. Elementary functions come from
//! `libm`, so that results do not depend on the machine.

use std::sync::Arc;

use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Data, Scope, Value};
use crate::python::core::{arithmetic, conversions, display, iteration};
use crate::python::objects::{array, operations};

/// A real function with its domain.
pub struct Elementary {
    pub name: &'static str,
    pub value: fn(f64) -> f64,
    domain: fn(f64) -> bool,
}

macro_rules! elementary {
    ($($name:ident: $value:expr, $domain:expr;)*) => {
        pub const ELEMENTARY: &[Elementary] =
            &[$(Elementary { name: stringify!($name), value: $value, domain: $domain }),*];
        /// Elementary functions, of numbers and arrays.
        pub const ELEMENTARY_FUNCTIONS: &[Entry] =
            &[$(function(stringify!($name), |_, arguments, _| apply(stringify!($name), arguments))),*];
    };
}

const EVERYWHERE: fn(f64) -> bool = |_| true;

elementary! {
    acos: libm::acos, |x| (-1.0..=1.0).contains(&x);
    acosh: libm::acosh, |x| x >= 1.0;
    asin: libm::asin, |x| (-1.0..=1.0).contains(&x);
    asinh: libm::asinh, EVERYWHERE;
    atan: libm::atan, EVERYWHERE;
    atanh: libm::atanh, |x| x.abs() < 1.0;
    cos: libm::cos, |x| !x.is_infinite();
    cosh: libm::cosh, EVERYWHERE;
    degrees: |x| x * (180.0 / std::f64::consts::PI), EVERYWHERE;
    erf: libm::erf, EVERYWHERE;
    erfc: libm::erfc, EVERYWHERE;
    exp: libm::exp, EVERYWHERE;
    expm1: libm::expm1, EVERYWHERE;
    fabs: f64::abs, EVERYWHERE;
    gamma: libm::tgamma, |x| !(x <= 0.0 && x.fract() == 0.0);
    lgamma: libm::lgamma, |x| !(x <= 0.0 && x.fract() == 0.0);
    log10: libm::log10, |x| x > 0.0;
    log1p: libm::log1p, |x| x > -1.0;
    log2: libm::log2, |x| x > 0.0;
    radians: |x| x * (std::f64::consts::PI / 180.0), EVERYWHERE;
    sin: libm::sin, |x| !x.is_infinite();
    sinh: libm::sinh, EVERYWHERE;
    sqrt: f64::sqrt, |x| x >= 0.0;
    tan: libm::tan, |x| !x.is_infinite();
    tanh: libm::tanh, EVERYWHERE;
}

/// The other functions of `math`.
pub const OTHERS: &[Entry] = &[
    function("atan2", |_, a, _| pair("atan2", a, |y, x| Ok(libm::atan2(y, x)))),
    function("ceil", |_, a, _| to_integer("ceil", a, f64::ceil)),
    function("copysign", |_, a, _| pair("copysign", a, |x, y| Ok(x.copysign(y)))),
    function("factorial", factorial),
    function("floor", |_, a, _| to_integer("floor", a, f64::floor)),
    function("fmod", |_, a, _| pair("fmod", a, fmod)),
    function("gcd", common_divisor),
    function("hypot", length),
    function("fsum", exact_sum),
    function("isclose", is_close),
    function("isfinite", |_, a, _| ask("isfinite", a, f64::is_finite)),
    function("isinf", |_, a, _| ask("isinf", a, f64::is_infinite)),
    function("isnan", |_, a, _| ask("isnan", a, f64::is_nan)),
    function("log", logarithm),
    function("modf", parts),
    function("pow", |_, a, _| {
        pair("pow", a, |x, y| {
            if x == 0.0 && y < 0.0 {
                return Err(Fault::value_error("math domain error: a negative power of zero"));
            }
            match arithmetic::reals(crate::syntax::BinaryOperator::Power, x, y)? {
                Value::Real(power) => Ok(power),
                _ => Err(Fault::value_error("math domain error: a fractional power of a negative number")),
            }
        })
    }),
    function("trunc", |_, a, _| to_integer("trunc", a, f64::trunc)),
];

/// Names known without import.
pub const WITHOUT_IMPORT: &[&str] =
    &["sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt"];

/// Numbers of the module `math`.
pub const CONSTANTS: &[(&str, f64)] = &[
    ("pi", std::f64::consts::PI),
    ("e", std::f64::consts::E),
    ("tau", std::f64::consts::TAU),
    ("inf", f64::INFINITY),
    ("nan", f64::NAN),
];

/// Whether the module `math` has the name; formulas see all of them.
pub fn is_mathematical(name: &str) -> bool {
    ELEMENTARY_FUNCTIONS.iter().chain(OTHERS).any(|f| f.name == name) || CONSTANTS.iter().any(|c| c.0 == name)
}

/// Applies an elementary function to a number, or to each item of an array.
fn apply(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [x] = arguments.by_place(name)?.exactly(name, ["x"])?;
    let Some(function) = ELEMENTARY.iter().find(|e| e.name == name) else {
        return Err(Fault::new("NameError", name));
    };
    let all = |items: &[f64]| elementary_of_all(name, items).map(Data::Real);
    array::map_reals(&x, &all, &mut |x| elementary_value(function, x))
}

fn elementary_value(function: &Elementary, x: &Value) -> Result<Value> {
    let x = match x {
        Value::Unknown => return Ok(Value::Unknown),
        x => x.as_real().ok_or_else(|| expects_number(function.name, x))?,
    };
    if !x.is_nan() && !(function.domain)(x) {
        let message = format!("math domain error: {}({})", function.name, display::real(x));
        return Err(Fault::value_error(message));
    }
    let result = (function.value)(x);
    if result.is_infinite() && x.is_finite() {
        let message = format!("math range error: {}({})", function.name, display::real(x));
        return Err(Fault::new("OverflowError", message));
    }
    Ok(Value::Real(result))
}

fn expects_number(name: &str, x: &Value) -> Fault {
    Fault::type_error(format!("{name}() expects a real number, not {}", x.a_type()))
}

fn pair(name: &str, arguments: Arguments, f: fn(f64, f64) -> Result<f64>) -> Result<Value> {
    let [x, y] = arguments.by_place(name)?.exactly(name, ["x", "y"])?;
    if x.is_unknown() || y.is_unknown() {
        return Ok(Value::Unknown);
    }
    let a = x.as_real().ok_or_else(|| expects_number(name, &x))?;
    let b = y.as_real().ok_or_else(|| expects_number(name, &y))?;
    f(a, b).map(Value::Real)
}

fn fmod(x: f64, y: f64) -> Result<f64> {
    if y == 0.0 { Err(Fault::value_error("math domain error: fmod by zero")) } else { Ok(libm::fmod(x, y)) }
}

fn ask(name: &str, arguments: Arguments, f: fn(f64) -> bool) -> Result<Value> {
    let [x] = arguments.by_place(name)?.exactly(name, ["x"])?;
    match x {
        Value::Unknown => Ok(Value::Unknown),
        x => x.as_real().map(|x| Value::Logical(f(x))).ok_or_else(|| expects_number(name, &x)),
    }
}

fn to_integer(name: &str, arguments: Arguments, f: fn(f64) -> f64) -> Result<Value> {
    let [x] = arguments.by_place(name)?.exactly(name, ["x"])?;
    match x {
        Value::Unknown => Ok(Value::Unknown),
        Value::Integer(_) => Ok(x),
        x => conversions::integer_of(f(x.as_real().ok_or_else(|| expects_number(name, &x))?)),
    }
}

fn natural_logarithm(x: &Value) -> Result<Value> {
    match x {
        Value::Unknown => Ok(Value::Unknown),
        x => match x.as_real().ok_or_else(|| expects_number("log", x))? {
            x if x <= 0.0 => Err(Fault::value_error(format!("math domain error: log({})", display::real(x)))),
            x => Ok(Value::Real(libm::log(x))),
        },
    }
}

fn logarithm(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x, base] = arguments.take("log", ["x", "base"], 1)?;
    let x = x.unwrap_or(Value::Unknown);
    let all = |items: &[f64]| elementary_of_all("log", items).map(Data::Real);
    let value = array::map_reals(&x, &all, &mut natural_logarithm)?;
    match base {
        None => Ok(value),
        Some(base) => operations::binary(crate::syntax::BinaryOperator::Divide, &value, &natural_logarithm(&base)?),
    }
}

fn factorial(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [n] = arguments.exactly("factorial", ["n"])?;
    match n.as_index() {
        _ if n.is_unknown() => Ok(Value::Unknown),
        Some(n) if n >= 0 => {
            let product = (1..=n.min(30)).try_fold(1i64, i64::checked_mul);
            product.map(Value::Integer).ok_or_else(|| Fault::new("OverflowError", "integer beyond 64 bits"))
        }
        None => Err(expects_number("factorial", &n)),
        _ => Err(Fault::value_error("factorial() expects an integer that is not negative")),
    }
}

fn common_divisor(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [a, b] = arguments.exactly("gcd", ["a", "b"])?;
    match (a.as_index(), b.as_index()) {
        _ if a.is_unknown() || b.is_unknown() => Ok(Value::Unknown),
        (Some(a), Some(b)) => {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            i64::try_from(a).map(Value::Integer).map_err(|_| Fault::new("OverflowError", "integer beyond 64 bits"))
        }
        _ => Err(Fault::type_error("gcd() expects integers")),
    }
}

fn is_close(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [a, b, relative, absolute] = arguments.take("isclose", ["a", "b", "rel_tol", "abs_tol"], 2)?;
    let tolerance = |v: Option<Value>, default: f64| match v {
        None => Ok(default),
        Some(v) => match v.as_real().ok_or_else(|| expects_number("isclose", &v))? {
            x if x < 0.0 => Err(Fault::value_error("the tolerances of isclose() are not negative")),
            x => Ok(x),
        },
    };
    let (Some(a), Some(b)) = (a, b) else { return Ok(Value::Unknown) };
    if a.is_unknown() || b.is_unknown() {
        return Ok(Value::Unknown);
    }
    let x = a.as_real().ok_or_else(|| expects_number("isclose", &a))?;
    let y = b.as_real().ok_or_else(|| expects_number("isclose", &b))?;
    let room = (tolerance(relative, 1e-9)? * x.abs().max(y.abs())).max(tolerance(absolute, 0.0)?);
    Ok(Value::Logical(x == y || (x - y).abs() <= room))
}

/// `hypot(x, y, ...)`
fn length(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let mut length = 0.0;
    for x in &arguments.by_place("hypot")?.positional {
        match x {
            Value::Unknown => return Ok(Value::Unknown),
            x => length = libm::hypot(length, x.as_real().ok_or_else(|| expects_number("hypot", x))?),
        }
    }
    Ok(Value::Real(length))
}

/// `fsum(items)`: the sum rounded once. Partial sums that do not overlap are kept (Shewchuk, 1997).
fn exact_sum(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [items] = arguments.by_place("fsum")?.exactly("fsum", ["seq"])?;
    let Some(items) = iteration::collect(&items)? else { return Ok(Value::Unknown) };
    let (mut partials, mut special): (Vec<f64>, f64) = (Vec::new(), 0.0);
    for item in &items {
        let mut x = match item {
            Value::Unknown => return Ok(Value::Unknown),
            item => item.as_real().ok_or_else(|| expects_number("fsum", item))?,
        };
        if !x.is_finite() {
            special += x;
            continue;
        }
        let mut kept = 0;
        for j in 0..partials.len() {
            let y = partials[j];
            let (large, small) = if x.abs() < y.abs() { (y, x) } else { (x, y) };
            let high = large + small;
            let low = small - (high - large);
            if low != 0.0 {
                partials[kept] = low;
                kept += 1;
            }
            x = high;
        }
        partials.truncate(kept);
        partials.push(x);
    }
    if special != 0.0 {
        return Ok(Value::Real(special));
    }
    // From the largest down, until a part is lost; half a unit goes the way of what is left.
    let mut rest = partials.into_iter().rev();
    let (mut sum, mut low) = (rest.next().unwrap_or(0.0), 0.0);
    for y in rest.by_ref() {
        let before = sum;
        sum = before + y;
        low = y - (sum - before);
        if low != 0.0 {
            break;
        }
    }
    if let Some(next) = rest.next()
        && low != 0.0
        && (low < 0.0) == (next < 0.0)
    {
        let doubled = low * 2.0;
        let other = sum + doubled;
        if doubled == other - sum {
            sum = other;
        }
    }
    if sum.is_infinite() || sum.is_nan() {
        return Err(Fault::new("OverflowError", "fsum() beyond the largest real"));
    }
    Ok(Value::Real(sum))
}

/// `modf(x)`: fractional and whole part.
fn parts(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x] = arguments.exactly("modf", ["x"])?;
    if x.is_unknown() {
        return Ok(Value::Unknown);
    }
    let x = x.as_real().ok_or_else(|| expects_number("modf", &x))?;
    Ok(Value::tuple(vec![Value::Real(x - x.trunc()), Value::Real(x.trunc())]))
}

/// An elementary function of a number, for the numerical arrays module.
pub fn elementary(name: &str, x: &Value) -> Result<Value> {
    if name == "log" {
        return natural_logarithm(x);
    }
    match ELEMENTARY.iter().find(|e| e.name == name) {
        Some(function) => elementary_value(function, x),
        None => Err(Fault::new("NameError", name)),
    }
}

/// The same of many numbers; `None` where one of them has no value.
pub fn elementary_of_all(name: &str, items: &[f64]) -> Option<Vec<f64>> {
    let mut without = false;
    let made = match name {
        "sqrt" => items
            .iter()
            .map(|x| {
                without |= *x < 0.0;
                x.sqrt()
            })
            .collect(),
        "fabs" => items.iter().map(|x| x.abs()).collect(),
        "log" => items
            .iter()
            .map(|x| {
                without |= *x <= 0.0;
                libm::log(*x)
            })
            .collect(),
        name => {
            let function = ELEMENTARY.iter().find(|e| e.name == name)?;
            items
                .iter()
                .map(|x| {
                    let result = (function.value)(*x);
                    without |= !x.is_nan() && !(function.domain)(*x) || result.is_infinite() && x.is_finite();
                    result
                })
                .collect()
        }
    };
    (!without).then_some(made)
}
