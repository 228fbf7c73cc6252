//! FORMAT='MED': the fields of FORMAT_MED, at the steps that are asked for.
//!
//! With TOUT_ORDRE, NUME_ORDRE, LIST_ORDRE states have the orders and times of the file; with INST, FREQ or their lists the orders 1, 2 ...
//! and the values asked for. A field of complex numbers is there as its real parts alone: the imaginary part of a harmonic response is 0.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::from_med::{Columns, Reader, Source, Value};
use super::result::{self, ShapeRead, support};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, NodalField};
use crate::diag::Diagnostic;
use crate::io::med::StoredField;
use crate::operators::Context;
use crate::operators::call::access::Closeness;

/// A field, and its steps that are read: rank in the file, order and value in the result.
struct Chosen<'k> {
    keywords: &'k Keywords,
    field: StoredField,
    steps: Vec<(usize, i64, f64)>,
}

pub(super) fn read(call: &Call, context: &mut Context<'_>) -> Result<Concept, CallError> {
    let (mesh, model) = support(call)?;
    let kind = call.text("TYPE_RESU")?;
    let source = Source::open(call, mesh, model, call.is("PROL_ZERO", "OUI"), context)?;
    let modal = kind.starts_with("MODE_MECA");
    let complex = kind.ends_with("_C") || &*kind == "DYNA_HARMO";
    let mut chosen = Vec::new();
    for keywords in call.factor("FORMAT_MED") {
        let field = source.field(keywords, &title(keywords)?)?;
        let steps = steps(call, &field, if modal || complex { "FREQ" } else { "INST" }, context)?;
        chosen.push(Chosen { keywords, field, steps });
    }
    let all = chosen.iter().flat_map(|one| one.steps.iter().map(|(_, order, value)| (*order, *value)));
    let states: BTreeMap<i64, f64> = all.collect();
    if states.is_empty() {
        let names: Vec<&str> = chosen.iter().map(|one| one.field.name.as_str()).collect();
        let message = format!("{} has no step of {} that is asked", source.file, names.join(", "));
        return Err(call.error("FORMAT_MED", "R718", message));
    }
    let mut series = result::series(call, source.model.as_ref(), &kind, states);
    let mut shapes = Vec::new();
    for Chosen { keywords, field, steps } in &chosen {
        let name = keywords.text("NOM_CHAM")?;
        if modal && &*name != "DEPL" {
            context.warn(result::not_of_modes(keywords, "NOM_CHAM", &name));
            continue;
        }
        let columns = Columns::of(keywords, field, &name, context)?;
        let mut reader = Reader::new(&source, field, &columns, &name);
        for (rank, order, value) in steps {
            let place = series.orders.iter().position(|own| own == order).unwrap_or(0);
            match reader.value(keywords, &field.steps[*rank])? {
                None => {}
                Some(Value::Nodal(own)) if modal => {
                    let (order, number) = (*order, *order);
                    let frequency = *value;
                    shapes.push(ShapeRead {
                        order,
                        number,
                        frequency,
                        mass: None,
                        damping: 0.0,
                        field: part(own, complex),
                    });
                }
                Some(Value::Nodal(own)) => series.store(&name, place, Arc::new(part(own, complex))),
                Some(Value::Other(own)) => series.store(&name, place, Arc::new(own)),
            }
        }
    }
    if modal {
        return Ok(result::modes(call, &source.mesh, source.model.as_ref(), &shapes));
    }
    Ok(Concept::Fields(Arc::new(series)))
}

/// A field with the imaginary part that its result needs.
fn part(field: NodalField, complex: bool) -> NodalField {
    let imaginary = if complex { vec![0.0; field.values.len()] } else { Vec::new() };
    NodalField { imaginary, ..field }
}

/// The name of the field in the file: that of NOM_CHAM_MED, or of the result of NOM_RESU.
fn title(keywords: &Keywords) -> Result<String, CallError> {
    match (keywords.text_if_given("NOM_CHAM_MED"), keywords.text_if_given("NOM_RESU")) {
        (Some(name), _) => Ok(name.trim().to_string()),
        (None, Some(result)) => Ok(format!("{:_<8}{}", result.trim(), keywords.text("NOM_CHAM")?)),
        (None, None) => {
            Err(keywords.error("NOM_CHAM_MED", "R718", "NOM_CHAM_MED or NOM_RESU names the field of the file"))
        }
    }
}

/// The steps asked for, in the order of the file, or of what is asked.
fn steps(
    call: &Call,
    field: &StoredField,
    parameter: &str,
    context: &mut Context<'_>,
) -> Result<Vec<(usize, i64, f64)>, CallError> {
    let orders: Vec<i64> = field.steps.iter().map(|read| read.own_order()).collect();
    let times: Vec<f64> = field.steps.iter().map(|read| read.step.time).collect();
    let wanted = match call.concept("LIST_ORDRE") {
        Some(Concept::IntegerList(given)) => given.to_vec(),
        _ => call.integers("NUME_ORDRE"),
    };
    if !wanted.is_empty() {
        let mut found = Vec::new();
        for order in wanted {
            match orders.iter().position(|own| *own == order) {
                Some(rank) => found.push((rank, order, times[rank])),
                None => {
                    let message = format!("{} has no step of the number {order}, which is left out", field.name);
                    let keyword = if call.has("LIST_ORDRE") { "LIST_ORDRE" } else { "NUME_ORDRE" };
                    context.warn(Diagnostic::warning("R729", message).at_if_absent(call.span_of(keyword)));
                }
            }
        }
        return Ok(found);
    }
    let list = format!("LIST_{parameter}");
    let (keyword, wanted) = match call.concept(&list) {
        Some(Concept::RealList(given)) => (list.as_str(), given.to_vec()),
        _ => (parameter, call.reals(parameter)),
    };
    if !call.has(keyword) {
        return Ok(orders
            .into_iter()
            .zip(times)
            .enumerate()
            .map(|(rank, (order, time))| (rank, order, time))
            .collect());
    }
    let closeness = Closeness::read(call);
    let find = |(place, value): (usize, f64)| match times.iter().position(|time| closeness.holds(*time, value)) {
        Some(rank) => Ok((rank, place as i64 + 1, value)),
        None => {
            let message = format!("{} has no step at {value}", field.name);
            let shown: Vec<String> = times.iter().take(5).map(f64::to_string).collect();
            let more = if times.len() > shown.len() { ", ..." } else { "" };
            let error = call.error(keyword, "R718", message);
            Err(Box::new(error.help(format!("it has {}{more}", shown.join(", ")))))
        }
    };
    wanted.into_iter().enumerate().map(find).collect()
}
