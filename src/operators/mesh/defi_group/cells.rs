//! Groups of cells.

use super::members::{against, part};
use super::regions;
use crate::catalogue::{CallError, Keywords};
use crate::kernel::mesh::{CellKind, Mesh};
use crate::operators::call::entities;

/// The group one occurrence of CREA_GROUP_MA makes.
pub fn group(keywords: &Keywords, mesh: &Mesh) -> Result<(String, Vec<usize>), CallError> {
    let name = keywords.text_if_given("NOM").map_or_else(String::new, |n| n.to_string());
    let mut cells = members(keywords, mesh)?;
    let wanted = keywords.text("TYPE_MAILLE")?;
    cells.retain(|&c| is_of_kind(mesh.cells[c].kind, &wanted));
    Ok((name, cells))
}

fn members(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    if keywords.get("TOUT").is_some() {
        return Ok((0..mesh.cells.len()).collect());
    }
    if keywords.get("GROUP_MA").is_some() {
        return part(keywords, entities::cell_groups(keywords, "GROUP_MA", mesh)?);
    }
    if keywords.get("MAILLE").is_some() {
        return entities::named_cells(keywords, "MAILLE", mesh);
    }
    if keywords.get("UNION").is_some() {
        let mut cells = entities::cell_groups(keywords, "UNION", mesh)?;
        cells.sort_unstable();
        return Ok(cells);
    }
    for (name, keep) in [("INTERSEC", true), ("DIFFE", false)] {
        if keywords.get(name).is_some() {
            entities::cell_groups(keywords, name, mesh)?;
            let set = |group: std::sync::Arc<str>| mesh.cell_groups.get(&*group).cloned().unwrap_or_default();
            return Ok(against(keywords.texts(name).into_iter().map(set).collect(), keep));
        }
    }
    by_option(keywords, mesh)
}

fn by_option(keywords: &Keywords, mesh: &Mesh) -> Result<Vec<usize>, CallError> {
    let option = keywords.text_if_given("OPTION").unwrap_or_else(|| "".into());
    let (inside, criterion) = if &*option == "APPUI" {
        let mut nodes = entities::node_groups(keywords, "GROUP_NO", mesh)?;
        nodes.extend(entities::named_nodes(keywords, "NOEUD", mesh)?);
        let mut inside = vec![false; mesh.nodes.len()];
        nodes.into_iter().for_each(|n| inside[n] = true);
        (inside, keywords.text_if_given("TYPE_APPUI"))
    } else {
        let region = regions::Region::read(keywords, mesh)?;
        let inside = mesh.nodes.iter().map(|n| region.holds(n.position)).collect();
        (inside, keywords.text_if_given("CRIT_NOEUD"))
    };
    let criterion = criterion.unwrap_or_else(|| "AU_MOINS_UN".into());
    let chosen = |c: &usize| {
        let cell = &mesh.cells[*c];
        let vertices = cell.kind.vertex_count().unwrap_or(cell.nodes.len());
        let count = cell.nodes.iter().filter(|&&n| inside[n]).count();
        match &*criterion {
            "TOUS" | "TOUT" => count == cell.nodes.len(),
            "SOMMET" => cell.nodes.iter().take(vertices).all(|&n| inside[n]),
            "MAJORITE" => count >= cell.nodes.len().div_ceil(2),
            _ => count > 0,
        }
    };
    Ok((0..mesh.cells.len()).filter(chosen).collect())
}

fn is_of_kind(kind: CellKind, wanted: &str) -> bool {
    match wanted {
        "TOUT" => true,
        "1D" => kind.dimension() == Some(1),
        "2D" => kind.dimension() == Some(2),
        "3D" => kind.dimension() == Some(3),
        name => kind.name() == name,
    }
}
