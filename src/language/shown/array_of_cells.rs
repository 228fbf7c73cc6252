//! Cells of a table and items of the study's Python as one array of the narrowest kind that holds them all.

use num_complex::Complex64;

use super::column::Numbers;
use crate::concepts::{Cell, Cells};
use crate::python::{Value, display};

/// The cells of a column. Empty cells are NaN among numbers, nothing among texts.
pub(super) fn of_cells(cells: &Cells) -> Numbers {
    match cells {
        Cells::Integer(numbers) => Numbers::Integer(numbers.clone()),
        Cells::Real(numbers) => Numbers::Real(numbers.clone()),
        Cells::Mixed(cells) => {
            let item = |cell: &Cell| match cell {
                Cell::Empty => Item::Empty,
                Cell::Integer(i) => Item::Integer(*i),
                Cell::Real(x) => Item::Real(*x),
                Cell::Complex(z) => Item::Complex(*z),
                Cell::Text(text) | Cell::Concept(text) => Item::Text(text.trim_end().to_string()),
            };
            gathered(cells.iter().map(item).collect())
        }
    }
}

/// Items of a list, an array or a column.
pub(super) fn of_items(items: &[Value]) -> Numbers {
    let item = |value: &Value| match value {
        Value::None => Item::Empty,
        Value::Logical(is) => Item::Integer(i64::from(*is)),
        Value::Integer(i) => Item::Integer(*i),
        Value::Real(x) => Item::Real(*x),
        Value::Complex(z) => Item::Complex(*z),
        other => Item::Text(display(other)),
    };
    gathered(items.iter().map(item).collect())
}

enum Item {
    Empty,
    Integer(i64),
    Real(f64),
    Complex(Complex64),
    Text(String),
}

fn gathered(items: Vec<Item>) -> Numbers {
    let real = |item: &Item| match item {
        Item::Integer(i) => *i as f64,
        Item::Real(x) => *x,
        _ => f64::NAN,
    };
    if items.iter().any(|item| matches!(item, Item::Text(_))) {
        let text = |item: Item| match item {
            Item::Empty => None,
            Item::Integer(i) => Some(i.to_string()),
            Item::Real(x) => Some(display(&Value::Real(x))),
            Item::Complex(z) => Some(display(&Value::Complex(z))),
            Item::Text(text) => Some(text),
        };
        return Numbers::Text(items.into_iter().map(text).collect());
    }
    if items.iter().any(|item| matches!(item, Item::Complex(_))) {
        let complex = |item: &Item| if let Item::Complex(z) = item { *z } else { Complex64::new(real(item), 0.0) };
        return Numbers::Complex(items.iter().map(complex).collect());
    }
    let whole = |item: &Item| if let Item::Integer(i) = item { Some(*i) } else { None };
    if items.iter().any(|item| matches!(item, Item::Real(_))) || items.iter().all(|item| whole(item).is_none()) {
        return Numbers::Real(items.iter().map(real).collect());
    }
    match items.iter().map(whole).collect() {
        Some(numbers) => Numbers::Integer(numbers),
        None => Numbers::IntegerOrEmpty(items.iter().map(whole).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrowest_kind_that_holds_all_is_taken() {
        let cells = |cells: Vec<Cell>| of_cells(&Cells::Mixed(cells));
        assert_eq!(cells(vec![Cell::Integer(3), Cell::Integer(-7)]), Numbers::Integer(vec![3, -7]));
        assert_eq!(cells(vec![Cell::Integer(3), Cell::Real(0.7)]), Numbers::Real(vec![3.0, 0.7]));
        let texts = vec![None, Some("0.7".to_string()), Some("a".to_string())];
        assert_eq!(cells(vec![Cell::Empty, Cell::Real(0.7), Cell::Text("a  ".into())]), Numbers::Text(texts));
        assert_eq!(cells(vec![Cell::Empty, Cell::Integer(3)]), Numbers::IntegerOrEmpty(vec![None, Some(3)]));
        let Numbers::Real(numbers) = cells(vec![Cell::Empty, Cell::Integer(3), Cell::Real(0.7)]) else { panic!() };
        assert!(numbers[0].is_nan() && numbers[1] == 3.0);
        assert!(matches!(cells(vec![Cell::Empty]), Numbers::Real(_)) && matches!(cells(vec![]), Numbers::Real(_)));
        let z = Complex64::new(0.7, -1.3);
        assert_eq!(
            of_items(&[Value::Complex(z), Value::Integer(2)]),
            Numbers::Complex(vec![z, Complex64::new(2.0, 0.0)])
        );
    }
}
