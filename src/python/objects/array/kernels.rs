//! Operators on slices of numbers. A kernel returns `None` where an item has no result as Python sees it (a division by
//! zero, an integer beyond 64 bits, a kind that the operator does not take): the operation is then done item by item,
//! which says what is wrong.

use std::borrow::Cow;

use num_complex::Complex64;

use super::data::Kind;
use crate::python::core::arithmetic::floor_division;
use crate::python::core::value::{Array, Data};
use crate::syntax::{BinaryOperator, CompareOperator, UnaryOperator};

/// Items of one side of an operation.
pub enum Side<'a, T: Copy> {
    One(T),
    Many(Cow<'a, [T]>),
}

impl<'a, T: Copy> Side<'a, T> {
    pub fn of(items: Cow<'a, [T]>, count: usize) -> Self {
        if items.len() == 1 && count != 1 { Side::One(items[0]) } else { Side::Many(items) }
    }

    fn any(&self, f: impl Fn(T) -> bool) -> bool {
        match self {
            Side::One(x) => f(*x),
            // Without a way out in the middle: whole registers at a time.
            Side::Many(items) => items.chunks(1 << 10).any(|part| part.iter().fold(false, |any, x| any | f(*x))),
        }
    }
}

/// `f` of each pair.
pub fn each<T: Copy, U: Clone>(a: &Side<T>, b: &Side<T>, count: usize, mut f: impl FnMut(T, T) -> U) -> Vec<U> {
    match (a, b) {
        (Side::Many(a), Side::Many(b)) => a.iter().zip(b.iter()).map(|(x, y)| f(*x, *y)).collect(),
        (Side::Many(a), Side::One(y)) => a.iter().map(|x| f(*x, *y)).collect(),
        (Side::One(x), Side::Many(b)) => b.iter().map(|y| f(*x, *y)).collect(),
        (Side::One(x), Side::One(y)) if count > 0 => vec![f(*x, *y); count],
        _ => Vec::new(),
    }
}

pub fn binary(operator: BinaryOperator, a: &Array, b: &Array, count: usize) -> Option<Data> {
    let (left, right) = (a.data(), b.data());
    match left.kind().max(right.kind()) {
        Kind::Logical if !matches!(operator, BinaryOperator::Divide) => {
            let (x, y) = (Side::of(a.as_logicals(&left)?, count), Side::of(b.as_logicals(&right)?, count));
            logicals(operator, &x, &y, count).map(Data::Logical)
        }
        Kind::Logical | Kind::Integer if operator != BinaryOperator::Divide => {
            let (x, y) = (Side::of(a.as_integers(&left)?, count), Side::of(b.as_integers(&right)?, count));
            integers(operator, &x, &y, count).map(Data::Integer)
        }
        Kind::Logical | Kind::Integer | Kind::Real => {
            let (x, y) = (Side::of(a.as_reals(&left)?, count), Side::of(b.as_reals(&right)?, count));
            reals(operator, &x, &y, count).map(Data::Real)
        }
        Kind::Complex => {
            let (x, y) = (Side::of(a.as_complexes(&left)?, count), Side::of(b.as_complexes(&right)?, count));
            complexes(operator, &x, &y, count).map(Data::Complex)
        }
        Kind::Mixed => None,
    }
}

/// Of logicals `+` is or, `*` is and, as in numpy.
fn logicals(operator: BinaryOperator, a: &Side<bool>, b: &Side<bool>, count: usize) -> Option<Vec<bool>> {
    match operator {
        BinaryOperator::Both | BinaryOperator::Multiply => Some(each(a, b, count, |x, y| x & y)),
        BinaryOperator::Either | BinaryOperator::Add => Some(each(a, b, count, |x, y| x | y)),
        _ => None,
    }
}

fn integers(operator: BinaryOperator, a: &Side<i64>, b: &Side<i64>, count: usize) -> Option<Vec<i64>> {
    let mut beyond = false;
    let mut kept = |(result, overflow): (i64, bool)| {
        beyond |= overflow;
        result
    };
    let made = match operator {
        BinaryOperator::Add => each(a, b, count, |x, y| kept(x.overflowing_add(y))),
        BinaryOperator::Subtract => each(a, b, count, |x, y| kept(x.overflowing_sub(y))),
        BinaryOperator::Multiply => each(a, b, count, |x, y| kept(x.overflowing_mul(y))),
        BinaryOperator::Both => each(a, b, count, |x, y| x & y),
        BinaryOperator::Either => each(a, b, count, |x, y| x | y),
        _ => return None,
    };
    (!beyond).then_some(made)
}

fn reals(operator: BinaryOperator, a: &Side<f64>, b: &Side<f64>, count: usize) -> Option<Vec<f64>> {
    let by_zero = || b.any(|y| y == 0.0);
    match operator {
        BinaryOperator::Add => Some(each(a, b, count, |x, y| x + y)),
        BinaryOperator::Subtract => Some(each(a, b, count, |x, y| x - y)),
        BinaryOperator::Multiply => Some(each(a, b, count, |x, y| x * y)),
        BinaryOperator::Divide if !by_zero() => Some(each(a, b, count, |x, y| x / y)),
        BinaryOperator::FloorDivide if !by_zero() => Some(each(a, b, count, |x, y| floor_division(x, y).0)),
        BinaryOperator::Modulo if !by_zero() => Some(each(a, b, count, |x, y| floor_division(x, y).1)),
        BinaryOperator::Power => powers(a, b, count),
        _ => None,
    }
}

fn powers(a: &Side<f64>, b: &Side<f64>, count: usize) -> Option<Vec<f64>> {
    let mut odd = false;
    let mut kept = |x: f64, y: f64, power: f64| {
        odd |= power.is_infinite() && x.is_finite() && y.is_finite();
        // No real is a fractional power of a negative number.
        odd |= x < 0.0 && power.is_nan() && y.is_finite();
        odd |= x == 0.0 && y < 0.0;
        power
    };
    let made = match b {
        // What `pow` makes of these exponents.
        Side::One(2.0) => each(a, b, count, |x, y| kept(x, y, x * x)),
        Side::One(0.5) if !a.any(|x| x.is_sign_negative()) => each(a, b, count, |x, _| x.sqrt()),
        _ => each(a, b, count, |x, y| kept(x, y, libm::pow(x, y))),
    };
    (!odd).then_some(made)
}

fn complexes(
    operator: BinaryOperator,
    a: &Side<Complex64>,
    b: &Side<Complex64>,
    count: usize,
) -> Option<Vec<Complex64>> {
    match operator {
        BinaryOperator::Add => Some(each(a, b, count, |x, y| x + y)),
        BinaryOperator::Subtract => Some(each(a, b, count, |x, y| x - y)),
        BinaryOperator::Multiply => Some(each(a, b, count, |x, y| x * y)),
        BinaryOperator::Divide if !b.any(|y| y.re == 0.0 && y.im == 0.0) => Some(each(a, b, count, |x, y| x / y)),
        _ => None,
    }
}

pub fn compare(operator: CompareOperator, a: &Array, b: &Array, count: usize) -> Option<Data> {
    fn ordered<T: Copy + PartialOrd>(
        operator: CompareOperator,
        a: &Side<T>,
        b: &Side<T>,
        count: usize,
    ) -> Option<Vec<bool>> {
        Some(match operator {
            CompareOperator::Equal => each(a, b, count, |x, y| x == y),
            CompareOperator::NotEqual => each(a, b, count, |x, y| x != y),
            CompareOperator::Less => each(a, b, count, |x, y| x < y),
            CompareOperator::LessEqual => each(a, b, count, |x, y| x <= y),
            CompareOperator::Greater => each(a, b, count, |x, y| x > y),
            CompareOperator::GreaterEqual => each(a, b, count, |x, y| x >= y),
            _ => return None,
        })
    }
    let (left, right) = (a.data(), b.data());
    match left.kind().max(right.kind()) {
        Kind::Logical | Kind::Integer => {
            let (x, y) = (Side::of(a.as_integers(&left)?, count), Side::of(b.as_integers(&right)?, count));
            ordered(operator, &x, &y, count)
        }
        Kind::Real => {
            let (x, y) = (Side::of(a.as_reals(&left)?, count), Side::of(b.as_reals(&right)?, count));
            ordered(operator, &x, &y, count)
        }
        Kind::Complex => {
            let (x, y) = (Side::of(a.as_complexes(&left)?, count), Side::of(b.as_complexes(&right)?, count));
            match operator {
                CompareOperator::Equal => Some(each(&x, &y, count, |x, y| x == y)),
                CompareOperator::NotEqual => Some(each(&x, &y, count, |x, y| x != y)),
                _ => None,
            }
        }
        Kind::Mixed => None,
    }
    .map(Data::Logical)
}

pub fn unary(operator: UnaryOperator, items: Data) -> Option<Data> {
    Some(match (operator, items) {
        (UnaryOperator::Minus, Data::Real(items)) => Data::Real(items.into_iter().map(|x| -x).collect()),
        (UnaryOperator::Minus, Data::Complex(items)) => Data::Complex(items.into_iter().map(|z| -z).collect()),
        (UnaryOperator::Minus, Data::Integer(items)) => {
            Data::Integer(items.into_iter().map(i64::checked_neg).collect::<Option<_>>()?)
        }
        (UnaryOperator::Plus, items @ (Data::Real(_) | Data::Complex(_) | Data::Integer(_))) => items,
        (UnaryOperator::Invert, Data::Logical(items)) => Data::Logical(items.into_iter().map(|b| !b).collect()),
        (UnaryOperator::Invert, Data::Integer(items)) => Data::Integer(items.into_iter().map(|i| !i).collect()),
        _ => return None,
    })
}
