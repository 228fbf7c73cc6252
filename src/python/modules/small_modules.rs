//! What studies use of `cmath`, `itertools` and `collections`.

use num_complex::Complex64;

use crate::kernel::signal::of_complex;
use crate::python::core::entry::{Entry, function};
use crate::python::core::fault::{Fault, Result};
use crate::python::core::function::Arguments;
use crate::python::core::iteration::{Items, collect};
use crate::python::core::room;
use crate::python::core::value::Value;

/// Items that `product` and its like may make: more would fill the memory.
const MOST: usize = 10_000_000;

/// `cmath`
pub const COMPLEX: &[Entry] = &[
    function("cos", |_, a, _| complex("cos", a, |z| Value::Complex(of_complex::cos(z)))),
    function("cosh", |_, a, _| complex("cosh", a, |z| Value::Complex(of_complex::cosh(z)))),
    function("exp", |_, a, _| complex("exp", a, |z| Value::Complex(of_complex::exp(z)))),
    function("log", |_, a, _| match a.positional.first().and_then(Value::as_complex) {
        Some(z) if z.re == 0.0 && z.im == 0.0 => Err(Fault::value_error("math domain error: log(0)")),
        _ => complex("log", a, |z| Value::Complex(of_complex::log(z))),
    }),
    function("phase", |_, a, _| complex("phase", a, |z| Value::Real(libm::atan2(z.im, z.re)))),
    function("polar", |_, a, _| {
        complex("polar", a, |z| {
            Value::tuple([of_complex::modulus(z), libm::atan2(z.im, z.re)].map(Value::Real).to_vec())
        })
    }),
    function("rect", |_, a, _| {
        let [modulus, angle] = a.exactly("rect", ["r", "phi"])?;
        let (Some(r), Some(phi)) = (modulus.as_real(), angle.as_real()) else {
            return Err(Fault::type_error("rect() expects two real numbers"));
        };
        Ok(Value::Complex(of_complex::polar(r, phi)))
    }),
    function("sin", |_, a, _| complex("sin", a, |z| Value::Complex(of_complex::sin(z)))),
    function("sinh", |_, a, _| complex("sinh", a, |z| Value::Complex(of_complex::sinh(z)))),
    function("sqrt", |_, a, _| complex("sqrt", a, |z| Value::Complex(of_complex::sqrt(z)))),
    function("tan", |_, a, _| complex("tan", a, |z| Value::Complex(of_complex::tan(z)))),
];

/// `itertools`
pub const ITEMS: &[Entry] = &[
    function("chain", |_, a, _| {
        let lists = lists(&a.positional)?;
        Ok(lists.map_or(Value::Unknown, |lists| Value::iterator(lists.concat())))
    }),
    function("combinations", |_, a, _| chosen("combinations", a)),
    function("islice", |_, a, _| part(a)),
    function("permutations", |_, a, _| chosen("permutations", a)),
    function("product", |_, a, _| product(a)),
];

fn complex(name: &str, arguments: Arguments, f: fn(Complex64) -> Value) -> Result<Value> {
    let [z] = arguments.exactly(name, ["z"])?;
    if z.is_unknown() {
        return Ok(Value::Unknown);
    }
    let z = z.as_complex().ok_or_else(|| Fault::type_error(format!("{name}() expects a number")))?;
    Ok(f(z))
}

/// The items of each argument; `None` when some are unknown.
fn lists(arguments: &[Value]) -> Result<Option<Vec<Vec<Value>>>> {
    arguments.iter().map(collect).collect()
}

/// `product(a, b, repeat=n)`: the last list goes fastest.
fn product(arguments: Arguments) -> Result<Value> {
    let repeat = arguments.named.iter().find(|n| &*n.name == "repeat").and_then(|n| n.value.as_index()).unwrap_or(1);
    let Some(once) = lists(&arguments.positional)? else { return Ok(Value::Unknown) };
    let factors: Vec<&Vec<Value>> = (0..repeat.max(0)).flat_map(|_| &once).collect();
    let count = factors.iter().try_fold(1usize, |n, list| n.checked_mul(list.len())).filter(|n| *n <= MOST);
    if count.is_none() {
        return Err(Fault::value_error("product() of too many items"));
    }
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for list in factors {
        let longer = |row: &Vec<Value>| {
            let row = row.clone();
            list.iter().map(move |item| row.iter().cloned().chain([item.clone()]).collect())
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    Ok(Value::iterator(rows.into_iter().map(Value::tuple).collect()))
}

/// `islice(items, stop)` and `islice(items, start, stop, step)`
fn part(arguments: Arguments) -> Result<Value> {
    let [items, a, b, step] = arguments.by_place("islice")?.take("islice", ["iterable", "start", "stop", "step"], 2)?;
    let Some(items) = Items::unlimited(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let rank = |v: Option<Value>, default: usize| match v {
        None | Some(Value::None) => Ok(default),
        Some(v) => v
            .as_index()
            .and_then(|i| usize::try_from(i).ok())
            .ok_or_else(|| Fault::value_error("islice() expects integers that are not negative, or None")),
    };
    let (start, stop) = match b {
        None => (0, rank(a, usize::MAX)?),
        stop => (rank(a, 0)?, rank(stop, usize::MAX)?),
    };
    let step = rank(step, 1)?;
    if step == 0 {
        return Err(Fault::value_error("the step of islice() cannot be zero"));
    }
    let taken = items.take(stop).skip(start).step_by(step);
    room::gathered(taken).map(Value::iterator)
}

/// `combinations(items, n)` and `permutations(items, n)`, in the order of the items.
fn chosen(name: &'static str, arguments: Arguments) -> Result<Value> {
    let [items, count] = arguments.take(name, ["iterable", "r"], 1)?;
    let Some(items) = collect(&items.unwrap_or(Value::None))? else { return Ok(Value::Unknown) };
    let count = match count {
        None | Some(Value::None) => items.len(),
        Some(n) => {
            let n = n
                .as_index()
                .ok_or_else(|| Fault::type_error(format!("{name}() expects an integer number of items")))?;
            usize::try_from(n).map_err(|_| Fault::value_error(format!("{name}() of {n} items")))?
        }
    };
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count.min(items.len() + 1) {
        let mut longer = Vec::new();
        for row in &rows {
            let first = if name == "combinations" { row.last().map_or(0, |last| last + 1) } else { 0 };
            for rank in (first..items.len()).filter(|rank| !row.contains(rank)) {
                longer.push(row.iter().copied().chain([rank]).collect());
            }
            if longer.len() > MOST {
                return Err(Fault::value_error(format!("{name}() of too many items")));
            }
        }
        rows = longer;
    }
    let row = |ranks: Vec<usize>| Value::tuple(ranks.into_iter().map(|rank| items[rank].clone()).collect());
    Ok(Value::iterator(rows.into_iter().map(row).collect()))
}
