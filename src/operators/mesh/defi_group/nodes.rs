//! Groups of nodes.

use super::members::{against, part};
use super::{lines, regions};
use crate::catalogue::{CallError, Keywords};
use crate::concepts::Concept;
use crate::kernel::assembly::Component;
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;

/// The groups one occurrence of CREA_GROUP_NO makes: one, or one for each group of cells.
pub fn groups(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<(String, Vec<usize>)>, CallError> {
    if keywords.get("OPTION").is_none() {
        if keywords.get("TOUT_GROUP_MA").is_some() {
            let new = |name: &&String| !mesh.node_groups.contains_key(*name);
            let group = |name: &String| (name.clone(), mesh.nodes_of_cells(&mesh.cell_groups[name]));
            return Ok(mesh.cell_groups.keys().filter(new).map(group).collect());
        }
        if keywords.get("GROUP_MA").is_some() {
            return from_cells(keywords, mesh);
        }
    }
    let name = keywords.text_if_given("NOM").map_or_else(String::new, |n| n.to_string());
    Ok(vec![(name, members(keywords, mesh)?)])
}

/// GROUP_MA with NOM: one name for all, or one name for each; without NOM: the names of the cell groups.
fn from_cells(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<(String, Vec<usize>)>, CallError> {
    let all = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let sources = keywords.texts("GROUP_MA");
    let names = keywords.texts("NOM");
    let criterion = keywords.text("CRIT_NOEUD")?;
    if names.len() == 1 {
        return Ok(vec![(names[0].to_string(), nodes_of(mesh, &all, &criterion))]);
    }
    if !names.is_empty() && names.len() != sources.len() {
        let message = format!("{} names are given for {} groups of cells", names.len(), sources.len());
        return Err(keywords.error("NOM", "R109", message));
    }
    let names = if names.is_empty() { &sources } else { &names };
    let group = |(source, name): (&std::sync::Arc<str>, &std::sync::Arc<str>)| {
        let cells = mesh.cell_groups.get(&**source).map_or(&[][..], Vec::as_slice);
        (name.to_string(), nodes_of(mesh, cells, &criterion))
    };
    Ok(sources.iter().zip(names).map(group).collect())
}

/// Nodes of cells, increasing: all of them, or vertices, or middles of edges, or centres only.
fn nodes_of(mesh: &Mesh, cells: &[usize], criterion: &str) -> Vec<usize> {
    let mut nodes: Vec<usize> = Vec::new();
    for &c in cells {
        let cell = &mesh.cells[c];
        let vertices = cell.kind.vertex_count().unwrap_or(cell.nodes.len());
        let centres = cell.nodes.len().saturating_sub(cell.kind.centre_rank().unwrap_or(cell.nodes.len()));
        let edges_end = cell.nodes.len() - centres;
        nodes.extend(match criterion {
            "SOMMET" => &cell.nodes[..vertices],
            "MILIEU" => &cell.nodes[vertices..edges_end],
            "CENTRE" => &cell.nodes[edges_end..],
            _ => &cell.nodes[..],
        });
    }
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

fn members(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    if let Some(option) = keywords.text_if_given("OPTION") {
        return match &*option {
            "SEGM_DROI_ORDO" => lines::straight(keywords, mesh),
            "NOEUD_ORDO" => lines::connected(keywords, mesh),
            "INTERVALLE_VALE" => in_range(keywords, mesh),
            _ => {
                let region = regions::Region::read(keywords, mesh)?;
                Ok((0..mesh.nodes.len()).filter(|&n| region.holds(mesh.nodes[n].position)).collect())
            }
        };
    }
    if keywords.get("GROUP_NO").is_some() {
        return part(keywords, entities::node_groups(keywords, "GROUP_NO", mesh)?);
    }
    if keywords.get("NOEUD").is_some() {
        return entities::named_nodes(keywords, "NOEUD", mesh);
    }
    for (name, keep) in [("INTERSEC", true), ("DIFFE", false)] {
        if keywords.get(name).is_some() {
            entities::node_groups(keywords, name, mesh)?;
            let set = |group: std::sync::Arc<str>| mesh.node_groups.get(&*group).cloned().unwrap_or_default();
            return Ok(against(keywords.texts(name).into_iter().map(set).collect(), keep));
        }
    }
    entities::node_groups(keywords, "UNION", mesh)
}

/// Nodes where a component of a field lies between two values.
fn in_range(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let Some(Concept::NodalField(field)) = keywords.concept("CHAM_GD") else {
        return Err(entities::missing(keywords, "CHAM_GD", "a field on nodes"));
    };
    let name = keywords.text("NOM_CMP")?;
    let component = Component::from_name(&name)
        .ok_or_else(|| keywords.error("NOM_CMP", "R110", format!("{name} is no component of a displacement")))?;
    let range = keywords.reals("VALE");
    let (low, high) = (range.first().copied().unwrap_or(0.0), range.last().copied().unwrap_or(0.0));
    let inside = |&n: &usize| {
        let value = field.numbering.rank(n, component).map(|rank| field.values[rank]);
        value.is_some_and(|v| v >= low && v <= high)
    };
    Ok((0..mesh.nodes.len()).filter(inside).collect())
}
