//! The orchestration of AFFE_CARA_ELEM: each factor keyword in its turn, then the elements that no model has here.

use std::sync::Arc;

use super::{discrete, foundation, orientation, sections, shared};
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, ElementProperties};
use crate::diag::{Diagnostic, Faults};
use crate::kernel::elements::{CellProperties, angles_of_direction};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const AFFE_CARA_ELEM: Operator = Operator { name: "AFFE_CARA_ELEM", run: assign_properties, check: Check::Runs };

fn assign_properties(call: &Call, context: &mut Context<'_>) -> Outcome {
    let model = entities::model(call, "MODELE")?;
    let mesh = &context.latest_mesh(call, &model.mesh).clone();
    let angles = (0..mesh.cells.len()).map(|c| angles_of_direction(mesh.direction(c)));
    let mut cells: Vec<CellProperties> =
        angles.map(|angles| CellProperties { angles, ..CellProperties::default() }).collect();
    // This order, whatever that of the study: the last one to give a matrix to a cell has it.
    let mut held = Vec::new();
    let mut faults = Faults::default();
    for occurrence in call.factor("MASS_REP") {
        faults.keep(shared::masses(occurrence, mesh, model, &mut cells, &mut held));
    }
    for occurrence in call.factor("ORIENTATION") {
        faults.keep(orientation::assign(occurrence, mesh, model, &mut cells));
    }
    for (name, beams) in [("POUTRE", true), ("BARRE", false)] {
        // Elbows come after the sections they change.
        let (elbows, plain): (Vec<_>, Vec<_>) = call.factor(name).iter().partition(|k| k.is("SECTION", "COUDE"));
        for occurrence in plain.into_iter().chain(elbows) {
            faults.keep(sections::assign(occurrence, beams, mesh, model, &mut cells, context));
        }
    }
    for occurrence in call.factor("RIGI_PARASOL") {
        faults.keep(foundation::springs(occurrence, mesh, model, &mut cells, context));
    }
    for (name, plane) in [("DISCRET", false), ("DISCRET_2D", true)] {
        let mut discretes = discrete::Discretes::new(plane);
        for occurrence in call.factor(name) {
            faults.keep(discretes.assign(occurrence, mesh, model, context));
        }
        discretes.build(mesh, &mut cells, context);
    }
    for name in ["COQUE", "GRILLE", "MEMBRANE", "MASSIF"] {
        for occurrence in call.factor(name) {
            faults.keep(leave_out(name, occurrence, mesh, context));
        }
    }
    faults.end()?;
    let properties = ElementProperties { model: Some(model.clone()), cells };
    set_result(call, Concept::ElementProperties(Arc::new(properties)))
}

/// Properties of elements that no cell of a model here can carry.
fn leave_out(name: &str, keywords: &Keywords, mesh: &Mesh, context: &mut Context<'_>) -> Result<(), CallError> {
    let cells = entities::selected_cells(keywords, mesh)?;
    let message = format!("{name}: none of the {} cells carries a plate, a grid, a membrane or a solid", cells.len());
    let note = Diagnostic::warning("R135", message).at_if_absent(keywords.span_of("GROUP_MA"));
    context.warn(note.help("these properties are left out: the model has discrete elements, bars and beams only"));
    Ok(())
}
