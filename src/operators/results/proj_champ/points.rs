//! PROJ_CHAMP from points to points (CAS_FIGURE='0D'): each node takes the values of the nearest of the point cells, each point cell those of
//! the cell of that point.

use crate::catalogue::{CallError, Keywords};
use crate::concepts::ElementField;
use crate::kernel::mesh::Mesh;
use crate::kernel::mesh::vector::{minus, norm};
use crate::verdict::significant;

/// Whether an occurrence of VIS_A_VIS pairs points.
pub(super) fn is_of_points(pair: &Keywords) -> bool {
    pair.is("CAS_FIGURE", "0D")
}

/// For each node, the point cell of the first mesh that serves it: the nearest, the first of equals. Fails where a cell is no point, and
/// where a node is farther than DISTANCE_0D from all of them.
pub(super) fn nearest_points(
    pair: &Keywords,
    first: &Mesh,
    cells: &[usize],
    second: &Mesh,
    nodes: &[usize],
) -> Result<Vec<(usize, usize)>, CallError> {
    let points: Vec<usize> = match pair.has("TOUT_1") {
        true => cells.iter().copied().filter(|cell| first.cells[*cell].nodes.len() == 1).collect(),
        false => cells.to_vec(),
    };
    if let Some(cell) = points.iter().find(|cell| first.cells[**cell].nodes.len() != 1) {
        let message = format!("CAS_FIGURE='0D' takes the values of points, and the cell M{} is none", cell + 1);
        let error = pair.error("GROUP_MA_1", "R713", message);
        return Err(Box::new(error.help("give a group of POI1 cells (CREA_MAILLAGE/CREA_POI1 makes them)")));
    }
    let limit = pair.real("DISTANCE_0D")?;
    let mut found = Vec::with_capacity(nodes.len());
    for &node in nodes {
        let place = second.nodes[node].position;
        let mut best: Option<(f64, usize)> = None;
        for &cell in &points {
            let distance = norm(minus(place, first.nodes[first.cells[cell].nodes[0]].position));
            if best.is_none_or(|(nearest, _)| distance < nearest) {
                best = Some((distance, cell));
            }
        }
        let whom = || format!("node N{} ({}) of the second mesh", node + 1, second.nodes[node].label);
        let refuse = |message: String| {
            Box::new(pair.error("DISTANCE_0D", "R713", message).help("increase DISTANCE_0D, or leave the node out"))
        };
        match best {
            None => return Err(refuse(format!("no point is given for {}", whom()))),
            Some((distance, _)) if distance > limit => {
                let distance = significant(distance, 6);
                return Err(refuse(format!(
                    "the point nearest to {} is {distance} away, farther than DISTANCE_0D = {limit}",
                    whom()
                )));
            }
            Some((_, cell)) => found.push((node, cell)),
        }
    }
    Ok(found)
}

/// Point cells of the second mesh at nodes that are served, with the cell of the first mesh.
pub(super) fn cells_of(second: &Mesh, served: &[(usize, usize)]) -> Vec<Option<usize>> {
    let mut of_node = vec![None; second.nodes.len()];
    served.iter().for_each(|(node, cell)| of_node[*node] = Some(*cell));
    let of_cell = |cell: &crate::kernel::mesh::Cell| match cell.nodes[..] {
        [node] => of_node[node],
        _ => None,
    };
    second.cells.iter().map(of_cell).collect()
}

/// A field on elements with the values of the cells that serve.
pub(super) fn carried(field: &ElementField, cells: &[Option<usize>]) -> ElementField {
    let row = |values: &[Vec<f64>]| -> Vec<Vec<f64>> {
        cells.iter().map(|cell| cell.and_then(|c| values.get(c)).cloned().unwrap_or_default()).collect()
    };
    let imaginary = if field.imaginary.is_empty() { Vec::new() } else { row(&field.imaginary) };
    ElementField { cells: row(&field.cells), imaginary, laws: None, ..ElementField::clone(field) }
}
