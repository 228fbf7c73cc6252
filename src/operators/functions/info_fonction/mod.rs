//! INFO_FONCTION: indicators of functions, as a table.
//!
//! ```text
//! T = INFO_FONCTION(MAX=_F(FONCTION=DX, INTERVALLE=(0.0, 1.0, 1.0, 2.0)))
//! T = INFO_FONCTION(NOCI_SEISME=_F(FONCTION=ACC, OPTION="INTE_ARIAS", PESANTEUR=9.81))
//! ```
//!
//! Extremes (MAX), root mean square (RMS), standard deviation (ECART_TYPE), norms of the functions of a surface
//! (NORME), and indicators of how harmful an earthquake is (NOCI_SEISME). Functions are cut to the interval
//! asked for by `kernel::signal::restriction`.

mod deviation;
mod extremes;
mod seismic;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Handle, Table, internal_name};
use crate::kernel::signal::Table as Points;
use crate::kernel::signal::restriction::{Nearness, cut};
use crate::operators::functions::no_value;
use crate::operators::{Context, Operator, Outcome, set_result};

pub(in crate::operators) const INFO_FONCTION: Operator = Operator { name: "INFO_FONCTION", run };

fn run(call: &Call, context: &mut Context<'_>) -> Outcome {
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

/// How tables designate a function: the rank of creation of the concept in the run, eight hexadecimal digits.
fn designation(handle: Option<&Handle>) -> String {
    handle.map_or_else(|| format!("{:08x}", 0), internal_name)
}

/// The points of the tabulated function of a keyword.
fn points<'a>(keywords: &'a Keywords, keyword: &str) -> Result<(Cow<'a, Points>, String, String), CallError> {
    match keywords.concept(keyword) {
        Some(Concept::Function(function)) => {
            Ok((function.table(), function.parameter.clone(), function.result.clone()))
        }
        _ => Err(keywords.error(keyword, "R521", format!("{keyword} must be a tabulated real function"))),
    }
}

/// The function between two keywords that give an interval; the ends of the function when they are absent.
fn restricted(keywords: &Keywords, table: &Points, first: Option<f64>, last: Option<f64>) -> Result<Points, CallError> {
    let ends = (table.abscissae.first().copied(), table.abscissae.last().copied());
    let (a, b) = (first.or(ends.0).unwrap_or(0.0), last.or(ends.1).unwrap_or(0.0));
    if b < a {
        let message = format!("the interval from {a} to {b} is empty");
        return Err(keywords.error("FONCTION", "R528", message));
    }
    let handle = keywords.handle("FONCTION");
    cut(table, a, b, nearness(keywords)).map_err(|fault| no_value(keywords, "FONCTION", handle, &fault))
}

fn nearness(keywords: &Keywords) -> Nearness {
    let precision = keywords.real("PRECISION").unwrap_or(1.0e-6);
    if keywords.is("CRITERE", "ABSOLU") { Nearness::Absolute(precision) } else { Nearness::Relative(precision) }
}

/// Table with these columns.
fn with_columns(names: &[(&str, crate::concepts::ColumnType)]) -> Table {
    Table::with_columns(names.iter().map(|(name, kind)| (name.to_string(), *kind)))
}
