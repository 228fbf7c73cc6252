//! L009: a constant step above two thirds of the bound that the run refuses. The operators tell it, since they know the modes and
//! the contacts.

use std::collections::BTreeSet;

use super::study::Study;
use crate::diag::Diagnostic;

pub fn look(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    // Calls of a loop say the same.
    let mut said = BTreeSet::new();
    let advice = study.rehearsal.advice.iter().filter(|advice| advice.code == "L009");
    found.extend(advice.filter(|advice| said.insert(advice.span)).cloned());
}
