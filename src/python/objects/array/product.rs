//! Products of matrices and vectors. Each sum is taken in the order of its terms.

use std::ops::{Add, Mul};

use super::data::Kind;
use super::make::from_value;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Data, Value};
use crate::python::core::{arithmetic, room};
use crate::syntax::BinaryOperator;

pub fn dot(a: &Value, b: &Value) -> Result<Value> {
    let (Some(a), Some(b)) = (from_value(a)?, from_value(b)?) else { return Ok(Value::Unknown) };
    let (rows, inner) = if let [n, m] = a.shape[..] { (n, m) } else { (1, a.len()) };
    let (inner_b, columns) = if let [n, m] = b.shape[..] { (n, m) } else { (b.len(), 1) };
    if inner != inner_b {
        return Err(Fault::value_error(format!(
            "arrays of sizes {:?} and {:?} cannot be multiplied",
            a.shape, b.shape
        )));
    }
    room::for_table(rows, columns)?;
    let data = match fast(&a, &b, [rows, inner, columns])? {
        Some(data) => data,
        None => one_by_one(&a.values(), &b.values(), [rows, inner, columns])?,
    };
    Ok(match (a.shape.len(), b.shape.len()) {
        (1, 1) => data.get(0),
        (2, 2) => Array::new(data, vec![rows, columns]).value(),
        _ => Array::flat(data).value(),
    })
}

fn fast(a: &Array, b: &Array, sizes: [usize; 3]) -> Result<Option<Data>> {
    let (left, right) = (a.data(), b.data());
    match left.kind().max(right.kind()) {
        Kind::Real => match (a.as_reals(&left), b.as_reals(&right)) {
            (Some(x), Some(y)) => Ok(Some(Data::Real(product(&x, &y, sizes, 0.0)?))),
            _ => Ok(None),
        },
        Kind::Complex => match (a.as_complexes(&left), b.as_complexes(&right)) {
            (Some(x), Some(y)) => Ok(Some(Data::Complex(product(&x, &y, sizes, num_complex::Complex64::default())?))),
            _ => Ok(None),
        },
        _ => Ok(None),
    }
}

/// Row-major product: the terms of each sum come in order, whole rows of the result at a time.
fn product<T: Copy + Add<Output = T> + Mul<Output = T>>(
    a: &[T],
    b: &[T],
    [rows, inner, columns]: [usize; 3],
    zero: T,
) -> Result<Vec<T>> {
    if columns == 1 {
        let sum = |row: &[T]| row.iter().zip(b).fold(zero, |sum, (x, y)| sum + *x * *y);
        return Ok((0..rows).map(|i| sum(&a[i * inner..(i + 1) * inner])).collect());
    }
    let mut out = vec![zero; rows * columns];
    for i in 0..rows {
        Fault::if_told()?;
        let into = &mut out[i * columns..(i + 1) * columns];
        for k in 0..inner {
            let factor = a[i * inner + k];
            into.iter_mut().zip(&b[k * columns..]).for_each(|(sum, y)| *sum = *sum + factor * *y);
        }
    }
    Ok(out)
}

fn one_by_one(a: &[Value], b: &[Value], [rows, inner, columns]: [usize; 3]) -> Result<Data> {
    let mut items = Vec::with_capacity(rows * columns);
    for i in 0..rows {
        for j in 0..columns {
            let mut total = Value::Integer(0);
            for k in 0..inner {
                let product = arithmetic::binary(BinaryOperator::Multiply, &a[i * inner + k], &b[k * columns + j])?;
                total = arithmetic::binary(BinaryOperator::Add, &total, &product)?;
            }
            items.push(total);
        }
    }
    Ok(Data::of(items))
}
