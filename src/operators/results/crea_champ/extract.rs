//! OPERATION='EXTR': a field of a result.

use std::sync::Arc;

use super::nodal::from_values;
use super::on_nodes;
use crate::catalogue::{Call, CallError};
use crate::concepts::{CellField, Concept, ElementField, FieldSeries, MeshValue, Model, NodalField, Table, is_named};
use crate::kernel::assembly::{Component, Dof};
use crate::operators::Context;
use crate::operators::call::access::{first_within, rank_of};
use crate::operators::call::entities;

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
    let name = call.text_if_given("NOM_CHAM").unwrap_or_else(|| "".into());
    match result {
        Concept::Fields(series) => {
            if let Some(kind) = call.text_if_given("TYPE_MAXI") {
                return extreme(call, series, &name, &kind);
            }
            if call.is("INTERPOL", "LIN") {
                return between(call, series, &name);
            }
            let at = order(
                call,
                &series.orders,
                |parameter| series.parameters.get(parameter).cloned(),
                |label, wanted| series.labels.get(label)?.iter().position(|c| squeeze(c) == wanted),
            )?;
            if let Some(field) = series.nodal.get(&*name).and_then(|fields| fields.get(at)?.as_ref()) {
                return Ok(Extracted::Nodal(NodalField::clone(field)));
            }
            let field = series.element.get(&*name).and_then(|fields| fields.get(at)?.clone());
            if let (Some(values), Some(model)) = (field, &series.model) {
                return Ok(Extracted::Cells(on_cells(&name, values, &model.mesh, Some(model))));
            }
            let known: Vec<&str> = series.nodal.keys().chain(series.element.keys()).map(String::as_str).collect();
            let mut error = call.error("NOM_CHAM", "R153", format!("the result has no field {name} there"));
            error.help = Some(format!("its fields are {}.", known.join(", ")));
            Err(error)
        }
        Concept::Modes(modes) => {
            let parameter = |name: &str| modes.modes.iter().map(|m| m.parameter(name)).collect();
            let mesh = modes.mesh.as_ref().map(|m| m.mesh.as_ref());
            let labelled = |label: &str, wanted: &str| {
                modes.modes.iter().position(|m| m.labels.get(label).is_some_and(|l| is_named(l, wanted, mesh)))
            };
            let at = order(call, &modes.orders, parameter, labelled)?;
            let values = modes.modes.get(at).and_then(|m| m.fields.get(&*name).cloned());
            if let (Some(values), None, Some(mesh)) = (values, modes.nodal_field(at, &name), &modes.mesh) {
                return Ok(Extracted::Cells(on_cells(&name, values, mesh, modes.model.as_ref())));
            }
            let field = modes.nodal_field(at, &name);
            let message = format!("the modes have no field {name} on a mesh");
            field.map(Extracted::Nodal).ok_or_else(|| call.error("RESULTAT", "R153", message))
        }
        _ => Err(entities::missing(call, "RESULTAT", "a result on physical unknowns")),
    }
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

fn on_cells(name: &str, values: Arc<ElementField>, mesh: &MeshValue, model: Option<&Arc<Model>>) -> CellField {
    CellField { mesh: mesh.clone(), model: model.cloned(), name: name.to_string(), values, functions: Vec::new() }
}

/// Rank of the order asked for.
fn order(
    call: &Call,
    orders: &[i64],
    parameter: impl Fn(&str) -> Option<Vec<f64>>,
    labelled: impl Fn(&str, &str) -> Option<usize>,
) -> Result<usize, CallError> {
    for name in ["NUME_ORDRE", "NUME_MODE"] {
        if let Some(number) = call.integer_if_given(name) {
            return rank_of(orders, number).ok_or_else(|| {
                let mut error = call.error(name, "R154", format!("the result has no {name} {number}"));
                let range = orders.first().zip(orders.last());
                error.help = range.map(|(first, last)| match first == last {
                    true => format!("its only one is {first}"),
                    false => format!("it has {first} to {last}"),
                });
                error
            });
        }
    }
    for name in ["INST", "FREQ"] {
        if let Some(wanted) = call.real_if_given(name) {
            let values = parameter(name).unwrap_or_default();
            let relative = !call.is("CRITERE", "ABSOLU");
            let tolerance = call.real("PRECISION")? * if relative { wanted.abs() } else { 1.0 };
            return first_within(&values, values.is_sorted(), wanted, tolerance).ok_or_else(|| {
                let near = values.iter().copied().min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
                let mut error =
                    call.error(name, "R154", format!("the result has no {name} {wanted} within {tolerance:e}"));
                error.help = near.map(|v| format!("the nearest is {v}"));
                error
            });
        }
    }
    for label in ["NOM_CAS", "NOEUD_CMP"] {
        if call.has(label) {
            let wanted = squeeze(&call.texts(label).join(" "));
            let message = format!("the result has no {label} {wanted}");
            return labelled(label, &wanted).ok_or_else(|| call.error(label, "R154", message));
        }
    }
    Err(call.error("OPERATION", "R154", "which order to extract is not said: NUME_ORDRE, INST, FREQ or NOM_CAS"))
}

/// A field at an instant between two stored ones, by linear interpolation.
fn between(call: &Call, series: &FieldSeries, name: &str) -> Result<Extracted, CallError> {
    let wanted = call.real_if_given("INST").unwrap_or(0.0);
    let instants = series.parameters.get("INST").map_or(&[][..], Vec::as_slice);
    let has = |rank: &usize| {
        series.nodal.get(name).is_some_and(|f| matches!(f.get(*rank), Some(Some(_))))
            || series.element.get(name).is_some_and(|f| matches!(f.get(*rank), Some(Some(_))))
    };
    let stored: Vec<usize> = (0..instants.len()).filter(has).collect();
    let within = stored.windows(2).find(|pair| instants[pair[0]] <= wanted && wanted <= instants[pair[1]]);
    let Some(&[left, right]) = within else {
        let mut error = call.error("INST", "R154", format!("{wanted} s is not between two states that have {name}"));
        let ends = stored.first().zip(stored.last());
        error.help = ends.map(|(a, b)| format!("They go from {} s to {} s.", instants[*a], instants[*b]));
        return Err(error);
    };
    let step = instants[right] - instants[left];
    let share = if step > 0.0 { (wanted - instants[left]) / step } else { 0.0 };
    let mix = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x + share * (y - x)).collect::<Vec<f64>>();
    let mismatch = || call.error("NOM_CHAM", "R152", "the fields do not have the same unknowns at both instants");
    let nodal = |rank: usize| series.nodal.get(name)?.get(rank)?.as_ref();
    if let (Some(a), Some(b)) = (nodal(left), nodal(right)) {
        if a.values.len() != b.values.len() {
            return Err(mismatch());
        }
        return Ok(Extracted::Nodal(NodalField {
            values: mix(&a.values, &b.values),
            imaginary: mix(&a.imaginary, &b.imaginary),
            imposed: Vec::new(),
            imposed_imaginary: Vec::new(),
            ..NodalField::clone(a)
        }));
    }
    let element = |rank: usize| series.element.get(name)?.get(rank)?.as_ref();
    let (Some(a), Some(b), Some(model)) = (element(left), element(right), &series.model) else {
        return Err(call.error("NOM_CHAM", "R153", format!("the result has no field {name} there")));
    };
    let shape = |f: &ElementField| f.cells.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(a) != shape(b) {
        return Err(mismatch());
    }
    let cells = a.cells.iter().zip(&b.cells).map(|(x, y)| mix(x, y)).collect();
    let imaginary = a.imaginary.iter().zip(&b.imaginary).map(|(x, y)| mix(x, y)).collect();
    let values = Arc::new(ElementField { cells, imaginary, ..ElementField::clone(a) });
    Ok(Extracted::Cells(on_cells(name, values, &model.mesh, Some(model))))
}

/// Extremum over the orders, component by component; NORM_TRAN takes, node by node, the order of largest
/// translation.
fn extreme(call: &Call, series: &FieldSeries, name: &str, kind: &str) -> Result<Extracted, CallError> {
    let instants = series.parameters.get("INST").or_else(|| series.parameters.get("FREQ"));
    let chosen = chosen_orders(call, series, instants)?;
    let kept = call.text("TYPE_RESU")?;
    let label = |order: usize| match &*kept {
        "INST" => Some(instants.and_then(|t| t.get(order)).copied().unwrap_or(f64::NAN)),
        "NUME_ORDRE" => Some(series.orders[order] as f64),
        _ => None,
    };
    let absolute = call.is("TYPE_RESU", "VALE_ABS");
    let value = |order: usize, x: f64| label(order).unwrap_or(if absolute { x.abs() } else { x });
    let mismatch = || call.error("NOM_CHAM", "R152", "the fields do not have the same unknowns at all orders");
    if let Some(fields) = series.element.get(name) {
        let fields: Vec<(usize, &Arc<ElementField>)> =
            chosen.iter().filter_map(|&k| Some((k, fields.get(k)?.as_ref()?))).collect();
        let (Some((_, first)), Some(model)) = (fields.first(), &series.model) else {
            return Err(call.error("NOM_CHAM", "R153", format!("the result has no field {name} at these orders")));
        };
        let shape = |f: &ElementField| f.cells.iter().map(Vec::len).collect::<Vec<_>>();
        if kind == "NORM_TRAN" || fields.iter().any(|(_, f)| shape(f) != shape(first)) {
            return Err(mismatch());
        }
        let mut best = ElementField { imaginary: Vec::new(), ..ElementField::clone(first) };
        for (entry, values) in best.cells.iter_mut().enumerate() {
            for (at, x) in values.iter_mut().enumerate().filter(|(_, x)| !x.is_nan()) {
                let of = |i: usize| fields[i].1.cells[entry][at];
                let winner = winner(fields.len(), |i| score(kind, of(i)));
                *x = value(fields[winner].0, of(winner));
            }
        }
        return Ok(Extracted::Cells(on_cells(name, Arc::new(best), &model.mesh, Some(model))));
    }
    let fields: Vec<(usize, &Arc<NodalField>)> =
        chosen.into_iter().filter_map(|k| Some((k, series.nodal.get(name)?.get(k)?.as_ref()?))).collect();
    let Some((_, first)) = fields.first() else {
        return Err(call.error("NOM_CHAM", "R153", format!("the result has no field {name}")));
    };
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
        let (order, field) = fields[at];
        value(order, field.values[rank])
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

/// Ranks of the orders an extremum is taken over: all of them unless some are named.
fn chosen_orders(call: &Call, series: &FieldSeries, instants: Option<&Vec<f64>>) -> Result<Vec<usize>, CallError> {
    let numbers = [call.integers("NUME_ORDRE"), call.integers("NUME_MODE")].concat();
    let list = match call.concept("LIST_INST").or_else(|| call.concept("LIST_FREQ")) {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => [call.reals("INST"), call.reals("FREQ")].concat(),
    };
    let all = call.get("TOUT_ORDRE").is_some() || (numbers.is_empty() && list.is_empty());
    if all {
        return Ok((0..series.orders.len()).collect());
    }
    let tolerance = call.real("PRECISION")?;
    let relative = !call.is("CRITERE", "ABSOLU");
    let increasing = instants.is_some_and(|t| t.is_sorted());
    let missing = |what: String| call.error("TYPE_MAXI", "R154", format!("the result has no order at {what}"));
    let mut ranks = Vec::new();
    for number in numbers {
        let rank = rank_of(&series.orders, number);
        ranks.push(rank.ok_or_else(|| missing(number.to_string()))?);
    }
    for wanted in list {
        let limit = tolerance * if relative { wanted.abs() } else { 1.0 };
        let rank = instants.and_then(|t| first_within(t, increasing, wanted, limit));
        ranks.push(rank.ok_or_else(|| missing(wanted.to_string()))?);
    }
    Ok(ranks)
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
