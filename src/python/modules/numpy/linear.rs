//! Products of vectors and matrices, and the module `numpy.linalg`.

use nalgebra::DMatrix;
use num_complex::Complex64;

use super::arguments::reals;
use crate::kernel::linalg::{QrFault, complex_eigen, modulus, real_eigenvalues, symmetric_eigen};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::room;
use crate::python::core::value::{Array, Data, Value};
use crate::python::objects::array;
use crate::python::objects::array::Kind;
use crate::python::objects::operations::binary;
use crate::syntax::BinaryOperator;

pub fn cross(arguments: Arguments) -> Result<Value> {
    let [a, b] = arguments.exactly("cross", ["a", "b"])?;
    let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
    if a.len() != 3 || b.len() != 3 {
        return Err(Fault::value_error("cross() expects two vectors of three components"));
    }
    let component = |i: usize, j: usize| {
        let left = binary(BinaryOperator::Multiply, &a.at(i), &b.at(j))?;
        binary(BinaryOperator::Subtract, &left, &binary(BinaryOperator::Multiply, &a.at(j), &b.at(i))?)
    };
    Ok(Array::of(vec![component(1, 2)?, component(2, 0)?, component(0, 1)?], vec![3]).value())
}

/// `outer(a, b)`: the matrix of all products.
pub fn outer(arguments: Arguments) -> Result<Value> {
    let [a, b] = arguments.exactly("outer", ["a", "b"])?;
    let (Some(a), Some(b)) = (array::from_value(&a)?, array::from_value(&b)?) else { return Ok(Value::Unknown) };
    room::for_table(a.len(), b.len())?;
    let (column, row) = (a.reshaped(vec![a.len(), 1]), b.reshaped(vec![1, b.len()]));
    binary(BinaryOperator::Multiply, &column.value(), &row.value())
}

/// `trace(m)`
pub fn trace(arguments: Arguments) -> Result<Value> {
    let [items] = arguments.exactly("trace", ["a"])?;
    let Some(m) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let [rows, columns] = m.shape[..] else { return Err(Fault::value_error("trace() expects a matrix")) };
    let mut diagonal = (0..rows.min(columns)).map(|i| m.at(i * columns + i));
    diagonal.try_fold(Value::Integer(0), |sum, x| binary(BinaryOperator::Add, &sum, &x))
}

/// `linalg.norm(x)`: the root of the sum of squares; `norm(x, inf)`, `norm(x, 1)` of a vector.
pub fn norm(arguments: Arguments) -> Result<Value> {
    let [items, order] = arguments.take("norm", ["x", "ord"], 1)?;
    let Some(items) = array::from_value(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let data = items.data();
    let sizes: Vec<f64> = match (items.as_reals(&data), items.as_complexes(&data)) {
        (Some(reals), _) => reals.iter().map(|x| x.abs()).collect(),
        (_, Some(numbers)) => numbers.iter().map(|z| modulus(*z)).collect(),
        _ => return Err(Fault::type_error("norm() expects numbers")),
    };
    let order = match order {
        None | Some(Value::None) => 2.0,
        Some(order) if items.shape.len() == 1 => order.as_real().unwrap_or(f64::NAN),
        Some(_) => return Err(Fault::value_error("norm() of a matrix takes no order here")),
    };
    Ok(Value::Real(if order == 2.0 {
        sizes.iter().map(|x| x * x).sum::<f64>().sqrt()
    } else if order == 1.0 {
        sizes.iter().sum()
    } else if order == f64::INFINITY {
        sizes.iter().copied().fold(0.0, f64::max)
    } else {
        return Err(Fault::value_error("the orders of norm() are 1, 2 and inf"));
    }))
}

/// `linalg.det`, `inv`, `solve`, `eig`, `eigvals`, `eigvalsh`, `eigh` of a square matrix.
pub fn square(name: &'static str, arguments: Arguments) -> Result<Value> {
    let (items, right) = match name {
        "solve" => {
            let [items, right] = arguments.exactly(name, ["a", "b"])?;
            (items, Some(right))
        }
        _ => {
            let [items] = arguments.exactly(name, ["a"])?;
            (items, None)
        }
    };
    let Some(m) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let size = match m.shape[..] {
        [rows, columns] if rows == columns => rows,
        _ => return Err(Fault::value_error(format!("{name}() expects a square matrix, not {:?}", m.shape))),
    };
    let complex = |m: &Array| m.data().kind() == Kind::Complex;
    if matches!(name, "eig" | "eigvals") && complex(&m) {
        return complex_eigenvalues(name, &m, size);
    }
    if matches!(name, "det" | "inv" | "solve") {
        let of_right = right.as_ref().map(array::from_value).transpose()?.flatten();
        if complex(&m) || of_right.as_ref().is_some_and(complex) {
            return complex_square(name, &m, size, of_right);
        }
    }
    let Some(numbers) = reals(name, Some(items))? else { return Ok(Value::Unknown) };
    // Factorizations of the library do not end on what is not a number.
    if size == 0 || numbers.iter().any(|x| !x.is_finite()) {
        return Err(Fault::new("LinAlgError", format!("{name}() of a matrix that is empty or not finite")));
    }
    let matrix = DMatrix::from_row_slice(size, size, &numbers);
    let singular = || Fault::new("LinAlgError", format!("{name}() of a singular matrix"));
    match name {
        "det" => Ok(Value::Real(matrix.determinant())),
        "inv" => matrix.try_inverse().map(|m| of_matrix(&m)).ok_or_else(singular),
        "solve" => {
            let right = right.unwrap_or(Value::None);
            let Some(shape) = array::from_value(&right)?.map(|b| b.shape) else { return Ok(Value::Unknown) };
            let Some(values) = reals(name, Some(right))? else { return Ok(Value::Unknown) };
            let columns = if let [_, columns] = shape[..] { columns } else { 1 };
            if shape[0] != size {
                return Err(Fault::value_error(format!("solve() needs {size} right-hand sides, not {}", shape[0])));
            }
            let solved = matrix.lu().solve(&DMatrix::from_row_slice(size, columns, &values)).ok_or_else(singular)?;
            Ok(if shape.len() == 1 { Array::reals(solved.iter().copied()).value() } else { of_matrix(&solved) })
        }
        "eigvals" => {
            let spent = |_: QrFault| Fault::new("LinAlgError", "Eigenvalues did not converge");
            let values = real_eigenvalues(matrix).map_err(spent)?;
            Ok(if values.iter().all(|z| z.im == 0.0) {
                Array::reals(values.iter().map(|z| z.re)).value()
            } else {
                Array::flat(Data::Complex(values)).value()
            })
        }
        "eig" => {
            let fault = |f: QrFault| Fault::new("LinAlgError", f.to_string());
            let (values, vectors) = complex_eigen(matrix.map(|x| Complex64::new(x, 0.0))).map_err(fault)?;
            // Real eigenvalues and vectors when all are, as far as rounding can tell.
            let scale = values.iter().fold(0.0, |a: f64, z| a.max(modulus(*z)));
            let real = values.iter().all(|z| z.im.abs() <= 1e-12 * scale);
            let turned = |column: usize| {
                let largest = (0..size)
                    .map(|i| vectors[(i, column)])
                    .fold(Complex64::new(0.0, 0.0), |a, z| if modulus(z) > modulus(a) { z } else { a });
                if real && modulus(largest) > 0.0 {
                    largest.conj() / modulus(largest)
                } else {
                    Complex64::new(1.0, 0.0)
                }
            };
            let item = |z: Complex64| if real { Value::Real(z.re) } else { Value::Complex(z) };
            let turns: Vec<Complex64> = (0..size).map(turned).collect();
            let cells = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
            let items = cells.map(|(i, j)| item(vectors[(i, j)] * turns[j])).collect();
            let values = Array::of(values.into_iter().map(item).collect(), vec![size]).value();
            Ok(Value::tuple(vec![values, Array::of(items, vec![size, size]).value()]))
        }
        _ => {
            let eigen = symmetric_eigen(matrix);
            if eigen.eigenvalues.iter().any(|x| x.is_nan()) {
                return Err(Fault::new("LinAlgError", "Eigenvalues did not converge"));
            }
            let mut ranks: Vec<usize> = (0..size).collect();
            ranks.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
            let values = Array::reals(ranks.iter().map(|i| eigen.eigenvalues[*i])).value();
            let vectors = DMatrix::from_fn(size, size, |i, j| eigen.eigenvectors[(i, ranks[j])]);
            Ok(if name == "eigvalsh" { values } else { Value::tuple(vec![values, of_matrix(&vectors)]) })
        }
    }
}

/// `eig` and `eigvals` of complex matrices: vectors of unit length.
fn complex_eigenvalues(name: &'static str, m: &Array, size: usize) -> Result<Value> {
    let matrix = DMatrix::from_row_slice(size, size, &finite(name, m)?);
    let (values, vectors) = complex_eigen(matrix).map_err(|f| Fault::new("LinAlgError", f.to_string()))?;
    let values = Array::flat(Data::Complex(values)).value();
    if name == "eigvals" {
        return Ok(values);
    }
    let cells = (0..size).flat_map(|i| (0..size).map(move |j| (i, j)));
    let vectors = Data::Complex(cells.map(|cell| vectors[cell]).collect());
    Ok(Value::tuple(vec![values, Array::new(vectors, vec![size, size]).value()]))
}

/// `linalg.qr(a)`: an orthonormal and an upper triangular factor (Householder), of real matrices.
pub fn qr(arguments: Arguments) -> Result<Value> {
    let [items, mode] = arguments.take("qr", ["a", "mode"], 1)?;
    let items = items.unwrap_or(Value::None);
    let mode = match mode {
        None => "reduced".to_string(),
        Some(Value::Text(mode)) => mode.to_string(),
        Some(_) => return Err(Fault::type_error("qr() expects a mode, 'reduced', 'complete' or 'r'")),
    };
    let Some(m) = array::from_value(&items)? else { return Ok(Value::Unknown) };
    let [rows, columns] = m.shape[..] else { return Err(Fault::value_error("qr() expects a matrix")) };
    if mode == "complete" && rows > columns {
        return Err(Fault::value_error("qr(mode='complete') is for matrices that have no more rows than columns"));
    }
    let Some(numbers) = reals("qr", Some(items))? else { return Ok(Value::Unknown) };
    if numbers.is_empty() || numbers.iter().any(|x| !x.is_finite()) {
        return Err(Fault::new("LinAlgError", "qr() of a matrix that is empty or not finite"));
    }
    let factors = DMatrix::from_row_slice(rows, columns, &numbers).qr();
    let triangle = of_matrix(&factors.r());
    match mode.as_str() {
        "r" => Ok(triangle),
        "reduced" | "complete" => Ok(Value::tuple(vec![of_matrix(&factors.q()), triangle])),
        _ => Err(Fault::value_error("the modes of qr() are 'reduced', 'complete' and 'r'")),
    }
}

/// Complex numbers of an array, all of them finite.
fn finite(name: &str, array: &Array) -> Result<Vec<Complex64>> {
    let data = array.data();
    let all = array.as_complexes(&data).filter(|items| items.iter().all(|z| z.is_finite()));
    all.map(|items| items.into_owned())
        .ok_or_else(|| Fault::new("LinAlgError", format!("{name}() expects finite numbers")))
}

/// `det`, `inv` and `solve` of complex matrices.
fn complex_square(name: &'static str, m: &Array, size: usize, right: Option<Array>) -> Result<Value> {
    let numbers = |array: &Array| finite(name, array);
    let list = |items: &DMatrix<Complex64>| {
        let cells = (0..items.nrows()).flat_map(|i| (0..items.ncols()).map(move |j| items[(i, j)]));
        Data::Complex(cells.collect())
    };
    let singular = || Fault::new("LinAlgError", format!("{name}() of a singular matrix"));
    let matrix = DMatrix::from_row_slice(size, size, &numbers(m)?);
    match (name, right) {
        ("det", _) => Ok(Value::Complex(matrix.determinant())),
        ("solve", Some(right)) => {
            let columns = if let [_, columns] = right.shape[..] { columns } else { 1 };
            if right.shape[0] != size {
                let message = format!("solve() needs {size} right-hand sides, not {}", right.shape[0]);
                return Err(Fault::value_error(message));
            }
            let solved = matrix.lu().solve(&DMatrix::from_row_slice(size, columns, &numbers(&right)?));
            Ok(Array::new(list(&solved.ok_or_else(singular)?), right.shape.clone()).value())
        }
        ("inv", _) => {
            let inverse = matrix.try_inverse().ok_or_else(singular)?;
            Ok(Array::new(list(&inverse), vec![size, size]).value())
        }
        _ => Ok(Value::Unknown),
    }
}

fn of_matrix(m: &DMatrix<f64>) -> Value {
    let items = (0..m.nrows()).flat_map(|i| (0..m.ncols()).map(move |j| m[(i, j)]));
    Array::new(Data::Real(items.collect()), vec![m.nrows(), m.ncols()]).value()
}
