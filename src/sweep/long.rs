//! The collected tables of a campaign as one long table: a line per case and row, with the columns CASE, the parameters, TABLE,
//! ROW, those of the tables, STATUS. A case without tables has one line.

use std::collections::BTreeMap;

use super::case::{Cell, Row};
use super::merge::Sheet;
use super::plan::{Fault, Plan, fault};
use super::store::Tally;

/// Puts the rows of all tables below one another. Fails when no table is collected, or a parameter has the name of a column.
pub fn long(plan: &Plan, rows: &BTreeMap<String, Row>) -> Result<Sheet, Fault> {
    if plan.head.collect.is_empty() {
        return Err(fault("the campaign collects no table", "plan it with --collect TABLE, or merge without --long"));
    }
    if let Some(name) = ["TABLE", "ROW"].iter().find(|name| plan.head.parameters.iter().any(|own| own == *name)) {
        return Err(fault(format!("{name} is a column of the long table and a parameter"), "rename the variable"));
    }
    let found: Vec<Option<&Row>> = (0..plan.cases.len()).map(|rank| rows.get(&plan.key(rank))).collect();
    // Case, table and row of each line.
    let mut lines: Vec<(usize, &str, usize)> = Vec::new();
    for (case, row) in found.iter().enumerate() {
        let before = lines.len();
        for table in row.iter().flat_map(|row| &row.tables) {
            lines.extend((0..table.rows.len()).map(|line| (case, table.name.as_str(), line)));
        }
        if lines.len() == before {
            lines.push((case, "", 0));
        }
    }
    let mut sheet = Sheet { height: lines.len(), tally: Tally::of(&found), ..Sheet::default() };
    let column = |cell: &dyn Fn(&(usize, &str, usize)) -> Cell| lines.iter().map(cell).collect::<Vec<Cell>>();
    sheet.columns.insert("CASE".into(), column(&|(case, ..)| Cell::Integer(*case as i64 + 1)));
    for (rank, name) in plan.head.parameters.iter().enumerate() {
        sheet.columns.insert(name.clone(), column(&|(case, ..)| Cell::Text(plan.cases.at(*case, rank).to_string())));
    }
    sheet.columns.insert("TABLE".into(), column(&|(_, table, _)| Cell::Text((*table).to_string())));
    let rank = |(_, table, line): &(usize, &str, usize)| {
        if table.is_empty() { Cell::Empty } else { Cell::Integer(*line as i64 + 1) }
    };
    sheet.columns.insert("ROW".into(), column(&rank));
    let taken: Vec<String> = sheet.columns.keys().cloned().chain(["STATUS".to_string()]).collect();
    let mut line = 0;
    for row in &found {
        let before = line;
        for table in row.iter().flat_map(|row| &row.tables) {
            for cells in &table.rows {
                for (name, cell) in table.columns.iter().zip(cells) {
                    let own = format!("{}.{name}", table.name);
                    sheet.put(if taken.contains(name) { &own } else { name }, line, cell);
                }
                line += 1;
            }
        }
        line += usize::from(line == before);
    }
    let status = |(case, ..): &(usize, &str, usize)| found[*case].map_or("missing", |row| row.status.as_str());
    sheet.columns.insert("STATUS".into(), column(&|line| Cell::Text(status(line).into())));
    Ok(sheet)
}
