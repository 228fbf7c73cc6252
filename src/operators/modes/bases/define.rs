//! DEFI_BASE_MODALE: which kind of basis.

use std::sync::Arc;

use super::{classical, orthogonal, ritz};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::operators::modes::bases::ritz::source;
use crate::operators::{Context, Outcome, set_result};

pub fn defi_base_modale(call: &Call, context: &mut Context<'_>) -> Outcome {
    let basis = if let Some(level) = call.one("CLASSIQUE") {
        classical::basis(level)?
    } else if let Some(level) = call.one("ORTHO_BASE") {
        let basis = source(level, "BASE", None)?;
        orthogonal::orthonormal(level, basis, false, context)?
    } else {
        let basis = ritz::basis(call)?;
        match call.is("ORTHO", "OUI") {
            true => orthogonal::orthonormal(call, basis, true, context)?,
            false => basis,
        }
    };
    set_result(call, Concept::Modes(Arc::new(basis)))
}
