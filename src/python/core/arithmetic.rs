//! Arithmetic of Python: integers of 64 bits (overflow is an error), reals, complex numbers, and what
//! `+` and `*` do to texts and sequences. Arrays and tables have their own, in `objects`.

use std::sync::Arc;

use num_complex::Complex64;

use super::fault::{Fault, Result};
use super::percent::percent;
use super::unknown::holds_unknown;
use super::value::{Value, read};
use super::{compare, room};
use crate::syntax::{BinaryOperator, UnaryOperator};

pub fn symbol(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Divide => "/",
        BinaryOperator::FloorDivide => "//",
        BinaryOperator::Modulo => "%",
        BinaryOperator::Power => "**",
        BinaryOperator::MatrixMultiply => "@",
        BinaryOperator::Both => "&",
        BinaryOperator::Either => "|",
    }
}

/// `a operator b`, where neither is an array, a column or a table.
pub fn binary(operator: BinaryOperator, a: &Value, b: &Value) -> Result<Value> {
    use BinaryOperator::*;
    Fault::if_told()?;
    if a.is_unknown() || b.is_unknown() {
        return Ok(Value::Unknown);
    }
    match (operator, a, b) {
        (Add, Value::Text(x), Value::Text(y)) => {
            room::for_text(x.len() + y.len())?;
            Ok(Value::text(format!("{x}{y}")))
        }
        (Add, Value::List(x), Value::List(y)) => {
            room::for_items(read(x).len() + read(y).len())?;
            let mut items = read(x).clone();
            items.extend(read(y).iter().cloned());
            Ok(Value::list(items))
        }
        (Add, Value::Tuple(x), Value::Tuple(y)) => {
            room::for_items(x.len() + y.len())?;
            Ok(Value::Tuple(x.iter().chain(y.iter()).cloned().collect()))
        }
        (Multiply, Value::Text(_) | Value::List(_) | Value::Tuple(_), _) if b.as_index().is_some() => repeat(a, b),
        (Multiply, _, Value::Text(_) | Value::List(_) | Value::Tuple(_)) if a.as_index().is_some() => repeat(b, a),
        (Modulo, Value::Text(_), _) if holds_unknown(b, 5) => Ok(Value::Unknown),
        (Modulo, Value::Text(template), _) => Ok(Value::text(percent(template, b)?)),
        (Both | Either, Value::Logical(x), Value::Logical(y)) => {
            Ok(Value::Logical(if operator == Both { *x && *y } else { *x || *y }))
        }
        (Both, Value::Set(x), Value::Set(y)) => {
            let y = read(y).clone();
            let mut items = read(x).clone();
            items.retain(|key, _| y.contains_key(key));
            Ok(Value::Set(Arc::new(std::sync::RwLock::new(items))))
        }
        (Either, Value::Set(x), Value::Set(y)) => {
            let mut items = read(x).clone();
            for (key, value) in &read(y).clone() {
                items.entry(key.clone()).or_insert_with(|| value.clone());
            }
            Ok(Value::Set(Arc::new(std::sync::RwLock::new(items))))
        }
        (Either, Value::Dictionary(x), Value::Dictionary(y)) => {
            let mut items = read(x).clone();
            items.extend(read(y).clone());
            Ok(Value::Dictionary(Arc::new(std::sync::RwLock::new(items))))
        }
        (Subtract, Value::Set(x), Value::Set(y)) => {
            let y = read(y).clone();
            let mut items = read(x).clone();
            items.retain(|key, _| !y.contains_key(key));
            Ok(Value::Set(Arc::new(std::sync::RwLock::new(items))))
        }
        _ => number(operator, a, b)?.ok_or_else(|| unfit(operator, a, b)),
    }
}

pub fn unfit(operator: BinaryOperator, a: &Value, b: &Value) -> Fault {
    let comma = match (a, b) {
        (Value::Tuple(pair), other) | (other, Value::Tuple(pair)) if other.as_real().is_some() => decimal_comma(pair),
        _ => None,
    };
    let (a, b) = (a.type_name(), b.type_name());
    let message = format!("'{}' does not apply to {a} and {b}", symbol(operator));
    match comma {
        Some(meant) => Fault::type_error(message).advising(meant),
        None => Fault::type_error(message),
    }
}

/// `1,5` is a tuple of two integers: what to write when a number was meant.
fn decimal_comma(pair: &[Value]) -> Option<String> {
    let [Value::Integer(whole), Value::Integer(decimals @ 0..)] = pair else { return None };
    Some(format!("({whole}, {decimals}) is a tuple; decimals use a point: {whole}.{decimals}, not {whole},{decimals}"))
}

fn number(operator: BinaryOperator, a: &Value, b: &Value) -> Result<Option<Value>> {
    if let (Some(x), Some(y)) = (a.as_index(), b.as_index()) {
        return integers(operator, x, y).map(Some);
    }
    if let (Some(x), Some(y)) = (a.as_real(), b.as_real()) {
        return reals(operator, x, y).map(Some);
    }
    match (a.as_complex(), b.as_complex()) {
        (Some(x), Some(y)) => complexes(operator, x, y),
        _ => Ok(None),
    }
}

fn overflow() -> Fault {
    Fault::new("OverflowError", "integer beyond 64 bits")
}

fn zero_division(what: &str) -> Fault {
    Fault::new("ZeroDivisionError", what)
}

fn integers(operator: BinaryOperator, x: i64, y: i64) -> Result<Value> {
    use BinaryOperator::*;
    let result = match operator {
        Add => x.checked_add(y),
        Subtract => x.checked_sub(y),
        Multiply => x.checked_mul(y),
        Divide => return reals(Divide, x as f64, y as f64),
        FloorDivide if y == 0 => return Err(zero_division("integer division by zero")),
        FloorDivide => x.checked_div(y).map(|q| if (x % y != 0) && ((x < 0) != (y < 0)) { q - 1 } else { q }),
        Modulo if y == 0 => return Err(zero_division("integer modulo by zero")),
        // The sign of the divisor; i64::MIN % -1 overflows in hardware but is 0.
        Modulo => x.checked_rem(y).map(|r| if r != 0 && ((r < 0) != (y < 0)) { r + y } else { r }).or(Some(0)),
        Power if y < 0 => return reals(Power, x as f64, y as f64),
        Power => match x {
            0 | 1 => Some(if y == 0 { 1 } else { x }),
            -1 => Some(if y % 2 == 0 { 1 } else { -1 }),
            _ => u32::try_from(y).ok().and_then(|y| x.checked_pow(y)),
        },
        Both => Some(x & y),
        Either => Some(x | y),
        MatrixMultiply => return Err(unfit(operator, &Value::Integer(x), &Value::Integer(y))),
    };
    result.map(Value::Integer).ok_or_else(overflow)
}

pub fn reals(operator: BinaryOperator, x: f64, y: f64) -> Result<Value> {
    use BinaryOperator::*;
    Ok(Value::Real(match operator {
        Add => x + y,
        Subtract => x - y,
        Multiply => x * y,
        Divide if y == 0.0 => return Err(zero_division("division by zero")),
        Divide => x / y,
        FloorDivide | Modulo if y == 0.0 => return Err(zero_division("modulo by zero")),
        FloorDivide => floor_division(x, y).0,
        Modulo => floor_division(x, y).1,
        Power => return power(x, y),
        MatrixMultiply | Both | Either => return Err(unfit(operator, &Value::Real(x), &Value::Real(y))),
    }))
}

/// Quotient rounded down, and the remainder with the sign of the divisor.
pub fn floor_division(x: f64, y: f64) -> (f64, f64) {
    let mut remainder = libm::fmod(x, y);
    let mut quotient = (x - remainder) / y;
    if remainder != 0.0 {
        if (y < 0.0) != (remainder < 0.0) {
            remainder += y;
            quotient -= 1.0;
        }
    } else {
        remainder = 0.0f64.copysign(y);
    }
    let floor = if quotient == 0.0 { 0.0f64.copysign(x / y) } else { quotient.floor() };
    (if quotient - floor > 0.5 { floor + 1.0 } else { floor }, remainder)
}

fn power(x: f64, y: f64) -> Result<Value> {
    if x == 0.0 && y < 0.0 {
        return Err(zero_division("0.0 cannot be raised to a negative power"));
    }
    if x < 0.0 && x.is_finite() && y.is_finite() && y.fract() != 0.0 {
        return Ok(Value::Complex(complex_power(Complex64::new(x, 0.0), Complex64::new(y, 0.0))));
    }
    let result = libm::pow(x, y);
    if result.is_infinite() && x.is_finite() && y.is_finite() {
        return Err(Fault::new("OverflowError", "the power is too large"));
    }
    Ok(Value::Real(result))
}

fn complexes(operator: BinaryOperator, x: Complex64, y: Complex64) -> Result<Option<Value>> {
    use BinaryOperator::*;
    let zero = Complex64::new(0.0, 0.0);
    Ok(Some(Value::Complex(match operator {
        Add => x + y,
        Subtract => x - y,
        Multiply => x * y,
        Divide if y == zero => return Err(zero_division("complex division by zero")),
        Divide => x / y,
        Power if x == zero && (y.re < 0.0 || y.im != 0.0) => {
            return Err(zero_division("0.0 cannot be raised to a negative or complex power"));
        }
        Power => complex_power(x, y),
        _ => return Ok(None),
    })))
}

fn complex_power(x: Complex64, y: Complex64) -> Complex64 {
    let one = Complex64::new(1.0, 0.0);
    if y.im == 0.0 && y.re.fract() == 0.0 && y.re.abs() <= 100.0 {
        let product = (0..y.re.abs() as u32).fold(one, |p, _| p * x);
        return if y.re < 0.0 { one / product } else { product };
    }
    if x == Complex64::new(0.0, 0.0) {
        return x;
    }
    let modulus = libm::hypot(x.re, x.im);
    let angle = libm::atan2(x.im, x.re);
    let logarithm = libm::log(modulus);
    let size = match y.im == 0.0 {
        true => libm::pow(modulus, y.re),
        false => libm::exp(y.re * logarithm - y.im * angle),
    };
    let turn = y.re * angle + y.im * logarithm;
    Complex64::new(size * libm::cos(turn), size * libm::sin(turn))
}

fn repeat(sequence: &Value, times: &Value) -> Result<Value> {
    let empty = match sequence {
        Value::Text(text) => text.is_empty(),
        Value::Tuple(items) => items.is_empty(),
        Value::List(items) => read(items).is_empty(),
        _ => true,
    };
    // Nothing repeated however often is nothing, and takes no time.
    let times = if empty { 0 } else { times.as_index().unwrap_or(0).max(0) as usize };
    let check = |length: usize| room::for_items(length.saturating_mul(times));
    Ok(match sequence {
        Value::Text(text) => {
            room::for_text(text.len().saturating_mul(times))?;
            Value::text(text.repeat(times))
        }
        Value::Tuple(items) => {
            check(items.len())?;
            Value::Tuple(std::iter::repeat_n(items, times).flat_map(|i| i.iter().cloned()).collect())
        }
        Value::List(items) => {
            let items = read(items).clone();
            check(items.len())?;
            Value::list(std::iter::repeat_n(&items, times).flatten().cloned().collect())
        }
        other => other.clone(),
    })
}

/// `operator value`, where it is no array or column.
pub fn unary(operator: UnaryOperator, value: &Value) -> Result<Value> {
    if value.is_unknown() {
        return Ok(Value::Unknown);
    }
    let sign = if operator == UnaryOperator::Plus { "+" } else { "-" };
    match (operator, value) {
        (UnaryOperator::Invert, Value::Logical(b)) => Ok(Value::Integer(!i64::from(*b))),
        (UnaryOperator::Invert, Value::Integer(i)) => Ok(Value::Integer(!i)),
        (UnaryOperator::Invert, _) => Err(Fault::type_error(format!("'~' does not apply to {}", value.type_name()))),
        (UnaryOperator::Not, _) => Ok(compare::truth(value)?.map_or(Value::Unknown, |b| Value::Logical(!b))),
        (_, Value::Logical(_) | Value::Integer(_)) => {
            let i = value.as_index().unwrap_or(0);
            let result = if operator == UnaryOperator::Plus { Some(i) } else { i.checked_neg() };
            result.map(Value::Integer).ok_or_else(overflow)
        }
        (UnaryOperator::Plus, Value::Real(_) | Value::Complex(_)) => Ok(value.clone()),
        (UnaryOperator::Minus, Value::Real(x)) => Ok(Value::Real(-x)),
        (UnaryOperator::Minus, Value::Complex(z)) => Ok(Value::Complex(-z)),
        _ => Err(Fault::type_error(format!("unary '{sign}' does not apply to {}", value.type_name()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOperator::*;

    fn compute(operator: BinaryOperator, a: Value, b: Value) -> Value {
        binary(operator, &a, &b).unwrap()
    }

    #[test]
    fn integers_follow_python() {
        let int = |op, a, b| match compute(op, Value::Integer(a), Value::Integer(b)) {
            Value::Integer(i) => i,
            other => panic!("{other:?}"),
        };
        assert_eq!(int(FloorDivide, -7, 2), -4);
        assert_eq!(int(Modulo, -7, 2), 1);
        assert_eq!(int(Modulo, 7, -2), -1);
        assert_eq!(int(Power, 10, 8), 100_000_000);
        assert!(matches!(compute(Divide, Value::Integer(4), Value::Integer(2)), Value::Real(2.0)));
        assert!(binary(Power, &Value::Integer(10), &Value::Integer(30)).is_err());
        assert!(binary(FloorDivide, &Value::Integer(i64::MIN), &Value::Integer(-1)).is_err());
        assert!(binary(Divide, &Value::Integer(1), &Value::Integer(0)).is_err());
    }

    #[test]
    fn reals_follow_python() {
        let real = |op, a, b| match compute(op, Value::Real(a), Value::Real(b)) {
            Value::Real(x) => x,
            other => panic!("{other:?}"),
        };
        assert_eq!(real(Modulo, -1.0, 3.0), 2.0);
        assert_eq!(real(FloorDivide, -1.0, 3.0), -1.0);
        assert_eq!(real(Power, 2.0, 0.5), 2.0f64.sqrt());
        assert!(matches!(compute(Power, Value::Real(-8.0), Value::Real(0.5)), Value::Complex(_)));
    }
}
