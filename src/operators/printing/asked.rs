//! The fields that a call asks for, and the note on what is not written.

use crate::catalogue::{Call, Keywords};
use crate::concepts::Concept;
use crate::diag::Diagnostic;

/// NOM_CHAM, or all the fields of the result.
pub(super) fn field_names(keywords: &Keywords) -> Vec<String> {
    if keywords.has("NOM_CHAM") {
        return keywords.texts("NOM_CHAM").iter().map(|t| t.to_string()).collect();
    }
    if keywords.is("TOUT_CHAM", "NON") {
        return Vec::new();
    }
    match keywords.concept("RESULTAT") {
        Some(Concept::Modes(modes)) => {
            let own = modes.modes.first().map(|m| m.fields.keys().cloned().collect::<Vec<_>>());
            std::iter::once("DEPL".to_string()).chain(own.unwrap_or_default()).collect()
        }
        Some(Concept::Fields(series)) => series.nodal.keys().chain(series.element.keys()).cloned().collect(),
        _ if keywords.has("CHAM_GD") => vec![String::new()],
        _ => Vec::new(),
    }
}

pub(super) fn not_written(call: &Call, what: &str) -> Diagnostic {
    let message = format!("{}: {what} is not written here; the study goes on", call.command);
    Diagnostic::note("R708", message).at_if_absent(call.span_of("FORMAT"))
}
