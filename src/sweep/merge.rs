//! The results of a campaign as one table, in the order of the plan: CASE, the parameters, STATUS, a column per
//! assertion, a column per cell of the collected tables, ERROR.

use std::collections::BTreeMap;
use std::io;

use indexmap::IndexMap;

use super::case::{Cell, Row};
use super::plan::{Plan, RESERVED};
use super::store::Tally;
use crate::io::arrays;

/// Columns of one length.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub columns: IndexMap<String, Vec<Cell>>,
    /// Lines of each column.
    pub height: usize,
    pub tally: Tally,
}

/// Puts the results together; cases without result have the status `missing`.
pub fn merge(plan: &Plan, rows: &BTreeMap<String, Row>) -> Sheet {
    let count = plan.cases.len();
    let found: Vec<Option<&Row>> = (0..count).map(|rank| rows.get(&plan.key(rank))).collect();
    let mut sheet = Sheet { height: count, tally: Tally::of(&found), ..Sheet::default() };
    sheet.columns.insert("CASE".into(), (1..=count as i64).map(Cell::Integer).collect());
    for (rank, name) in plan.head.parameters.iter().enumerate() {
        let values = (0..count).map(|case| Cell::Text(plan.cases.at(case, rank).to_string()));
        sheet.columns.insert(name.clone(), values.collect());
    }
    let status = found.iter().map(|row| row.map_or("missing", |row| row.status.as_str()));
    sheet.columns.insert("STATUS".into(), status.map(|word| Cell::Text(word.into())).collect());
    // Tables of one row in all cases need no rank in the names of their columns.
    let mut heights: BTreeMap<&str, usize> = BTreeMap::new();
    for table in found.iter().flatten().flat_map(|row| &row.tables) {
        let height = heights.entry(&table.name).or_insert(0);
        *height = (*height).max(table.rows.len());
    }
    for (rank, row) in found.iter().enumerate() {
        let Some(row) = row else { continue };
        for (label, value) in &row.tests {
            // A label may be the name of a parameter, or of a column there is in any case.
            let taken = plan.head.parameters.contains(label) || RESERVED.contains(&label.as_str());
            sheet.put(&if taken { format!("{label} (test)") } else { label.clone() }, rank, value);
        }
    }
    for (rank, row) in found.iter().enumerate() {
        for table in row.iter().flat_map(|row| &row.tables) {
            let single = heights.get(table.name.as_str()) == Some(&1);
            for (line, cells) in table.rows.iter().enumerate() {
                for (column, value) in table.columns.iter().zip(cells) {
                    let line = if single { String::new() } else { format!(".{}", line + 1) };
                    sheet.put(&format!("{}.{column}{line}", table.name), rank, value);
                }
            }
        }
    }
    let errors = found.iter().map(|row| row.and_then(|row| row.error.clone()).map_or(Cell::Empty, Cell::Text));
    sheet.columns.insert("ERROR".into(), errors.collect());
    sheet
}

impl Sheet {
    /// Sets one cell; a column that is new is empty elsewhere.
    pub fn put(&mut self, name: &str, rank: usize, value: &Cell) {
        let count = self.height;
        self.columns.entry(name.to_string()).or_insert_with(|| vec![Cell::Empty; count])[rank] = value.clone();
    }

    pub fn csv(&self) -> io::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record(self.columns.keys())?;
        for rank in 0..self.height {
            out.write_record(self.columns.values().map(|column| column[rank].text()))?;
        }
        out.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }

    /// Columns of numbers as reals (NaN where there is none), others as texts.
    pub fn npz(&self) -> Vec<u8> {
        let array = |cells: &Vec<Cell>| {
            let is_number = |cell: &Cell| matches!(cell, Cell::Empty) || cell.number().is_some();
            if cells.iter().all(is_number) && cells.iter().any(|cell| cell.number().is_some()) {
                let numbers: Vec<f64> = cells.iter().map(|cell| cell.number().unwrap_or(f64::NAN)).collect();
                arrays::row_file(&numbers)
            } else {
                arrays::text_file(&cells.iter().map(Cell::text).collect::<Vec<String>>())
            }
        };
        arrays::archive_of_files(self.columns.iter().map(|(name, cells)| (name.as_str(), array(cells))))
    }
}
