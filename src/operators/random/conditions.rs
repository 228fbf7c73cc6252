//! What a matrix of densities must satisfy, and what is said of one that does not.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Label, SpectralMatrix, TermPlace};
use crate::diag::Diagnostic;
use crate::kernel::random::{Spectra, first_not_positive};
use crate::kernel::signal::check_increasing;
use crate::operators::Context;

/// Rows beyond which only pairs are looked at: the whole matrix costs their cube at each frequency.
const MOST: usize = 60;

/// Says where a matrix is not that of any signals. The reference takes such matrices.
pub(super) fn warn_unless_positive(call: &Call, matrix: &SpectralMatrix, context: &mut Context<'_>) {
    let labels = matrix.labels();
    let whole = matrix.spectra(&labels).ok().filter(|spectra| spectra.size <= MOST);
    let found = match whole {
        Some(spectra) => first_not_positive(&spectra).map(|found| {
            let rows: Vec<String> = labels[..=found.row].iter().map(ToString::to_string).collect();
            (found.frequency, rows.join(", "))
        }),
        None => first_pair(matrix),
    };
    let Some((frequency, rows)) = found else { return };
    let message =
        format!("the matrix of the rows {rows} is not positive at {frequency} Hz: no signals have such densities");
    let help = "densities on the diagonal are not negative, and |S_ij|² is at most S_ii S_jj";
    context.warn(Diagnostic::warning("R533", message).at_if_absent(call.keywords.span).help(help));
}

/// The first pair of rows with more between them than they have.
fn first_pair(matrix: &SpectralMatrix) -> Option<(f64, String)> {
    for (place, term) in &matrix.terms {
        let own = |label: &Label| matrix.stored(&TermPlace { row: label.clone(), column: label.clone() });
        let (Some(a), Some(b)) = (own(&place.row), own(&place.column)) else { continue };
        let excess = |k: &usize| {
            let (a, b) = (a.at(*k).re, b.at(*k).re);
            a < 0.0 || b < 0.0 || term.at(*k).norm_sqr() > a * b * (1.0 + 1e-6)
        };
        if let Some(k) = (0..matrix.abscissae.len()).find(excess) {
            return Some((matrix.abscissae[k], format!("{}, {}", place.row, place.column)));
        }
    }
    None
}

/// Says that DIMENSION is not the number of densities.
pub(super) fn warn_of_dimension(call: &Call, matrix: &SpectralMatrix, context: &mut Context<'_>) {
    let (given, found) = (call.integer_if_given("DIMENSION"), matrix.labels().len());
    let Some(given) = given.filter(|given| call.written("DIMENSION") && *given != found as i64) else { return };
    let message = format!("DIMENSION is {given} and {found} term(s) stand on the diagonal; the terms decide");
    context.warn(Diagnostic::warning("R533", message).at_if_absent(call.span_of("DIMENSION")));
}

/// Frequencies increase; equal ones may follow each other where a response was refined.
pub(super) fn increasing(keywords: &Keywords, keyword: &str, frequencies: &[f64]) -> Result<(), CallError> {
    check_increasing(frequencies).map_err(|fault| {
        let message = format!("the frequencies do not increase: {fault}");
        keywords.error(keyword, "R531", message)
    })
}

/// The error of signals where densities are needed.
pub(super) fn of_densities(keywords: &Keywords, keyword: &str, matrix: &SpectralMatrix) -> Result<(), CallError> {
    match matrix.parameter == "FREQ" {
        true => Ok(()),
        false => {
            let error = keywords.error(keyword, "R531", format!("{keyword} holds signals, not spectral densities"));
            Err(Box::new(error.help("CALC_INTE_SPEC estimates densities from signals")))
        }
    }
}

/// The error of a matrix of another kind than a command reads.
pub(super) fn of_kind(
    keywords: &Keywords,
    keyword: &str,
    matrix: &SpectralMatrix,
    kinds: &[&str],
) -> Result<(), CallError> {
    if kinds.contains(&matrix.kind.as_str()) {
        return Ok(());
    }
    let message = format!("{keyword} is a matrix of {}, and {} is needed", matrix.kind, kinds.join(" or "));
    Err(keywords.error(keyword, "R531", message))
}

/// Labels 1, 2, ... of a matrix of modes.
pub(super) fn numbers(spectra: &Spectra) -> Vec<Label> {
    (1..=spectra.size as i64).map(Label::Order).collect()
}
