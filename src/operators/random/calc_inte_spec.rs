//! CALC_INTE_SPEC: the spectral densities of signals, averaged over windows.
//!
//! ```text
//! S = CALC_INTE_SPEC(INST_FIN=20.0, DUREE_ANALYSE=2.0, DUREE_DECALAGE=1.0, NB_POIN=1024, FONCTION=(X1, X2))
//! ```
//!
//! Numerics: `kernel::random::estimate`. No window function, no factor 2, the last frequency of a transform left out.

use std::sync::Arc;

use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, Label, SpectralMatrix};
use crate::kernel::random::{Windows, estimate};
use crate::operators::functions::no_value;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub(in crate::operators) const CALC_INTE_SPEC: Operator =
    Operator { name: "CALC_INTE_SPEC", run, check: Check::KeywordsOnly };

/// Most samples of a window, and most windows.
const MOST: usize = 1 << 24;

fn run(call: &Call, _context: &mut Context<'_>) -> Outcome {
    let windows = windows(call)?;
    let handles = call.handles("FONCTION");
    let mut signals = Vec::new();
    for handle in &handles {
        let Some(signal) = handle.get().and_then(Concept::signal) else {
            let message = "a signal is a real function of one parameter, or a formula of one";
            return Err(call.error("FONCTION", "R531", message));
        };
        signals.push(signal);
    }
    let value = |rank: usize, t: f64| {
        // The last sample of a record may lie beyond it by rounding.
        let at = signals[rank].evaluate(t, &mut 0).or_else(|_| signals[rank].evaluate_command(t));
        at.map_err(|fault| no_value(call, "FONCTION", handles.get(rank).copied(), &fault))
    };
    let spectra = estimate(windows, signals.len(), value)?;
    let labels: Vec<Label> = (1..=signals.len() as i64).map(Label::Order).collect();
    set_result(call, Concept::SpectralMatrix(Arc::new(SpectralMatrix::of_spectra("DSP", &labels, spectra, false))))
}

fn windows(call: &Call) -> Result<Windows, CallError> {
    let (first, last) = (call.real("INST_INIT")?, call.real("INST_FIN")?);
    let points = usize::try_from(call.integer("NB_POIN")?).unwrap_or(0);
    if !(points.is_power_of_two() && (2..=MOST).contains(&points)) {
        let message =
            format!("NB_POIN is {}: the transform of a window needs a power of two", call.integer("NB_POIN")?);
        let near = points.clamp(2, MOST).next_power_of_two();
        return Err(Box::new(call.error("NB_POIN", "R531", message).help(format!("{near} is one"))));
    }
    let written = call.real_if_given("DUREE_ANALYSE");
    let length = written.unwrap_or(last - first);
    let shift = call.real_if_given("DUREE_DECALAGE").unwrap_or(length);
    if !(length > 0.0 && shift > 0.0) {
        let message = format!("windows of {length} s, one every {shift} s, make no spectrum");
        return Err(call.error(if written.is_some() { "DUREE_ANALYSE" } else { "INST_FIN" }, "R531", message));
    }
    let count = match written {
        Some(_) => (((last - first - length) / shift).abs() + 1.0).min(MOST as f64) as usize,
        None => 1,
    };
    if length > (last - first) * (1.0 + 1e-9) {
        let message = format!("a window of {length} s is longer than the record, {} s", last - first);
        return Err(call.error("DUREE_ANALYSE", "R531", message));
    }
    Ok(Windows { first, length, shift, count, points })
}
