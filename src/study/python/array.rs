//! Arrays of numbers, of one or two dimensions: what studies use of numpy.

use std::sync::{Arc, RwLock};

use super::access;
use super::arithmetic;
use super::compare::truth;
use super::fault::{Fault, Result};
use super::function::Arguments;
use super::iteration;
use super::room;
use super::value::{Shared, Value, read, write};
use crate::syntax::{BinaryOperator, CompareOperator, UnaryOperator};

/// Items row by row; `shape` has one or two sizes whose product is their number.
#[derive(Clone, Debug)]
pub struct Array {
    pub items: Vec<Value>,
    pub shape: Vec<usize>,
}

pub const METHODS: &[&str] = &[
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "astype",
    "clip",
    "conj",
    "conjugate",
    "copy",
    "cumprod",
    "cumsum",
    "dot",
    "fill",
    "flatten",
    "item",
    "max",
    "mean",
    "min",
    "nonzero",
    "prod",
    "ptp",
    "ravel",
    "reshape",
    "round",
    "sort",
    "std",
    "sum",
    "tolist",
    "transpose",
    "var",
];

pub const ATTRIBUTES: &[&str] = &["T", "dtype", "imag", "ndim", "real", "shape", "size"];

impl Array {
    pub fn flat(items: Vec<Value>) -> Self {
        let shape = vec![items.len()];
        Array { items: alike(items), shape }
    }

    pub fn reals(items: impl IntoIterator<Item = f64>) -> Self {
        Array::flat(items.into_iter().map(Value::Real).collect())
    }

    pub fn value(self) -> Value {
        Value::Array(Arc::new(RwLock::new(self)))
    }

    /// Numbers of a one-dimensional array, rows of another.
    pub fn rows(&self) -> Vec<Value> {
        match self.shape.as_slice() {
            [_, columns] => {
                let row = |r: &[Value]| Array { items: r.to_vec(), shape: vec![*columns] }.value();
                self.items.chunks((*columns).max(1)).map(row).collect()
            }
            _ => self.items.clone(),
        }
    }

    /// Lists, nested for two dimensions.
    pub fn to_list(&self) -> Value {
        match self.shape.as_slice() {
            [_, columns] => {
                Value::list(self.items.chunks((*columns).max(1)).map(|r| Value::list(r.to_vec())).collect())
            }
            _ => Value::list(self.items.clone()),
        }
    }

    pub fn write(&self, out: &mut String) {
        let text = super::display::represent(&self.to_list());
        out.push_str(&text.replace(", ", " "));
    }
}

/// Numbers promoted to the widest kind among them, as numpy does.
pub fn alike(items: Vec<Value>) -> Vec<Value> {
    let any = |f: fn(&Value) -> bool| items.iter().any(f);
    if any(|v| matches!(v, Value::Complex(_))) {
        items.into_iter().map(|v| v.as_complex().map_or(v, Value::Complex)).collect()
    } else if any(|v| matches!(v, Value::Real(_))) {
        items.into_iter().map(|v| v.as_real().map_or(v, Value::Real)).collect()
    } else if any(|v| matches!(v, Value::Integer(_))) {
        items.into_iter().map(|v| v.as_index().map_or(v, Value::Integer)).collect()
    } else {
        items
    }
}

/// An array made of any sequence (`numpy.array`); `None` when it is unknown.
pub fn from_value(value: &Value) -> Result<Option<Array>> {
    match value {
        Value::Unknown => return Ok(None),
        Value::Array(array) => return Ok(Some(read(array).clone())),
        _ => {}
    }
    if value.as_complex().is_some() {
        return Ok(Some(Array { items: vec![value.clone()], shape: vec![1] }));
    }
    let Some(items) = iteration::collect(value)? else { return Ok(None) };
    let is_row = |v: &Value| matches!(v, Value::List(_) | Value::Tuple(_) | Value::Array(_) | Value::Column(_));
    if items.first().is_some_and(is_row) {
        let mut out = Vec::new();
        let mut width = None;
        let rows = items.len();
        for item in &items {
            let Some(row) = iteration::collect(item)? else { return Ok(None) };
            if *width.get_or_insert(row.len()) != row.len() {
                return Err(Fault::value_error("the rows of an array have the same length"));
            }
            room::for_items(out.len() + row.len())?;
            out.extend(row);
        }
        check_numbers(&out)?;
        return Ok(Some(Array { items: alike(out), shape: vec![rows, width.unwrap_or(0)] }));
    }
    check_numbers(&items)?;
    Ok(if items.iter().any(Value::is_unknown) { None } else { Some(Array::flat(items)) })
}

fn check_numbers(items: &[Value]) -> Result<()> {
    match items.iter().find(|v| v.as_complex().is_none() && !matches!(v, Value::Unknown | Value::Text(_))) {
        Some(v) => Err(Fault::type_error(format!("an array holds numbers, not a {}", v.type_name()))),
        None => Ok(()),
    }
}

/// The only item of an array of one.
pub fn single(value: &Value) -> Option<Value> {
    match value {
        Value::Array(array) => match read(array).items.as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Applies `f` to a number, or to each item of an array or column.
pub fn map(value: &Value, f: &mut dyn FnMut(&Value) -> Result<Value>) -> Result<Value> {
    match value {
        Value::Array(_) | Value::Column(_) => {
            let Some(mut array) = from_value(value)? else { return Ok(Value::Unknown) };
            array.items =
                alike(array.items.iter().map(|x| Fault::if_told().and_then(|()| f(x))).collect::<Result<_>>()?);
            Ok(array.value())
        }
        other => f(other),
    }
}

/// Combines item by item; a number, a row or one item stands for a whole array.
pub fn combine(a: &Value, b: &Value, f: &mut dyn FnMut(&Value, &Value) -> Result<Value>) -> Result<Value> {
    let (Some(a), Some(b)) = (from_value(a)?, from_value(b)?) else { return Ok(Value::Unknown) };
    let shape = match (a.shape.as_slice(), b.shape.as_slice()) {
        (x, y) if x == y => x.to_vec(),
        (x, [1]) => x.to_vec(),
        ([1], y) => y.to_vec(),
        ([n, m], [k]) | ([k], [n, m]) if m == k => vec![*n, *m],
        (x, y) => return Err(Fault::value_error(format!("arrays of sizes {x:?} and {y:?} do not go together"))),
    };
    let count: usize = shape.iter().product();
    let mut items = Vec::with_capacity(count);
    for i in 0..count {
        items.push(f(&a.items[i % a.items.len()], &b.items[i % b.items.len()])?);
    }
    Ok(Array { items: alike(items), shape }.value())
}

pub fn binary(operator: BinaryOperator, a: &Value, b: &Value) -> Result<Value> {
    if operator == BinaryOperator::MatrixMultiply {
        return dot(a, b);
    }
    combine(a, b, &mut |x, y| {
        // numpy gives inf or nan where Python stops; a study wants to know.
        arithmetic::binary(operator, x, y)
    })
}

pub fn negate_or_keep(operator: UnaryOperator, value: &Value) -> Result<Value> {
    map(value, &mut |x| match (operator, x) {
        (UnaryOperator::Invert, Value::Logical(b)) => Ok(Value::Logical(!b)),
        _ => arithmetic::unary(operator, x),
    })
}

pub fn compare(operator: CompareOperator, a: &Value, b: &Value) -> Result<Value> {
    combine(a, b, &mut |x, y| super::compare::compare(operator, x, y))
}

/// Product of matrices and vectors.
pub fn dot(a: &Value, b: &Value) -> Result<Value> {
    let (Some(a), Some(b)) = (from_value(a)?, from_value(b)?) else { return Ok(Value::Unknown) };
    let (rows, inner) = match a.shape.as_slice() {
        [n, m] => (*n, *m),
        _ => (1, a.items.len()),
    };
    let (inner_b, columns) = match b.shape.as_slice() {
        [n, m] => (*n, *m),
        _ => (b.items.len(), 1),
    };
    if inner != inner_b {
        return Err(Fault::value_error(format!(
            "arrays of sizes {:?} and {:?} cannot be multiplied",
            a.shape, b.shape
        )));
    }
    room::for_table(rows, columns)?;
    let mut items = Vec::with_capacity(rows * columns);
    for i in 0..rows {
        for j in 0..columns {
            let mut total = Value::Integer(0);
            for k in 0..inner {
                let product =
                    arithmetic::binary(BinaryOperator::Multiply, &a.items[i * inner + k], &b.items[k * columns + j])?;
                total = arithmetic::binary(BinaryOperator::Add, &total, &product)?;
            }
            items.push(total);
        }
    }
    Ok(match (a.shape.len(), b.shape.len()) {
        (1, 1) => items.into_iter().next().unwrap_or(Value::Integer(0)),
        (2, 2) => Array { items: alike(items), shape: vec![rows, columns] }.value(),
        _ => Array::flat(items).value(),
    })
}

/// `array[index]`: a rank, a slice, an array of logicals or ranks, or a pair of those.
pub fn item(array: &Array, index: &Value) -> Result<Value> {
    let single = |v: &Value| !matches!(v, Value::Slice(_) | Value::Array(_) | Value::List(_));
    match (index, array.shape.as_slice()) {
        (Value::Tuple(pair), [rows, columns]) if pair.len() == 2 => {
            let (i, j) = (chosen(&pair[0], *rows)?, chosen(&pair[1], *columns)?);
            let items = i.iter().flat_map(|i| j.iter().map(move |j| array.items[i * columns + j].clone()));
            let mut items: Vec<Value> = items.collect();
            Ok(match (single(&pair[0]), single(&pair[1])) {
                (true, true) => items.pop().unwrap_or(Value::None),
                (false, false) => Array { items, shape: vec![i.len(), j.len()] }.value(),
                _ => Array::flat(items).value(),
            })
        }
        (Value::Tuple(one), _) if one.len() == 1 => item(array, &one[0]),
        (Value::Array(mask), [_, _]) if read(mask).shape == array.shape => {
            let items = chosen(index, array.items.len())?.into_iter().map(|i| array.items[i].clone());
            Ok(Array::flat(items.collect()).value())
        }
        _ if single(index) => {
            let rows = array.rows();
            Ok(rows[access::rank(index, rows.len(), "array")?].clone())
        }
        _ => {
            let rows = array.rows();
            let picked = chosen(index, rows.len())?.into_iter().map(|i| rows[i].clone()).collect();
            Ok(from_value(&Value::list(picked))?.map_or(Value::Unknown, Array::value))
        }
    }
}

pub fn slice(array: &Array, bounds: &[Value; 3]) -> Result<Value> {
    let rows = array.rows();
    let chosen: Vec<Value> = access::slice_ranks(bounds, rows.len())?.into_iter().map(|i| rows[i].clone()).collect();
    Ok(from_value(&Value::list(chosen))?.map_or(Value::Unknown, Array::value))
}

pub fn set_item(array: &mut Array, index: &Value, value: &Value) -> Result<()> {
    if super::value::holds_unknown(index, 3) {
        return Ok(());
    }
    let ranks: Vec<usize> = match (index, array.shape.as_slice()) {
        (Value::Tuple(pair), [rows, columns]) if pair.len() == 2 => {
            let (i, j) = (chosen(&pair[0], *rows)?, chosen(&pair[1], *columns)?);
            i.iter().flat_map(|i| j.iter().map(move |j| i * columns + j)).collect()
        }
        // A matrix of logicals chooses items one by one.
        (Value::Array(mask), [_, _]) if read(mask).shape == array.shape => chosen(index, array.items.len())?,
        (_, [rows, columns]) => {
            let rows = chosen(index, *rows)?;
            rows.into_iter().flat_map(|row| row * columns..(row + 1) * columns).collect()
        }
        _ => chosen(index, array.items.len())?,
    };
    fill(array, &ranks, value)
}

/// Ranks that an index chooses: one, a slice, a list of ranks or of logicals.
fn chosen(index: &Value, length: usize) -> Result<Vec<usize>> {
    match index {
        Value::Slice(bounds) => access::slice_ranks(bounds, length),
        Value::Array(_) | Value::List(_) => {
            let Some(index) = from_value(index)? else { return Ok(Vec::new()) };
            if !index.items.iter().all(|v| matches!(v, Value::Logical(_))) {
                return index.items.iter().map(|i| access::rank(i, length, "array")).collect();
            }
            if index.items.len() != length {
                return Err(Fault::new("IndexError", "the logicals that index an array are as many as its items"));
            }
            let marked = index.items.iter().enumerate().filter(|(_, v)| matches!(v, Value::Logical(true)));
            Ok(marked.map(|(i, _)| i).collect())
        }
        index => Ok(vec![access::rank(index, length, "array")?]),
    }
}

pub fn set_slice(array: &mut Array, bounds: &[Value; 3], value: &Value) -> Result<()> {
    let width = if array.shape.len() == 2 { array.shape[1] } else { 1 };
    let rows = access::slice_ranks(bounds, array.shape[0])?;
    let ranks: Vec<usize> = rows.into_iter().flat_map(|r| r * width..(r + 1) * width).collect();
    fill(array, &ranks, value)
}

fn fill(array: &mut Array, ranks: &[usize], value: &Value) -> Result<()> {
    let Some(new) = from_value(value)? else { return Ok(()) };
    if new.items.len() != 1 && new.items.len() != ranks.len() {
        return Err(Fault::value_error(format!("{} values for {} items of an array", new.items.len(), ranks.len())));
    }
    // An array of integers stays one.
    let integers = array.items.iter().all(|v| matches!(v, Value::Integer(_)));
    for (i, rank) in ranks.iter().enumerate() {
        let value = &new.items[i % new.items.len()];
        array.items[*rank] = match value {
            Value::Real(x) if integers => super::conversions::integer_of(*x)?,
            other => other.clone(),
        };
    }
    array.items = alike(std::mem::take(&mut array.items));
    Ok(())
}

pub fn attribute(array: &Array, name: &str) -> Option<Value> {
    let integer = |n: usize| Value::Integer(n as i64);
    Some(match name {
        "shape" => Value::tuple(array.shape.iter().map(|n| integer(*n)).collect()),
        "size" => integer(array.items.len()),
        "ndim" => integer(array.shape.len()),
        "T" => transposed(array).value(),
        "real" | "imag" => {
            let part = |v: &Value| {
                v.as_complex().map_or(Value::Unknown, |z| Value::Real(if name == "real" { z.re } else { z.im }))
            };
            Array { items: array.items.iter().map(part).collect(), shape: array.shape.clone() }.value()
        }
        "dtype" => {
            let kind = match array.items.first() {
                Some(Value::Integer(_)) => "int",
                Some(Value::Logical(_)) => "bool",
                Some(Value::Complex(_)) => "complex",
                Some(Value::Text(_)) => "str",
                _ => "float",
            };
            return super::builtins::Builtin::find(kind);
        }
        _ => return None,
    })
}

pub fn transposed(array: &Array) -> Array {
    match array.shape.as_slice() {
        [rows, columns] => {
            let items = (0..*columns).flat_map(|j| (0..*rows).map(move |i| array.items[i * columns + j].clone()));
            Array { items: items.collect(), shape: vec![*columns, *rows] }
        }
        _ => array.clone(),
    }
}

pub fn method(shared: &Shared<Array>, name: &str, arguments: Arguments) -> Result<Value> {
    let array = read(shared).clone();
    match name {
        "tolist" => Ok(array.to_list()),
        "copy" => Ok(array.value()),
        "transpose" => Ok(transposed(&array).value()),
        "flatten" | "ravel" => Ok(Array::flat(array.items).value()),
        "dot" => {
            let [other] = arguments.exactly(name, ["other"])?;
            dot(&array.value(), &other)
        }
        "astype" => {
            let [kind] = arguments.exactly(name, ["dtype"])?;
            cast(array, &kind)
        }
        "argsort" => super::numpy::ordered(name, &array),
        "sort" => {
            let Value::Array(sorted) = super::numpy::ordered(name, &array)? else { return Ok(Value::Unknown) };
            let items = read(&sorted).items.clone();
            write(shared).items = items;
            Ok(Value::None)
        }
        "fill" => {
            let [value] = arguments.exactly(name, ["value"])?;
            let mut array = write(shared);
            let ranks: Vec<usize> = (0..array.items.len()).collect();
            fill(&mut array, &ranks, &value)?;
            Ok(Value::None)
        }
        "item" => {
            let [rank] = arguments.take(name, ["rank"], 0)?;
            let rank = access::rank(&rank.unwrap_or(Value::Integer(0)), array.items.len(), "array")?;
            Ok(array.items[rank].clone())
        }
        "conj" | "conjugate" => map(&array.value(), &mut |x| match x {
            Value::Complex(z) => Ok(Value::Complex(z.conj())),
            other => Ok(other.clone()),
        }),
        "clip" => {
            let [low, high] = arguments.take(name, ["min", "max"], 1)?;
            super::numpy::clipped(&array.value(), &low.unwrap_or(Value::None), &high.unwrap_or(Value::None))
        }
        "round" => {
            let [digits] = arguments.take(name, ["decimals"], 0)?;
            let digits = digits.unwrap_or(Value::Integer(0));
            super::numpy::rounded(&array.value(), Some(&digits))
        }
        "reshape" => {
            let sizes = match arguments.positional.as_slice() {
                [one @ (Value::Tuple(_) | Value::List(_))] => iteration::collect(one)?.unwrap_or_default(),
                many => many.to_vec(),
            };
            match reshaped(&sizes, array.items.len()) {
                Some(shape) => Ok(Array { items: array.items, shape }.value()),
                None => {
                    Err(Fault::value_error(format!("an array of {} items cannot take that shape", array.items.len())))
                }
            }
        }
        _ => super::numpy::reduction_method(name, &array, arguments),
    }
}

/// The shape asked for; one size may be -1, which is what is left.
fn reshaped(asked: &[Value], count: usize) -> Option<Vec<usize>> {
    let sizes: Vec<Option<usize>> =
        asked.iter().map(|s| s.as_index().map(|i| usize::try_from(i).ok())).collect::<Option<_>>()?;
    let known: usize = sizes.iter().flatten().product();
    let free = sizes.iter().filter(|s| s.is_none()).count();
    let rest = if free == 1 && known > 0 { count / known } else { 0 };
    let shape: Vec<usize> = sizes.iter().map(|s| s.unwrap_or(rest)).collect();
    ((1..=2).contains(&shape.len()) && free <= 1 && shape.iter().product::<usize>() == count).then_some(shape)
}

/// `astype(int)`, `array(x, float)` ...
pub fn cast(mut array: Array, kind: &Value) -> Result<Value> {
    let name = match kind {
        Value::Builtin(b) => b.name,
        Value::Text(text) => text,
        Value::None => return Ok(array.value()),
        _ => "",
    };
    let convert = |v: &Value| -> Result<Value> {
        let real = || v.as_real().ok_or_else(|| Fault::type_error(format!("{name} of a {}", v.type_name())));
        Ok(match name {
            "int" | "int32" | "int64" | "i" => super::conversions::integer_of(real()?)?,
            "float" | "float64" | "f" | "d" => Value::Real(real()?),
            "complex" | "complex128" => v.as_complex().map_or(Value::Unknown, Value::Complex),
            "bool" => Value::Logical(truth(v)?.unwrap_or(false)),
            _ => return Err(Fault::type_error("unknown type of array")),
        })
    };
    array.items = array.items.iter().map(convert).collect::<Result<_>>()?;
    Ok(array.value())
}
