//! MODE_ITER_SIMULT, MODE_ITER_INV and MACRO_MODE_MECA: older spellings of CALC_MODES.

use super::calc_modes::{ModesArguments, execute, read_filter, read_general, read_vibration};
use super::faults::Names;
use super::listing::Listing;
use super::request::{FREQUENCIES, LOAD_FACTORS, OLD_LOAD_FACTORS, Request};
use crate::catalogue::{Call, CallError, Keywords};
use crate::operators::{Context, Outcome};

/// MODE_ITER_SIMULT and MODE_ITER_INV: matrices are named A, B, C (RIGI, MASS, AMOR in the last releases)
/// and OPTION is inside CALC_FREQ.
pub fn mode_iter(call: &Call, context: &mut Context<'_>) -> Outcome {
    execute(&read_mode_iter(call)?, call, context)
}

/// MACRO_MODE_MECA: the modes of a band cut in slices.
pub fn macro_mode_meca(call: &Call, context: &mut Context<'_>) -> Outcome {
    execute(&read_macro(call)?, call, context)
}

fn read_mode_iter(call: &Call) -> Result<ModesArguments<'_>, CallError> {
    let keywords = &call.keywords;
    let buckling = call.text_if_given("TYPE_RESU").is_some_and(|t| &*t != "DYNAMIQUE");
    let spelling = match (buckling, call.written("CALC_CHAR_CRIT")) {
        (false, _) => FREQUENCIES,
        (true, true) => LOAD_FACTORS,
        (true, false) => OLD_LOAD_FACTORS,
    };
    let default = if &*call.command == "MODE_ITER_INV" { "AJUSTE" } else { "PLUS_PETITE" };
    let option = call.one(spelling.factor).and_then(|k| k.text_if_given("OPTION")).unwrap_or_else(|| default.into());
    let recent = call.has("MATR_RIGI");
    let names = match (recent, buckling) {
        (true, true) => Names { stiffness: "MATR_RIGI", mass: "MATR_RIGI_GEOM" },
        (true, false) => Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" },
        (false, _) => Names { stiffness: "MATR_A", mass: "MATR_B" },
    };
    let problem = match buckling {
        true => read_general(keywords, names)?,
        false => read_vibration(keywords, names, if recent { "MATR_AMOR" } else { "MATR_C" })?,
    };
    Ok(ModesArguments {
        stop_when_empty: !call.is("STOP_FREQ_VIDE", "NON") && !call.is("STOP_BANDE_VIDE", "NON"),
        ..ModesArguments::of(keywords, problem, (names, spelling), Request::read(keywords, &option, spelling)?)?
    })
}

fn read_macro(call: &Call) -> Result<ModesArguments<'_>, CallError> {
    let keywords = &call.keywords;
    let recent = call.has("MATR_RIGI");
    let names = match recent {
        true => Names { stiffness: "MATR_RIGI", mass: "MATR_MASS" },
        false => Names { stiffness: "MATR_A", mass: "MATR_B" },
    };
    let level = call.one("CALC_FREQ");
    let mut request = Request::read_band(keywords, FREQUENCIES)?;
    if request.values.is_empty() {
        request.values = slices(keywords)?;
    }
    let stop = level.is_some_and(|k| k.is("STOP_FREQ_VIDE", "OUI") || k.is("STOP_BANDE_VIDE", "OUI"));
    let problem = read_vibration(keywords, names, "MATR_AMOR")?;
    Ok(ModesArguments {
        stop_when_empty: stop,
        norm: call.one("NORM_MODE").and_then(|k| k.text_if_given("NORME")),
        filter: read_filter(keywords)?,
        listing: if call.written("IMPRESSION") { Listing::read(keywords)? } else { None },
        ..ModesArguments::of(keywords, problem, (names, FREQUENCIES), request)?
    })
}

/// FREQ_MIN to FREQ_MAX in NB_BLOC_FREQ equal parts.
fn slices(keywords: &Keywords) -> Result<Vec<f64>, CallError> {
    let absent = Keywords::default();
    let level = keywords.one("CALC_FREQ").unwrap_or(&absent);
    let (low, high) = (level.real_if_given("FREQ_MIN").unwrap_or(0.0), level.real_if_given("FREQ_MAX").unwrap_or(0.0));
    let parts = level.integer_if_given("NB_BLOC_FREQ").unwrap_or(1).clamp(1, 10_000);
    if high <= low {
        let message = format!("FREQ_MAX={high} is not above FREQ_MIN={low}");
        return Err(level.error("FREQ_MAX", "R203", message));
    }
    Ok((0..=parts).map(|i| low + (high - low) * i as f64 / parts as f64).collect())
}
