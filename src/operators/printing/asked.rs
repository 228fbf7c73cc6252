//! The fields that a call asks for, the names it gives that are not there, and the note on what is not written.

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, Field, States};
use crate::diag::{Diagnostic, Faults, Severity};
use crate::operators::Context;
use crate::operators::call::entities;
use crate::operators::tables::{is_at_nodes_of_cells, not_stored, stored_fields};

/// NOM_CHAM, or all the fields of the result.
pub(super) fn field_names(keywords: &Keywords) -> Vec<String> {
    if keywords.has("NOM_CHAM") {
        return keywords.texts("NOM_CHAM").iter().map(|t| t.to_string()).collect();
    }
    if keywords.is("TOUT_CHAM", "NON") {
        return Vec::new();
    }
    match keywords.concept("RESULTAT").and_then(States::of) {
        Some(states) => states.field_names().into_iter().map(str::to_string).collect(),
        None if keywords.has("CHAM_GD") => vec![String::new()],
        None => Vec::new(),
    }
}

/// Warnings on the groups, nodes, cells and components that the mesh or the fields do not have, and whether none of the
/// components asked is there.
pub(super) fn unknown_names(call: &Call, keywords: &Keywords, context: &Context<'_>) -> (Vec<Diagnostic>, bool) {
    let names = field_names(keywords);
    let stored = names.iter().filter_map(|name| stored_fields(keywords, name).ok()?.into_iter().next());
    let fields: Vec<Field> = stored.map(|state| state.field).collect();
    let of_a_mesh = match keywords.concept("MAILLAGE") {
        Some(Concept::Mesh(mesh)) => Some(mesh),
        _ => None,
    };
    let Some(value) = fields.first().map(Field::mesh).or(of_a_mesh) else { return (Vec::new(), false) };
    let mesh = context.latest_mesh(call, value);
    let mut faults = Faults::default();
    faults.keep(entities::selected_nodes(keywords, mesh));
    faults.keep(entities::selected_cells(keywords, mesh));
    let known: Vec<String> = fields.iter().flat_map(Field::components).collect();
    let asked = keywords.texts("NOM_CMP");
    let missing: Vec<&str> = asked.iter().map(|c| c.trim()).filter(|c| !known.iter().any(|k| k == c)).collect();
    if !missing.is_empty() && !fields.is_empty() {
        let message = format!("no {} in {}", missing.join(", "), names.join(", "));
        let mut different = known;
        different.dedup();
        let help = format!("the components are {}", different.join(", "));
        let error = Diagnostic { help: Some(help), ..*keywords.error("NOM_CMP", "R708", message) };
        faults.keep::<()>(Err(Box::new(error)));
    }
    let warnings = faults.end().err().map_or(Vec::new(), |fault| fault.parts());
    (
        warnings.into_iter().map(|fault| left_out(call, fault)).collect(),
        !asked.is_empty() && missing.len() == asked.len(),
    )
}

/// Why a field is not printed where nodes alone are asked for: its values are on elements. A listing has those at the nodes of cells.
pub(super) fn on_elements_alone(keywords: &Keywords, name: &str, field: &Field, listing: bool) -> Option<CallError> {
    let nodes = ["GROUP_NO", "NOEUD"].iter().any(|k| keywords.has(k));
    let asked = nodes && !keywords.has("TOUT") && !entities::has_cells(keywords);
    let told = asked && !field.is_at_nodes() && !(listing && is_at_nodes_of_cells(keywords, name));
    told.then(|| entities::not_at_nodes(keywords, "R708", if name.is_empty() { "the field" } else { name }))
}

/// The error on parameters of NOM_PARA that the states do not have.
pub(super) fn unknown_parameters(keywords: &Keywords, known: &[&str]) -> Option<CallError> {
    let asked = keywords.texts("NOM_PARA");
    let unknown: Vec<&str> = asked.iter().map(|name| name.trim()).filter(|name| !known.contains(name)).collect();
    (!unknown.is_empty()).then(|| {
        let error = keywords.error("NOM_PARA", "R708", format!("no parameter {}", unknown.join(", ")));
        Box::new(error.help(format!("the parameters are {}", known.join(", "))))
    })
}

/// The fields asked for that are not written, and why.
pub(super) fn left_fields(keywords: &Keywords) -> Vec<CallError> {
    let why = |name: &String| match stored_fields(keywords, name).ok()?.first() {
        Some(state) => on_elements_alone(keywords, name, &state.field, false),
        None => Some(not_stored(keywords, name)),
    };
    field_names(keywords).iter().filter_map(why).collect()
}

/// The warning on what cannot be printed.
pub(super) fn left_out(call: &Call, fault: Diagnostic) -> Diagnostic {
    let message = format!("{}: left out, and the study goes on: {}", call.command, fault.message);
    Diagnostic { severity: Severity::Warning, code: "R708", message, ..fault }
}

pub(super) fn not_written(call: &Call, what: &str) -> Diagnostic {
    let message = format!("{}: {what}; the study goes on", call.command);
    Diagnostic::note("R708", message).at_if_absent(call.span_of("FORMAT"))
}
