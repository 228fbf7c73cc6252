//! The result by NUME_ORDRE, as it was in 2020 and before.
//!
//! Orders 1 to `k` hold the responses to the directions, `k + 1` their combination; 11 onwards the dynamic parts, 21
//! onwards the rigid parts in absolute value (those of Gupta's method and the static correction together); 200
//! onwards the combinations of displacements of supports kept apart.

use super::cases::Cases;
use super::request::{AXES, Ground, Request, Secondary};
use super::responses::{Directional, Responses};
use crate::catalogue::CallError;
use crate::kernel::response_spectrum::DirectionRule;

pub fn store(
    cases: &mut Cases,
    request: &Request<'_>,
    secondary: &[Secondary<'_>],
    option: &str,
    responses: &Responses,
) -> Result<(), CallError> {
    let rigid =
        |d: &Directional| -> Vec<f64> { d.rigid.iter().zip(&d.quasi_static).map(|(a, b)| (a + b).abs()).collect() };
    let totals: Vec<Vec<f64>> = responses.directions.iter().map(|d| d.total.clone()).collect();
    store_part(cases, request, option, responses, "", 1, &totals);
    if request.correction.is_some() || responses.directions.iter().any(|d| d.rigid.iter().any(|x| *x != 0.0)) {
        let dynamic: Vec<Vec<f64>> = responses.directions.iter().map(|d| d.dynamic.clone()).collect();
        store_part(cases, request, option, responses, "DYNA ", 11, &dynamic);
        let rigid: Vec<Vec<f64>> = responses.directions.iter().map(rigid).collect();
        store_part(cases, request, option, responses, "QS ", 21, &rigid);
    }
    let Ground::Many(supports) = &request.ground else { return Ok(()) };
    for (rank, secondary) in secondary.iter().enumerate() {
        let number = |place: &usize| supports.displacements[*place].case;
        let known: Vec<i64> = supports.displacements.iter().map(|d| d.case).collect();
        if let Some(wrong) = secondary.cases.iter().flatten().find(|c| !known.contains(c)) {
            let message = format!("no displacement of supports has the number {wrong}");
            return Err(secondary.keywords.error("LIST_CAS", "R732", message));
        }
        let wanted = |place: &usize| secondary.cases.as_ref().is_none_or(|list| list.contains(&number(place)));
        let all = responses.directions.iter().flat_map(|d| &d.displaced);
        let parts: Vec<&[f64]> = all.filter(|(place, _)| wanted(place)).map(|(_, v)| v.as_slice()).collect();
        let values = secondary.rule.apply(responses.size(), &parts);
        let order = 200 + rank as i64;
        cases.put_at(("NOEUD_CMP", &format!("DDS {order}")), order, option, responses, &values);
    }
    Ok(())
}

/// The fields of the directions, then the combined one.
fn store_part(
    cases: &mut Cases,
    request: &Request<'_>,
    option: &str,
    responses: &Responses,
    prefix: &str,
    first: i64,
    parts: &[Vec<f64>],
) {
    for (rank, (response, values)) in responses.directions.iter().zip(parts).enumerate() {
        let name = format!("{prefix}DIR {}", AXES[response.direction]);
        cases.put_at(("NOEUD_CMP", &name), first + rank as i64, option, responses, values);
    }
    if let Some(rule) = request.direction_rule {
        let parts: Vec<&[f64]> = parts.iter().map(Vec::as_slice).collect();
        let values = rule.apply(responses.size(), &parts);
        let kind = match rule {
            DirectionRule::Quadratic => "QUAD",
            DirectionRule::Absolute => "ABS",
            DirectionRule::Newmark => "NEWM",
        };
        let order = first + responses.directions.len() as i64;
        cases.put_at(("NOEUD_CMP", &format!("{prefix}COMBI {kind}")), order, option, responses, &values);
    }
}
