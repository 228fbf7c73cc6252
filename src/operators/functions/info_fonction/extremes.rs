//! MAX: the smallest and the largest nodal ordinates, over whole functions or interval by interval.

use super::inputs::{designation, points, restricted, with_columns};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, Concept, Surface, Table};

pub(super) fn table(keywords: &Keywords) -> Result<Table, CallError> {
    let surfaces = keywords.concepts("FONCTION").iter().all(|c| matches!(c, Concept::Surface(_)));
    if surfaces { of_surfaces(keywords) } else { of_functions(keywords) }
}

fn of_functions(keywords: &Keywords) -> Result<Table, CallError> {
    let bounds = keywords.reals("INTERVALLE");
    if !bounds.len().is_multiple_of(2) {
        let message = format!("INTERVALLE holds {} values: the two ends of each interval", bounds.len());
        return Err(keywords.error("INTERVALLE", "R528", message));
    }
    let intervals: Vec<(f64, f64)> = bounds.chunks_exact(2).map(|c| (c[0], c[1])).collect();
    let mut table: Option<(Table, String, String)> = None;
    for handle in keywords.handles("FONCTION") {
        let Some(Concept::Function(function)) = handle.get() else {
            return Err(keywords.error("FONCTION", "R521", "functions and surfaces cannot be mixed in MAX"));
        };
        let names = (function.parameter.clone(), function.result.clone());
        let (table, parameter, result) = table.get_or_insert_with(|| {
            let columns = columns(&names.0, None, &names.1, !intervals.is_empty());
            (columns, names.0.clone(), names.1.clone())
        });
        if (&*parameter, &*result) != (&names.0, &names.1) {
            let message = format!(
                "MAX takes functions of the same quantities: {result} of {parameter}, then {} of {}",
                names.1, names.0
            );
            return Err(keywords.error("FONCTION", "R523", message));
        }
        let points = function.table();
        let whole = [(None, None)];
        let asked: Vec<(Option<f64>, Option<f64>)> = intervals.iter().map(|(a, b)| (Some(*a), Some(*b))).collect();
        let asked = if asked.is_empty() { &whole[..] } else { &asked[..] };
        for (rank, (a, b)) in asked.iter().enumerate() {
            let part = match (a, b) {
                (None, None) => points.clone().into_owned(),
                _ => restricted(keywords, &points, *a, *b)?,
            };
            for (kind, x, y) in extreme_nodes(&part.abscissae, &part.ordinates) {
                let mut row = vec![Cell::Text(designation(Some(handle))), Cell::Text(kind.into())];
                if let (Some(a), Some(b)) = (a, b) {
                    row.extend([Cell::Integer(rank as i64 + 1), Cell::Real(*a), Cell::Real(*b)]);
                }
                row.extend([Cell::Real(x), Cell::Real(y)]);
                table.rows.push(row);
            }
        }
    }
    match table {
        Some((table, ..)) => Ok(table),
        None => Err(points(keywords, "FONCTION")
            .err()
            .unwrap_or_else(|| keywords.error("FONCTION", "R521", "MAX needs a function"))),
    }
}

fn of_surfaces(keywords: &Keywords) -> Result<Table, CallError> {
    let mut table: Option<Table> = None;
    for handle in keywords.handles("FONCTION") {
        let Some(Concept::Surface(surface)) = handle.get() else { continue };
        let inner = Some(surface.inner_parameter.as_str());
        let table = table.get_or_insert_with(|| columns(&surface.parameter, inner, &surface.result, false));
        for (kind, p, x, y) in extreme_points(surface) {
            let names = [Cell::Text(designation(Some(handle))), Cell::Text(kind.into())];
            table.rows.push(names.into_iter().chain([p, x, y].map(Cell::Real)));
        }
    }
    table.ok_or_else(|| keywords.error("FONCTION", "R521", "MAX needs a function"))
}

fn columns(parameter: &str, inner: Option<&str>, result: &str, intervals: bool) -> Table {
    let (low, high) = (format!("{parameter}_MIN"), format!("{parameter}_MAX"));
    let mut names = vec![("FONCTION", ColumnType::Text(8)), ("TYPE", ColumnType::Text(8))];
    if intervals {
        names.extend([("INTERVALLE", ColumnType::Integer), (&*low, ColumnType::Real), (&*high, ColumnType::Real)]);
    }
    names.extend([Some(parameter), inner, Some(result)].into_iter().flatten().map(|n| (n, ColumnType::Real)));
    with_columns(&names)
}

/// The nodes that hold the minimum, then those that hold the maximum, by abscissa.
fn extreme_nodes(x: &[f64], y: &[f64]) -> Vec<(&'static str, f64, f64)> {
    let low = y.iter().copied().fold(f64::INFINITY, f64::min);
    let high = y.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut nodes = Vec::new();
    for (kind, value) in [("MINI", low), ("MAXI", high)] {
        nodes.extend(x.iter().zip(y).filter(|(_, y)| **y == value).map(|(x, y)| (kind, *x, *y)));
    }
    nodes
}

fn extreme_points(surface: &Surface) -> Vec<(&'static str, f64, f64, f64)> {
    let nodes = || {
        surface
            .values
            .iter()
            .zip(&surface.functions)
            .flat_map(|(p, table)| table.abscissae.iter().zip(&table.ordinates).map(move |(x, y)| (*p, *x, *y)))
    };
    let low = nodes().map(|n| n.2).fold(f64::INFINITY, f64::min);
    let high = nodes().map(|n| n.2).fold(f64::NEG_INFINITY, f64::max);
    let of = |kind, value: f64| nodes().filter(move |n| n.2 == value).map(move |(p, x, y)| (kind, p, x, y));
    of("MINI", low).chain(of("MAXI", high)).collect()
}
