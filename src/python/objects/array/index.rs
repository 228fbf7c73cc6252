//! What an index of an array designates: an item, a view, or items chosen one by one.

use super::make::from_value;
use crate::python::core::access;
use crate::python::core::fault::{Fault, Result};
use crate::python::core::value::{Array, Data, Range, Value, read};

pub(super) enum Target {
    /// One item, by its rank row by row.
    Item(usize),
    /// Slices, rows and columns: the same items.
    View(Array),
    /// Ranks of items, and the shape they have together.
    Items(Vec<usize>, Vec<usize>),
}

/// Ranks along one axis.
enum Chosen {
    One(usize),
    Every(Range),
    Listed(Vec<usize>),
}

impl Chosen {
    fn ranks(&self) -> Vec<usize> {
        match self {
            Chosen::One(rank) => vec![*rank],
            Chosen::Every(range) => range.iter().map(|i| i as usize).collect(),
            Chosen::Listed(ranks) => ranks.clone(),
        }
    }
}

/// `array[index]`: a rank, a slice, an array of logicals or ranks, or a pair of those.
pub fn item(array: &Array, index: &Value) -> Result<Value> {
    Ok(match target(array, index)? {
        Target::Item(rank) => array.at(rank),
        Target::View(view) => view.value(),
        Target::Items(ranks, shape) => {
            let picked = array.data().pick(array.places_of(&ranks));
            // Items that are chosen may be of one kind where all together are not.
            let picked = if let Data::Mixed(items) = picked { Data::of(items) } else { picked };
            Array::new(picked, shape).value()
        }
    })
}

pub fn slice(array: &Array, bounds: &[Value; 3]) -> Result<Value> {
    Ok(array.along(0, access::slice_range(bounds, array.shape[0])?).value())
}

pub(super) fn target(array: &Array, index: &Value) -> Result<Target> {
    match (index, &array.shape[..]) {
        (Value::Tuple(one), _) if one.len() == 1 => target(array, &one[0]),
        (Value::Tuple(pair), [rows, columns]) if pair.len() == 2 => {
            of_pair(array, chosen(&pair[0], *rows)?, chosen(&pair[1], *columns)?)
        }
        // `a[:, newaxis]`, `a[newaxis, :]`
        (Value::Tuple(pair), [length]) if pair.len() == 2 && pair.iter().filter(|v| is_none(v)).count() == 1 => {
            let first = is_none(&pair[0]);
            let kept = match chosen(&pair[usize::from(first)], *length)? {
                Chosen::Every(range) => array.along(0, range),
                Chosen::Listed(ranks) => Array::flat(array.data().pick(array.places_of(&ranks))),
                Chosen::One(rank) => Array::of(vec![array.at(rank)], vec![1]),
            };
            Ok(Target::View(if first {
                kept.spread(&[1, kept.len()])
            } else {
                kept.spread(&[1, kept.len()]).transposed()
            }))
        }
        (Value::Tuple(many), shape) => {
            let message = format!("{} indices of an array of {} dimension(s)", many.len(), shape.len());
            Err(Fault::new("IndexError", message))
        }
        // A matrix of logicals chooses items one by one.
        (Value::Array(mask), [_, _]) if read(mask).shape == array.shape => {
            let flat = read(mask).reshaped(vec![array.len()]).value();
            let ranks = chosen(&flat, array.len())?.ranks();
            let count = ranks.len();
            Ok(Target::Items(ranks, vec![count]))
        }
        (_, shape) => Ok(match (chosen(index, shape[0])?, shape) {
            (Chosen::One(rank), [_]) => Target::Item(rank),
            (Chosen::One(rank), _) => Target::View(array.row(rank)),
            (Chosen::Every(range), _) => Target::View(array.along(0, range)),
            (Chosen::Listed(rows), [_, columns]) => {
                let shape = vec![rows.len(), *columns];
                Target::Items(rows.into_iter().flat_map(|row| row * columns..(row + 1) * columns).collect(), shape)
            }
            (Chosen::Listed(ranks), _) => {
                let count = ranks.len();
                Target::Items(ranks, vec![count])
            }
        }),
    }
}

fn is_none(value: &Value) -> bool {
    matches!(value, Value::None)
}

fn of_pair(array: &Array, rows: Chosen, columns: Chosen) -> Result<Target> {
    let width = array.shape[1];
    Ok(match (rows, columns) {
        (Chosen::One(i), Chosen::One(j)) => Target::Item(i * width + j),
        (Chosen::One(i), Chosen::Every(range)) => Target::View(array.row(i).along(0, range)),
        (Chosen::Every(range), Chosen::One(j)) => Target::View(array.column(j).along(0, range)),
        (Chosen::Every(rows), Chosen::Every(columns)) => Target::View(array.along(0, rows).along(1, columns)),
        // Two lists of ranks go together item by item.
        (Chosen::Listed(i), Chosen::Listed(j)) => {
            let count = if i.len() == 1 { j.len() } else { i.len() };
            if j.len() != count && j.len() != 1 {
                let message = format!("{} rows and {} columns do not go together as indices", i.len(), j.len());
                return Err(Fault::new("IndexError", message));
            }
            let ranks = (0..count).map(|k| i[k % i.len()] * width + j[k % j.len()]).collect();
            Target::Items(ranks, vec![count])
        }
        (rows, columns) => {
            let (i, j) = (rows.ranks(), columns.ranks());
            let single = matches!(rows, Chosen::One(_)) || matches!(columns, Chosen::One(_));
            let shape = if single { vec![i.len() * j.len()] } else { vec![i.len(), j.len()] };
            Target::Items(i.iter().flat_map(|i| j.iter().map(move |j| i * width + j)).collect(), shape)
        }
    })
}

/// Ranks that an index chooses: one, a slice, a list of ranks or of logicals.
fn chosen(index: &Value, length: usize) -> Result<Chosen> {
    match index {
        Value::Slice(bounds) => access::slice_range(bounds, length).map(Chosen::Every),
        Value::Array(_) | Value::List(_) => {
            let Some(index) = from_value(index)? else { return Ok(Chosen::Listed(Vec::new())) };
            let data = index.data();
            if let Some(marks) = index.as_logicals(&data) {
                if marks.len() != length {
                    let message = "the logicals that index an array are as many as its items";
                    return Err(Fault::new("IndexError", message));
                }
                return Ok(Chosen::Listed((0..length).filter(|i| marks[*i]).collect()));
            }
            let rank = |value: &Value| access::rank(value, length, "array");
            let ranks = match index.as_integers(&data) {
                Some(ranks) => ranks.iter().map(|i| rank(&Value::Integer(*i))).collect::<Result<_>>()?,
                None => index.values().iter().map(rank).collect::<Result<_>>()?,
            };
            Ok(Chosen::Listed(ranks))
        }
        index => access::rank(index, length, "array").map(Chosen::One),
    }
}
