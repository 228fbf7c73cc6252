//! Mathematical names: those known without import, and the module `math`. Elementary functions are those of compiled
//! formulas: same values, same places where they do not exist.

use std::sync::Arc;

use crate::kernel::signal::program::{Unary, Undefined};
use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::integer::integer_of;
use crate::python::core::interpreter::Interpreter;
use crate::python::core::value::{Data, Scope, Value};
use crate::python::core::{arithmetic, display, iteration};
use crate::python::objects::{array, operations};

macro_rules! elementary {
    ($($name:ident)*) => {
        /// Functions of one real number, of numbers and arrays; formulas compute them in the same way.
        pub const ELEMENTARY_FUNCTIONS: &[Entry] =
            &[$(function(stringify!($name), |_, arguments, _| apply(stringify!($name), arguments))),*];
    };
}

elementary! {
    acos acosh asin asinh atan atanh cos cosh degrees erf erfc exp expm1 fabs gamma lgamma log10 log1p log2 radians sin sinh
    sqrt tan tanh
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
    let all = |items: &[f64]| elementary_of_all(name, items).map(Data::Real);
    array::map_reals(&x, &all, &mut |x| elementary(name, x))
}

/// An elementary function of a number.
pub fn elementary(name: &str, x: &Value) -> Result<Value> {
    let x = match x {
        Value::Unknown => return Ok(Value::Unknown),
        x => x.as_real().ok_or_else(|| expects_number(name, x))?,
    };
    let function = Unary::named(name).ok_or_else(|| Fault::new("NameError", name))?;
    function.at(x).map(Value::Real).map_err(|why| {
        let place = format!("{name}({})", display::real(x));
        match why {
            Undefined::Domain => Fault::value_error(format!("math domain error: {place}")),
            Undefined::Range => Fault::new("OverflowError", format!("math range error: {place}")),
        }
    })
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
        x => integer_of(f(x.as_real().ok_or_else(|| expects_number(name, &x))?)),
    }
}

fn logarithm(_: &mut Interpreter<'_>, arguments: Arguments, _: &Arc<Scope>) -> Result<Value> {
    let [x, base] = arguments.take("log", ["x", "base"], 1)?;
    let x = x.unwrap_or(Value::Unknown);
    let all = |items: &[f64]| elementary_of_all("log", items).map(Data::Real);
    let value = array::map_reals(&x, &all, &mut |x| elementary("log", x))?;
    match base {
        None => Ok(value),
        Some(base) => operations::binary(crate::syntax::BinaryOperator::Divide, &value, &elementary("log", &base)?),
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

/// An elementary function of many numbers; `None` where one of them has no value.
pub fn elementary_of_all(name: &str, items: &[f64]) -> Option<Vec<f64>> {
    // Whole registers at a time where there is an instruction for it.
    match name {
        "sqrt" if items.iter().fold(false, |any, x| any | (*x < 0.0)) => None,
        "sqrt" => Some(items.iter().map(|x| x.sqrt()).collect()),
        "fabs" => Some(items.iter().map(|x| x.abs()).collect()),
        name => {
            let function = Unary::named(name)?;
            let mut out = Vec::with_capacity(items.len());
            for x in items {
                out.push(function.at(*x).ok()?);
            }
            Some(out)
        }
    }
}
