//! The fields of a transient by order number.

use std::borrow::Cow;
use std::sync::Arc;

use super::observation::RUN;
use super::structure::Structure;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Cell, FieldSeries, Model, NodalField, Row, Table};
use crate::kernel::assembly::Numbering;
use crate::kernel::structural::{KeptInstants, NodalState};
use crate::operators::Context;
use crate::operators::functions::no_value;
use crate::operators::matrices::assembly::{materials, properties};
use crate::operators::response::structural::structure::MovingSupport;
use crate::operators::results::element_fields::{applied_loads, has_lumped_mass};

const RELATIVE: [&str; 3] = ["DEPL", "VITE", "ACCE"];
const ABSOLUTE: [&str; 3] = ["DEPL_ABSOLU", "VITE_ABSOLU", "ACCE_ABSOLU"];

/// The states before (`reuse`), or the initial state, then the states kept.
pub(super) fn series(
    call: &Call,
    _context: &Context<'_>,
    structure: &Structure,
    supports: &[MovingSupport],
    continued: Option<(Arc<FieldSeries>, usize)>,
    first: &NodalState,
    kept: &KeptInstants,
) -> Result<FieldSeries, CallError> {
    let size = structure.system.size();
    let mut series = match continued.filter(|_| call.reuse.is_some()) {
        Some((earlier, count)) => head(&earlier, count),
        None => FieldSeries::default(),
    };
    let fresh = series.orders.is_empty();
    let mut instants: Vec<f64> = if fresh { vec![first.time] } else { Vec::new() };
    instants.extend(&kept.instants);
    let start = series.orders.last().map_or(0, |o| o + 1);
    let before = series.orders.len();
    series.orders.extend((start..).take(instants.len()));
    let excluded: Vec<String> =
        call.one("ARCHIVAGE").map_or(Vec::new(), |a| a.texts("CHAM_EXCLU").iter().map(|t| t.to_string()).collect());
    let initial = [&first.d, &first.v, &first.a];
    let stored = [&kept.displacement, &kept.velocity, &kept.acceleration];
    for (k, (relative, absolute)) in RELATIVE.into_iter().zip(ABSOLUTE).enumerate() {
        let head = if fresh { initial[k].as_slice() } else { &[] };
        let states: Vec<&[f64]> =
            [head, stored[k].as_slice()].into_iter().flat_map(|all| all.chunks(size.max(1))).collect();
        let last = states.len().saturating_sub(1);
        let skipped = |rank: usize| rank != last && excluded.iter().any(|e| e == relative);
        let fields = states.iter().enumerate().map(|(i, u)| (!skipped(i)).then(|| field(structure, u.to_vec())));
        series.append(relative, fields);
        if !supports.is_empty() {
            let mut fields = Vec::with_capacity(states.len());
            for (u, t) in states.iter().zip(&instants) {
                fields.push(Some(field(structure, moved(call, u, supports, k, *t)?)));
            }
            series.append(absolute, fields);
        }
    }
    series.append_parameter("INST", instants);
    series.complete();
    series.model = Some(structure.model.clone());
    series.properties = properties(call).or_else(|| structure.stiffness.properties.clone());
    series.materials = materials(call).or_else(|| structure.stiffness.materials.clone());
    series.access = "INST".into();
    series.lumped_mass = has_lumped_mass(call);
    series.add_loads(before, applied_loads(call)?);
    Ok(series)
}

/// A table of this run under its name, its rows after those of the runs that the result continues (`reuse`), which
/// have lower numbers.
pub(in crate::operators::response) fn add_table(series: &mut FieldSeries, name: &str, mut table: Table) {
    let earlier = series.tables.get(name);
    if let Some(earlier) = earlier
        && let Some(column) = earlier.columns.iter().position(|c| c.name == RUN)
    {
        let number = |row: Row<'_>| if let Some(Cell::Integer(n)) = row.get(column).as_deref() { *n } else { 0 };
        let next = earlier.rows.iter().map(number).max().map_or(0, |n| n + 1);
        (0..table.rows.len()).for_each(|row| table.rows.set(row, column, Cell::Integer(next)));
        table = appended(earlier, &table);
    }
    series.tables.insert(name.into(), Arc::new(table));
}

/// The rows of two tables, with the columns of both; cells are empty where a table lacks the column.
fn appended(first: &Table, second: &Table) -> Table {
    let new = second.columns.iter().filter(|column| first.column(&column.name).is_none());
    let columns: Vec<_> = first.columns.iter().chain(new).map(|column| (column.name.clone(), column.kind)).collect();
    let mut table = Table::with_columns(columns.iter().cloned());
    for source in [first, second] {
        let places: Vec<Option<usize>> = columns.iter().map(|(name, _)| source.column(name)).collect();
        for row in source.rows.iter() {
            let cell = |place: &Option<usize>| place.and_then(|k| row.get(k)).map_or(Cell::Empty, Cow::into_owned);
            table.rows.push(places.iter().map(cell));
        }
    }
    table
}

/// The first states of a result.
pub(in crate::operators::response) fn head(earlier: &FieldSeries, count: usize) -> FieldSeries {
    let mut series = earlier.clone();
    series.truncate(count);
    if count == 0 {
        series.loads.clear();
    }
    series
}

fn field(structure: &Structure, values: Vec<f64>) -> Arc<NodalField> {
    motion_field(&structure.model, structure.numbering(), values)
}

/// Values on the unknowns of a model.
pub(in crate::operators::response) fn motion_field(
    model: &Arc<Model>,
    numbering: &Arc<Numbering>,
    values: Vec<f64>,
) -> Arc<NodalField> {
    Arc::new(NodalField {
        model: Some(model.clone()),
        ..NodalField::new(model.mesh.clone(), numbering.clone(), values)
    })
}

/// A relative motion plus that of the supports; `kind` is 0, 1, 2 for displacement, velocity, acceleration.
pub(in crate::operators::response) fn moved(
    call: &Call,
    u: &[f64],
    supports: &[MovingSupport],
    kind: usize,
    t: f64,
) -> Result<Vec<f64>, CallError> {
    let mut values = u.to_vec();
    for support in supports {
        let x = support.motion[kind].evaluate(t, &mut 0).map_err(|fault| no_value(call, "EXCIT", None, &fault))?;
        values.iter_mut().zip(&support.shape).for_each(|(value, psi)| *value += psi * x);
    }
    Ok(values)
}
