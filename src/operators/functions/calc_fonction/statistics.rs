//! ENVELOPPE, FRACTILE, MOYENNE: one ordinate from those of several functions, on the union of their
//! abscissae; for surfaces, parameter by parameter.

use std::sync::Arc;

use super::input::{Several, fault, several};
use super::surfaces::merged;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Surface};
use crate::kernel::signal::Table;
use crate::kernel::signal::support::union;
use crate::operators::Context;

pub(super) fn envelope(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    if keywords.is("CRITERE", "INF") {
        return reduced(keywords, |values| values.iter().copied().fold(f64::INFINITY, f64::min));
    }
    reduced(keywords, |values| values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

pub(super) fn mean(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    reduced(keywords, |values| values.iter().fold(0.0, |s, v| s + v) / values.len() as f64)
}

pub(super) fn fractile(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let q = keywords.real("FRACT")?;
    reduced(keywords, |values| fractile_of(values, q))
}

/// The value below which a fraction `q` of the values lies, interpolated between neighbours.
fn fractile_of(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1);
    if q >= 1.0 {
        return sorted[last];
    }
    let rank = last as f64 * q;
    let below = (rank.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let t = rank - below as f64;
    sorted[below] * (1.0 - t) + sorted[above] * t
}

fn reduced(keywords: &Keywords, reduce: impl Fn(&[f64]) -> f64) -> Result<Concept, CallError> {
    match several(keywords, "FONCTION", keywords.concepts("FONCTION").into_iter().map(Some))? {
        Several::Functions(functions) => {
            let tables: Vec<&Table> = functions.iter().map(|f| &*f.table).collect();
            let table = reduced_tables(keywords, &tables, &reduce)?;
            Ok(functions[0].with_points(table.abscissae, table.ordinates).concept())
        }
        Several::Surfaces(surfaces) => {
            let (values, families) = merged(keywords, &surfaces)?;
            let mut functions = Vec::with_capacity(values.len());
            for family in &families {
                let tables: Vec<&Table> = family.iter().collect();
                functions.push(reduced_tables(keywords, &tables, &reduce)?);
            }
            Ok(Concept::Surface(Arc::new(Surface { values, functions, ..surfaces[0].clone() })))
        }
    }
}

fn reduced_tables(keywords: &Keywords, tables: &[&Table], reduce: &impl Fn(&[f64]) -> f64) -> Result<Table, CallError> {
    let abscissae = union(tables.iter().map(|t| t.abscissae.as_slice()));
    let mut ordinates = Vec::with_capacity(abscissae.len());
    let mut values = Vec::with_capacity(tables.len());
    let mut below = vec![0; tables.len()];
    for &x in &abscissae {
        values.clear();
        for (table, below) in tables.iter().zip(&mut below) {
            values.push(table.evaluate_command_near(x, below).map_err(|f| fault(keywords, f))?);
        }
        ordinates.push(reduce(&values));
    }
    Ok(tables[0].with_points(abscissae, ordinates))
}

#[cfg(test)]
mod tests {
    use super::fractile_of;

    #[test]
    fn fractiles_are_interpolated_between_sorted_values() {
        let values = [4.0, 1.0, 2.0];
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|q| fractile_of(&values, q)), [1.0, 1.5, 2.0, 3.0, 4.0]);
    }
}
