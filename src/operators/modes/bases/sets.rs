//! Sets of modes cut to a number of them and numbered.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Mode, ModeSet};

/// The first shapes of a set: all of them without a limit.
pub fn limited(set: &ModeSet, limit: Option<i64>) -> Vec<Mode> {
    let count = limit.map_or(usize::MAX, |n| usize::try_from(n).unwrap_or(0));
    set.iter().take(count).cloned().collect()
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
pub fn numbered(basis: ModeSet, mut modes: Vec<Mode>) -> ModeSet {
    modes.iter_mut().zip(1..).for_each(|(mode, number)| mode.number = number);
    basis.with_modes(modes)
}
