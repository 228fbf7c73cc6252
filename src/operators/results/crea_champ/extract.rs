//! OPERATION='EXTR': a field of a result.

use std::sync::Arc;

use super::nodal::from_values;
use super::on_nodes;
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, ElementField, Field, MeshValue, NodalField, States, Table};
use crate::kernel::assembly::{Component, Dof};
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::call::states::{chosen, chosen_among, field, no_field, ranks};

/// What was extracted.
pub enum Extracted {
    Nodal(NodalField),
    Cells(CellField),
}

/// The field of one order, chosen by NUME_ORDRE, NUME_MODE, INST, FREQ or NOM_CAS.
pub fn extract(call: &Call, context: &Context<'_>) -> Result<Extracted, CallError> {
    if let Some(Concept::Table(table)) = call.concept("TABLE") {
        return from_table(call, table, context);
    }
    let Some(result) = call.concept("RESULTAT") else {
        return Err(call.error("OPERATION", "R150", "only fields of a RESULTAT can be extracted"));
    };
    let Some(states) = States::of(result) else {
        return Err(entities::missing(call, "RESULTAT", "a result on physical unknowns"));
    };
    let name = call.text_if_given("NOM_CHAM").unwrap_or_default();
    if let Some(kind) = call.text_if_given("TYPE_MAXI") {
        return extreme(call, states, &name, &kind);
    }
    if call.is("INTERPOL", "LIN") {
        return between(call, states, &name);
    }
    let Some(rank) = chosen(call, states, false)?.and_then(|samples| Some(samples.first()?.left)) else {
        let message = "which state to extract is not said: NUME_ORDRE, NUME_MODE, INST, FREQ, NOEUD_CMP or NOM_CAS";
        return Err(call.error("OPERATION", "R430", message));
    };
    Ok(match field(call, states, &name, rank)? {
        Field::Nodal(field) => Extracted::Nodal(Arc::unwrap_or_clone(field)),
        Field::Element(values, mesh) => on_cells(states, &name, values, mesh),
    })
}

/// A field on the nodes of a table: of displacements when TYPE_CHAM says so.
fn from_table(call: &Call, table: &Table, context: &Context<'_>) -> Result<Extracted, CallError> {
    let kind = call.text("TYPE_CHAM")?;
    if !kind.starts_with("NOEU") {
        return Err(call.error("TYPE_CHAM", "R150", format!("fields {kind} are not read in tables")));
    }
    let field = on_nodes::from_table(call, table, context)?;
    if &*kind != "NOEU_DEPL_R" {
        return Ok(Extracted::Cells(field));
    }
    let mut values = Vec::new();
    for (name, column) in field.values.components.iter().zip(0..) {
        let Some(component) = Component::from_name(name) else {
            return Err(call.error("TABLE", "R110", format!("{name} is no component of a displacement")));
        };
        let at = |node: usize| Some((Dof { node, component }, field.values.value(node, 0, column)?.re, 0.0));
        values.extend((0..field.values.cells.len()).filter_map(at));
    }
    Ok(Extracted::Nodal(from_values(field.mesh.clone(), values, false)))
}

fn on_cells(states: States<'_>, name: &str, values: Arc<ElementField>, mesh: MeshValue) -> Extracted {
    let model = states.model().cloned();
    Extracted::Cells(CellField { mesh, model, name: name.to_string(), values, functions: Vec::new() })
}

/// A field at an instant between two stored ones, by linear interpolation.
fn between(call: &Call, states: States<'_>, name: &str) -> Result<Extracted, CallError> {
    let stored: Vec<usize> = (0..states.orders().len()).filter(|rank| states.has(name, *rank)).collect();
    let found = match stored.is_empty() {
        true => None,
        false => chosen_among(call, states, &stored, true)?.and_then(|samples| samples.first().copied()),
    };
    let Some(sample) = found else { return Err(no_field(call, states, name, None)) };
    let mix = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| sample.mix(*x, *y)).collect::<Vec<f64>>();
    let mismatch = || call.error("NOM_CHAM", "R152", "the fields do not have the same unknowns at both instants");
    match (states.field(name, sample.left), states.field(name, sample.right)) {
        (Some(Field::Nodal(a)), Some(Field::Nodal(b))) if a.values.len() == b.values.len() => {
            Ok(Extracted::Nodal(NodalField {
                values: mix(&a.values, &b.values),
                imaginary: mix(&a.imaginary, &b.imaginary),
                imposed: Vec::new(),
                imposed_imaginary: Vec::new(),
                ..NodalField::clone(&a)
            }))
        }
        (Some(Field::Element(a, mesh)), Some(Field::Element(b, _))) if lengths(&a) == lengths(&b) => {
            let cells = a.cells.iter().zip(&b.cells).map(|(x, y)| mix(x, y)).collect();
            let imaginary = a.imaginary.iter().zip(&b.imaginary).map(|(x, y)| mix(x, y)).collect();
            let values = Arc::new(ElementField { cells, imaginary, ..ElementField::clone(&a) });
            Ok(on_cells(states, name, values, mesh))
        }
        _ => Err(mismatch()),
    }
}

fn lengths(field: &ElementField) -> Vec<usize> {
    field.cells.iter().map(Vec::len).collect()
}

/// Extremum over the orders, component by component; NORM_TRAN takes, node by node, the order of largest
/// translation.
fn extreme(call: &Call, states: States<'_>, name: &str, kind: &str) -> Result<Extracted, CallError> {
    let kept = call.text("TYPE_RESU")?;
    let label = |rank: usize| match &*kept {
        "INST" => Some(states.parameter(states.abscissa(), rank).unwrap_or(f64::NAN)),
        "NUME_ORDRE" => Some(states.orders()[rank] as f64),
        _ => None,
    };
    let absolute = call.is("TYPE_RESU", "VALE_ABS");
    let value = |rank: usize, x: f64| label(rank).unwrap_or(if absolute { x.abs() } else { x });
    let mismatch = || call.error("NOM_CHAM", "R152", "the fields do not have the same unknowns at all orders");
    let stored = ranks(call, states)?.into_iter().filter_map(|rank| Some((rank, states.field(name, rank)?)));
    let (mut fields, mut of_cells) = (Vec::new(), Vec::new());
    for (rank, field) in stored {
        match field {
            Field::Nodal(field) => fields.push((rank, field)),
            Field::Element(field, mesh) => of_cells.push((rank, field, mesh)),
        }
    }
    if let Some((_, first, mesh)) = of_cells.first() {
        if kind == "NORM_TRAN" || of_cells.iter().any(|(_, f, _)| lengths(f) != lengths(first)) {
            return Err(mismatch());
        }
        let mut best = ElementField { imaginary: Vec::new(), ..ElementField::clone(first) };
        for (entry, values) in best.cells.iter_mut().enumerate() {
            for (at, x) in values.iter_mut().enumerate().filter(|(_, x)| !x.is_nan()) {
                let of = |i: usize| of_cells[i].1.cells[entry][at];
                let winner = winner(of_cells.len(), |i| score(kind, of(i)));
                *x = value(of_cells[winner].0, of(winner));
            }
        }
        return Ok(on_cells(states, name, Arc::new(best), mesh.clone()));
    }
    let Some((_, first)) = fields.first() else { return Err(no_field(call, states, name, None)) };
    let unknowns = first.values.len();
    if fields.iter().any(|(_, f)| f.values.len() != unknowns) {
        return Err(mismatch());
    }
    let extremum = |rank: usize| {
        let at = match kind {
            "NORM_TRAN" => {
                let node = first.numbering.dofs()[rank].node;
                let translations: Vec<usize> =
                    Component::ALL[..3].iter().filter_map(|c| first.numbering.rank(node, *c)).collect();
                winner(fields.len(), |i| {
                    translations.iter().map(|r| fields[i].1.values[*r] * fields[i].1.values[*r]).sum()
                })
            }
            _ => winner(fields.len(), |i| score(kind, fields[i].1.values[rank])),
        };
        let (order, field) = &fields[at];
        value(*order, field.values[rank])
    };
    let values = (0..unknowns).map(extremum).collect();
    let field = NodalField {
        values,
        imaginary: Vec::new(),
        imposed: Vec::new(),
        imposed_imaginary: Vec::new(),
        ..NodalField::clone(first)
    };
    Ok(Extracted::Nodal(field))
}

/// What is largest at the extremum.
fn score(kind: &str, x: f64) -> f64 {
    match kind {
        "MINI" => -x,
        "MAXI_ABS" => x.abs(),
        "MINI_ABS" => -x.abs(),
        _ => x,
    }
}

/// The first of those with the largest score.
fn winner(count: usize, score: impl Fn(usize) -> f64) -> usize {
    let mut best = 0;
    for i in 1..count {
        if score(i) > score(best) {
            best = i;
        }
    }
    best
}
