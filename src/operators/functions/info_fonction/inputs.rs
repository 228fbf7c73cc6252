//! What the indicators of functions share: designation and points of a function, the interval, the table.

use std::borrow::Cow;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Concept, Handle, Table, internal_name};
use crate::kernel::signal::Table as Points;
use crate::kernel::signal::restriction::{Nearness, cut};
use crate::operators::functions::no_value;

/// How tables designate a function: the rank of creation of the concept in the run, eight hexadecimal digits.
pub(super) fn designation(handle: Option<&Handle>) -> String {
    handle.map_or_else(|| format!("{:08x}", 0), internal_name)
}

/// The points of the tabulated function of a keyword.
pub(super) fn points<'a>(
    keywords: &'a Keywords,
    keyword: &str,
) -> Result<(Cow<'a, Points>, String, String), CallError> {
    match keywords.concept(keyword) {
        Some(Concept::Function(function)) => {
            Ok((function.table(), function.parameter.clone(), function.result.clone()))
        }
        _ => Err(keywords.error(keyword, "R521", format!("{keyword} must be a tabulated real function"))),
    }
}

/// The function between two keywords that give an interval; the ends of the function when they are absent.
pub(super) fn restricted(
    keywords: &Keywords,
    table: &Points,
    first: Option<f64>,
    last: Option<f64>,
) -> Result<Points, CallError> {
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
    let precision = keywords.real_if_given("PRECISION").unwrap_or(1.0e-6);
    if keywords.is("CRITERE", "ABSOLU") { Nearness::Absolute(precision) } else { Nearness::Relative(precision) }
}

/// Table with these columns.
pub(super) fn with_columns(names: &[(&str, crate::concepts::ColumnType)]) -> Table {
    Table::with_columns(names.iter().map(|(name, kind)| (name.to_string(), *kind)))
}
