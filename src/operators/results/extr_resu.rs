//! EXTR_RESU: a copy of a result with some of its states and some of its fields. Order numbers are kept.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, States};
use crate::diag::Diagnostic;
use crate::operators::call::access::no_state;
use crate::operators::call::states::ranks;
use crate::operators::{Context, Outcome, set_result};

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    if call.has("RESTREINT") {
        let error = call.error("RESTREINT", "R434", "EXTR_RESU does not restrict a result to a part of the mesh");
        return Err(Box::new(error.help("remove RESTREINT: ARCHIVAGE restricts to states and fields")));
    }
    let result = call.concept("RESULTAT");
    let (Some(result), Some(states)) = (result, result.and_then(States::of)) else {
        return Err(call.error("RESULTAT", "R433", "RESULTAT is not a result with states by order number"));
    };
    let Some(archive) = call.one("ARCHIVAGE") else { return set_result(call, result.clone()) };
    let listed = |keyword: &str, name: &str| archive.texts(keyword).iter().any(|text| text.trim() == name);
    let keeps = |name: &str| (!archive.has("NOM_CHAM") || listed("NOM_CHAM", name)) && !listed("CHAM_EXCLU", name);
    let known = states.field_names();
    for keyword in ["NOM_CHAM", "CHAM_EXCLU"] {
        let asked = archive.texts(keyword);
        let unknown: Vec<&str> = asked.iter().map(|name| name.trim()).filter(|name| !known.contains(name)).collect();
        if !unknown.is_empty() {
            let message = format!("the result has no {}: {keyword} says nothing by it", unknown.join(", "));
            let known: Vec<&str> = known.iter().copied().collect();
            let warning = Diagnostic::warning("R433", message).at_if_absent(archive.span_of(keyword));
            context.warn(warning.help(format!("its fields are {}", known.join(", "))));
        }
    }
    let kept = states.restricted(&archived(archive, states)?, &keeps);
    set_result(call, kept.unwrap_or_else(|| result.clone()))
}

/// Ranks of the states that ARCHIVAGE selects.
fn archived(archive: &Keywords, states: States<'_>) -> Result<Vec<usize>, CallError> {
    let orders = states.orders();
    if let Some(period) = archive.integer_if_given("PAS_ARCH") {
        if period < 1 {
            return Err(archive.error("PAS_ARCH", "R459", "PAS_ARCH is a number of states: at least 1"));
        }
        let period = period as usize;
        return Ok((period - 1..orders.len()).step_by(period).collect());
    }
    if let Some(Concept::IntegerList(wanted)) = archive.concept("LIST_ARCH") {
        let find = |order: &i64| {
            let found = orders.iter().position(|own| own == order);
            found.ok_or_else(|| no_state(archive, "LIST_ARCH", &format!("of order {order}")))
        };
        return wanted.iter().map(find).collect();
    }
    ranks(archive, states)
}
