//! Digits of elastic stiffnesses that stiffer elements take from them, in the states of a nonlinear analysis.

use super::archive::Snapshot;
use super::structure::Structure;
use super::terms::{elastic_terms, triplets};
use crate::diag::Diagnostic;
use crate::kernel::assembly::SparseMatrix;

/// The warning of states whose displacements are made of lost digits.
pub(super) fn lost(structure: &Structure, states: &[Snapshot]) -> Option<Diagnostic> {
    if structure.hidden.is_empty() {
        return None;
    }
    let numbering = structure.numbering();
    let terms = elastic_terms(&structure.system.elements, numbering);
    let stiffness = SparseMatrix::from_triplets(numbering.len(), &triplets(numbering, &terms));
    states.iter().find_map(|Snapshot { state, .. }| {
        structure.rows().warning_of(&stiffness, &state.u, || format!("the displacements at {} s are", state.time))
    })
}
