//! Values beside components: as many of each.

use crate::catalogue::{CallError, Keywords};
use crate::operators::counted;

/// Fails, at `place`, where not as many values are given as components.
pub(super) fn check_count(keywords: &Keywords, place: &str, values: usize, components: usize) -> Result<(), CallError> {
    if values == components { Ok(()) } else { Err(wrong_count(keywords, place, values, components)) }
}

/// The error of values that are not as many as components.
pub(super) fn wrong_count(keywords: &Keywords, place: &str, values: usize, components: usize) -> CallError {
    let (given, wanted) = (counted(values as u64, "value"), counted(components as u64, "component"));
    let verb = if values == 1 { "is" } else { "are" };
    let error = keywords.error(place, "R151", format!("{given} {verb} given for {wanted}"));
    Box::new(error.help("give one value per component of NOM_CMP, in the same order"))
}
