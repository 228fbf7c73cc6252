//! Masses shared among the nodes of segments or faces (MASS_REP), and what RIGI_PARASOL has in common with it: parts of the
//! nodes in lengths and areas, the discrete cells that hold what falls to each node.
//!
//! A cell gives equal parts to its nodes, those in the middle of its sides too. Lengths are those in the plane of x and y.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::{CallError, Keywords};
use crate::concepts::Model;
use crate::kernel::elements::{CellProperties, DiscreteMatrix, SquareMatrix};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;

/// MASS_REP: `held` are the cells that an earlier occurrence gave a mass.
pub fn masses(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    cells: &mut [CellProperties],
    held: &mut Vec<usize>,
) -> Result<(), CallError> {
    let area = entities::cell_groups(keywords, "GROUP_MA", mesh)?;
    let mut shares = BTreeMap::new();
    for &cell in &area {
        for (node, share) in parts(keywords, mesh, cell)? {
            *shares.entry(node).or_insert(0.0) += share;
        }
    }
    let shares = positive(keywords, shares)?;
    let given = keywords.real_if_given("VALE").unwrap_or(0.0);
    let kind = keywords.text("TYPE")?;
    let dimension = |c: &usize| mesh.cells[*c].kind.dimension();
    for cell in area {
        let wrong = match &*kind {
            "LINEIQUE" => dimension(&cell) != Some(1),
            "SURFACIQUE" => dimension(&cell) != Some(2),
            _ => false,
        };
        if wrong {
            let message =
                format!("TYPE='{kind}' does not suit cell {}, a {}", label(mesh, cell), mesh.cells[cell].kind.name());
            return Err(keywords.error("TYPE", "R138", message));
        }
    }
    let factor = if &*kind == "TOTALE" { given / shares.values().sum::<f64>() } else { given };
    for (node, cell) in holders(keywords, mesh, model, &shares)? {
        if held.contains(&cell) {
            let message = format!("two occurrences of MASS_REP give a mass to cell {}", label(mesh, cell));
            let mut error = keywords.error("GROUP_MA_POI1", "R138", message);
            error.help = Some("give each occurrence point cells of its own, made by its own CREA_MAILLAGE: the masses of a node add up.".into());
            return Err(error);
        }
        held.push(cell);
        let mass = factor * shares.get(&node).copied().unwrap_or(0.0);
        let unknowns = model.modelisations[cell].map_or(0, |m| m.components().len());
        let translations = if model.modelisations[cell].is_some_and(|m| m.is_plane()) { 2 } else { 3 };
        let diagonal: Vec<f64> = (0..unknowns).map(|i| if i < translations { mass } else { 0.0 }).collect();
        cells[cell].mass = Some(Arc::new(matrix_of(SquareMatrix::diagonal(&diagonal), false)));
    }
    Ok(())
}

/// A symmetric matrix of a discrete element.
pub fn matrix_of(matrix: SquareMatrix, local: bool) -> DiscreteMatrix {
    DiscreteMatrix { matrix, local, symmetric: true, loss_factor: 0.0 }
}

/// What each node of a cell has of its length or area.
pub fn parts(keywords: &Keywords, mesh: &Mesh, cell: usize) -> Result<BTreeMap<usize, f64>, CallError> {
    mesh.shares(&[cell]).map_err(|cell| {
        let message = format!(
            "cell {} is a {}: only segments, triangles and quadrangles are shared among nodes",
            label(mesh, cell),
            mesh.cells[cell].kind.name()
        );
        keywords.error("GROUP_MA", "R138", message)
    })
}

/// Shares that add up to something.
pub fn positive(keywords: &Keywords, shares: BTreeMap<usize, f64>) -> Result<BTreeMap<usize, f64>, CallError> {
    if shares.values().sum::<f64>() > 0.0 {
        return Ok(shares);
    }
    Err(keywords.error(
        "GROUP_MA",
        "R138",
        "the cells have no length or area to share, or their weights are not positive",
    ))
}

/// For each node of the foundation, the cell of GROUP_MA_POI1 or GROUP_MA_SEG2 that gets its matrix.
pub fn holders(
    keywords: &Keywords,
    mesh: &Mesh,
    model: &Model,
    shares: &BTreeMap<usize, f64>,
) -> Result<BTreeMap<usize, usize>, CallError> {
    let keyword = if keywords.has("GROUP_MA_SEG2") { "GROUP_MA_SEG2" } else { "GROUP_MA_POI1" };
    let mut holders = BTreeMap::new();
    for cell in entities::cell_groups(keywords, keyword, mesh)? {
        let mut own = mesh.cells[cell].nodes.iter().copied().filter(|n| shares.contains_key(n));
        let is_discrete = model.modelisations[cell].is_some_and(|m| m.is_discrete());
        let (Some(node), None, true) = (own.next(), own.next(), is_discrete) else {
            let message = format!(
                "cell {} must be a discrete element with one node, and only one, among those of GROUP_MA",
                label(mesh, cell)
            );
            return Err(keywords.error(keyword, "R138", message));
        };
        if holders.insert(node, cell).is_some() {
            let message = format!("{keyword} has two cells on node N{} ({})", node + 1, mesh.nodes[node].label);
            return Err(keywords.error(keyword, "R138", message));
        }
    }
    match shares.keys().find(|node| !holders.contains_key(node)) {
        None => Ok(holders),
        Some(node) => {
            let message = format!("{keyword} has no cell on node N{} ({})", node + 1, mesh.nodes[*node].label);
            let mut error = keywords.error(keyword, "R138", message);
            error.help = Some("CREA_MAILLAGE with CREA_POI1 makes a point cell on each node of a group.".into());
            Err(error)
        }
    }
}

/// How a cell is named in messages.
pub fn label(mesh: &Mesh, cell: usize) -> String {
    format!("M{} ({})", cell + 1, mesh.cells[cell].label)
}
