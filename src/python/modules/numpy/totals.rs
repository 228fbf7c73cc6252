//! Sums and products of the items of an array, in their order.

use num_complex::Complex64;

use crate::python::core::compare::truth;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Data, Value};
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

/// The sum or the product of all items.
pub fn total(array: &Array, operator: BinaryOperator) -> Result<Value> {
    let adds = operator == BinaryOperator::Add;
    let data = array.data();
    if let Some(items) = array.as_integers(&data) {
        let mut items = items.iter();
        let total = match adds {
            true => items.try_fold(0i64, |sum, x| sum.checked_add(*x)),
            false => items.try_fold(1i64, |product, x| product.checked_mul(*x)),
        };
        return total.map(Value::Integer).ok_or_else(|| Fault::new("OverflowError", "integer beyond 64 bits"));
    }
    match &*data {
        Data::Real(items) => {
            let items = array.part(items);
            Ok(Value::Real(match adds {
                true => items.iter().fold(0.0, |sum, x| sum + x),
                false => items.iter().fold(1.0, |product, x| product * x),
            }))
        }
        Data::Complex(items) => {
            let items = array.part(items);
            let (zero, one) = (Complex64::new(0.0, 0.0), Complex64::new(1.0, 0.0));
            Ok(Value::Complex(match adds {
                true => items.iter().fold(zero, |sum, z| sum + z),
                false => items.iter().fold(one, |product, z| product * z),
            }))
        }
        _ => {
            let start = Value::Integer(i64::from(!adds));
            array.values().iter().try_fold(start, |total, x| binary(operator, &total, x))
        }
    }
}

/// All partial sums or products.
pub fn running(array: &Array, operator: BinaryOperator) -> Result<Value> {
    let adds = operator == BinaryOperator::Add;
    let data = array.data();
    if let Data::Real(items) = &*data {
        let mut total = if adds { 0.0 } else { 1.0 };
        let partial = |x: &f64| {
            total = if adds { total + x } else { total * x };
            total
        };
        return Ok(Array::reals(array.part(items).iter().map(partial)).value());
    }
    let mut total = Value::Integer(i64::from(!adds));
    let mut out = Vec::with_capacity(array.len());
    for x in array.values() {
        total = binary(operator, &total, &x)?;
        out.push(total.clone());
    }
    let count = out.len();
    Ok(Array::of(out, vec![count]).value())
}

/// Mean of the squared distances to the mean.
pub fn variance(array: &Array) -> Result<f64> {
    let data = array.data();
    let count = array.len() as f64;
    if let Some(items) = array.as_reals(&data) {
        let mean = items.iter().fold(0.0, |sum, x| sum + x) / count;
        return Ok(items.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count);
    }
    let Some(numbers) = array.as_complexes(&data) else {
        return Err(Fault::type_error("an array of numbers is wanted"));
    };
    let mean = numbers.iter().sum::<Complex64>() / count;
    Ok(numbers.iter().map(|z| (z - mean).norm_sqr()).sum::<f64>() / count)
}

/// Which items count as true.
pub fn marks(array: &Array) -> Result<Vec<bool>> {
    let data = array.data();
    if let Some(items) = array.as_logicals(&data) {
        return Ok(items.into_owned());
    }
    if let Some(items) = array.as_reals(&data) {
        return Ok(items.iter().map(|x| *x != 0.0).collect());
    }
    array.values().iter().map(|x| Ok(truth(x)? == Some(true))).collect()
}
