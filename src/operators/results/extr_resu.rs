//! EXTR_RESU: a copy of a result with some of its states and some of its fields. Order numbers are kept.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, FieldSeries, ModeSet, is_named};
use crate::operators::call::access;
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    if call.has("RESTREINT") {
        let error = call.error("RESTREINT", "R434", "EXTR_RESU does not restrict a result to a part of the mesh");
        return Err(Box::new(error.help("remove RESTREINT: ARCHIVAGE restricts to states and fields")));
    }
    let archive = call.one("ARCHIVAGE");
    let concept = match call.concept("RESULTAT") {
        Some(Concept::Fields(series)) => Concept::Fields(match archive {
            Some(archive) => Arc::new(restrict_series(archive, series)?),
            None => series.clone(),
        }),
        Some(Concept::Modes(modes)) => Concept::Modes(match archive {
            Some(archive) => Arc::new(restrict_modes(archive, modes)?),
            None => modes.clone(),
        }),
        _ => return Err(call.error("RESULTAT", "R433", "RESULTAT is not a result with states by order number")),
    };
    set_result(call, concept)
}

fn restrict_series(archive: &Keywords, series: &FieldSeries) -> Result<FieldSeries, CallError> {
    let none = Vec::new();
    let parameter = |name: &str| series.parameters.get(name).unwrap_or(&none);
    let ranks = if archive.has("NOM_CAS") {
        let wanted = archive.text_if_given("NOM_CAS").unwrap_or_default();
        let cases = series.labels.get("NOM_CAS").into_iter().flatten();
        cases.enumerate().filter(|(_, name)| name.trim_end() == wanted.trim_end()).map(|(rank, _)| rank).collect()
    } else {
        selected(archive, &series.orders, parameter("INST"), parameter("FREQ"))?
    };
    let keeps = |name: &str| {
        let listed = |keyword: &str| archive.texts(keyword).iter().any(|t| &**t == name);
        (!archive.has("NOM_CHAM") || listed("NOM_CHAM")) && !listed("CHAM_EXCLU")
    };
    Ok(FieldSeries {
        orders: take(&series.orders, &ranks),
        parameters: series.parameters.iter().map(|(name, v)| (name.clone(), take(v, &ranks))).collect(),
        labels: series.labels.iter().map(|(name, v)| (name.clone(), take(v, &ranks))).collect(),
        nodal: take_fields(&series.nodal, &ranks, keeps),
        element: take_fields(&series.element, &ranks, keeps),
        ..series.clone()
    })
}

fn take<T: Clone>(values: &[T], ranks: &[usize]) -> Vec<T> {
    ranks.iter().filter_map(|k| values.get(*k).cloned()).collect()
}

fn take_fields<T: Clone>(
    fields: &IndexMap<String, Vec<T>>,
    ranks: &[usize],
    keeps: impl Fn(&str) -> bool,
) -> IndexMap<String, Vec<T>> {
    fields.iter().filter(|(name, _)| keeps(name)).map(|(name, v)| (name.clone(), take(v, ranks))).collect()
}

fn restrict_modes(archive: &Keywords, modes: &ModeSet) -> Result<ModeSet, CallError> {
    let frequencies: Vec<f64> = modes.modes.iter().map(|m| m.parameter("FREQ").unwrap_or(f64::NAN)).collect();
    let ranks = if archive.has("NUME_MODE") {
        let find = |mode: i64| {
            modes
                .modes
                .iter()
                .position(|m| m.number == mode)
                .ok_or_else(|| archive.error("NUME_MODE", "R430", format!("NUME_MODE: mode {mode} is not stored")))
        };
        archive.integers("NUME_MODE").into_iter().map(find).collect::<Result<_, _>>()?
    } else if archive.has("NOEUD_CMP") {
        let wanted = archive.texts("NOEUD_CMP").iter().map(|t| t.trim().to_string()).collect::<Vec<_>>().join(" ");
        let mesh = modes.mesh.as_ref().map(|m| m.mesh.as_ref());
        let named =
            |m: &crate::concepts::Mode| m.labels.get("NOEUD_CMP").is_some_and(|own| is_named(own, &wanted, mesh));
        (0..modes.len()).filter(|k| named(&modes.modes[*k])).collect()
    } else {
        selected(archive, &modes.orders, &[], &frequencies)?
    };
    let mut copy = modes.clone();
    copy.orders = take(&modes.orders, &ranks);
    copy.modes = take(&modes.modes, &ranks);
    let excluded: Vec<_> = archive.texts("CHAM_EXCLU");
    let kept: Vec<_> = archive.texts("NOM_CHAM");
    for mode in &mut copy.modes {
        mode.fields.retain(|name, _| {
            !excluded.iter().any(|t| **t == **name) && (kept.is_empty() || kept.iter().any(|t| **t == **name))
        });
    }
    Ok(copy)
}

/// Ranks of the states that ARCHIVAGE selects.
fn selected(
    archive: &Keywords,
    orders: &[i64],
    instants: &[f64],
    frequencies: &[f64],
) -> Result<Vec<usize>, CallError> {
    if let Some(period) = archive.integer_if_given("PAS_ARCH") {
        if period < 1 {
            return Err(archive.error("PAS_ARCH", "R459", "PAS_ARCH is a number of states: at least 1"));
        }
        let period = period as usize;
        return Ok((period - 1..orders.len()).step_by(period).collect());
    }
    if let Some(Concept::IntegerList(wanted)) = archive.concept("LIST_ARCH") {
        let find = |order: &i64| {
            orders.iter().position(|o| o == order).ok_or_else(|| {
                archive.error("LIST_ARCH", "R430", format!("LIST_ARCH: no state of order {order} is stored"))
            })
        };
        return wanted.iter().map(find).collect();
    }
    for (parameter, values) in [("INST", instants), ("FREQ", frequencies)] {
        if archive.has(parameter) || archive.has(&format!("LIST_{parameter}")) {
            let samples = access::select(archive, parameter, values, orders, false)?;
            return Ok(samples.unwrap_or_default().iter().map(|s| s.left).collect());
        }
    }
    let samples = access::select(archive, "INST", &vec![0.0; orders.len()], orders, false)?;
    Ok(match samples {
        Some(samples) => samples.iter().map(|s| s.left).collect(),
        None => (0..orders.len()).collect(),
    })
}
