//! The indicators asked for, as a table.

use std::sync::Arc;

use super::{deviation, extremes, seismic};
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Table};
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const INFO_FONCTION: Operator =
    Operator { name: "INFO_FONCTION", run, check: Check::Rehearsed };

pub(super) fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
    match indicators(call, context)? {
        Some(table) => set_result(call, Concept::Table(Arc::new(table))),
        None => Err(call.error("INFO_FONCTION", "R521", "INFO_FONCTION is asked for no indicator")),
    }
}

/// The table asked for; CALC_FONCTION of old studies takes the same keywords.
pub(in crate::operators) fn indicators(call: &Call, context: &mut Context<'_>) -> Result<Option<Table>, CallError> {
    Ok(Some(if let Some(keywords) = call.one("MAX") {
        extremes::table(keywords)?
    } else if call.has("RMS") {
        deviation::root_mean_square(call.factor("RMS"), context)?
    } else if let Some(keywords) = call.one("ECART_TYPE") {
        deviation::standard_deviation(keywords, context)?
    } else if let Some(keywords) = call.one("NORME") {
        deviation::norms(keywords)?
    } else if let Some(keywords) = call.one("NOCI_SEISME") {
        seismic::table(keywords, context)?
    } else {
        return Ok(None);
    }))
}
