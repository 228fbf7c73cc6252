//! L009: a constant step above two thirds of the bound that the run refuses. The operators tell it, since they know the modes and
//! the contacts.

use super::study::Study;
use crate::diag::Diagnostic;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for advice in study.rehearsal.advice.iter().filter(|advice| advice.code == "L009") {
        // Calls of a loop say the same.
        if !found.iter().any(|said| said.code == advice.code && said.span == advice.span) {
            found.push(advice.clone());
        }
    }
}
