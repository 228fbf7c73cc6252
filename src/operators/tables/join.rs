//! COMB and UNIQUE of CALC_TABLE: rows recognized by some of their cells.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, Concept, Row, Table};
use crate::io::numbers::RealFormat;
use crate::operators::tables::columns::{add_column, columns};

/// The cells that identify a row, as text. Reals are compared exactly, or as FORMAT_R writes them.
type Key = Vec<String>;

/// COMB: without keys the rows of the second table are appended. With keys, a row of the second table whose
/// key exists once in each table updates that row; the others are appended unless RESTREINT='OUI'.
pub(super) fn joined(action: &Keywords, table: Table) -> Result<Table, CallError> {
    let Some(Concept::Table(second)) = action.concept("TABLE") else {
        return Err(action.error("TABLE", "R604", "COMB needs a second table"));
    };
    let format = real_format(action)?;
    let keyed = action.has("NOM_PARA");
    let (keys, second_keys) = if keyed {
        (columns(action, "NOM_PARA", &table)?, columns(action, "NOM_PARA", second)?)
    } else {
        (Vec::new(), Vec::new())
    };
    let mut result = table;
    for column in &second.columns {
        if result.column(&column.name).is_none() {
            add_column(&mut result, &column.name, column.kind);
        }
    }
    let known: Vec<Key> = result.rows.iter().map(|row| key(row, &keys, format)).collect();
    let given: Vec<Key> = second.rows.iter().map(|row| key(row, &second_keys, format)).collect();
    for (row, key) in second.rows.iter().zip(&given) {
        let once = |list: &[Key]| list.iter().filter(|k| *k == key).count() == 1;
        if keyed && once(&known) && once(&given) {
            let rank = known.iter().position(|k| k == key).unwrap_or(0);
            copy_cells(&mut result, rank, second, row);
        } else if !keyed || !action.is("RESTREINT", "OUI") {
            let width = result.columns.len();
            result.rows.push(vec![Cell::Empty; width]);
            let last = result.rows.len() - 1;
            copy_cells(&mut result, last, second, row);
        }
    }
    Ok(result)
}

/// UNIQUE: the first row of those that have the same cells in some columns.
pub(super) fn unique(action: &Keywords, mut table: Table) -> Result<Table, CallError> {
    let keys = columns(action, "NOM_PARA", &table)?;
    let format = real_format(action)?;
    let mut seen: std::collections::BTreeSet<Key> = Default::default();
    table.rows.retain(|row| seen.insert(key(row, &keys, format)));
    Ok(table)
}

fn copy_cells(result: &mut Table, rank: usize, second: &Table, row: Row<'_>) {
    for (column, cell) in second.columns.iter().zip(row.iter()) {
        if let Some(target) = result.column(&column.name)
            && *cell != Cell::Empty
        {
            result.rows.set(rank, target, cell.into_owned());
        }
    }
}

fn key(row: Row<'_>, columns: &[usize], format: Option<RealFormat>) -> Key {
    let real = |x: f64| match format {
        Some(format) => format.write(x),
        // Whole numbers and reals of the same value are the same key.
        None => format!("{x:?}"),
    };
    let text = |cell: &Cell| match cell {
        Cell::Empty => String::new(),
        Cell::Integer(i) => real(*i as f64),
        Cell::Real(x) => real(*x),
        Cell::Complex(z) => format!("{} {}", real(z.re), real(z.im)),
        Cell::Text(text) | Cell::Concept(text) => text.trim_end().to_string(),
    };
    columns.iter().map(|&c| text(&row.cell(c))).collect()
}

fn real_format(action: &Keywords) -> Result<Option<RealFormat>, CallError> {
    let Some(text) = action.text_if_given("FORMAT_R") else { return Ok(None) };
    match RealFormat::parse(&text) {
        Some(format) => Ok(Some(format)),
        None => Err(action.error("FORMAT_R", "R602", format!("{text} is not a format of reals, such as E12.5"))),
    }
}
