//! What an input shows: the log of operators as `run` shows it, and concepts: a line with type, name and sizes, then the
//! first rows of what is a table.

use super::grid::{Grid, number};
use crate::api::{Event, Observer};
use crate::cli::console::Console;
use crate::cli::streams::to_stdout;
use crate::concepts::{Cell, Concept, Handle};
use crate::kernel::signal::Signal;
use crate::language::sizes;

/// Rows shown of a table or function.
const ROWS: usize = 10;

pub struct Screen {
    pub console: Console,
}

impl Observer for Screen {
    fn see(&self, event: Event<'_>) {
        match event {
            Event::Concept(handle) => {
                to_stdout(&described(handle));
            }
            other => self.console.see(other),
        }
    }
}

fn described(handle: &Handle) -> String {
    let name = if handle.name().is_empty() { "(no name)" } else { handle.name() };
    let Some(concept) = handle.get() else { return format!("{name}  {}  not computed", handle.kind) };
    let mut out = format!("{name}  {}  {}\n", handle.kind, sizes(concept));
    if let Some((grid, all)) = rows(concept) {
        out.push_str(&grid.text());
        if all > ROWS {
            out.push_str(&format!("  ... {} more\n", all - ROWS));
        }
    }
    out
}

/// The first rows of a concept that has some, and how many there are.
fn rows(concept: &Concept) -> Option<(Grid, usize)> {
    let numbers = |heads: [&str; 2], pairs: &mut dyn Iterator<Item = (f64, f64)>| {
        let mut grid = Grid::with_heads(heads);
        pairs.take(ROWS).for_each(|(x, y)| grid.push([number(x), number(y)]));
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
            for (x, z) in function.abscissae.iter().zip(&function.values).take(ROWS) {
                grid.push([number(*x), number(z.re), number(z.im)]);
            }
            (grid, function.abscissae.len())
        }
        Concept::Table(table) => {
            let mut grid = Grid::with_heads(table.columns.iter().map(|c| c.name.as_str()));
            for row in table.rows.iter().take(ROWS) {
                grid.push(row.iter().map(|c| cell(&c)));
            }
            (grid, table.rows.len())
        }
        Concept::Modes(modes) => {
            let frequency = |k: usize| modes.modes.get(k).and_then(|m| m.parameter("FREQ")).unwrap_or(f64::NAN);
            let mut pairs = modes.orders.iter().enumerate().map(|(k, order)| (*order as f64, frequency(k)));
            modes.modes.iter().any(|m| m.parameter("FREQ").is_some()).then_some(())?;
            (numbers(["NUME_ORDRE", "FREQ"], &mut pairs), modes.len())
        }
        _ => return None,
    })
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
