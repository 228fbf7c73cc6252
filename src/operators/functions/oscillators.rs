//! Keywords of oscillator response spectra: frequencies, damping ratio, norm.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::signal::oscillator::default_frequencies;

/// The divisor of a spectrum: NORME.
pub fn norm(keywords: &Keywords) -> Result<f64, CallError> {
    match keywords.real_if_given("NORME").unwrap_or(1.0) {
        0.0 => Err(keywords.error("NORME", "R526", "NORME is 0: a spectrum is divided by it")),
        norm => Ok(norm),
    }
}

/// An error where oscillators cannot have this damping ratio.
pub fn check_damping(keywords: &Keywords, xi: f64) -> Result<(), CallError> {
    if (0.0..1.0 - 1.0e-6).contains(&xi) {
        return Ok(());
    }
    let message = format!("AMOR_REDUIT is {xi}: an oscillator needs a damping ratio from 0 to below 1");
    Err(keywords.error("AMOR_REDUIT", "R526", message))
}

/// The frequencies of a spectrum: LIST_FREQ, FREQ, or the default list.
pub fn frequencies(keywords: &Keywords) -> Result<Vec<f64>, CallError> {
    let (keyword, list) = match keywords.concept("LIST_FREQ") {
        Some(Concept::RealList(list)) => ("LIST_FREQ", list.to_vec()),
        _ if keywords.has("FREQ") => ("FREQ", keywords.reals("FREQ")),
        _ => return Ok(default_frequencies()),
    };
    match list.iter().find(|f| !(**f >= 1.0e-10)) {
        Some(f) => Err(keywords.error(keyword, "R526", format!("{keyword} holds {f}: a frequency is above zero"))),
        None => Ok(list),
    }
}
