//! OPERATION='EXTR': a field of a result.

use std::sync::Arc;

use super::super::entities;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, FieldSeries, ModeSet, NodalField};

/// The field of one order, chosen by NUME_ORDRE, NUME_MODE, INST, FREQ or NOM_CAS.
pub fn extract(call: &Call) -> Result<NodalField, CallError> {
    let Some(result) = call.concept("RESULTAT") else {
        return Err(call.error("OPERATION", "R150", "only fields of a RESULTAT can be extracted"));
    };
    let name = call.text("NOM_CHAM").unwrap_or_else(|| "".into());
    match result {
        Concept::Fields(series) => {
            if let Some(kind) = call.text("TYPE_MAXI") {
                return extreme(call, series, &name, &kind);
            }
            let at = order(
                call,
                &series.orders,
                |parameter| series.parameters.get(parameter).cloned(),
                |case| series.labels.get("NOM_CAS")?.iter().position(|c| c.trim_end() == case),
            )?;
            let field = series.nodal.get(&*name).and_then(|fields| fields.get(at)?.as_ref());
            field.map(|f| NodalField::clone(f)).ok_or_else(|| {
                let known: Vec<&str> = series.nodal.keys().map(String::as_str).collect();
                let mut error = call.error("NOM_CHAM", "R153", format!("the result has no field {name} there"));
                error.help = Some(format!("Its fields on nodes are {}.", known.join(", ")));
                error
            })
        }
        Concept::Modes(modes) => {
            let parameter = |name: &str| modes.modes.iter().map(|m| m.parameter(name)).collect();
            let at = order(call, &modes.orders, parameter, |_| None)?;
            mode_shape(modes, at).ok_or_else(|| call.error("RESULTAT", "R153", "the modes have no shape on a mesh"))
        }
        _ => Err(entities::missing(call, "RESULTAT", "a result on physical unknowns")),
    }
}

fn mode_shape(modes: &Arc<ModeSet>, at: usize) -> Option<NodalField> {
    let mode = modes.modes.get(at)?;
    let mesh = modes.mesh.clone().or_else(|| modes.model.as_ref().map(|m| m.mesh.clone()))?;
    Some(NodalField {
        mesh,
        numbering: modes.numbering()?.clone(),
        values: mode.values.clone(),
        imaginary: mode.imaginary.clone(),
        present: None,
        imposed: Vec::new(),
        model: modes.model.clone(),
    })
}

/// Rank of the order asked for.
fn order(
    call: &Call,
    orders: &[i64],
    parameter: impl Fn(&str) -> Option<Vec<f64>>,
    case: impl Fn(&str) -> Option<usize>,
) -> Result<usize, CallError> {
    for name in ["NUME_ORDRE", "NUME_MODE"] {
        if let Some(number) = call.integer(name) {
            return orders.iter().position(|o| *o == number).ok_or_else(|| {
                let mut error = call.error(name, "R154", format!("the result has no {name} {number}"));
                let range = orders.first().zip(orders.last());
                error.help = range.map(|(first, last)| format!("It has {first} to {last}."));
                error
            });
        }
    }
    for name in ["INST", "FREQ"] {
        if let Some(wanted) = call.real(name) {
            let values = parameter(name).unwrap_or_default();
            let relative = !call.is("CRITERE", "ABSOLU");
            let tolerance = call.real("PRECISION").unwrap_or(1e-6) * if relative { wanted.abs() } else { 1.0 };
            return values.iter().position(|v| (v - wanted).abs() <= tolerance).ok_or_else(|| {
                let near = values.iter().copied().min_by(|a, b| (a - wanted).abs().total_cmp(&(b - wanted).abs()));
                let mut error =
                    call.error(name, "R154", format!("the result has no {name} {wanted} within {tolerance:e}"));
                error.help = near.map(|v| format!("The nearest is {v}."));
                error
            });
        }
    }
    if let Some(name) = call.text("NOM_CAS") {
        return case(&name).ok_or_else(|| call.error("NOM_CAS", "R154", format!("the result has no case {name}")));
    }
    Err(call.error("OPERATION", "R154", "which order to extract is not said: NUME_ORDRE, INST, FREQ or NOM_CAS"))
}

/// Extremum over the orders, component by component; NORM_TRAN takes, node by node, the order of largest
/// translation.
fn extreme(call: &Call, series: &FieldSeries, name: &str, kind: &str) -> Result<NodalField, CallError> {
    let instants = series.parameters.get("INST").or_else(|| series.parameters.get("FREQ"));
    let chosen = chosen_orders(call, series, instants)?;
    let fields: Vec<(usize, &Arc<NodalField>)> =
        chosen.into_iter().filter_map(|k| Some((k, series.nodal.get(name)?.get(k)?.as_ref()?))).collect();
    let Some((_, first)) = fields.first() else {
        return Err(call.error("NOM_CHAM", "R153", format!("the result has no field {name}")));
    };
    let unknowns = first.values.len();
    if fields.iter().any(|(_, f)| f.values.len() != unknowns) {
        return Err(call.error("NOM_CHAM", "R152", "the fields do not have the same unknowns at all orders"));
    }
    let best = |score: &dyn Fn(&NodalField) -> f64| {
        let mut best = 0;
        for i in 1..fields.len() {
            if score(fields[i].1) > score(fields[best].1) {
                best = i;
            }
        }
        best
    };
    let winners: Vec<usize> = (0..unknowns)
        .map(|rank| match kind {
            "MINI" => best(&|f| -f.values[rank]),
            "MAXI_ABS" => best(&|f| f.values[rank].abs()),
            "MINI_ABS" => best(&|f| -f.values[rank].abs()),
            "NORM_TRAN" => {
                let node = first.numbering.dofs()[rank].node;
                let translations: Vec<usize> = crate::kernel::assembly::Component::ALL[..3]
                    .iter()
                    .filter_map(|c| first.numbering.rank(node, *c))
                    .collect();
                best(&|f| translations.iter().map(|r| f.values[*r] * f.values[*r]).sum())
            }
            _ => best(&|f| f.values[rank]),
        })
        .collect();
    let wanted = call.text("TYPE_RESU").unwrap_or_else(|| "VALE".into());
    let value = |(rank, &winner): (usize, &usize)| {
        let (order, field) = fields[winner];
        match &*wanted {
            "VALE_ABS" => field.values[rank].abs(),
            "INST" => instants.and_then(|t| t.get(order)).copied().unwrap_or(f64::NAN),
            "NUME_ORDRE" => series.orders[order] as f64,
            _ => field.values[rank],
        }
    };
    let values = winners.iter().enumerate().map(value).collect();
    Ok(NodalField { values, imaginary: Vec::new(), imposed: Vec::new(), ..NodalField::clone(first) })
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
    let tolerance = call.real("PRECISION").unwrap_or(1e-6);
    let relative = !call.is("CRITERE", "ABSOLU");
    let missing = |what: String| call.error("TYPE_MAXI", "R154", format!("the result has no order at {what}"));
    let mut ranks = Vec::new();
    for number in numbers {
        let rank = series.orders.iter().position(|o| *o == number);
        ranks.push(rank.ok_or_else(|| missing(number.to_string()))?);
    }
    for wanted in list {
        let limit = tolerance * if relative { wanted.abs() } else { 1.0 };
        let rank = instants.and_then(|t| t.iter().position(|v| (v - wanted).abs() <= limit));
        ranks.push(rank.ok_or_else(|| missing(wanted.to_string()))?);
    }
    Ok(ranks)
}
