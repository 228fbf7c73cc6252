//! DEFI_SQUELETTE: a mesh of the whole structure, on which results of sub-structures are restored.
//!
//! Nodes and cells are numbered sub-structure after sub-structure. The cells of each form a group of its name, and its
//! own groups keep theirs. RECO_GLOBAL merges nodes of different sub-structures that coincide.

use std::sync::Arc;

use crate::catalogue::{Call, CallError, Keywords};
use crate::concepts::{Concept, MeshValue, Substructure, SubstructuredModel};
use crate::kernel::mesh::{Cell, Mesh, Node, without_repetition};
use crate::operators::call::entities;
use crate::operators::{Context, Outcome, set_result};

pub fn defi_squelette(call: &Call, context: &mut Context<'_>) -> Outcome {
    let Some(Concept::SubstructuredModel(model)) = call.concept("MODELE_GENE") else {
        let message = "a skeleton is made here from a model of sub-structures";
        return Err(Box::new(call.error("MODELE_GENE", "R725", message).help("give MODELE_GENE and SOUS_STRUC")));
    };
    let mut mesh = match call.concept("SQUELETTE") {
        Some(Concept::Mesh(given)) => Mesh::clone(context.latest_mesh(call, given)),
        _ => assemble(call, context, model)?,
    };
    for keywords in call.factor("RECO_GLOBAL") {
        mesh = merged(keywords, &mesh)?;
    }
    let identity = context.identity(call);
    set_result(call, Concept::Mesh(MeshValue { identity, mesh: Arc::new(mesh) }))
}

fn assemble(call: &Call, context: &Context<'_>, model: &SubstructuredModel) -> Result<Mesh, CallError> {
    let mut mesh = Mesh { dimension: 3, ..Mesh::default() };
    if call.factor("SOUS_STRUC").is_empty() {
        for part in &model.parts {
            if let Some(own) = own_mesh(call, context, part) {
                append(&mut mesh, part, own, &(0..own.cells.len()).collect::<Vec<_>>());
            }
        }
    }
    for keywords in call.factor("SOUS_STRUC") {
        let part = part(keywords, "NOM", model)?;
        let Some(own) = own_mesh(call, context, part) else { continue };
        let cells = entities::selected_cells(keywords, own)?;
        append(&mut mesh, part, own, &cells);
    }
    for keywords in call.factor("NOM_GROUP_MA") {
        let part = part(keywords, "SOUS_STRUC", model)?;
        let Some(own) = own_mesh(call, context, part) else { continue };
        let wanted = entities::cell_groups(keywords, "GROUP_MA", own)?;
        let name = keywords.text_if_given("NOM").map_or(String::new(), |t| t.to_string());
        let of_part = mesh.cell_groups.get(&part.name).cloned().unwrap_or_default();
        // Cells of the part were appended in increasing order of their own rank among those taken.
        let taken = taken_cells(call, part, own)?;
        let found = of_part.iter().zip(&taken).filter(|(_, own)| wanted.contains(own)).map(|(cell, _)| *cell);
        let found: Vec<usize> = found.collect();
        if call.is("EXCLUSIF", "OUI") {
            let others = mesh.cell_groups.iter_mut().filter(|(group, _)| **group != part.name);
            others.for_each(|(_, members)| members.retain(|c| !found.contains(c)));
        }
        mesh.cell_groups.entry(name).or_default().extend(found);
    }
    Ok(mesh)
}

/// Cells of a part that the SOUS_STRUC of the call take.
fn taken_cells(call: &Call, part: &Substructure, own: &Mesh) -> Result<Vec<usize>, CallError> {
    match call.factor("SOUS_STRUC").iter().find(|k| k.text_if_given("NOM").is_some_and(|n| *n == *part.name)) {
        Some(keywords) => entities::selected_cells(keywords, own),
        None => Ok((0..own.cells.len()).collect()),
    }
}

fn part<'m>(keywords: &Keywords, name: &str, model: &'m SubstructuredModel) -> Result<&'m Substructure, CallError> {
    let wanted = keywords.text_if_given(name).unwrap_or_default();
    let unknown = || keywords.error(name, "R721", format!("no sub-structure is named {wanted}"));
    model.part(&wanted).map(|rank| &model.parts[rank]).ok_or_else(unknown)
}

fn own_mesh<'m>(call: &'m Call, context: &Context<'_>, part: &'m Substructure) -> Option<&'m Mesh> {
    part.element.basis.mesh.as_ref().map(|value| context.latest_mesh(call, value).as_ref())
}

/// Adds the cells of a part and their nodes, at their place.
fn append(mesh: &mut Mesh, part: &Substructure, own: &Mesh, cells: &[usize]) {
    let mut nodes: Vec<usize> = own.nodes_of_cells(cells);
    nodes.sort_unstable();
    let first = mesh.nodes.len();
    let first_cell = mesh.cells.len();
    let rank = |node: &usize| nodes.binary_search(node).ok().map(|place| first + place);
    for &node in &nodes {
        let label = numbered("NO", mesh.nodes.len() + 1);
        mesh.nodes.push(Node { label: label.into(), position: part.place(own.nodes[node].position) });
        mesh.origins.push((part.name.clone(), node));
    }
    for &cell in cells {
        let label = numbered("MA", mesh.cells.len() + 1);
        let ends = own.cells[cell].nodes.iter().filter_map(rank).collect();
        mesh.cells.push(Cell { label: label.into(), kind: own.cells[cell].kind, nodes: ends });
    }
    for (name, members) in &own.node_groups {
        let kept: Vec<usize> = members.iter().filter_map(rank).collect();
        if !kept.is_empty() {
            mesh.node_groups.entry(name.clone()).or_default().extend(kept);
        }
    }
    for (name, members) in &own.cell_groups {
        let kept = members.iter().filter_map(|c| cells.iter().position(|own| own == c).map(|place| first_cell + place));
        let kept: Vec<usize> = kept.collect();
        if !kept.is_empty() {
            mesh.cell_groups.entry(name.clone()).or_default().extend(kept);
        }
    }
    let all = first_cell..mesh.cells.len();
    mesh.cell_groups.entry(part.name.clone()).or_default().extend(all);
}

/// `NO12`; one letter where the number has more than six figures.
fn numbered(letters: &str, rank: usize) -> String {
    let kept = if rank > 999_999 { 1 } else { 2 };
    format!("{}{rank}", &letters[..kept])
}

/// RECO_GLOBAL: nodes of different sub-structures that coincide become the first of them.
fn merged(keywords: &Keywords, mesh: &Mesh) -> Result<Mesh, CallError> {
    let side = |part: &str, group: &str| -> Result<Vec<usize>, CallError> {
        let part = keywords.text_if_given(part).unwrap_or_default();
        let nodes = entities::node_groups(keywords, group, mesh)?;
        Ok(nodes.into_iter().filter(|&n| mesh.origins.get(n).is_some_and(|(name, _)| *name == *part)).collect())
    };
    let (left, right): (Vec<usize>, Vec<usize>) = match keywords.has("GROUP_NO_1") {
        true => (side("SOUS_STRUC_1", "GROUP_NO_1")?, side("SOUS_STRUC_2", "GROUP_NO_2")?),
        false => ((0..mesh.nodes.len()).collect(), (0..mesh.nodes.len()).collect()),
    };
    let precision = keywords.real("PRECISION")?;
    let scale = match keywords.real_if_given("DIST_REFE") {
        Some(length) if !keywords.is("CRITERE", "ABSOLU") => length,
        _ if keywords.is("CRITERE", "ABSOLU") => 1.0,
        _ => (0..mesh.cells.len()).map(|c| mesh.length(c)).filter(|l| *l > 0.0).fold(f64::INFINITY, f64::min),
    };
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let gap = |a: usize, b: usize| {
        let (p, q) = (mesh.nodes[a].position, mesh.nodes[b].position);
        (0..3).map(|i| (p[i] - q[i]) * (p[i] - q[i])).sum::<f64>().sqrt()
    };
    let part = |n: usize| mesh.origins.get(n).map(|(name, _)| name);
    let mut stands_for: Vec<usize> = (0..mesh.nodes.len()).collect();
    for &a in &left {
        for &b in right.iter().filter(|&&b| b != a && part(a) != part(b)) {
            let (low, high) = (a.min(b), a.max(b));
            if stands_for[high] == high && gap(a, b) <= precision * scale {
                stands_for[high] = stands_for[low];
            }
        }
    }
    Ok(renumbered(mesh, &stands_for))
}

/// The mesh without the nodes that others stand for; the names of those that stay do not change.
fn renumbered(mesh: &Mesh, stands_for: &[usize]) -> Mesh {
    let kept: Vec<usize> = (0..mesh.nodes.len()).filter(|&n| stands_for[n] == n).collect();
    let rank = |n: &usize| kept.binary_search(&stands_for[*n]).unwrap_or(0);
    let mut result = mesh.clone();
    result.nodes = kept.iter().map(|&n| mesh.nodes[n].clone()).collect();
    result.origins = kept.iter().filter_map(|&n| mesh.origins.get(n).cloned()).collect();
    result.cells.iter_mut().for_each(|c| c.nodes.iter_mut().for_each(|n| *n = rank(n)));
    for members in result.node_groups.values_mut() {
        *members = without_repetition(members.iter().map(rank).collect());
    }
    result
}
