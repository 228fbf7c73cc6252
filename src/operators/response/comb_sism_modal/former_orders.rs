//! The result by NUME_ORDRE, as it was in 2020 and before.
//!
//! Three families are always stored: orders from 1 hold the responses to the directions (in the order X, Y, Z) and, with
//! COMB_DIRECTION, their combination; orders from 11 the dynamic parts, from 21 the static parts in absolute value (those
//! of Gupta's method and the static correction together). From 200 on, the combinations of COMB_DEPL_APPUI, then the root
//! of the sum of their squares. NOEUD_CMP names all but these.

use super::cases::Cases;
use super::request::{AXES, Ground, Request, Secondary};
use super::responses::Responses;
use crate::catalogue::CallError;
use crate::kernel::response_spectrum::{Cumulation, DirectionRule};
use crate::operators::response::comb_sism_modal::modal::Directional;

/// First order, then the names of a direction and of the combination.
const TOTAL: (i64, &str, &str) = (1, "DIR", "COMBI");
const DYNAMIC: (i64, &str, &str) = (11, "DIR_DYN", "COMBIDYN");
const STATIC: (i64, &str, &str) = (21, "DIR_QS", "COMBIQS");
/// Order of the first combination of support displacements.
const SECONDARY: i64 = 200;

pub fn store(
    cases: &mut Cases,
    request: &Request<'_>,
    secondary: &[Secondary<'_>],
    option: &str,
    responses: &Responses,
) -> Result<(), CallError> {
    cases.series.access = "NUME_ORDRE".into();
    let still =
        |d: &Directional| -> Vec<f64> { d.rigid.iter().zip(&d.quasi_static).map(|(a, b)| (a + b).abs()).collect() };
    let of = |part: &dyn Fn(&Directional) -> Vec<f64>| responses.directions.iter().map(part).collect::<Vec<_>>();
    store_family(cases, request, option, responses, TOTAL, &of(&|d| d.total.clone()));
    store_family(cases, request, option, responses, DYNAMIC, &of(&|d| d.dynamic.clone()));
    store_family(cases, request, option, responses, STATIC, &of(&still));
    let Ground::Many(supports) = &request.ground else { return Ok(()) };
    if option != "ACCE_ABSOLU" && !secondary.is_empty() {
        let mut all = Vec::with_capacity(secondary.len());
        for secondary in secondary {
            let known: Vec<i64> = supports.displacements.iter().map(|d| d.case).collect();
            if let Some(wrong) = secondary.cases.iter().flatten().find(|c| !known.contains(c)) {
                let message = format!("no displacement of supports has the number {wrong}");
                return Err(secondary.keywords.error("LIST_CAS", "R732", message));
            }
            let wanted = |place: &usize| {
                secondary.cases.as_ref().is_none_or(|list| list.contains(&supports.displacements[*place].case))
            };
            let kept = responses.apart.iter().filter(|(place, _)| wanted(place));
            let parts: Vec<&[f64]> = kept.map(|(_, v)| v.as_slice()).collect();
            all.push(secondary.rule.apply(responses.size(), &parts));
        }
        let parts: Vec<&[f64]> = all.iter().map(Vec::as_slice).collect();
        all.push(Cumulation::Quadratic.apply(responses.size(), &parts));
        for (order, values) in (SECONDARY..).zip(&all) {
            put(cases, order, (f64::NAN, String::new()), option, responses, values);
        }
    }
    Ok(())
}

/// The fields of the directions, then the combined one.
fn store_family(
    cases: &mut Cases,
    request: &Request<'_>,
    option: &str,
    responses: &Responses,
    (first, direction, combined): (i64, &str, &str),
    parts: &[Vec<f64>],
) {
    for ((order, response), values) in (first..).zip(&responses.directions).zip(parts) {
        let name = format!("{direction:8}{}", AXES[response.direction]);
        put(cases, order, (response.direction as f64 + 1.0, name), option, responses, values);
    }
    if let Some(rule) = request.direction_rule {
        let parts: Vec<&[f64]> = parts.iter().map(Vec::as_slice).collect();
        let values = rule.apply(responses.size(), &parts);
        let kind = match rule {
            DirectionRule::Quadratic => "QUAD",
            DirectionRule::Absolute => "ABS",
            DirectionRule::Newmark => "NEWMARK",
        };
        let order = first + responses.directions.len() as i64;
        put(cases, order, (4.0, format!("{combined:8}{kind}")), option, responses, &values);
    }
}

/// Stores a field and the parameters of its state: FREQ is the number of the direction, 4 for the combination.
fn put(
    cases: &mut Cases,
    order: i64,
    (direction, name): (f64, String),
    option: &str,
    responses: &Responses,
    values: &[f64],
) {
    let place = cases.series.orders.iter().position(|known| *known == order);
    let place = place.unwrap_or_else(|| {
        cases.series.orders.push(order);
        let series = &mut cases.series;
        series.labels.entry("NOEUD_CMP".into()).or_default().push(name);
        series.parameters.entry("FREQ".into()).or_default().push(direction);
        series.parameters.entry("NUME_MODE".into()).or_default().push(order as f64);
        series.orders.len() - 1
    });
    cases.store_at(place, option, responses, values);
}

/// TYPE_DEFO of each state: GLOBALE, or PRIMAIRE and SECONDAIRE when displacements of supports are combined apart.
pub fn name_kinds(cases: &mut Cases, secondary: &[Secondary<'_>]) {
    let kind = |order: &i64| match (secondary.is_empty(), *order < SECONDARY) {
        (true, _) => "GLOBALE",
        (false, true) => "PRIMAIRE",
        (false, false) => "SECONDAIRE",
    };
    let kinds: Vec<String> = cases.series.orders.iter().map(|o| kind(o).to_string()).collect();
    cases.series.labels.insert("TYPE_DEFO".into(), kinds);
}
