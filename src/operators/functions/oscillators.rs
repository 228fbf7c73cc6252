//! Keywords of oscillator response spectra: frequencies, damping ratio, norm; the samples that they do not depend on.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;
use crate::kernel::signal::oscillator::default_frequencies;
use crate::operators::Context;
use crate::verdict::significant;

/// NORME, what a spectrum is divided by.
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

/// What versions of 2020, and those of today, do with a response spectrum.
pub const AT_SAMPLES: &str = "took the largest displacement at the samples of the record";

/// Names the digits that the largest values within the steps move, beside those at the samples.
pub fn note_between_samples(
    keywords: &Keywords,
    context: &mut Context<'_>,
    (part, frequency): (f64, f64),
    at_samples: bool,
) {
    if part < 1e-6 {
        return;
    }
    let (percent, frequency) = (significant(100.0 * part, 3), significant(frequency, 5));
    let message = match at_samples {
        true => format!(
            "the largest displacements are those at the samples: they are up to {percent} % too low ({frequency} Hz)"
        ),
        false => format!(
            "largest displacements lie between the samples of the record: those at the samples, which Code_Aster takes, are up to {percent} % lower ({frequency} Hz)"
        ),
    };
    let note = Diagnostic::note("R540", message).at_if_absent(keywords.span_of("FONCTION"));
    context.warn(note.help("`stickslip doc slips`; a record with ten samples in the shortest period gives both alike"));
}
