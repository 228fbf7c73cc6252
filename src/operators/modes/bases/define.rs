//! DEFI_BASE_MODALE: which kind of base.

use std::sync::Arc;

use super::{classical, orthogonal, ritz};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Mode, ModeSet};
use crate::operators::{Context, Outcome, set_result};

pub fn defi_base_modale(call: &Call, context: &mut Context<'_>) -> Outcome {
    let base = if let Some(level) = call.one("CLASSIQUE") {
        classical::base(level)?
    } else if let Some(level) = call.one("ORTHO_BASE") {
        let base = source(level, "BASE", None)?;
        orthogonal::orthonormal(level, base, false, context)?
    } else {
        let base = ritz::base(call)?;
        match call.is("ORTHO", "OUI") {
            true => orthogonal::orthonormal(call, base, true, context)?,
            false => base,
        }
    };
    set_result(call, Concept::Modes(Arc::new(base)))
}

/// The shapes a keyword holds: a mode set, or the displacements of load cases (on the unknowns of
/// `reference` when their own set has none).
pub fn source(keywords: &Keywords, name: &str, reference: Option<&ModeSet>) -> Result<ModeSet, CallError> {
    match keywords.concept(name) {
        Some(Concept::Modes(set)) => Ok(ModeSet::clone(set)),
        Some(Concept::Fields(series)) => ritz::load_cases(keywords, name, series, reference),
        _ => Err(keywords.error(name, "R230", format!("{name} holds no shapes"))),
    }
}

/// The first shapes of a set: all of them without a limit.
pub fn limited(modes: Vec<Mode>, limit: Option<i64>) -> Vec<Mode> {
    let count = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
    modes.into_iter().take(count).collect()
}

/// One limit a set (NMAX_MODE), a single value standing for all.
pub fn limits(keywords: &Keywords, sets: usize) -> Result<Vec<Option<i64>>, CallError> {
    let given = keywords.integers("NMAX_MODE");
    if let Some(negative) = given.iter().find(|n| **n < 0) {
        return Err(keywords.error("NMAX_MODE", "R232", format!("NMAX_MODE={negative} is not a number of modes")));
    }
    match given.as_slice() {
        [] => Ok(vec![None; sets]),
        [one] => Ok(vec![Some(*one); sets]),
        several if several.len() == sets => Ok(several.iter().map(|n| Some(*n)).collect()),
        several => {
            let message = format!("NMAX_MODE has {} values for {sets} sets of modes", several.len());
            Err(Box::new(keywords.error("NMAX_MODE", "R232", message).help("give one value per set, or one for all")))
        }
    }
}

/// Order numbers 1, 2, 3 ... and NUME_MODE likewise.
pub fn numbered(mut base: ModeSet, modes: Vec<Mode>) -> ModeSet {
    base.orders = (1..=modes.len() as i64).collect();
    base.modes = modes;
    base.modes.iter_mut().zip(1..).for_each(|(mode, number)| mode.number = number);
    base
}
