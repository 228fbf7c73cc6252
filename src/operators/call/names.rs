//! Names of groups, nodes, cells and components in a call that a check does not run.

use super::entities::{cell_groups, named_cells, named_nodes, node_groups};
use crate::catalogue::{self, Command, Keyword, Keywords, Named};
use crate::concepts::Model;
use crate::diag::{Diagnostic, Faults, Severity, each};
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::Outcome;

/// Looks for them in the mesh and in the models that the call goes back to. Printing leaves out what is not there and warns:
/// so does this.
pub fn names(command: &str, keywords: &Keywords, mesh: &Mesh, models: &[&Model]) -> Vec<Diagnostic> {
    let mut faults = Faults::default();
    let Some(described) = catalogue::command(command) else { return Vec::new() };
    look(described, (None, keywords), mesh, models, &mut faults);
    let mut found = faults.end().map_or_else(|all| all.parts(), |()| Vec::new());
    if command.starts_with("IMPR_") {
        found.iter_mut().for_each(|one| one.severity = Severity::Warning);
    }
    found
}

fn look(
    command: &Command,
    (factor, keywords): (Option<&str>, &Keywords),
    mesh: &Mesh,
    models: &[&Model],
    faults: &mut Faults,
) {
    for (name, _) in keywords.simple_names() {
        let found = match command.keyword(factor, name).and_then(Keyword::names) {
            Some(Named::NodeGroup) => node_groups(keywords, name, mesh),
            Some(Named::CellGroup) => cell_groups(keywords, name, mesh),
            Some(Named::Node) => named_nodes(keywords, name, mesh),
            Some(Named::Cell) => named_cells(keywords, name, mesh),
            Some(Named::Component | Named::Column) | None => continue,
        };
        faults.keep(found);
    }
    faults.keep(components(keywords, models));
    for (name, occurrences) in keywords.factor_names() {
        occurrences.iter().for_each(|inner| look(command, (Some(name), inner), mesh, models, faults));
    }
}

/// Components of displacements, velocities and accelerations are those of the elements.
fn components(keywords: &Keywords, models: &[&Model]) -> Outcome {
    let field = keywords.text_if_given("NOM_CHAM").unwrap_or_default();
    let is_motion = ["DEPL", "VITE", "ACCE"].contains(&field.trim_end_matches("_ABSOLU"));
    if !is_motion || models.is_empty() {
        return Ok(());
    }
    let bears = |component: &Component| {
        let mut kinds = models.iter().flat_map(|model| model.modelisations.iter().flatten());
        kinds.any(|kind| kind.components().contains(component))
    };
    let known: Vec<&str> = Component::ALL.iter().filter(|c| bears(c)).map(|c| c.name()).collect();
    each(keywords.texts("NOM_CMP"), |name| {
        if known.contains(&name.trim()) {
            return Ok(());
        }
        let message = format!("NOM_CMP='{name}': no node of the mesh has such component");
        Err(Box::new(
            keywords.error("NOM_CMP", "R438", message).help(format!("the components are {}", known.join(", "))),
        ))
    })
}
