//! The orbit of one cycle: displacements and velocities of what is observed, state by state, with the events among them.

use crate::concepts::{Cell, ColumnType, Table};
use crate::kernel::cycles::Section;
use crate::kernel::transient::Archive;
use crate::kernel::transient::exact::FrictionEvent;
use crate::operators::contact::nature;

/// One row a state; without observations of the first coordinate. An event stands in the row of the state before it, the one that begins
/// an autonomous cycle (`section`) in the first.
pub(super) fn table(
    observations: &[Vec<f64>],
    archive: &Archive,
    events: &[FrictionEvent],
    section: Option<Section>,
) -> Table {
    let n = archive.size;
    let first: Vec<f64> = (0..n).map(|j| f64::from(u8::from(j == 0))).collect();
    let rows = if observations.is_empty() { std::slice::from_ref(&first) } else { observations };
    let names = (1..=rows.len()).flat_map(|i| [format!("DEPL_{i}"), format!("VITE_{i}")]);
    let mut columns: Vec<(String, ColumnType)> = vec![("INST".to_string(), ColumnType::Real)];
    columns.extend(names.map(|name| (name, ColumnType::Real)));
    columns.push(("NUME_CHOC".to_string(), ColumnType::Integer));
    columns.push(("NATURE".to_string(), ColumnType::Text(16)));
    let mut table = Table::with_columns(columns);
    let first = section.map(|s| FrictionEvent { time: 0.0, contact: s.contact, kind: s.kind });
    let all: Vec<FrictionEvent> = first.into_iter().chain(events.iter().copied()).collect();
    let mut left = all.as_slice();
    for (k, instant) in archive.instants.iter().enumerate() {
        let along = |values: &[f64], row: &[f64]| {
            Cell::Real(row.iter().zip(&values[k * n..(k + 1) * n]).map(|(a, b)| a * b).sum::<f64>())
        };
        let motion = rows.iter().flat_map(|row| [along(&archive.displacement, row), along(&archive.velocity, row)]);
        let mut cells: Vec<Cell> = std::iter::once(Cell::Real(*instant)).chain(motion).collect();
        match left.split_first().filter(|(event, _)| event.time <= *instant) {
            Some((event, rest)) => {
                cells.extend([Cell::Integer(event.contact as i64 + 1), Cell::Text(nature(event.kind).into())]);
                left = rest;
            }
            None => cells.extend([Cell::Empty, Cell::Empty]),
        }
        table.rows.push(cells);
    }
    table
}
