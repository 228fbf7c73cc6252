//! Methods of numbers and of columns of tables.

use std::sync::Arc;

use num_complex::Complex64;

use crate::python::core::methods::Methods;
use crate::python::core::value::{TableColumn, Value};

/// Methods of complex numbers.
pub const COMPLEX: Methods<Complex64> = &[("conjugate", |_, z, _| Ok(Value::Complex(z.conj())))];

/// Methods of reals.
pub const REAL: Methods<f64> = &[("is_integer", |_, x, _| Ok(Value::Logical(x.fract() == 0.0)))];

/// Methods of columns.
pub const COLUMN: Methods<Arc<TableColumn>> = &[("values", |_, column, _| Ok(Value::list(column.values.clone())))];
