//! What is said of a value in lines: its name, type and sizes, then the first rows of what is a table.

use super::grid::{Grid, number};
use crate::concepts::{Cell, Concept, Handle, States};
use crate::kernel::signal::Signal;
use crate::language::sizes;
use crate::python::{Value, display, read};

/// A line on a concept, then its first rows, at most `most`.
pub fn described(handle: &Handle, most: usize) -> String {
    let mut out = format!("{}\n", caption(handle));
    if let Some((grid, all)) = handle.get().and_then(|concept| rows(concept, most)) {
        out.push_str(&grid.text());
        if all > most {
            out.push_str(&format!("  ... {} more\n", all - most));
        }
    }
    out
}

/// Name, type and sizes of a concept.
pub(super) fn caption(handle: &Handle) -> String {
    let name = if handle.name().is_empty() { "(no name)" } else { handle.name() };
    match handle.get() {
        Some(concept) => format!("{name}  {}  {}", handle.kind, sizes(concept)),
        None => format!("{name}  {}  not computed", handle.kind),
    }
}

/// The first rows of a concept that has some, at most `most`, and how many there are.
pub fn rows(concept: &Concept, most: usize) -> Option<(Grid, usize)> {
    let numbers = |heads: [&str; 2], pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut grid = Grid::with_heads(heads);
        pairs.take(most).for_each(|(x, y)| grid.push([number(x), number(y)]));
        grid
    };
    Some(match concept {
        Concept::Function(function) => {
            let Signal::Table(table) = &function.signal else { return None };
            let mut pairs = table.abscissae.iter().copied().zip(table.ordinates.iter().copied());
            (numbers([&function.parameter, &function.result], &mut pairs), table.abscissae.len())
        }
        Concept::ComplexFunction(function) => {
            let imaginary = format!("{} (imaginary)", function.result);
            let mut grid = Grid::with_heads([&*function.parameter, &*function.result, &*imaginary]);
            for (x, z) in function.abscissae.iter().zip(&function.values).take(most) {
                grid.push([number(*x), number(z.re), number(z.im)]);
            }
            (grid, function.abscissae.len())
        }
        Concept::SpectralMatrix(matrix) => {
            let mut grid = Grid::with_heads(["I", "J", &*matrix.parameter, &*matrix.kind]);
            for (place, values) in matrix.terms.iter().take(most) {
                let top =
                    (0..matrix.abscissae.len()).max_by(|a, b| values.at(*a).norm().total_cmp(&values.at(*b).norm()));
                let at = top.map_or(("-".into(), "-".into()), |k| {
                    (number(matrix.abscissae[k]), cell(&Cell::Complex(values.at(k))))
                });
                grid.push([place.row.to_string(), place.column.to_string(), at.0, at.1]);
            }
            (grid, matrix.terms.len())
        }
        Concept::Table(table) => {
            let mut grid = Grid::with_heads(table.columns.iter().map(|c| c.name.as_str()));
            for row in table.rows.iter().take(most) {
                grid.push(row.iter().map(|c| cell(&c)));
            }
            (grid, table.rows.len())
        }
        Concept::Modes(modes) => {
            let states = States::Modes(modes);
            states.parameter_names().contains("FREQ").then_some(())?;
            let frequencies = states.parameters("FREQ");
            let mut pairs =
                modes.orders.iter().zip(&*frequencies).map(|(order, frequency)| (*order as f64, *frequency));
            (numbers(["NUME_ORDRE", "FREQ"], &mut pairs), modes.len())
        }
        _ => return None,
    })
}

/// The first rows of a value of the study's Python that is a table, and how many there are.
pub(super) fn of_python(value: &Value, most: usize) -> Option<(Grid, usize)> {
    match value {
        Value::Table(table) => {
            let table = read(table);
            let mut grid = Grid::with_heads(table.columns.iter().map(|(name, _)| name.as_str()));
            let shown = |value: &Value| match value {
                Value::None => "-".to_string(),
                Value::Real(x) => number(*x),
                other => display(other),
            };
            table.rows.iter().take(most).for_each(|row| grid.push(row.iter().map(shown)));
            Some((grid, table.rows.len()))
        }
        _ => None,
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => "-".to_string(),
        Cell::Integer(i) => i.to_string(),
        Cell::Real(x) => number(*x),
        Cell::Complex(z) => format!("{}{}{}j", number(z.re), if z.im < 0.0 { "" } else { "+" }, number(z.im)),
        Cell::Text(text) | Cell::Concept(text) => text.trim_end().to_string(),
    }
}
