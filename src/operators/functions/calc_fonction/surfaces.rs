//! Surfaces brought to common parameters before their inner functions are combined.
//!
//! The parameters of all surfaces are merged. Where a surface lacks one, its inner function there is
//! interpolated (command rule) at the abscissae of the surfaces that have it.

use super::input::fault;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::Surface;
use crate::kernel::signal::Table;
use crate::kernel::signal::support::union;

/// The merged parameters, and for each of them one inner function per surface.
pub(super) fn merged(keywords: &Keywords, surfaces: &[Surface]) -> Result<(Vec<f64>, Vec<Vec<Table>>), CallError> {
    let parameters = union(surfaces.iter().map(|s| s.values.as_slice()));
    let mut families = Vec::with_capacity(parameters.len());
    for &p in &parameters {
        let known: Vec<Option<&Table>> = surfaces.iter().map(|surface| inner_at(surface, p)).collect();
        let abscissae = union(known.iter().flatten().map(|table| table.abscissae.as_slice()));
        let mut family = Vec::with_capacity(surfaces.len());
        for (surface, known) in surfaces.iter().zip(&known) {
            family.push(match known {
                Some(table) => (*table).clone(),
                None => interpolated(surface, p, &abscissae).map_err(|f| fault(keywords, f))?,
            });
        }
        families.push(family);
    }
    Ok((parameters, families))
}

fn inner_at(surface: &Surface, p: f64) -> Option<&Table> {
    let rank = surface.values.iter().position(|value| *value == p)?;
    surface.functions.get(rank)
}

fn interpolated(surface: &Surface, p: f64, abscissae: &[f64]) -> Result<Table, crate::kernel::signal::SignalFault> {
    let ordinates: Result<Vec<f64>, _> = abscissae.iter().map(|x| surface.value(p, *x)).collect();
    let rules = surface.functions.first().cloned().unwrap_or_else(|| Table::linear(Vec::new(), Vec::new()));
    Ok(rules.with_points(abscissae.to_vec(), ordinates?))
}
