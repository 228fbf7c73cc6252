//! INTEGRE_FREQ, DERIVE_FREQ, INTERPOL_FFT, CORR_ACCE by FILTRAGE: a record through its Fourier transform (`kernel::signal::filter`).

use std::sync::Arc;

use super::input::{Real, real};
use super::spectral::constant_step;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::Extension;
use crate::kernel::signal::filter::{differentiation, filtered, refined};
use crate::operators::Context;
use crate::operators::functions::calc_fonction::input::of_other_order;

/// Most points of a refined record.
const MOST: f64 = 5.0e7;

pub(super) fn integral(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let low = keywords.real("FREQ_FILTRE")?;
    let (level, high) = (level(keywords), keywords.real("FREQ_COUP")?);
    let names = if level == 1 { [("ACCE", "VITE"), ("VITE", "DEPL")] } else { [("ACCE", "DEPL"), ("VITE", "VITE")] };
    through(keywords, -level, low, high, &names)
}

pub(super) fn derivative(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let (level, high) = (level(keywords), keywords.real("FREQ_COUP")?);
    let names = if level == 1 { [("DEPL", "VITE"), ("VITE", "ACCE")] } else { [("DEPL", "ACCE"), ("VITE", "VITE")] };
    through(keywords, level, 0.0, high, &names)
}

/// CORR_ACCE, METHODE='FILTRAGE': the mean and the frequencies below FREQ_FILTRE are taken out.
pub(super) fn without_low(keywords: &Keywords) -> Result<Concept, CallError> {
    let function = real(keywords, "FONCTION")?;
    let step = constant_step(keywords, &function.parameter, "INST", &function.table.abscissae, 1.0e-2)?;
    let low = keywords.real("FREQ_FILTRE")?.max(f64::MIN_POSITIVE);
    let values = filtered(&function.table.ordinates, step, differentiation(0, low, f64::INFINITY));
    Ok(function.with_points(function.table.abscissae.clone(), values).concept())
}

/// NIVEAU: once or twice.
fn level(keywords: &Keywords) -> i32 {
    if keywords.integer_if_given("NIVEAU") == Some(1) { 1 } else { 2 }
}

fn through(keywords: &Keywords, order: i32, low: f64, high: f64, names: &[(&str, &str)]) -> Result<Concept, CallError> {
    if low >= high {
        let message = format!("no frequency lies between FREQ_FILTRE = {low} and FREQ_COUP = {high}");
        return Err(keywords.error("FREQ_COUP", "R526", message));
    }
    let function = real(keywords, "FONCTION")?;
    let step = constant_step(keywords, &function.parameter, "INST", &function.table.abscissae, 1.0e-2)?;
    let values = filtered(&function.table.ordinates, step, differentiation(order, low, high));
    Ok(of_other_order(&function, values, names).concept())
}

/// The record at the step PAS_INST, a whole fraction of its own.
pub(super) fn refinement(_call: &Call, keywords: &Keywords, _context: &mut Context<'_>) -> Result<Concept, CallError> {
    let function: Real = real(keywords, "FONCTION")?;
    let table = &function.table;
    let step = constant_step(keywords, &function.parameter, "INST", &table.abscissae, 1.0e-2)?;
    let wanted = keywords.real("PAS_INST")?;
    let precision = keywords.real("PRECISION")?;
    let factor = (step / wanted).round();
    let count = factor * table.abscissae.len() as f64;
    if !(wanted > 0.0 && factor >= 1.0 && (step / wanted - factor).abs() <= precision * factor && count < MOST) {
        let message =
            format!("PAS_INST is {wanted} and the record has a step of {step}, which is not a multiple of it");
        let mut error = keywords.error("PAS_INST", "R525", message);
        error.help = Some(format!("steps of {step} s divided by 2, 3 ... can be asked for"));
        return Err(error);
    }
    let mut ordinates = refined(&table.ordinates, factor as usize);
    // Nothing is known after the last point.
    ordinates.truncate((table.abscissae.len() - 1) * factor as usize + 1);
    let start = table.abscissae.first().copied().unwrap_or(0.0);
    let abscissae = (0..ordinates.len()).map(|k| start + k as f64 * (step / factor)).collect();
    let mut result = function.with_points(abscissae, ordinates);
    let table = Arc::make_mut(&mut result.table);
    (table.left, table.right) = (Extension::Excluded, Extension::Excluded);
    Ok(result.concept())
}
