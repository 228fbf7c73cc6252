//! Instants between which wear is computed.

use crate::catalogue::Call;
use crate::concepts::Concept;

/// Instants of the table as the study gives them, and in seconds.
pub(super) struct Instants {
    pub(super) given: Vec<f64>,
    pub(super) seconds: Vec<f64>,
}

pub(super) fn instants(call: &Call) -> Instants {
    let given = match call.concept("LIST_INST") {
        Some(Concept::RealList(list)) => list.to_vec(),
        _ => call.reals("INST"),
    };
    let unit = call.real_if_given("COEF_INST").unwrap_or(1.0);
    let seconds = given.iter().map(|t| t * unit).collect();
    Instants { given, seconds }
}
