//! CREA_MAILLAGE: makes a mesh from another one. Implemented: CREA_POI1 (point cells on nodes), CREA_MAILLE (copies of
//! cells), RESTREINT (a part of the mesh), RAFFINEMENT and QUAD_LINE.
//!
//! ```python
//! MESH2 = CREA_MAILLAGE(MAILLAGE=MESH, CREA_POI1=_F(GROUP_NO="TIP", NOM_GROUP_MA="WEIGHT"))
//! ```
//!
//! New cells come after the existing ones. Within one command a node gets one new cell, shared by all the
//! occurrences that name it, so that several groups may hold the same cell.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::refine;
use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue};
use crate::diag::{Faults, each};
use crate::kernel::mesh::{Cell, CellKind, Mesh, Naming};
use crate::operators::call::entities;
use crate::operators::mesh::defi_group::is_taken;
use crate::operators::{Check, Context, Operator, Outcome, set_result};

pub const CREA_MAILLAGE: Operator = Operator { name: "CREA_MAILLAGE", run: create_mesh, check: Check::Runs };

fn create_mesh(call: &Call, context: &mut Context<'_>) -> Outcome {
    let original = context.latest_mesh(call, entities::mesh(call, "MAILLAGE")?);
    let mut mesh = Mesh::clone(original);
    let mut faults = Faults::default();
    faults.keep(add_points(call, original, &mut mesh));
    // CREA_GROUP_MA is the older name.
    for occurrence in call.factor("CREA_MAILLE").iter().chain(call.factor("CREA_GROUP_MA")) {
        faults.keep(add_copies(occurrence, original, &mut mesh));
    }
    faults.end()?;
    if call.one("RESTREINT").is_some() {
        mesh = restrict(call, original)?;
    }
    if let Some(occurrence) = call.one("QUAD_LINE") {
        mesh = refine::straighten(occurrence, original)?;
    }
    if let Some(occurrence) = call.one("RAFFINEMENT") {
        mesh = refine::refine(occurrence, original)?;
    }
    if let Some(title) = call.text_if_given("TITRE") {
        mesh.title = title.to_string();
    }
    let identity = context.identity(call);
    set_result(call, Concept::Mesh(MeshValue { identity, mesh: Arc::new(mesh) }))
}

fn add_points(call: &Call, original: &Mesh, mesh: &mut Mesh) -> Result<(), CallError> {
    let mut point_of_node: BTreeMap<usize, usize> = BTreeMap::new();
    each(call.factor("CREA_POI1"), |occurrence| {
        let mut members = Vec::new();
        for node in entities::selected_nodes(occurrence, original)? {
            let cell = *point_of_node.entry(node).or_insert_with(|| {
                // Formerly a point cell had the name of its node.
                let label = match mesh.naming {
                    Naming::Ranks => format!("M{}", mesh.cells.len() + 1).into(),
                    _ => mesh.nodes[node].label.clone(),
                };
                mesh.cells.push(Cell { label, kind: CellKind::Point1, nodes: [node].as_slice().into() });
                mesh.cells.len() - 1
            });
            members.push(cell);
        }
        for name in occurrence.texts("NOM_GROUP_MA") {
            name_cells(occurrence, "NOM_GROUP_MA", mesh, &name, members.clone())?;
        }
        Ok(())
    })
}

/// A second cell on the nodes of each one chosen.
fn add_copies(occurrence: &Keywords, original: &Mesh, mesh: &mut Mesh) -> Result<(), CallError> {
    let first = mesh.cells.len();
    let prefix = occurrence.text_if_given("PREF_MAILLE").unwrap_or_else(|| "M".into());
    let number = occurrence.integer_if_given("PREF_NUME");
    for (rank, cell) in entities::selected_cells(occurrence, original)?.into_iter().enumerate() {
        let label = match number {
            Some(number) => format!("{prefix}{}", number.saturating_add(rank as i64)),
            None => format!("{prefix}{}", mesh.cells.len() + 1),
        };
        mesh.cells.push(Cell { label: label.into(), ..original.cells[cell].clone() });
    }
    let name = occurrence.text_if_given("NOM").unwrap_or_default();
    let members = (first..mesh.cells.len()).collect();
    name_cells(occurrence, "NOM", mesh, &name, members)
}

fn name_cells(
    occurrence: &Keywords,
    keyword: &str,
    mesh: &mut Mesh,
    name: &str,
    members: Vec<usize>,
) -> Result<(), CallError> {
    if is_taken(&mesh.cell_groups, name) {
        let message = format!("the mesh already has a group of cells named {name}");
        return Err(occurrence.error(keyword, "R104", message));
    }
    mesh.cell_groups.insert(name.to_string(), members);
    Ok(())
}

/// The cells of some groups with their nodes, in the order of the original mesh.
fn restrict(call: &Call, original: &Mesh) -> Result<Mesh, CallError> {
    let Some(occurrence) = call.one("RESTREINT") else { return Ok(original.clone()) };
    let mut kept_cells = entities::cell_groups(occurrence, "GROUP_MA", original)?;
    kept_cells.extend(entities::named_cells(occurrence, "MAILLE", original)?);
    kept_cells.sort_unstable();
    kept_cells.dedup();
    let kept_nodes = original.nodes_of_cells(&kept_cells);
    let new_ranks = |kept: &[usize], count: usize| {
        let mut ranks = vec![None; count];
        for (new, &old) in kept.iter().enumerate() {
            ranks[old] = Some(new);
        }
        ranks
    };
    let node_ranks = new_ranks(&kept_nodes, original.nodes.len());
    let cell_ranks = new_ranks(&kept_cells, original.cells.len());
    let cell = |&old: &usize| {
        let nodes = original.cells[old].nodes.iter().filter_map(|&n| node_ranks[n]).collect();
        Cell { nodes, ..original.cells[old].clone() }
    };
    let mut mesh = Mesh {
        title: original.title.clone(),
        dimension: original.dimension,
        nodes: kept_nodes.iter().map(|&n| original.nodes[n].clone()).collect(),
        cells: kept_cells.iter().map(cell).collect(),
        naming: original.naming,
        ..Mesh::default()
    };
    let named_cell_groups = occurrence.texts("GROUP_MA");
    let all_cell_groups = occurrence.is("TOUT_GROUP_MA", "OUI");
    for (name, members) in &original.cell_groups {
        let kept: Vec<usize> = members.iter().filter_map(|&c| cell_ranks[c]).collect();
        if !kept.is_empty() && (all_cell_groups || named_cell_groups.iter().any(|n| **n == **name)) {
            mesh.cell_groups.insert(name.clone(), kept);
        }
    }
    entities::node_groups(occurrence, "GROUP_NO", original)?;
    let named_node_groups = occurrence.texts("GROUP_NO");
    let all_node_groups = occurrence.is("TOUT_GROUP_NO", "OUI");
    for (name, members) in &original.node_groups {
        let kept: Vec<usize> = members.iter().filter_map(|&n| node_ranks[n]).collect();
        if !kept.is_empty() && (all_node_groups || named_node_groups.iter().any(|n| **n == **name)) {
            mesh.node_groups.insert(name.clone(), kept);
        }
    }
    Ok(mesh)
}
