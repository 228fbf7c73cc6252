//! Integers from real numbers.

use super::fault::{Fault, Result};
use super::value::Value;

/// The integer of a real that holds one.
pub fn integer_of(x: f64) -> Result<Value> {
    if x.is_nan() {
        return Err(Fault::value_error("a NaN is no integer"));
    }
    if !(-9.223372036854775808e18..9.223372036854775808e18).contains(&x) {
        return Err(Fault::new("OverflowError", "integer beyond 64 bits"));
    }
    Ok(Value::Integer(x.trunc() as i64))
}
