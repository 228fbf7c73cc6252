//! The table of CALC_CYCLE: one row a cycle, with the tables and states that it holds.

use std::any::Any;
use std::sync::Arc;

use super::arguments::CycleArguments;
use super::orbit;
use super::saved::SavedCycle;
use super::search::Found;
use super::sentences::{letters, stability, word};
use crate::concepts::{Cell, ColumnType, Held, Kept, Table, Trajectory};
use crate::kernel::cycles::{Nature, ReturnFault, ReturnMap, Row};
use crate::kernel::linalg::modulus;
use crate::kernel::transient::Archive;
use crate::kernel::transient::exact::exchange::VARIABLES;
use crate::kernel::transient::exact::{EventKind, FrictionEvent};
use crate::operators::contact::nature;

/// Longest name of the parameter and of natures.
const WORD: ColumnType = ColumnType::Text(16);

/// The table of these rows; `name` is that of the result.
pub(super) fn make(
    arguments: &mut CycleArguments,
    found: &Found,
    rows: &[Row],
    name: &str,
) -> Result<Table, ReturnFault> {
    let contacts = arguments.records.len();
    let mut columns: Vec<(String, ColumnType)> = Vec::new();
    let mut add = |name: &str, kind| columns.push((name.to_string(), kind));
    add("NUME_ORDRE", ColumnType::Integer);
    add("PARAMETRE", WORD);
    ["VALE_PARA", "PERIODE", "FREQ", "AMPLITUDE"].iter().for_each(|name| add(name, ColumnType::Real));
    for i in 1..=arguments.observations.len() {
        add(&format!("MINI_{i}"), ColumnType::Real);
        add(&format!("MAXI_{i}"), ColumnType::Real);
    }
    add("NATURE", WORD);
    add("STABILITE", WORD);
    add("NB_INSTABLE", ColumnType::Integer);
    ["MULT_REEL", "MULT_IMAG", "MULT_MODULE"].iter().for_each(|name| add(name, ColumnType::Real));
    ["NB_IMPACT", "NB_ADHERENCE", "NB_INVERSION", "NB_DECOLLEMENT"].iter().for_each(|n| add(n, ColumnType::Integer));
    ["VITE_IMPACT", "PART_ADHE", "PUIS_USURE"].iter().for_each(|name| add(name, ColumnType::Real));
    if contacts > 1 {
        (1..=contacts).for_each(|j| add(&format!("PUIS_USURE_{j}"), ColumnType::Real));
    }
    ["GLIS_CYCLE", "RESIDU"].iter().for_each(|name| add(name, ColumnType::Real));
    ["NB_ITER", "NB_NEUTRE"].iter().for_each(|name| add(name, ColumnType::Integer));
    add("SEQUENCE", ColumnType::Text(80));
    add("TYPE_OBJET", WORD);
    ["NOM_SD", "CYCLE", "MULTIPLICATEUR", "EVENEMENT", "ORBITE"].iter().for_each(|n| add(n, ColumnType::Text(80)));
    let mut table = Table::with_columns(columns);
    let mut held: Vec<(String, Arc<dyn Any + Send + Sync>)> = Vec::new();
    for (rank, row) in rows.iter().enumerate() {
        let order = rank + 1;
        let cells = cells(arguments, row, order, name);
        table.rows.push(cells);
        let key = |what: &str| format!("{name}_{what}_{order}");
        if let Some((_, _)) = &arguments.parameter {
            arguments.map.set(row.cycle.value);
        }
        let whole = duration(arguments, row);
        let (archive, events) = arguments.map.states(&row.cycle.start, whole, arguments.instants)?;
        held.push((key("EVENEMENT"), Arc::new(event_table(&arguments.map, &events, &archive))));
        held.push((key("ORBITE"), Arc::new(orbit::table(&arguments.observations, &archive, &events, found.section))));
        held.push((key("CYCLE"), Arc::new(Kept::new(trajectory(arguments, archive, events)))));
        held.push((key("MULTIPLICATEUR"), Arc::new(multiplier_table(row))));
        held.push((
            key("START"),
            Arc::new(SavedCycle {
                cycle: row.cycle.clone(),
                scales: found.scales,
                section: found.section,
                periods: arguments.map.periods,
                size: 2 * arguments.map.size(),
            }),
        ));
    }
    table.held = Held(held);
    Ok(table)
}

/// Length of the whole cycle (s): symmetric ones are followed over a half.
pub(super) fn duration(arguments: &CycleArguments, row: &Row) -> f64 {
    if arguments.map.symmetric { 2.0 * row.cycle.duration } else { row.cycle.duration }
}

fn cells(arguments: &CycleArguments, row: &Row, order: usize, name: &str) -> Vec<Cell> {
    let (cycle, measures) = (&row.cycle, &row.measures);
    let period = duration(arguments, row);
    let whole = period / cycle.duration;
    let number = |kind: EventKind| {
        Cell::Integer((whole * cycle.letters.iter().filter(|(_, k)| *k == kind).count() as f64) as i64)
    };
    let text = |what: &str| Cell::Text(format!("{name}_{what}_{order}"));
    let mut cells = vec![Cell::Integer(order as i64)];
    match &arguments.parameter {
        Some((name, _)) => cells.extend([Cell::Text(name.clone()), Cell::Real(cycle.value)]),
        None => cells.extend([Cell::Empty, Cell::Empty]),
    }
    cells.extend([period, 1.0 / period, amplitude(arguments, row)].map(Cell::Real));
    for i in 0..measures.least.len() {
        let (mut least, mut largest) = (measures.least[i], measures.largest[i]);
        if arguments.map.symmetric {
            (least, largest) = (least.min(-largest), largest.max(-least));
        }
        cells.extend([Cell::Real(least), Cell::Real(largest)]);
    }
    cells.extend([Cell::Text(word(row.nature).into()), Cell::Text(stability(row).into())]);
    match &row.multipliers {
        Some(multipliers) => {
            cells.push(Cell::Integer(multipliers.unstable() as i64));
            match multipliers.largest() {
                Some(z) => cells.extend([z.re, z.im, modulus(z)].map(Cell::Real)),
                None => cells.extend([Cell::Empty, Cell::Empty, Cell::Empty]),
            }
        }
        None => cells.extend([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty]),
    }
    cells.extend([EventKind::Impact, EventKind::Stick, EventKind::Reversal, EventKind::Separation].map(number));
    let power = |wear: f64| Cell::Real(wear / cycle.duration);
    cells.extend([Cell::Real(measures.impact), Cell::Real(measures.stick / cycle.duration)]);
    cells.push(power(measures.wear.iter().sum()));
    if measures.wear.len() > 1 {
        cells.extend(measures.wear.iter().map(|w| power(*w)));
    }
    cells.extend([Cell::Real(whole * measures.way), Cell::Real(cycle.residual)]);
    cells.extend([Cell::Integer(i64::from(cycle.iterations)), Cell::Integer(row.neutral as i64)]);
    cells.extend([Cell::Text(letters(&cycle.letters)), Cell::Text("TRAN_GENE".into())]);
    cells.extend([text("CYCLE"), text("CYCLE"), text("MULTIPLICATEUR"), text("EVENEMENT"), text("ORBITE")]);
    cells
}

/// Half the range of the first observation over the whole cycle, or the largest norm.
pub(super) fn amplitude(arguments: &CycleArguments, row: &Row) -> f64 {
    let measures = &row.measures;
    match (measures.least.first(), measures.largest.first()) {
        (Some(least), Some(largest)) if arguments.map.symmetric => largest.max(-least),
        _ => measures.amplitude(),
    }
}

fn multiplier_table(row: &Row) -> Table {
    let real = ["REEL", "IMAG", "MODULE"].map(|name| (name, ColumnType::Real));
    let mut table = Table::with_columns([("NUME", ColumnType::Integer)].into_iter().chain(real));
    for (rank, z) in row.multipliers.iter().flat_map(|m| &m.all).enumerate() {
        table.rows.push(vec![
            Cell::Integer(rank as i64 + 1),
            Cell::Real(z.re),
            Cell::Real(z.im),
            Cell::Real(modulus(*z)),
        ]);
    }
    table
}

/// Events with the velocity just before: normal ones at impacts (negative on the way in) and separations, slip velocities at the others.
fn event_table(map: &ReturnMap, events: &[FrictionEvent], archive: &Archive) -> Table {
    let mut table = Table::with_columns([
        ("INST", ColumnType::Real),
        ("NUME_CHOC", ColumnType::Integer),
        ("NATURE", WORD),
        ("VITE", ColumnType::Real),
    ]);
    for event in events {
        // The state before an event is the first one kept at its instant.
        let state = archive.instants.iter().position(|t| *t >= event.time).unwrap_or(0);
        let variables = VARIABLES * event.contact;
        let speed = match event.kind {
            // An open contact has no variables yet.
            EventKind::Impact => {
                let velocity = archive.velocity.iter().skip(state * archive.size);
                -velocity.zip(map.normal_row(event.contact)).map(|(v, a)| v * a).sum::<f64>().abs()
            }
            EventKind::Separation => archive.variables.at(state, variables + 9),
            _ => archive.variables.at(state, variables + 10),
        };
        table.rows.push(vec![
            Cell::Real(event.time),
            Cell::Integer(event.contact as i64 + 1),
            Cell::Text(nature(event.kind).into()),
            Cell::Real(speed),
        ]);
    }
    table
}

fn trajectory(arguments: &CycleArguments, archive: Archive, events: Vec<FrictionEvent>) -> Trajectory {
    Trajectory::of_run(arguments.basis.clone(), "EVENEMENT", archive, arguments.records.clone(), events)
}

/// Special points of a branch.
pub(super) fn is_special(nature: Nature) -> bool {
    !matches!(nature, Nature::Regular | Nature::Begin | Nature::End | Nature::Target)
}
