//! The shapes that coordinates multiply.

use std::sync::Arc;

use super::modes;
use super::refusals::no_basis;
use crate::catalogue::{Call, CallError};
use crate::concepts::{Concept, ModeSet};

/// MODE_MECA, that the older command also names BASE_MODALE.
pub(super) fn given_base(call: &Call) -> Option<&Concept> {
    call.concept("MODE_MECA").or_else(|| call.concept("BASE_MODALE"))
}

/// The shapes that coordinates multiply: MODE_MECA if given, else the basis of the result, on the structure.
pub(super) fn recombination_base(call: &Call, own: &Arc<ModeSet>) -> Result<Arc<ModeSet>, CallError> {
    let basis = match given_base(call) {
        Some(Concept::Modes(basis)) => basis.clone(),
        _ => own.clone(),
    };
    match modes::on_structure(&basis) {
        Some(basis) => Ok(basis),
        None if basis.numbering().is_some() => Ok(basis),
        None => Err(no_basis(call)),
    }
}
