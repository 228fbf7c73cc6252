//! POST_RELEVE_T, OPERATION='EXTREMA': the largest and the smallest value of a field, signed and absolute, over all nodes
//! (or points of cells) and all components together, with the place that has it.
//!
//! Of equal values the first counts, in the order of the components, then of the cells and nodes of the mesh.

use super::states::{StoredField, part};
use super::summaries::Row;
use crate::catalogue::{CallError, Keywords};
use crate::concepts::{Cell, ColumnType, ElementField, Field};
use crate::kernel::mesh::Mesh;
use crate::operators::call::entities;

/// A node, or a point of a cell.
#[derive(Clone, Copy)]
struct ExtremePlace {
    node: Option<usize>,
    /// Cell, and rank of the point in it.
    point: Option<(usize, usize)>,
}

/// Four rows: MAX, MIN, MAXI_ABS, MINI_ABS.
pub(super) fn extremes(
    action: &Keywords,
    mesh: &Mesh,
    stored: &StoredField,
    components: &[String],
    before: &Row,
) -> Result<Vec<Row>, CallError> {
    let places = match &stored.field {
        Field::Element(field, _) if !field.at_nodes => points(action, mesh, field)?,
        _ => {
            let mut nodes = entities::selected_nodes(action, mesh)?;
            nodes.sort_unstable();
            nodes.into_iter().map(|node| ExtremePlace { node: Some(node), point: None }).collect()
        }
    };
    let value = |place: &ExtremePlace, name: &str| {
        let found = match place.point {
            Some(point) => stored.field.at_corner(point, name),
            None => place.node.and_then(|node| stored.field.at_node(node, name)),
        };
        found.map(|z| part(action, z)).filter(|x| !x.is_nan())
    };
    let values: Vec<(&String, &ExtremePlace, f64)> = components
        .iter()
        .flat_map(|name| places.iter().filter_map(move |p| Some((name, p, value(p, name)?))))
        .collect();
    let kinds: [(&str, fn(f64) -> f64, f64); 4] =
        [("MAX", |x| x, 1.0), ("MIN", |x| x, -1.0), ("MAXI_ABS", f64::abs, 1.0), ("MINI_ABS", f64::abs, -1.0)];
    let row = |(kind, measure, sign): (&str, fn(f64) -> f64, f64)| {
        let mut best: Option<&(&String, &ExtremePlace, f64)> = None;
        for next in &values {
            if best.is_none_or(|best| sign * measure(next.2) > sign * measure(best.2)) {
                best = Some(next);
            }
        }
        let (name, place, x) = best?;
        let mut row = before.clone();
        let mut text = |name: &str, value: String| {
            row.push((name.to_string(), ColumnType::Text(8), Cell::Text(value)));
        };
        text("EXTREMA", kind.to_string());
        if let Some((cell, _)) = place.point {
            text("MAILLE", (cell + 1).to_string());
        }
        if let Some(node) = place.node {
            text("NOEUD", (node + 1).to_string());
        }
        text("CMP", name.to_string());
        row.push(("VALE".to_string(), ColumnType::Real, Cell::Real(measure(*x))));
        Some(row)
    };
    Ok(kinds.into_iter().filter_map(row).collect())
}

/// The points of the cells chosen, at the nodes chosen where the points are the nodes.
fn points(action: &Keywords, mesh: &Mesh, field: &ElementField) -> Result<Vec<ExtremePlace>, CallError> {
    let by_nodes = action.has("GROUP_NO") || action.has("NOEUD");
    let by_cells = action.has("GROUP_MA") || action.has("MAILLE");
    let nodes = match by_nodes {
        true => entities::selected_nodes(action, mesh)?,
        false => Vec::new(),
    };
    let mut cells = match by_cells || !by_nodes {
        true => entities::selected_cells(action, mesh)?,
        false => (0..mesh.cells.len()).collect(),
    };
    cells.sort_unstable();
    let mut places = Vec::new();
    for cell in cells {
        let corners = &mesh.cells[cell].nodes;
        let count = field.points(cell);
        for point in 0..count {
            let node = (count == corners.len()).then(|| corners[point]);
            if !by_nodes || node.is_some_and(|n| nodes.contains(&n)) {
                places.push(ExtremePlace { node, point: Some((cell, point)) });
            }
        }
    }
    Ok(places)
}
