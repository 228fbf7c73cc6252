//! RAFFINEMENT: every segment in two halves. QUAD_LINE: segments and faces without the nodes of their sides.
//!
//! New nodes come after the others, in the order of the cells; groups of cells hold the cells that theirs became, and keep
//! their names. Faces are kept as they are by RAFFINEMENT: no element here lies on them.

use std::collections::BTreeMap;

use crate::catalogue::{CallError, Keywords};
use crate::kernel::mesh::{Cell, CellKind, Mesh, Node};
use crate::operators::call::entities;

/// Splits all segments, NIVEAU times.
pub fn refine(keywords: &Keywords, original: &Mesh) -> Result<Mesh, CallError> {
    let levels = keywords.integer("NIVEAU")?;
    if !(0..=20).contains(&levels) {
        return Err(keywords.error("NIVEAU", "R106", format!("NIVEAU={levels}: cells are split 0 to 20 times")));
    }
    let mut mesh = original.clone();
    for _ in 0..levels {
        mesh = halve(&mesh);
    }
    Ok(mesh)
}

fn halve(original: &Mesh) -> Mesh {
    let mut mesh = Mesh { cells: Vec::new(), abscissae: None, ..original.clone() };
    let mut middles: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    let mut children: Vec<Vec<usize>> = Vec::with_capacity(original.cells.len());
    for cell in &original.cells {
        let first = mesh.cells.len();
        match (cell.kind, cell.nodes.as_slice()) {
            (CellKind::Segment2, &[a, b]) => {
                let middle = *middles.entry([a.min(b), a.max(b)]).or_insert_with(|| {
                    let [p, q] = [a, b].map(|n| original.nodes[n].position);
                    let position = std::array::from_fn(|i| 0.5 * (p[i] + q[i]));
                    mesh.nodes.push(Node { label: format!("N{}", mesh.nodes.len() + 1).into(), position });
                    mesh.nodes.len() - 1
                });
                for nodes in [[a, middle], [middle, b]] {
                    let label = format!("M{}", mesh.cells.len() + 1);
                    mesh.cells.push(Cell { label: label.into(), kind: CellKind::Segment2, nodes: nodes.into() });
                }
            }
            _ => mesh.cells.push(cell.clone()),
        }
        children.push((first..mesh.cells.len()).collect());
    }
    for members in mesh.cell_groups.values_mut() {
        *members = members.iter().flat_map(|&cell| children[cell].iter().copied()).collect();
    }
    mesh
}

/// Cells of their corners; nodes that no cell holds any more are left out.
pub fn straighten(keywords: &Keywords, original: &Mesh) -> Result<Mesh, CallError> {
    let mut mesh = original.clone();
    for cell in entities::selected_cells(keywords, original)? {
        let Cell { kind, nodes, .. } = &mut mesh.cells[cell];
        let linear = match kind {
            CellKind::Segment3 | CellKind::Segment4 => CellKind::Segment2,
            CellKind::Triangle6 => CellKind::Triangle3,
            CellKind::Quadrangle8 | CellKind::Quadrangle9 => CellKind::Quadrangle4,
            CellKind::Tetrahedron10 => CellKind::Tetrahedron4,
            CellKind::Pentahedron15 => CellKind::Pentahedron6,
            CellKind::Hexahedron20 => CellKind::Hexahedron8,
            _ => continue,
        };
        *kind = linear;
        nodes.truncate(linear.node_count().unwrap_or(nodes.len()));
    }
    let held = |mesh: &Mesh| {
        let mut held = vec![false; mesh.nodes.len()];
        mesh.cells.iter().flat_map(|c| &c.nodes).for_each(|&n| held[n] = true);
        held
    };
    let (before, after) = (held(original), held(&mesh));
    let mut ranks = vec![None; mesh.nodes.len()];
    let mut kept = Vec::new();
    for (rank, node) in original.nodes.iter().enumerate() {
        if after[rank] || !before[rank] {
            ranks[rank] = Some(kept.len());
            kept.push(node.clone());
        }
    }
    mesh.nodes = kept;
    mesh.abscissae = None;
    for cell in &mut mesh.cells {
        cell.nodes = cell.nodes.iter().filter_map(|&n| ranks[n]).collect();
    }
    for members in mesh.node_groups.values_mut() {
        *members = members.iter().filter_map(|&n| ranks[n]).collect();
    }
    mesh.node_groups.retain(|_, members| !members.is_empty());
    Ok(mesh)
}
