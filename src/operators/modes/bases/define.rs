//! DEFI_BASE_MODALE: which kind of base.

use std::sync::Arc;

use super::{classical, orthogonal, ritz};
use crate::catalogue::Call;
use crate::concepts::Concept;
use crate::operators::modes::bases::ritz::source;
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
