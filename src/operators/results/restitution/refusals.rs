//! What restitution refuses.

use crate::catalogue::{Call, CallError};

/// Refuses keywords that select among other results than this one: they would select nothing.
pub(super) fn only_for_others(call: &Call, result: &str, keywords: &[&str]) -> Result<(), CallError> {
    match keywords.iter().find(|name| call.written(name)) {
        None => Ok(()),
        Some(name) => {
            let error = call.error(name, "R439", format!("{name} has no meaning for {result}"));
            Err(Box::new(error.help("instants belong to transients, frequencies to harmonic responses and modes")))
        }
    }
}

pub(super) fn no_basis(call: &Call) -> CallError {
    let error = call.error("RESU_GENE", "R452", "the basis of this result has no components on a mesh");
    Box::new(error.help("give the basis to recombine with: MODE_MECA"))
}
